// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prefetch the memory of a router while routers before it run, step by step: each step uses lines
 * that the step before has fetched, and only prefetches (sim/routers/seastar/fetch.c says why).
 *
 * All here is inlined: a function that only prefetches is pure to GCC, which drops the calls of it.
 */

#include "visit.h"

/**
 * struct ahead - a router that will be run
 * @f: fabric of the router
 * @df: the fabric as &struct drf_fabric
 * @g: region of the router
 * @rt: the router
 * @r: number of the router
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

/* Prefetch the cache lines of the @bytes from @from on. */
static __always_inline void fetch(const void *from, size_t bytes)
{
	const char *at = from, *end = at + bytes;

	for (; at < end; at += 64)
		__builtin_prefetch(at, 1);
}

/* Return the first cycle of this window, in which the run may have begun later. */
static __always_inline u64 first_cycle(const struct ahead *x)
{
	return x->f->now >> x->window << x->window;
}

/* Find the router's first entry of the wheel in the window: its entries follow one another. */
static __always_inline struct drf_due *first_due(const struct ahead *x)
{
	return drf_due_of(x->df, x->rt, first_cycle(x));
}

static __always_inline const struct ss_wire *wire_of(const struct ahead *x, u32 port)
{
	return &x->f->wire[x->r << DRF_PORT_SHIFT | port];
}

/* Prefetch the router, its links, the events of the window, and the next visits to its nodes. */
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

/* Collect the events that are due in the window. */
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

/* Return the router behind @port if the region has it, or NULL; *@back is set to the port there. */
static __always_inline struct drf_router *behind(const struct ahead *x, u32 port, u32 *back)
{
	u32 to = wire_of(x, port)->to;

	if (x->df->nodes >> port & 1 || !ss_in_region(x->g, to >> DRF_PORT_SHIFT))
		return NULL;
	*back = to & (DRF_MAX_PORTS - 1);
	return drf_router_at(x->f, to >> DRF_PORT_SHIFT);
}

/* Prefetch the memory that nodes which may inject in the window need. */
static __always_inline void fetch_sources(const struct ahead *x)
{
	u32 nodes = ss_first_node(&x->f->topo, x->r);

	for (u32 n = nodes; n - nodes < x->f->topo.per_router; n++) {
		const struct ss_source *s = &x->f->source[n];

		if (s->at < first_cycle(x) + (1ULL << x->window))
			fetch(s, sizeof(*s));
	}
}

/* Prefetch the ports with events, and the ports that they send credits to. */
static __always_inline void fetch_ports(const struct ahead *x)
{
	struct drf_due due = planned(x);

	for (u64 left = due.ready | due.gets; left; left &= left - 1)
		fetch(drf_port_of(x->df, x->rt, drf_lowest(left)), x->df->port_size);
	for (u64 left = due.ready & ~x->df->nodes; left; left &= left - 1) {
		struct drf_router *far;
		u32 back;

		far = behind(x, drf_lowest(left), &back);
		if (far)
			__builtin_prefetch(drf_port_of(x->df, far, back), 1);
	}
	for (u64 left = due.ready & x->df->nodes; left; left &= left - 1)
		__builtin_prefetch(&x->f->source[ss_first_node(&x->f->topo, x->r) +
						 drf_lowest(left)].starved);
}

/*
 * Prefetch the place of the next credit for @port of @rt, or of the credit that is @count after it.
 */
static __always_inline void fetch_credit(const struct ahead *x, struct drf_router *rt, u32 port,
					 u32 count)
{
	const struct drf_port *p = drf_port_of(x->df, rt, port);

	u32 i = (p->credit_first + count) & x->df->credits[port].mask;

	__builtin_prefetch((char *)drf_credits_of(x->df, rt, port) + (i << x->df->credits_are_long),
			   1);
}

/* Prefetch the packet that is ready at @port in cycle @t, and the place of its credit. */
static __always_inline void fetch_ready(const struct ahead *x, u32 port, u64 t)
{
	struct drf_router *far;
	u32 back;

	__builtin_prefetch(&x->f->pool[drf_port_of(x->df, x->rt, port)->coming.first], 1);
	far = behind(x, port, &back);
	if (!far)
		return;
	fetch_credit(x, far, back, drf_port_of(x->df, far, back)->credit_count);
	__builtin_prefetch(drf_due_of(x->df, far, t + wire_of(x, port)->delay), 1);
}

