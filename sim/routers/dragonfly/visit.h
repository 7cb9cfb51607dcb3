/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A visit: a router while drf_run() (run.c) runs it through a window of cycles.
 *
 * Events set drf_router.look, the cycle of the next allocation, and an allocation sets it to @wake.
 * A test that keeps a packet from being granted calls drf_wake_at() with the first cycle in which
 * the test may succeed.  Where only an event can change its outcome, such as a credit, it does not.
 */
#ifndef DRF_VISIT_H
#define DRF_VISIT_H

#include "send.h"

/**
 * struct drf_level - occupancy of the buffer that a hop leads to
 * @flits: flits that are taken
 * @depth: flits that it holds
 */
struct drf_level {
	u32 flits;
	u32 depth;
};

/**
 * struct drf_visit - a router while it is run
 * @f: fabric of the router
 * @df: the fabric as &struct drf_fabric
 * @g: region of the router
 * @rt: the router
 * @r: number of the router
 * @nodes: number of its first node
 * @t: the cycle
 * @pass: number of the allocator's pass
 * @wake: earliest cycle in which a waiting packet can be granted, or an observation is due, without
 * a new arrival; or SS_NEVER
 * @known: outputs for which @open, and @level, was computed in this cycle, as bits (misroute.c)
 * @open: those of them that no packet crosses to
 * @level: by output, its occupancy, where ports are sensed
 * @given: inputs that have given credits back in this cycle, as bits, where several may cross
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
	u64 given;
};

static __always_inline u32 drf_lowest(u64 set)
{
	return __builtin_ctzll(set);
}

/* Return the first member of @set from @turn on, cyclically. */
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

/* Note the next visit of node @n, which may be earlier after an event. */
static __always_inline void drf_note_node(struct drf_visit *x, u32 n)
{
	if (x->f->source[n].at < x->rt->sources)
		x->rt->sources = x->f->source[n].at;
}

/*
 * Count the first packet of @s, VC @vc of @port, which is at the front unless another one crosses
 * (contention.c).
 */
void drf_count_front(struct drf_visit *x, const struct drf_slot *s, u32 port, u32 vc);

/*
 * Record that another packet, or none, is at the front of VC @vc of @p, which is port number @port:
 * route the packet, and mark the VC as waiting or empty.
 */
static __always_inline void drf_front(struct drf_visit *x, struct drf_port *p, u32 port, u32 vc)
{
	struct drf_slot *s = drf_slot_at(p, vc);

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

/* Grant outputs in this cycle (allocate.c). */
void drf_allocate(struct drf_visit *x);

/* Grant hop @hop to the first packet of VC @vc of input @in (grant.c). */
void drf_grant(struct drf_visit *x, u32 in, u32 vc, const struct drf_hop *hop);

#endif /* DRF_VISIT_H */
