/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle's wormhole router: docs/wormhole-router.md, part by part.
 */
#ifndef ORACLE_WORMHOLE_H
#define ORACLE_WORMHOLE_H

#include "sim/routers/wormhole/wormhole.h"

#include "oracle/model.h"

#define WH_MOST_VCS	6	/* most VCs of a port, all classes together */
#define WH_MOST_OPTIONS	(SS_DIMS + 1)

/* An output of the crossbar: a port, and one of its VCs, which are numbered class by class. */
struct wh_option {
	u32 port, vc;
};

/* An input queue. */
struct wh_queue {
	struct fifo flits;	/* some still under way; each can pass from its cycle on */
	enum { WH_IDLE, WH_ASKING, WH_GRANTED, WH_OPEN } state;
	struct packet *packet;	/* packet at the front, unless WH_IDLE */
	u32 sent;		/* flits of the packet that have left */
	u32 options, choice;	/* length of @option; index of the one requested now */
	struct wh_option option[WH_MOST_OPTIONS];
	u64 refused;
	u64 opens;		/* WH_GRANTED: cycle in which the connection opens */
	struct wh_option out;	/* output and VC that the packet has */
	u64 asked;		/* first cycle in which the front packet might request */
};

/* An output of the crossbar, and the credits for the queue behind it. */
struct wh_output {
	u32 credits;
	struct wh_queue *holder;
	u32 turn;		/* number of the queue that it prefers, by round robin */
};

struct wh_port {
	struct wh_queue queue[WH_MOST_VCS];
	struct wh_output output[WH_MOST_VCS];
	struct fifo back;			/* credits under way to the outputs */
	u32 vc_turn[SS_CLASSES];		/* VC that the link prefers, by round robin */
	int vc_last[SS_CLASSES];	/* VC of the flit sent last; -1: it ended its packet */
};

struct wh_router {
	struct wh_port port[SS_PORTS];
	struct channel eject[SS_CLASSES];
	struct fifo leaving;	/* last flits of packets, on their way to the node */
	u32 token[SS_CLASSES];	/* SIC: number of the queue that the token tries first */
	u32 room[SS_CLASSES];	/* flits that the injection queues have room for */
};

u32 wh_depth(const struct oracle *o, u32 vc);
u64 wh_connect_delay(const struct oracle *o);

/* state.c */
const char *wh_audit(const struct oracle *o);
void wh_emit(struct emitter *e, const struct router *r);
void wh_emit_injector(struct emitter *e, const struct node *n);

#endif /* ORACLE_WORMHOLE_H */