/* Prefetch the packets that are due, and the places of credits. */
static __always_inline void fetch_packets(const struct ahead *x)
{
	const struct drf_due *due = first_due(x);

	for (u32 i = 0; i < 1U << x->window; i++) {
		for (u64 left = due[i].ready; left; left &= left - 1)
			fetch_ready(x, drf_lowest(left), first_cycle(x) + i);
		for (u64 left = due[i].gets & ~x->df->nodes; left; left &= left - 1)
			fetch_credit(x, x->rt, drf_lowest(left), 0);
		for (u64 left = due[i].gets & x->df->nodes; left; left &= left - 1)
			__builtin_prefetch(&x->f->pool[drf_port_of(x->df, x->rt, drf_lowest(left))
					   ->delivering.first], 1);
	}
}

/* Return the port by which packet @p leaves, if it goes minimally. */
static __always_inline u32 way_out(const struct ahead *x, const struct ss_packet *p)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(x->f->cfg.size);
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

/*
 * Prefetch the output by which packet @p, ready in cycle @t, leaves, and the memory behind it that
 * takes the packet.
 */
static __always_inline void fetch_way(const struct ahead *x, const struct ss_packet *p, u64 t)
{
	u32 out = way_out(x, p), back;
	struct drf_router *far;

	fetch(drf_port_of(x->df, x->rt, out), x->df->port_size);
	far = behind(x, out, &back);
	if (!far)
		return;
	__builtin_prefetch(drf_port_of(x->df, far, back), 1);
	__builtin_prefetch(drf_busy_of(x->df, far), 1);
	t += x->f->cfg.dragonfly.crossbar_delay + wire_of(x, out)->delay + x->f->cfg.router_delay;
	__builtin_prefetch(drf_due_of(x->df, far, t), 1);
	/* other packets may be in the output queue before it */
	__builtin_prefetch(drf_due_of(x->df, far, t + 64 / sizeof(struct drf_due)), 1);
}

/*
 * Prefetch the statistics of the source of packet @p, delivered in cycle @t, if it is in the
 * region.
 */
static __always_inline void fetch_statistics(const struct ahead *x, const struct ss_packet *p,
					     u64 t)
{
	u32 from = ss_header_source(&x->f->topo, p->header);

	ss_fetch_deliveries(x->f, from, t - p->birth);
}

/* Prefetch the next hops of packets. */
static __always_inline void fetch_ways(const struct ahead *x)
{
	const struct drf_due *due = first_due(x);
	const struct drf_port *p;

	for (u32 i = 0; i < 1U << x->window; i++) {
		for (u64 left = due[i].ready; left; left &= left - 1) {
			p = drf_port_of(x->df, x->rt, drf_lowest(left));
			fetch_way(x, &x->f->pool[p->coming.first], first_cycle(x) + i);
		}
		for (u64 left = due[i].gets & x->df->nodes; left; left &= left - 1) {
			p = drf_port_of(x->df, x->rt, drf_lowest(left));
			fetch_statistics(x, &x->f->pool[p->delivering.first], first_cycle(x) + i);
		}
	}
}

/* Turn to router @i of the region, if there is one. */
static __always_inline bool turn_to(struct ahead *x, u32 i)
{
	if (i >= x->g->routers)
		return false;
	x->r = x->g->first + i;
	x->rt = drf_router_at(x->f, x->r);
	return true;
}

void drf_fetch(const struct ss_fabric *f, const struct ss_region *g, const u32 *line)
{
	struct ahead x = { .f = f, .df = drf_fabric(f), .g = g, .window = g->agenda.window };

	if (turn_to(&x, line[4]))
		fetch_router(&x);
	if (turn_to(&x, line[3])) {
		fetch_sources(&x);
		fetch_ports(&x);
	}
	if (turn_to(&x, line[2]))
		fetch_packets(&x);
	if (turn_to(&x, line[1]))
		fetch_ways(&x);
}

/*
 * Prefetch port @port, and the events of cycle @t, of a router for which another region has a
 * message.
 */
static __always_inline void fetch_port(const struct ss_fabric *f, u32 port, u64 t)
{
	const struct drf_fabric *df = drf_fabric(f);
	struct drf_router *rt = drf_router_at(f, port >> DRF_PORT_SHIFT);

	__builtin_prefetch(drf_port_of(df, rt, port & (DRF_MAX_PORTS - 1)), 1);
	__builtin_prefetch(drf_due_of(df, rt, t), 1);
	__builtin_prefetch(drf_busy_of(df, rt), 1);
}

void drf_fetch_packet(const struct ss_fabric *f, u32 input, u64 t)
{
	fetch_port(f, input, t + f->cfg.router_delay);
}

void drf_fetch_credit(const struct ss_fabric *f, u32 output, u64 credit)
{
	fetch_port(f, output, credit >> 16);
}
