/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle's wormhole router: docs/wormhole-router.md, part by part.
 */
#ifndef ORACLE_WORMHOLE_H
#define ORACLE_WORMHOLE_H

#include "sim/routers/wormhole/wormhole.h"

#include "oracle/model.h"

#define WH_MOST_VCS	6	/* VCs of a port, of all classes */
#define WH_MOST_OPTIONS	(SS_DIMS + 1)

/* An output of the crossbar, by number: ports, then classes, then VCs. */
struct wh_option {
	u32 port, vc;
};

/* An input queue. */
struct wh_queue {
	struct fifo flits;	/* ready from their cycle on: some are still under way */
	enum { WH_IDLE, WH_ASKING, WH_GRANTED, WH_OPEN } state;
	struct packet *packet;	/* at the front, unless WH_IDLE */
	u32 sent;		/* flits of the packet that have left */
	u32 options, choice;	/* the list, and what is asked for now */
	struct wh_option option[WH_MOST_OPTIONS];
	u64 refused;
	u64 opens;		/* WH_GRANTED: when */
	struct wh_option out;	/* output and VC that the packet has */
	u64 asked;		/* by when the front packet might ask first */
};

/* An output of the crossbar, and what is known of the queue behind it. */
struct wh_output {
	u32 credits;
	struct wh_queue *holder;
	u32 turn;		/* queue preferred, by number */
};

struct wh_port {
	struct wh_queue queue[WH_MOST_VCS];
	struct wh_output output[WH_MOST_VCS];
	struct fifo back;			/* credits under way to the outputs */
	u32 vc_turn[SS_CLASSES];		/* turns of the links */
	int vc_last[SS_CLASSES];	/* VC of the flit sent last; -1: it was its packet's last */
};

struct wh_router {
	struct wh_port port[SS_PORTS];
	struct channel eject[SS_CLASSES];
	struct fifo leaving;	/* last flits under way to the node */
	u32 token[SS_CLASSES];	/* SIC: queue that it comes to next, or the first one after */
	u32 room[SS_CLASSES];	/* free flits of the injection queues */
};

u32 wh_depth(const struct oracle *o, u32 vc);
u64 wh_connect_delay(const struct oracle *o);

/* wormhole_state.c */
const char *wh_audit(const struct oracle *o);
void wh_emit(struct emitter *e, const struct router *r);
void wh_emit_injector(struct emitter *e, const struct node *n);

#endif /* ORACLE_WORMHOLE_H */
