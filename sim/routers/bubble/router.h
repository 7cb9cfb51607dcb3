/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The Bubble router in memory, and how its model stays exact with few visits.  Names with bub_ are
 * private to this folder (bub for Bubble).
 *
 * A packet that is granted streams to the next router without a break, so it moves there as a whole
 * in the cycle of its grant: into the list of the queue that it goes to, where its header is from a
 * cycle to come on.  When its last phit will have left, and when the credit for its place will be
 * back, is known then, too.
 *
 * A router is run in the cycles in which a packet may be granted or counted differently: a packet
 * begins to request, a requested output becomes free, or an awaited credit comes back.  It is not
 * run in between, though refused packets request one output after the other, and a token goes
 * around: both follow from the time.  Each run examines all that the router waits for, so only the
 * first of the next such cycles is stored.
 */
#ifndef SS_BUBBLE_ROUTER_H
#define SS_BUBBLE_ROUTER_H

#include "sim/core/engine.h"
#include "sim/parts/arbiter/service_order.h"
#include "sim/parts/arbiter/token.h"
#include "sim/parts/flow/places.h"
#include "sim/parts/routing/dimension_order.h"

#include "bubble.h"

#define BUB_ESCAPE	0	/* VC, the only one of deterministic routers */
#define BUB_ADAPTIVE	1
#define BUB_VCS		2

/* Queues of a network: the node's, then those of ports +x, -x, ... by VC. */
#define BUB_NODE	0
#define BUB_QUEUES	(1 + BUB_VCS * (SS_PORTS - 1))

/**
 * enum bub_way - the queue behind an output that a packet requests, and how it enters it
 * @BUB_FREELY: into the adaptive queue; at output proc, to the node
 * @BUB_ALONG: into the escape queue, along the packet's ring
 * @BUB_ENTER: into the escape queue of another ring
 * @BUB_WAYS: number of these constants
 */
enum bub_way {
	BUB_FREELY,
	BUB_ALONG,
	BUB_ENTER,
	BUB_WAYS,
};

/* A packet's wish, an output and a way to it, is a bit in a word with four bits per output. */
#define BUB_WISH(out, way)	((out) * 4 + (way))
#define BUB_WISH_OUT(wish)	((wish) / 4)
#define BUB_WISH_WAY(wish)	((wish) % 4)

#define BUB_WISHES	(SS_DIMS + 1)

/**
 * struct bub_queue - an input queue
 * @first: packet that leaves next, in the queue or under way to it, or 0
 * @last: packet that arrives last
 * @when: first cycle in which @first requests
 * @after: cycle in which the last phit of the packet granted last has left
 * @came: cycle in which all phits of that packet have arrived
 * @pkts: packets granted
 * @flits: phits of these packets
 * @blocked: cycles in which their requests were refused
 * @out: output of the packet granted last
 * @marks: the place of that packet becomes its ring's critical bubble
 * @wishes: outputs and queues that @first may request
 * @wish: these outputs and queues, in the order in which they are requested
 * @wants: these outputs and queues, as a word of bits
 */
struct bub_queue {
	u32 first;
	u32 last;
	u64 when;
	u64 after;
	u64 came;
	u64 pkts;
	u64 flits;
	u64 blocked;
	u8 out;
	bool marks;
	u8 wishes;
	u8 wish[BUB_WISHES];
	u32 wants;
};

/**
 * struct bub_output - an output
 * @free: first time at which the output is free: a cycle or, for proc, in units of its rate
 * @place: by VC, places of the queues at the other end of the link; of proc, the first entry is for
 * the node's queue
 * @mark: first cycle in which the critical bubble is among the places of the escape queue, or
 * SS_NEVER
 * @turn: queue that the round robin prefers
 * @order: order in which queues were last served, for arbiters that prefer the least recent one
 * @sent: packets granted
 * @waited: cycles that these packets had spent in the router
 * @stalled: cycles in which the output was stalled, without the open interval
 * @stalled_since: beginning of the open interval
 */
struct bub_output {
	u64 free;
	struct ss_places place[BUB_VCS];
	u64 mark;
	u16 turn;
	u64 order;
	u64 sent;
	u64 waited;
	u64 stalled;
	u64 stalled_since;
};

/**
 * struct bub_net - a router's part in the network of a class
 * @coming: queues whose first packet does not request yet
 * @asking: queues whose first packet requests
 * @wants: union of @wants of those queues, a word of bits
 * @stalled: outputs that are stalled
 * @flits: phits of the last packet to the node
 * @start: time of that packet's first phit, in units of the rate of output proc
 * @leaving: first of the packets under way to the node; their arrival is the delivery
 * @leaving_last: last of these packets
 * @token: token of an arbiter for all outputs
 * @order: @order of an arbiter for all outputs
 * @output: outputs, by port
 * @queue: queues, by number
 */
struct bub_net {
	u16 coming;
	u16 asking;
	u32 wants;
	u8 stalled;
	u16 flits;
	u64 start;
	u32 leaving;
	u32 leaving_last;
	struct ss_token token;
	u64 order;
	struct bub_output output[SS_PORTS];
	struct bub_queue queue[BUB_QUEUES];
};

/**
 * struct bub_router - a router
 * @next: cycle of the router's next event
 * @net: the router's part in each network
 *
 * Behind it in memory are the rings of credits, by network, port and VC.
 */
struct bub_router {
	u64 next;
	struct bub_net net[];
};

/* Run router @r of region @g through all cycles before @end. */
typedef void bub_runner(struct ss_fabric *f, struct ss_region *g, u32 r, u64 end);

