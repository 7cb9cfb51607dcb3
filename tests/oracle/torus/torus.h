/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle's output-queued torus router: docs/torus-router.md, part by part.
 */
#ifndef ORACLE_TORUS_H
#define ORACLE_TORUS_H

#include "sim/routers/torus/torus.h"

#include "oracle/model.h"

#define QUADRANTS	8

/* The channel behind an output.  Its queues belong to the router of the output, as in the paper. */
struct torus_channel {
	struct fifo queue[SS_TORUS_VCS];	/* flits, each with its cycle of entry */
	u32 room[SS_TORUS_VCS];	/* free places that may be taken in this cycle */
	u64 since[SS_TORUS_VCS];	/* cycle from which on a flit could leave, and none did */
};

struct torus_router {
	struct torus_channel out[SS_PORTS];
	struct channel eject;
	struct fifo *injection;	/* SS_ROUTE_GAL: queues by destination, then quadrant */
	struct fifo delivered;	/* flits delivered in this cycle */
};

/* state.c */
void torus_emit(struct emitter *e, const struct router *r);
void torus_emit_injector(struct emitter *e, const struct node *n);
const char *torus_audit(const struct oracle *o);

#endif /* ORACLE_TORUS_H */
