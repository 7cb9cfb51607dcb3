/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle's Bubble router: docs/bubble-router.md, part by part.
 */
#ifndef ORACLE_BUBBLE_H
#define ORACLE_BUBBLE_H

#include "sim/routers/bubble/bubble.h"

#include "oracle/model.h"

enum { ESCAPE, ADAPTIVE, BUBBLE_VCS };

#define BUBBLE_QUEUES	(1 + BUBBLE_VCS * (SS_PORTS - 1))

/* What a packet asks for: an output, and a VC behind it with so many free places. */
struct wish {
	u32 out, vc, needs;
	bool enters;		/* a ring of escape queues */
};

struct bubble_queue {
	struct fifo phits;
	bool passing;		/* its front packet has been granted */
	const struct packet *packet;	/* that one */
	struct wish to;		/* where it goes then */
	bool marks;		/* its place becomes the critical bubble */
	u32 sent;		/* phits of it */
	u64 refused;		/* times that the front packet was, if it has not */
};

/* For each queue the cycle in which it was served last, plus one; 0: never. */
struct bubble_services {
	u64 when[BUBBLE_QUEUES];
};

struct bubble_port {
	struct bubble_queue queue[BUBBLE_VCS];	/* of the input; proc has one */
	struct fifo wire;	/* phits on their way to the input */
	u32 places[BUBBLE_VCS];	/* free ones behind the output */
	bool marked;		/* one of the escape queue's is the critical bubble */
	struct fifo back;	/* credits on their way to it */
	struct bubble_queue *from;	/* whose packet passes the output */
	u32 pointer;		/* over queues */
	struct bubble_services served;
};

/* A router's part of the network of a class. */
struct bubble_net {
	struct bubble_port port[SS_PORTS];
	struct channel eject;
	struct fifo leaving;	/* phits on their way to the node */
	u32 room;		/* free places of the node's queue */
	struct fifo room_back;
	u32 token;
	struct bubble_services served;
};

struct bubble_router {
	struct bubble_net net[SS_CLASSES];
};

/* Cycles from a phit's grant until it has left its queue, and until it arrives. */
u32 bubble_leaves(const struct oracle *o);
u32 bubble_moves(const struct oracle *o);

/* VCs of input @port. */
u32 bubble_queues(const struct oracle *o, u32 port);

/* How many of @n queues come before queue @k: served longer ago, or as long ago by number. */
u32 bubble_before(const struct bubble_services *s, u32 k, u32 n);

/* bubble_state.c */
const char *bubble_audit(const struct oracle *o);
void bubble_emit(struct emitter *e, const struct router *r);
void bubble_emit_injector(struct emitter *e, const struct node *n);

#endif /* ORACLE_BUBBLE_H */
