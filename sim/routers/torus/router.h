/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The output-queued torus router in memory, and how its model stays exact with few visits.  Names
 * with trs_ are private to this folder (torus).
 *
 * A flit that leaves the queue of one channel enters that of another in the same cycle.  The queues
 * of a channel stand at its far end here, with the router that decides where their flits go next;
 * the router at the near end, which fills them, counts their free places.  So a hop is one message
 * one way, and one the other way for the place that is free.
 *
 * All that a router sees of others is a cycle old: a place that becomes free in a cycle may be
 * taken in the next.  A channel passes one flit per cycle, so there is one such place for each
 * output at most.  A router that is run after its neighbours sets it aside while it is run.
 *
 * A router sleeps while no flit at a front can move and its node has nothing to send.  It wakes
 * when a flit comes, or when a place becomes free that a flit waits for.
 */
#ifndef SS_TORUS_ROUTER_H
#define SS_TORUS_ROUTER_H

#include "sim/core/engine.h"
#include "sim/parts/arbiter/round_robin.h"
#include "sim/parts/routing/quadrants.h"
#include "sim/parts/vc/star.h"

#include "torus.h"

/* Slot: number of a queue, by input port and VC. */
#define TRS_SLOT(port, vc)	((vc) << SS_PORT_SHIFT | (port))
#define TRS_SLOT_PORT(slot)	SS_PORT_OF(slot)
#define TRS_SLOT_VC(slot)	((slot) >> SS_PORT_SHIFT)
#define TRS_SLOTS		TRS_SLOT(0, SS_TORUS_VCS)

/* Bits of a header, in place of the age: the dimensions in which the packet goes minus. */
#define TRS_MINUS		7U

/**
 * struct trs_queue - flits of a VC of the channel that ends at an input
 * @first: flit that leaves next
 * @last: flit that arrived last
 * @since: cycle in which @first came to the front
 * @flits: flits in the queue, including one that arrives in the next cycle
 * @entered: flits that have entered the queue; of VC 0 of proc: flits that the node injected
 * @blocked: cycles that flits have waited at the front, without the flit that waits now
 */
struct trs_queue {
	u32 first;
	u32 last;
	u64 since;
	u32 flits;
	u64 entered;
	u64 blocked;
};

/**
 * struct trs_output - the queues of an outgoing channel, as the router counts them
 * @free: free places by VC
 * @all: free places of all VCs
 * @fresh_vc: VC of the place that became free last
 * @sent: flits sent
 * @waited: cycles that these flits had spent in the queues that they left
 * @full: cycles in which no place was free, without the open interval
 * @full_since: beginning of the open interval
 */
struct trs_output {
	u16 free[SS_TORUS_VCS];
	u16 all;
	u32 fresh_vc;
	u64 sent;
	u64 waited;
	u64 full;
	u64 full_since;
};

#define TRS_WAYS	27	/* in each of three dimensions: none, plus, minus */

/**
 * struct trs_injection - the injection queues of a node (SS_ROUTE_GAL)
 * @first: oldest flit by the set of outputs that it may take, numbered as by trs_way_of()
 * @last: youngest flit, likewise
 * @ways: sets of outputs whose lists are not empty
 *
 * Flits for one destination and quadrant are one queue.  Whether the first of a queue can enter the
 * network depends only on the outputs that it may take.  So queues with the same outputs share a
 * list, in the order of arrival; each queue has a count.
 */
struct trs_injection {
	u32 first[TRS_WAYS];
	u32 last[TRS_WAYS];
	u32 ways;
};

/**
 * struct trs_router - a router
 * @busy: queues that have flits, by slot
 * @wanted: outputs for whose places flits wait
 * @fresh: outputs at which a place became free in cycle @fresh_at, as bits
 * @fresh_at: the last cycle in which a place became free
 * @loop: packet that the node sends to itself in this cycle, or 0
 * @next: time at which the processor takes the next flit, in units of its rate
 * @output: outputs, by port
 * @queue: queues, by slot
 */
struct trs_router {
	u32 busy;
	u32 wanted;
	u32 fresh;
	u32 loop;
	u64 fresh_at;
	u64 next;
	struct trs_output output[SS_PORTS];
	struct trs_queue queue[TRS_SLOTS];
} __aligned(64);

/**
 * struct trs_fabric - a fabric of these routers
 * @fabric: the part that all kinds share
 * @place: coordinates of each router: ss_place()
 * @last: greatest coordinate in each dimension
 * @injection: SS_ROUTE_GAL: injection queues, by router
 * @queued: SS_ROUTE_GAL: flits in the injection queues, by router, destination and quadrant
 */
struct trs_fabric {
	struct ss_fabric fabric;
	u64 *place;
	u32 last[SS_DIMS];
	struct trs_injection *injection;
	u16 *queued;
};

static __always_inline struct trs_fabric *trs_fabric(const struct ss_fabric *f)
{
	return (struct trs_fabric *)f;
}

static __always_inline struct trs_router *trs_router_at(const struct ss_fabric *f, u32 r)
{
	return (struct trs_router *)(f->routers + r * f->router_bytes);
}

static inline u16 *trs_queued(const struct ss_fabric *f, u32 r, u32 dest)
{
	return trs_fabric(f)->queued + ((size_t)r * f->topo.routers + dest) * SS_QUADRANTS;
}

/* Find the ports of @ports where a place became free in cycle @t, to be taken in the next. */
static __always_inline u32 trs_fresh(const struct trs_router *rt, u32 ports, u64 t)
{
	return rt->fresh_at == t ? rt->fresh & ports : 0;
}

static __always_inline u64 trs_injected(const struct ss_packet *p)
{
	return p->birth + p->waited;
}

/* run.c */

void trs_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end);
void trs_take_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i, u64 t);
void trs_take_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit);

/* Send packet @i out at @port of router @r, on @vc, in cycle @t. */
void trs_send(struct ss_fabric *f, struct ss_region *g, u32 r, u32 port, u32 vc, u32 i, u64 t);

/* inject.c */

u64 trs_room(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc);
void trs_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t);

/*
 * Inject the oldest flit in the injection queues of router @r that can enter the network in cycle
 * @t.  Returns true if another one may enter in the next cycle.
 */
bool trs_enter(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t);

/* Functions of read.c and state.c: readings of the state. */

void trs_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
	      struct ss_passed passed[SS_PORTS]);
u64 trs_oldest(const struct ss_fabric *f, u32 router, u64 birth);
u32 trs_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between);
void trs_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to);
void trs_emit_injector(struct ss_fabric *f, u32 router, const struct ss_sink *to);

#endif /* SS_TORUS_ROUTER_H */
