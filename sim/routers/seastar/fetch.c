// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prefetch the memory of a router while routers before it run.
 *
 * The state of a large fabric does not fit into a cache, and each window goes through all of it; a
 * router that waited for its lines one by one would wait longer than it works.  The lines that it
 * will touch are found in steps: its wheel has the ports with events, their buffers have the
 * packets, and so on.  Each step uses lines that the step before has fetched, and only prefetches:
 * no result depends on it.  It reads nothing of other regions' routers, which may be running.  A
 * small region is in the cache anyway: prefetches would cost up to a third of the instructions, and
 * are left out.
 *
 * All here is inlined: a function that only prefetches is pure to GCC, which drops the
 * calls of it.
 */
#include "router.h"

/**
 * struct ss_ahead - a router that will be run
 * @f: its fabric
 * @g: its region
 * @rt: the router
 * @r: its number
 * @shift: log2 of the VCs of a port
 * @wheel: log2 of the wheel's size
 * @window: log2 of the cycles of a window
 */
struct ss_ahead {
	const struct ss_fabric *f;
	const struct ss_region *g;
	struct ss_router *rt;
	u32 r;
	u32 shift;
	u32 wheel;
	u32 window;
};

/* Prefetch @lines cache lines; without a loop where that is a constant. */
static __always_inline void fetch(const void *from, u32 lines)
{
#pragma GCC unroll 64
	for (u32 i = 0; i < lines; i++)
		__builtin_prefetch((const char *)from + 64 * i);
}

/* Return the entry of router @rt's wheel for cycle @t. */
static __always_inline u64 *entry_at(const struct ss_ahead *x, struct ss_router *rt, u64 t)
{
	return ss_wheel_of(rt, x->shift, x->wheel) +
	       (ss_wheel_entry(x->wheel, t) << ss_entry_shift(x->shift));
}

/* Find the entry of the wheel for the first cycle of this window. */
static __always_inline u64 *first_entry(const struct ss_ahead *x)
{
	return entry_at(x, x->rt, x->f->now >> x->window << x->window);
}

/* Return the words of the wheel that a window has. */
static __always_inline u32 window_words(const struct ss_ahead *x)
{
	return 1U << x->window << ss_entry_shift(x->shift);
}

/*
 * Prefetch the router itself, the events of this window, and its buffers for the VC that is used
 * most.
 */
static __always_inline void fetch_router(const struct ss_ahead *x)
{
	__builtin_prefetch(ss_busy_of(x->rt, x->shift, x->wheel));
	fetch(first_entry(x), (window_words(x) + 7) / 8);
	fetch(x->rt, (sizeof(*x->rt) + 63) / 64);
	fetch(ss_vc_of(x->rt, 0, 0), SS_PORTS * sizeof(struct ss_vc) / 64);
	__builtin_prefetch(&x->f->source[x->r]);
}

/*
 * Collect the events of the router in this window that are not past, as words of its wheel.  Its
 * heads go to @heads.
 */
static __always_inline u64 planned(const struct ss_ahead *x, u64 *heads)
{
	const u64 *entry = first_entry(x);
	u64 what = 0, due = 0;

	if (x->shift < 3) {
#pragma GCC unroll 8
		for (u32 i = 0; i < window_words(x); i++)
			what |= entry[i];
		due = what;
	} else {
		for (u32 i = 0; i < window_words(x); i += 2) {
			due |= entry[i];
			what |= entry[i + 1];
		}
	}
	*heads = ss_heads_of(due, x->shift) | x->rt->ready;
	return what;
}

/* Prefetch the memory that output @port needs to send on VCs @first and @last within the region. */
static __always_inline void fetch_way(const struct ss_ahead *x, u32 port, u32 first, u32 last)
{
	const struct ss_output *o = &x->rt->output[port];
	u32 input = SS_PORT_OF(o->peer);
	struct ss_router *far;

	/* the peer of proc is proc itself; a port without a link has a peer in no region */
	if (port == SEASTAR_PORT_PROC || !ss_in_region(x->g, SS_PORT_ROUTER(o->peer)))
		return;
	far = ss_router_at(x->f, SS_PORT_ROUTER(o->peer));
	__builtin_prefetch(ss_vc_of(far, input, first), 1);
	__builtin_prefetch(ss_vc_of(far, input, last), 1);
	__builtin_prefetch(ss_busy_of(far, x->shift, x->wheel), 1);
	/* the wheel's entry for the routing of what is sent now */
	__builtin_prefetch(entry_at(x, far, x->f->now + x->f->cfg.link_delay +
				    x->f->cfg.router_delay), 1);
}

/*
 * Return the first slot of output @port that has packets, or slot 0.  Together with the last slot
 * it usually covers all packets; a loop over more would cost more than it saves.
 */
