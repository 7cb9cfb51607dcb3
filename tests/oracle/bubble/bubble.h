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

/* A packet's request: an output, a VC behind it, and the free places that it needs there. */
struct wish {
	u32 out, vc, needs;
	bool enters;		/* the way leads into a ring of escape queues */
};

struct bubble_queue {
	struct fifo phits;
	bool passing;		/* the front packet has been granted */
	const struct packet *packet;	/* packet that is passing */
	struct wish to;		/* grant of the passing packet */
	bool marks;		/* the packet's place becomes the critical bubble */
	u32 sent;		/* phits of the packet that have left */
	u64 refused;		/* refusals of the front packet, if it is not passing */
};

/* Cycle in which each queue was served last, plus one; 0: never. */
struct bubble_services {
	u64 when[BUBBLE_QUEUES];
};

struct bubble_port {
	struct bubble_queue queue[BUBBLE_VCS];	/* queues of the input; proc has one */
	struct fifo wire;	/* phits on their way to the input */
	u32 places[BUBBLE_VCS];	/* free places behind the output, for a packet each */
	bool marked;		/* one of the escape queue's places is the critical bubble */
	struct fifo back;	/* credits on their way to the output */
	struct bubble_queue *from;	/* queue whose packet passes the output */
	u32 pointer;		/* number of the queue preferred by round robin */
	struct bubble_services served;
};

/* A router's part of the network of a class. */
struct bubble_net {
	struct bubble_port port[SS_PORTS];
	struct channel eject;
	struct fifo leaving;	/* phits on their way to the node */
	u32 room;		/* free places of the node's queue, for a packet each */
	struct fifo room_back;
	u32 token;
	struct bubble_services served;
};

struct bubble_router {
	struct bubble_net net[SS_CLASSES];
};

/* Return the cycles from a phit's grant until it has left its queue. */
u32 bubble_leaves(const struct oracle *o);

/* Return the cycles from a phit's grant until it arrives at the next queue. */
u32 bubble_moves(const struct oracle *o);

/* Return the number of VCs of input @port. */
u32 bubble_queues(const struct oracle *o, u32 port);

/*
 * Return how many of @n queues come before @k: each was served longer ago than @k, or equally long
 * ago and has a lower number.
 */
u32 bubble_before(const struct bubble_services *s, u32 k, u32 n);

/* state.c */
const char *bubble_audit(const struct oracle *o);
void bubble_emit(struct emitter *e, const struct router *r);
void bubble_emit_injector(struct emitter *e, const struct node *n);

#endif /* ORACLE_BUBBLE_H */
