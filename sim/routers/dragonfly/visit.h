/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef DRF_VISIT_H
#define DRF_VISIT_H

#include "send.h"

/**
 * struct drf_level - how full what a hop leads to is
 * @flits: of it that are taken
 * @depth: that there are
 */
struct drf_level {
	u32 flits;
	u32 depth;
};

/**
 * struct drf_visit - a router while it is run
 * @f: its fabric
 * @df: the same
 * @g: its region
 * @rt: the router
 * @r: its number
 * @nodes: of its first node
 * @t: the cycle
 * @pass: of the allocator
 * @wake: before when nobody can go unless something comes, and nobody else has to look; or SS_NEVER
 * @known: outputs that have been looked at in this cycle, as bits (misroute.c)
 * @open: those of them that nobody crosses to
 * @level: of each of them, how full it is, where ports are sensed
 */
struct drf_visit {
	struct ss_fabric *f;
	struct drf_fabric *df;
	struct ss_region *g;
	struct drf_router *rt;
	u32 r;
	u32 nodes;
	u64 t;
	u32 pass;
	u64 wake;
	u64 known;
	u64 open;
	struct drf_level *level;
};

static __always_inline u32 drf_lowest(u64 set)
{
	return __builtin_ctzll(set);
}

/* The first of @set from @turn on, all around. */
static __always_inline u32 drf_from_turn(u64 set, u32 turn)
{
	u64 beyond = set & ~0ULL << turn;

	return drf_lowest(beyond ? beyond : set);
}

static __always_inline void drf_wake_at(struct drf_visit *x, u64 t)
{
	if (t < x->wake)
		x->wake = t;
}

/* Something has been done to node @n, which may want to be looked at sooner. */
static __always_inline void drf_heed(struct drf_visit *x, u32 n)
{
	if (x->f->source[n].at < x->rt->sources)
		x->rt->sources = x->f->source[n].at;
}

/* contention.c: the first packet of @s, VC @vc of @port, is at the front, if nobody crosses. */
void drf_count_front(struct drf_visit *x, const struct drf_slot *s, u32 port, u32 vc);

/* The first packet of @s comes to the front, or there is none. */
static __always_inline void drf_front(struct drf_visit *x, struct drf_slot *s, u32 port, u32 vc)
{
	struct drf_port *p = drf_port_of(x->df, x->rt, port);

	if (s->first) {
		p->vcs |= 1U << vc;
		x->rt->waiting |= 1ULL << port;
		drf_route(x->f, x->rt, x->r, s);
		if (x->df->counts)
			drf_count_front(x, s, port, vc);
		return;
	}
	p->vcs &= ~(1U << vc);
	if (!p->vcs)
		x->rt->waiting &= ~(1ULL << port);
}

/* allocate.c: who is granted an output in this cycle */
void drf_allocate(struct drf_visit *x);

/* grant.c: the first packet of VC @vc of input @in is granted hop @hop. */
void drf_grant(struct drf_visit *x, u32 in, u32 vc, const struct drf_hop *hop);

#endif /* DRF_VISIT_H */
