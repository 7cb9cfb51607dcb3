// SPDX-License-Identifier: GPL-2.0-only
/*
 * What running a router needs is asked for while routers before it are run.
 *
 * The state of a large fabric does not fit into a cache, and each window goes through
 * all of it; a router that waited for its lines one by one would wait longer than it
 * works.  What it will touch is known, but step by step: the ports that have something
 * to do are in its wheel, their packets in their buffers, and so on.  Each step uses
 * what the one before has brought, and only asks: nothing depends on what it finds.  Of
 * other regions' routers, who may be running, it reads nothing.  Where a small region is
 * in the cache anyway, asking costs up to a third of the instructions, and is left out.
 *
 * All here is inlined: a function that only prefetches is pure to GCC, which drops the
 * calls of it.
 */
#include "router.h"

static __always_inline void fetch(const void *from, const void *end)
{
	for (const char *at = from; at < (const char *)end; at += 64)
		__builtin_prefetch(at);
}

/* The wheels' entry of the first cycle of this window. */
static __always_inline u32 window_entry(const struct ss_fabric *f)
{
	return f->now & ((1U << ss_wheel_shift(f)) - (1U << f->region[0].agenda.window));
}

/* The heads due in the cycle of entry @i of router @rt's wheel. */
static __always_inline char *heads_at(const struct ss_fabric *f, struct ss_router *rt, u32 i)
{
	char *heads = ss_heads_of(rt, ss_vc_shift(f), ss_wheel_shift(f));

	return heads + (i << ss_heads_shift(ss_vc_shift(f)));
}

/* The router itself, what is due, and its buffers for the VC that is used most. */
static __always_inline void fetch_router(const struct ss_fabric *f, u32 r)
{
	struct ss_router *rt = ss_router_at(f, r);

	u32 window = 1U << f->region[0].agenda.window, from = window_entry(f);

	__builtin_prefetch(ss_busy_of(rt, ss_vc_shift(f), ss_wheel_shift(f)) + from / 64);
	fetch(ss_wheel_of(rt, ss_vc_shift(f), ss_wheel_shift(f)) + from,
	      ss_wheel_of(rt, ss_vc_shift(f), ss_wheel_shift(f)) + from + window);
	fetch(heads_at(f, rt, from), heads_at(f, rt, from + window));
	fetch(rt, rt + 1);
	fetch(ss_vc_of(rt, 0, 0), ss_vc_of(rt, 0, 1));
	__builtin_prefetch(&f->source[r]);
}

/* What a router is to do in this window: ports as in its wheel, and heads by slot. */
struct planned {
	u32 what;
	u64 heads;
};

/* What router @rt is to do in this window, or could in it; what it has done is no longer there. */
static __always_inline struct planned planned(const struct ss_fabric *f, struct ss_router *rt)
{
	u32 window = 1U << f->region[0].agenda.window, from = window_entry(f);
	const u16 *wheel = ss_wheel_of(rt, ss_vc_shift(f), ss_wheel_shift(f)) + from;
	const char *heads = ss_heads_of(rt, ss_vc_shift(f), ss_wheel_shift(f));
	struct planned p = { 0, rt->ready };

	for (u32 i = 0; i < window; i++)
		p.what |= wheel[i];
	if (ss_vc_shift(f) < 3)
		for (u32 i = 0; i < window; i++)
			p.heads |= ((const u32 *)heads)[from + i];
	else
		for (u32 i = 0; i < window; i++)
			p.heads |= ((const u64 *)heads)[from + i];
	return p;
}

/* What output @port of router @rt needs to send packets on a set of VCs within the region. */
static __always_inline void fetch_way(const struct ss_fabric *f, const struct ss_region *g,
				      struct ss_router *rt, u32 port, u32 vcs)
{
	const struct ss_output *o = &rt->output[port];
	u32 input = SS_PORT_OF(o->peer);
	struct ss_router *far;
	u64 when;

	/* the peer of proc is itself, that of a port without a link is in no region */
	if (port == SEASTAR_PORT_PROC || !ss_in_region(g, SS_PORT_ROUTER(o->peer)))
		return;
	__builtin_prefetch(ss_ramps_of(f, rt, port, ss_vc_shift(f)) + o->credits.first);
	far = ss_router_at(f, SS_PORT_ROUTER(o->peer));
	for (; vcs; vcs &= vcs - 1)
		__builtin_prefetch(ss_vc_of(far, input, ss_lowest(vcs)), 1);
	__builtin_prefetch(ss_busy_of(far, ss_vc_shift(f), ss_wheel_shift(f)), 1);
	/* where what is sent now is routed */
	when = f->now + f->cfg.link_delay + f->cfg.router_delay;
	__builtin_prefetch(heads_at(f, far, ss_wheel_entry(ss_wheel_shift(f), when)), 1);
}

