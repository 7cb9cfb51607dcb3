/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of a router in one network while it is run, and the conditions that its arbiters use.
 *
 * Handlers are compiled once for each of the paper's three routers (run.c): hence the forced
 * inlining.
 */
#ifndef SS_BUBBLE_VISIT_H
#define SS_BUBBLE_VISIT_H

#include "sim/parts/flow/bubble.h"
#include "sim/parts/routing/minimal.h"

#include "router.h"

/**
 * struct bub_visit - a router's part in a network while it is run
 * @f: fabric of the router
 * @g: region of the router
 * @rt: the router
 * @source: source of its node
 * @net: its part in the network of @class_
 * @rings: its rings of credits
 * @r: the router's number
 * @class_: class of the packets that are handled
 * @shift: log2 of the VCs of a port
 * @crossbar: &enum ss_crossbar
 */
struct bub_visit {
	struct ss_fabric *f;
	struct ss_region *g;
	struct bub_router *rt;
	const struct ss_source *source;
	struct bub_net *net;
	u64 *rings;
	u32 r;
	u32 class_;
	u32 shift;
	u32 crossbar;
};

/* Plan another visit to the router in cycle @when. */
static __always_inline void plan(const struct bub_visit *x, u64 when)
{
	if (when < x->rt->next)
		x->rt->next = when;
}

static __always_inline u64 *ring_of(const struct bub_visit *x, u32 port, u32 vc)
{
	return x->rings + ((port * BUB_VCS + vc) << bub_fabric(x->f)->ring);
}

static __always_inline u64 free_from(const struct bub_visit *x, u32 port)
{
	u64 free = x->net->output[port].free;

	return port == SEASTAR_PORT_PROC ? ss_rate_free(x->f->eject, free) : free;
}

/* Return the wishes of all packets that request. */
static __always_inline u32 all_wants(const struct bub_visit *x)
{
	u32 wants = 0;

	for (u32 set = x->net->asking; set; set &= set - 1)
		wants |= x->net->queue[ss_lowest(set)].wants;
	return wants;
}

/* Return the ways to output @port among @wants. */
static __always_inline u32 ways_of(u32 wants, u32 port)
{
	return wants >> BUB_WISH(port, 0) & 15;
}

/* Return @wants without those for output @port. */
static __always_inline u32 without(u32 wants, u32 port)
{
	return wants & ~(15U << BUB_WISH(port, 0));
}

/* Find the cycle in which the places that @way needs behind link @port are free. */
static __always_inline u64 places_when(const struct bub_visit *x, u32 port, u32 way)
{
	u32 vc = bub_way_vc(way), shift = bub_fabric(x->f)->ring;
	const struct bub_output *o = &x->net->output[port];
	const u64 *ring = ring_of(x, port, vc);

	if (way != BUB_ENTER)
		return ss_places_when(&o->place[vc], ring, shift, 1);
	if (unlikely(x->f->cfg.escape.bubble == SS_BUBBLE_CRITICAL))
		return ss_bubble_beside(&o->place[vc], ring, shift, o->mark);
	return ss_places_when(&o->place[vc], ring, shift,
			      ss_bubble_needs(x->f->cfg.escape.bubble));
}

/* Return true if a packet could be granted @wish in cycle @t. */
static __always_inline bool is_open(const struct bub_visit *x, u32 wish, u64 t)
{
	u32 port = BUB_WISH_OUT(wish);

	if (free_from(x, port) > t)
		return false;
	return port == SEASTAR_PORT_PROC || places_when(x, port, BUB_WISH_WAY(wish)) <= t;
}

/*
 * Return those of @ways whose places behind output @port, which is free in cycle @t, are free, too.
 * For each other way plan a visit in the cycle in which its places will be free, if that is known.
 */
static __always_inline u32 open_ways(const struct bub_visit *x, u32 port, u32 ways, u64 t)
{
	u32 open = 0;

	if (port == SEASTAR_PORT_PROC)
		return ways;
	for (; ways; ways &= ways - 1) {
		u64 when = places_when(x, port, ss_lowest(ways));

		if (when <= t)
			open |= ways & -ways;
		else
			plan(x, when);
	}
	return open;
}

/*
 * Record that outputs @stalled are requested and free from cycle @t on, but have no place for any
 * packet.
 */
static __always_inline void count_stalls(const struct bub_visit *x, u32 stalled, u64 t)
{
	u32 changed = stalled ^ x->net->stalled;

	x->net->stalled = stalled;
	for (; changed; changed &= changed - 1) {
		struct bub_output *o = &x->net->output[ss_lowest(changed)];

		if (stalled >> ss_lowest(changed) & 1)
			o->stalled_since = t;
		else
			o->stalled += t - o->stalled_since;
	}
}

#endif /* SS_BUBBLE_VISIT_H */
