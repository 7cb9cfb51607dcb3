/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef ORACLE_EMITTER_H
#define ORACLE_EMITTER_H

#include "model.h"

/* The receiver of a state's words, and the place of the next word in the state. */
struct emitter {
	void (*fn)(void *ctx, u64 word, const struct oracle_place *at);
	void *ctx;
	struct oracle_place at;
};

void emit(struct emitter *e, const char *item, u64 word);
void emit_packet(struct emitter *e, const struct packet *p);

/* Return the time until a channel is free, in units of 1/rate[0] cycles. */
u64 channel_busy(const struct channel *c, u64 now);

#endif /* ORACLE_EMITTER_H */