/* The ports with something to do: first packets, and those who get credits. */
static __always_inline void fetch_ports(const struct ss_fabric *f, const struct ss_region *g,
					u32 r)
{
	struct ss_router *rt = ss_router_at(f, r);
	struct planned p = planned(f, rt);

	for (u64 set = p.heads; set; set &= set - 1) {
		u32 slot = ss_lowest(set), port = SS_SLOT_INPUT(slot);
		const struct ss_input *in = &rt->input[port];

		__builtin_prefetch(&f->pool[ss_vc_of(rt, port, SS_SLOT_VC(slot))->first]);
		if (ss_in_region(g, SS_PORT_ROUTER(in->peer)))
			__builtin_prefetch(ss_output_at(f, in->peer), 1);
	}
	for (u32 set = p.what & SS_DO_OUTPUTS; set; set &= set - 1) {
		u32 port = ss_lowest(set) - SS_DO_OUTPUT_SHIFT, vcs = 0;

		for (u64 slots = rt->output[port].occupied; slots; slots &= slots - 1) {
			vcs |= 1U << SS_SLOT_VC(ss_lowest(slots));
			__builtin_prefetch(ss_staging_of(rt, port, ss_lowest(slots),
							 ss_vc_shift(f)));
		}
		fetch_way(f, g, rt, port, vcs);
	}
}

/* Where credits go to that input @port of router @rt sends back, if in its region. */
static __always_inline void fetch_ramp(const struct ss_fabric *f, const struct ss_region *g,
				       const struct ss_router *rt, u32 port)
{
	u32 peer = rt->input[port].peer;
	struct ss_router *far;
	const u64 *ramps;

	if (port == SEASTAR_PORT_PROC || !ss_in_region(g, SS_PORT_ROUTER(peer)))
		return;
	far = ss_router_at(f, SS_PORT_ROUTER(peer));
	ramps = ss_ramps_of(f, far, SS_PORT_OF(peer), ss_vc_shift(f));
	__builtin_prefetch(ramps + ss_ramp_place(&far->output[SS_PORT_OF(peer)].credits,
						 ss_seastar(f)->ramps_size,
						 far->output[SS_PORT_OF(peer)].credits.count), 1);
}

/* Where the heads go to, who comes after them, and the packets in staging. */
static __always_inline void fetch_queues(const struct ss_fabric *f, const struct ss_region *g,
					 u32 r)
{
	struct ss_router *rt = ss_router_at(f, r);
	struct planned p = planned(f, rt);

	for (u64 set = p.heads; set; set &= set - 1) {
		u32 slot = ss_lowest(set), port = SS_SLOT_INPUT(slot);
		const struct ss_vc *vc = ss_vc_of(rt, port, SS_SLOT_VC(slot));

		__builtin_prefetch(&f->pool[f->pool[vc->first].next]);
		__builtin_prefetch(ss_staging_of(rt, vc->out, vc->slot, ss_vc_shift(f)));
		/* but for the ways that fetch_ports() has seen to */
		if (!(p.what & SS_DO_OUTPUT(vc->out)))
			fetch_way(f, g, rt, vc->out, 1U << SS_SLOT_VC(vc->slot));
		fetch_ramp(f, g, rt, port);
	}
	for (u32 set = p.what & SS_DO_OUTPUTS; set; set &= set - 1) {
		u32 port = ss_lowest(set) - SS_DO_OUTPUT_SHIFT;

		for (u64 slots = rt->output[port].occupied; slots; slots &= slots - 1) {
			u32 slot = ss_lowest(slots);

			__builtin_prefetch(&f->pool[ss_staging_of(rt, port, slot,
								  ss_vc_shift(f))->last]);
		}
	}
}

void ss_router_fetch(const struct ss_fabric *f, const struct ss_region *g, u32 r, u32 ahead)
{
	switch (ahead) {
	case 4:
		fetch_router(f, r);
		break;
	case 2:
		fetch_ports(f, g, r);
		break;
	case 1:
		fetch_queues(f, g, r);
		break;
	}
}
