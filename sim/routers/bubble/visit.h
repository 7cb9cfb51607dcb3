/* SPDX-License-Identifier: GPL-2.0-only */
/* The part of a router in one network while it is run, and what its arbiters see. */
#ifndef SS_BUBBLE_VISIT_H
#define SS_BUBBLE_VISIT_H

#include "sim/parts/flow/bubble.h"
#include "sim/parts/routing/minimal.h"

#include "router.h"

/**
 * struct bub_visit - a router's part in a network while it is run
 * @f: its fabric
 * @g: its region
 * @net: the part
 * @r: the router's number
 * @class_: of packets
 */
struct bub_visit {
	struct ss_fabric *f;
	struct ss_region *g;
	struct bub_net *net;
	u32 r;
	u32 class_;
};

/* Have the router look again in cycle @when, from cycle @t, the one that is run. */
static __always_inline void plan(const struct bub_visit *x, u64 t, u64 when)
{
	bub_plan(x->f, x->r, bub_step(x->f, t, when));
}

static __always_inline u64 *ring_of(const struct bub_visit *x, u32 port, u32 vc)
{
	return bub_ring_of(x->f, x->r, x->class_, port, vc);
}

static __always_inline u64 free_from(const struct bub_visit *x, u32 port)
{
	u64 free = x->net->output[port].free;

	return port == SEASTAR_PORT_PROC ? ss_rate_free(x->f->eject, free) : free;
}

static __always_inline u32 needs_of(const struct bub_visit *x, u32 way)
{
	return way == BUB_FREELY ? 1 : ss_bubble_needs(x->f->cfg.bubble, way == BUB_ALONG);
}

/* Queues whose first packet wants output @port, in whatever way. */
static __always_inline u32 wanting(const struct bub_output *o)
{
	return o->wanted[BUB_FREELY] | o->wanted[BUB_ALONG] | o->wanted[BUB_ENTER];
}

/*
 * The ways, a set, for which output @port, which is free and wanted in cycle @t, has the places that
 * they need.  The router looks again when one that is wanted gets them, if that is known.
 */
static __always_inline u32 open_ways(const struct bub_visit *x, u32 port, u64 t)
{
	struct bub_output *o = &x->net->output[port];
	u32 shift = bub_fabric(x->f)->ring, ways = 0;

	if (port == SEASTAR_PORT_PROC)
		return 1U << BUB_FREELY;
	for (u32 way = 0; way < BUB_WAYS; way++) {
		u32 vc = bub_way_vc(way), needs = needs_of(x, way);
		const u64 *ring = ring_of(x, port, vc);
		struct ss_places *p = &o->place[vc];

		if (!o->wanted[way])
			continue;
		ss_places_fold(p, ring, shift, t);
		if (p->free >= needs) {
			ways |= 1U << way;
		} else {
			u64 when = ss_places_when(p, ring, shift, needs);

			if (when != U64_MAX)
				plan(x, t, when);
		}
	}
	return ways;
}

/* Those queues whose first packet may have output @port in one of @ways. */
static __always_inline u32 eligible(const struct bub_output *o, u32 ways)
{
	u32 set = 0;

	for (; ways; ways &= ways - 1)
		set |= o->wanted[ss_lowest(ways)];
	return set;
}

/* In cycle @t output @port is wanted and free, but has no place for anybody, or it is not so. */
static __always_inline void count_stall(const struct bub_visit *x, u32 port, bool stalled, u64 t)
{
	struct bub_output *o = &x->net->output[port];

	if (stalled == (x->net->stalled >> port & 1))
		return;
	x->net->stalled ^= 1U << port;
	if (stalled)
		o->stalled_since = t;
	else
		o->stalled += t - o->stalled_since;
}

#endif /* SS_BUBBLE_VISIT_H */