/**
 * struct bub_fabric - a fabric of these routers
 * @fabric: the part that all kinds share
 * @run: function that runs the routers
 * @routing: data for routes
 * @ahead: cycles that a router plans ahead for others
 * @ring: log2 of the places in a ring of credits
 * @shift: log2 of the VCs per port and class
 * @queues: queues per router and class
 * @places: places per queue
 * @asks: cycles from a header's arrival to its first request
 * @moves: cycles from a phit's grant to its arrival at the next router
 * @leaves: cycles from a phit's grant until it has left its queue
 */
struct bub_fabric {
	struct ss_fabric fabric;
	bub_runner *run;
	struct ss_routing routing;
	u32 ahead;
	u32 ring;
	u32 shift;
	u32 queues;
	u32 places;
	u32 asks;
	u32 moves;
	u32 leaves;
};

static __always_inline struct bub_fabric *bub_fabric(const struct ss_fabric *f)
{
	return (struct bub_fabric *)f;
}

static __always_inline struct bub_router *bub_router_at(const struct ss_fabric *f, u32 r)
{
	return (struct bub_router *)(f->routers + r * f->router_bytes);
}

static __always_inline struct bub_net *bub_net_of(const struct ss_fabric *f, u32 r, u32 class_)
{
	return &bub_router_at(f, r)->net[class_];
}

static __always_inline u64 *bub_ring_of(const struct ss_fabric *f, u32 r, u32 class_, u32 port,
					u32 vc)
{
	u64 *rings = (u64 *)bub_net_of(f, r, f->cfg.classes);

	return rings + (((class_ * SS_PORTS + port) * BUB_VCS + vc) << bub_fabric(f)->ring);
}

/* Plan a visit to router @r in cycle @t. */
static __always_inline void bub_plan(const struct ss_fabric *f, u32 r, u64 t)
{
	struct bub_router *rt = bub_router_at(f, r);

	if (t < rt->next)
		rt->next = t;
}

/* Return the queue of VC @vc of input @port; a port has 2^@shift VCs. */
static __always_inline u32 bub_queue_of(u32 shift, u32 port, u32 vc)
{
	return port == SEASTAR_PORT_PROC ? BUB_NODE : 1 + ((port - 1) << shift) + vc;
}

/* Return the input of @queue. */
static __always_inline u32 bub_port_of(u32 shift, u32 queue)
{
	return queue == BUB_NODE ? SEASTAR_PORT_PROC : 1 + ((queue - 1) >> shift);
}

static __always_inline u32 bub_vc_of(u32 shift, u32 queue)
{
	return queue == BUB_NODE ? 0 : (queue - 1) & ((1U << shift) - 1);
}

/* Return the VC of the queue that @way leads to. */
static __always_inline u32 bub_way_vc(u32 way)
{
	return way == BUB_FREELY ? BUB_ADAPTIVE : BUB_ESCAPE;
}

/* Return for how many cycles before @t the first packet of @q has been refused. */
static __always_inline u64 bub_refused(const struct bub_queue *q, u64 t)
{
	return q->first && t > q->when ? t - q->when : 0;
}

/* Return the wish that a packet keeps to after @refused refusals, which are @patience or more. */
static inline u32 bub_sticks_to(u64 refused, u32 patience, u32 wishes)
{
	return (refused / patience - 1) % wishes;
}

/*
 * Return the wish that the first packet of @q asks for in cycle @t, if outputs have arbiters of
 * their own.  It requests one after the other, each for a cycle, after many refusals for many
 * cycles.
 */
static __always_inline u32 bub_asks_for(const struct ss_fabric *f, const struct bub_queue *q, u64 t)
{
	u64 refused = t - q->when;

	if (likely(refused < f->cfg.escape.patience))
		return (u32)refused % q->wishes;
	return bub_sticks_to(refused, f->cfg.escape.patience, q->wishes);
}

/* A credit between regions: its cycle of arrival and, in a bit each, its mark, class and VC. */
#define BUB_CREDIT(back, marks, class_, vc)	((back) << 3 | (marks) << 2 | (class_) << 1 | (vc))
#define BUB_CREDIT_BACK(credit)		((credit) >> 3)
#define BUB_CREDIT_MARKS(credit)	((credit) >> 2 & 1)
#define BUB_CREDIT_CLASS(credit)	((credit) >> 1 & 1)
#define BUB_CREDIT_VC(credit)		((credit) & 1)

/* run.c */

bub_runner *bub_runner_of(const struct ss_config *cfg);
void bub_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end);
void bub_take_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i, u64 t);
void bub_take_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit);

/*
 * Append packet @i, whose header arrives in cycle @t, to @queue of router @r.  Returns when it
 * requests, or 0.
 */
u64 bub_append(struct ss_fabric *f, u32 r, u32 class_, u32 queue, u32 i, u64 t);

/* inject.c */

u64 bub_room(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc);
void bub_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t);

/* Return a place in the node's queue to the source, free from cycle @t on. */
void bub_inject_credit(struct ss_fabric *f, u32 r, u32 class_, u64 t);

/* Functions of read.c and state.c: readings of the state. */

void bub_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
	      struct ss_passed passed[SS_PORTS]);
u64 bub_oldest(const struct ss_fabric *f, u32 router, u64 birth);
u32 bub_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between);
void bub_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to);
void bub_emit_injector(struct ss_fabric *f, u32 router, const struct ss_sink *to);

#endif /* SS_BUBBLE_ROUTER_H */
