// SPDX-License-Identifier: GPL-2.0-only
/*
 * What running a router needs is asked for while routers before it are run, step by step: each step
 * uses what the one before has brought, and only asks (sim/routers/seastar/fetch.c says why).
 *
 * All here is inlined: a function that only prefetches is pure to GCC, which drops the calls of it.
 */
#include "visit.h"

/**
 * struct ahead - a router that will be run
 * @f: its fabric
 * @df: the same
 * @g: its region
 * @rt: the router
 * @r: its number
 * @window: log2 of the cycles of a window
 */
struct ahead {
	const struct ss_fabric *f;
	const struct drf_fabric *df;
	const struct ss_region *g;
	struct drf_router *rt;
	u32 r;
	u32 window;
};

/* Ask for the cache lines of the @bytes from @from on. */
static __always_inline void fetch(const void *from, size_t bytes)
{
	const char *at = from, *end = at + bytes;

	for (; at < end; at += 64)
		__builtin_prefetch(at, 1);
}

/* The first entry of the wheel for this window, in which they stand one after another. */
static __always_inline struct drf_due *first_due(const struct ahead *x)
{
	return drf_due_of(x->df, x->rt, x->f->now >> x->window << x->window);
}

static __always_inline const struct ss_wire *wire_of(const struct ahead *x, u32 port)
{
	return &x->f->wire[x->r << DRF_PORT_SHIFT | port];
}

/* The router, its links, what is due, and what says when its nodes want to be looked at. */
static __always_inline void fetch_router(const struct ahead *x)
{
	u32 nodes = ss_first_node(&x->f->topo, x->r);

	__builtin_prefetch(drf_busy_of(x->df, x->rt), 1);
	fetch(first_due(x), sizeof(struct drf_due) << x->window);
	fetch(x->rt, sizeof(*x->rt));
	fetch(wire_of(x, 0), x->df->ports * sizeof(struct ss_wire));
	for (u32 i = 0; i < x->f->topo.per_router; i++)
		__builtin_prefetch(&x->f->source[nodes + i].at, 1);
}

/* What is due in the window. */
static __always_inline struct drf_due planned(const struct ahead *x)
{
	const struct drf_due *due = first_due(x);
	struct drf_due all = { 0 };

	for (u32 i = 0; i < 1U << x->window; i++) {
		all.ready |= due[i].ready;
		all.gets |= due[i].gets;
	}
	return all;
}

/* The router behind @port if the region has it, or NULL; the port there goes to @back. */
static __always_inline struct drf_router *behind(const struct ahead *x, u32 port, u32 *back)
{
	u32 to = wire_of(x, port)->to;

	if (x->df->nodes >> port & 1 || !ss_in_region(x->g, to >> DRF_PORT_SHIFT))
		return NULL;
	*back = to & (DRF_MAX_PORTS - 1);
	return drf_router_at(x->f, to >> DRF_PORT_SHIFT);
}

/* The ports at which something happens, and those that they send credits to. */
static __always_inline void fetch_ports(const struct ahead *x)
{
	struct drf_due due = planned(x);

	for (u64 left = due.ready | due.gets; left; left &= left - 1)
		fetch(drf_port_of(x->df, x->rt, drf_lowest(left)), x->df->port_size);
	for (u64 left = due.ready; left; left &= left - 1) {
		struct drf_router *far;
		u32 back;

		far = behind(x, drf_lowest(left), &back);
		if (far)
			__builtin_prefetch(drf_port_of(x->df, far, back), 1);
	}
}

/* Where the next credit for @port of @rt stands, or with @count the one after those. */
static __always_inline void fetch_credit(const struct ahead *x, struct drf_router *rt, u32 port,
					 u32 count)
{
	u32 shift;
	const u16 *ring = drf_credits_of(x->df, rt, port, &shift);
	const struct drf_port *p = drf_port_of(x->df, rt, port);

	__builtin_prefetch(&ring[(p->credit_first + count) & ((1U << shift) - 1)], 1);
}

/* The packets that are due, and the places of credits. */
static __always_inline void fetch_packets(const struct ahead *x)
{
	struct drf_due due = planned(x);

	for (u64 left = due.ready; left; left &= left - 1) {
		u32 port = drf_lowest(left), back;
		struct drf_router *far;

		__builtin_prefetch(&x->f->pool[drf_port_of(x->df, x->rt, port)->coming.first], 1);
		far = behind(x, port, &back);
		if (far)
			fetch_credit(x, far, back, drf_port_of(x->df, far, back)->credit_count);
	}
	for (u64 left = due.gets; left; left &= left - 1) {
		u32 port = drf_lowest(left);

		if (x->df->nodes >> port & 1)
			__builtin_prefetch(&x->f->pool[drf_port_of(x->df, x->rt, port)
					   ->delivering.first], 1);
		else
			fetch_credit(x, x->rt, port, 0);
	}
}

/* The port by which packet @p leaves, if it goes minimally. */
static __always_inline u32 way_out(const struct ahead *x, const struct ss_packet *p)
{
	const struct ss_dragonfly *d = &x->f->cfg.dragonfly;
	u32 dest = SS_HDR_GET(p->header, DEST), group = x->df->group[dest], owner;

	if (dest == x->r)
		return p->header & ((1U << SS_NODE_BITS) - 1);
	if (group == x->rt->group)
		return ss_dragonfly_local_port(d, x->rt->here, dest - group * d->a);
	owner = x->df->owner[ss_dragonfly_link_to(d, x->rt->group, group)];
	if (owner >> 8 == x->rt->here)
		return ss_dragonfly_first_global(d) + (owner & 255);
	return ss_dragonfly_local_port(d, x->rt->here, owner >> 8);
}

/* The outputs that packets leave by, and what takes them behind these. */
static __always_inline void fetch_ways(const struct ahead *x)
{
	struct drf_due due = planned(x);

	for (u64 left = due.ready; left; left &= left - 1) {
		u32 i = drf_port_of(x->df, x->rt, drf_lowest(left))->coming.first, out, back;
		struct drf_router *far;
		u64 t;

		out = way_out(x, &x->f->pool[i]);
		fetch(drf_port_of(x->df, x->rt, out), x->df->port_size);
		fetch(drf_queue_of(x->df, x->rt, out), sizeof(u32) << x->df->queue_shift);
		far = behind(x, out, &back);
		if (!far)
			continue;
		__builtin_prefetch(drf_port_of(x->df, far, back), 1);
		__builtin_prefetch(drf_busy_of(x->df, far), 1);
		t = x->f->now + x->f->cfg.crossbar_delay + wire_of(x, out)->delay +
		    x->f->cfg.router_delay;
		fetch(drf_due_of(x->df, far, t), sizeof(struct drf_due) << x->window);
	}
}

void drf_fetch(const struct ss_fabric *f, const struct ss_region *g, const u32 *line)
{
	struct ahead x = { .f = f, .df = drf_fabric(f), .g = g, .window = g->agenda.window };

	if (line[4] < g->routers) {
		x.r = g->first + line[4];
		x.rt = drf_router_at(f, x.r);
		fetch_router(&x);
	}
	if (line[3] < g->routers) {
		x.r = g->first + line[3];
		x.rt = drf_router_at(f, x.r);
		fetch_ports(&x);
	}
	if (line[2] < g->routers) {
		x.r = g->first + line[2];
		x.rt = drf_router_at(f, x.r);
		fetch_packets(&x);
	}
	if (line[1] < g->routers) {
		x.r = g->first + line[1];
		x.rt = drf_router_at(f, x.r);
		fetch_ways(&x);
	}
}