static __always_inline u32 first_slot(const struct ss_ahead *x, u32 port)
{
	u64 occupied = x->rt->output[port].occupied;

	return ss_lowest(occupied + (occupied == 0));
}

static __always_inline u32 last_slot(const struct ss_ahead *x, u32 port)
{
	return 63 - __builtin_clzll(x->rt->output[port].occupied | 1);
}

/* Prefetch the ports with events: their first packets, and the ports that get credits. */
static __always_inline void fetch_ports(const struct ss_ahead *x)
{
	u64 heads, what = planned(x, &heads);

	for (u64 set = heads; set; set &= set - 1) {
		u32 slot = ss_lowest(set), port = SS_SLOT_INPUT(slot);
		u32 peer = x->rt->input[port].peer;

		__builtin_prefetch(&x->f->pool[ss_vc_of(x->rt, port, SS_SLOT_VC(slot))->first]);
		if (ss_in_region(x->g, SS_PORT_ROUTER(peer)))
			__builtin_prefetch(ss_output_at(x->f, peer), 1);
	}
	for (u32 set = ss_do_outputs(what); set; set &= set - 1) {
		u32 port = ss_lowest(set), first = first_slot(x, port), last = last_slot(x, port);

		__builtin_prefetch(ss_staging_of(x->rt, port, first, x->shift));
		__builtin_prefetch(ss_staging_of(x->rt, port, last, x->shift));
		fetch_way(x, port, SS_SLOT_VC(first), SS_SLOT_VC(last));
	}
}

/* Prefetch the place of the credits that input @port sends back, if it is in the region. */
static __always_inline void fetch_ramp(const struct ss_ahead *x, u32 port)
{
	u32 peer = x->rt->input[port].peer;
	const struct ss_credits *c;
	struct ss_router *far;

	if (port == SEASTAR_PORT_PROC || !ss_in_region(x->g, SS_PORT_ROUTER(peer)))
		return;
	far = ss_router_at(x->f, SS_PORT_ROUTER(peer));
	c = &far->output[SS_PORT_OF(peer)].credits;
	__builtin_prefetch(ss_ramps_of(x->f, far, SS_PORT_OF(peer), x->shift) +
			   (c->ramps & ((1U << ss_seastar(x->f)->ramps_shift) - 1)), 1);
}

/*
 * Prefetch the destinations of heads, the packets after them, and the packets in staging buffers.
 */
static __always_inline void fetch_queues(const struct ss_ahead *x)
{
	u64 heads, what = planned(x, &heads);

	for (u64 set = heads; set; set &= set - 1) {
		u32 slot = ss_lowest(set), port = SS_SLOT_INPUT(slot);
		const struct ss_vc *vc = ss_vc_of(x->rt, port, SS_SLOT_VC(slot));

		__builtin_prefetch(&x->f->pool[x->f->pool[vc->first].next]);
		__builtin_prefetch(ss_staging_of(x->rt, vc->out, vc->slot, x->shift));
		fetch_way(x, vc->out, SS_SLOT_VC(vc->slot), SS_SLOT_VC(vc->slot));
		fetch_ramp(x, port);
	}
	for (u32 set = ss_do_outputs(what); set; set &= set - 1) {
		u32 port = ss_lowest(set), first = first_slot(x, port), last = last_slot(x, port);

		__builtin_prefetch(&x->f->pool[ss_staging_of(x->rt, port, first, x->shift)->last]);
		__builtin_prefetch(&x->f->pool[ss_staging_of(x->rt, port, last, x->shift)->last]);
	}
}

static __always_inline void fetch_line(const struct ss_fabric *f, const struct ss_region *g,
				       const u32 *line, u32 shift, u32 wheel, u32 window)
{
	struct ss_ahead x = { .f = f, .g = g, .shift = shift, .wheel = wheel, .window = window };

	if (line[4] < g->routers) {
		x.r = g->first + line[4];
		x.rt = ss_router_at(f, x.r);
		fetch_router(&x);
	}
	if (line[2] < g->routers) {
		x.r = g->first + line[2];
		x.rt = ss_router_at(f, x.r);
		fetch_ports(&x);
	}
	if (line[1] < g->routers) {
		x.r = g->first + line[1];
		x.rt = ss_router_at(f, x.r);
		fetch_queues(&x);
	}
}

/* Prefetch with the hardware's sizes compiled in, or with any sizes, as in run.c. */
void ss_routers_fetch(const struct ss_fabric *f, const struct ss_region *g, const u32 *line)
{
	u32 window = g->agenda.window;

	if (ss_vc_shift(f) == 2 && ss_wheel_shift(f) == SS_WHEEL_LEAST && window == 3)
		fetch_line(f, g, line, 2, SS_WHEEL_LEAST, 3);
	else
		fetch_line(f, g, line, ss_vc_shift(f), ss_wheel_shift(f), window);
}
