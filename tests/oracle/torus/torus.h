/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle's output-queued torus router: docs/torus-router.md, part by part.
 */
#ifndef ORACLE_TORUS_H
#define ORACLE_TORUS_H

#include "sim/routers/torus/torus.h"

#include "oracle/model.h"

#define QUADRANTS	8

/* The channel that begins at an output: its queues, at that router, as in the paper. */
struct torus_channel {
	struct fifo queue[SS_TORUS_VCS];	/* cycle: in which the flit came into it */
	u32 room[SS_TORUS_VCS];	/* places that may be taken in this cycle */
	u64 since[SS_TORUS_VCS];	/* the flit at the front has been there from then on */
};

struct torus_router {
	struct torus_channel out[SS_PORTS];
	struct channel eject;
	struct fifo *injection;	/* SS_ROUTE_GAL: by destination and quadrant */
	struct fifo delivered;	/* in this cycle */
};

/* torus_state.c */
void torus_emit(struct emitter *e, const struct router *r);
void torus_emit_injector(struct emitter *e, const struct node *n);
const char *torus_audit(const struct oracle *o);

#endif /* ORACLE_TORUS_H */
