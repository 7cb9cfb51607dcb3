/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Matching of sends and receives, as MPI does: by communicator, source, destination and tag, in the
 * order in which a rank began them.
 */
#ifndef SIM_OTF2_MESSAGES_H
#define SIM_OTF2_MESSAGES_H

#include "order.h"

/**
 * struct messages_found - what was matched
 * @count: messages
 * @bytes: their sum
 * @differing: messages whose receive has another number of bytes
 */
struct messages_found {
	u64 count;
	u64 bytes;
	u64 differing;
};

struct messages;

/* Messages that are received before they are sent are an error, unless clocks are not @trusted. */
struct messages *messages_new(const struct archive *a, bool trusted);
bool messages_step(struct messages *m, u32 rank, const struct step *s, struct sim_error *err);

/* All have come: false, and a sentence, if one has no other end. */
bool messages_end(const struct messages *m, struct messages_found *found, struct sim_error *err);
void messages_free(struct messages *m);

/* Return the number that stands for a communicator and a tag, from 0 on. */
u32 messages_tag(struct messages *m, u32 comm, u32 tag);

#endif /* SIM_OTF2_MESSAGES_H */
