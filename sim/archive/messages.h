/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Matching of sends and receives, as MPI does: by communicator, source, destination and tag, in the
 * order in which a rank began them.
 */
#ifndef SIM_ARCHIVE_MESSAGES_H
#define SIM_ARCHIVE_MESSAGES_H

#include "sim/program/table.h"

#include "order.h"

/**
 * struct messages_found - what was matched
 * @count: number of messages
 * @bytes: sum of their bytes
 * @differing: messages whose receive has another number of bytes
 * @lost: messages whose receive was freed or has no end, which are left out
 * @lost_bytes: sum of the bytes of lost messages
 * @cut: messages of which one end is in the range, and the other is not
 */
struct messages_found {
	u64 count;
	u64 bytes;
	u64 differing;
	u64 lost;
	u64 lost_bytes;
	u64 cut;
};

struct messages;

/*
 * Begin to match messages.  With @trusted clocks, a message that is received before it is sent is
 * an error.  Sends of @left_out, which messages_leave_out() has added, are not matched.
 */
struct messages *messages_new(const struct archive *a, bool trusted, bool part,
			      struct table *left_out);

/* Leave out send @number of a rank; false: it is left out already. */
bool messages_leave_out(struct table *left_out, u32 rank, u64 number);

/* Return true if send @number of a rank is left out. */
bool messages_is_left_out(const struct messages *m, u32 rank, u64 number);

/* Take a send or a receive; @inside: it is in the range that is converted. */
bool messages_step(struct messages *m, u32 rank, const struct step *s, bool inside,
		   struct sim_error *err);

/* Return true if one end of the message of operation @number of a rank is not in the range. */
bool messages_is_cut(const struct messages *m, u32 rank, u64 number);

/*
 * Finish when all operations have been taken.  Sends without a receive are left out if their
 * receiver has lost as many receives; for any other one return false, and a sentence.  Tags are
 * numbered anew, in the order in which the program is written, which does not depend on clocks.
 */
bool messages_end(struct messages *m, struct messages_found *found, struct sim_error *err);
void messages_free(struct messages *m);

/* Return the number that stands for a communicator and a tag, from 0 on. */
u32 messages_tag(struct messages *m, u32 comm, u32 tag);

#endif /* SIM_ARCHIVE_MESSAGES_H */
