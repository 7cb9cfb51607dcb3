// SPDX-License-Identifier: GPL-2.0-only
/*
 * Look-up tables that come into force, or are replaced by the rule.
 *
 * Packets in staging buffers and beyond have been routed.  All packets still in an input buffer are
 * routed by the new tables.  A head that was routed before has an event in the next cycle for that.
 */
#include "arrival.h"
#include "turns.h"

/*
 * Record that packet @i may come to the input with id @in_id; a router whose table differs from the
 * turns must use the table.
 */
static void expect(struct ss_fabric *f, u32 in_id, u32 i)
{
	u32 r = SS_PORT_ROUTER(in_id);

	if (!ss_turns_agree(f, r, SS_PORT_OF(in_id), SS_HDR_GET(f->pool[i].header, DEST)))
		ss_turns_except(f, r);
}

/*
 * Record the packets of port @id: those in its input buffers, and those that will leave by its
 * output.
 */
static void expect_port(struct ss_fabric *f, u32 id)
{
	const struct ss_output *o = ss_output_at(f, id);

	for (u32 v = 0; v < ss_vcs(f); v++)
		for (u32 i = ss_vc_at(f, id, v)->first; i; i = f->pool[i].next)
			expect(f, id, i);
	if (SS_PORT_OF(id) == SEASTAR_PORT_PROC)
		return;
	for (u64 set = o->occupied; set; set &= set - 1) {
		u32 last = ss_staging_at(f, id, ss_lowest(set))->last, i = last;

		do {
			i = f->pool[i].next;
			expect(f, o->peer, i);
		} while (i != last);
	}
}

/*
 * Record that any packet may come to port @id, from another region.  Packets on their way from
 * there cannot be seen here; another process may run that region.
 */
static void expect_any(struct ss_fabric *f, u32 id)
{
	u32 r = SS_PORT_ROUTER(id), from = ss_input_at(f, id)->peer;

	if (SS_PORT_OF(id) == SEASTAR_PORT_PROC || from == SS_NO_ROUTER ||
	    ss_region_of(f, SS_PORT_ROUTER(from)) == ss_region_of(f, r))
		return;
	for (u32 dest = 0; dest < f->topo.routers; dest++) {
		if (ss_turns_agree(f, r, SS_PORT_OF(id), dest))
			continue;
		ss_turns_except(f, r);
		return;
	}
}

/* Clear the plans of the heads of router @x: for which space they wait, and until when. */
static void forget_heads(const struct ss_visit *x)
{
	for (u32 i = 0; i < 1U << x->wheel; i++) {
		u64 *heads = ss_entry_heads(wheel_of(x), x->shift, i);

		*heads ^= ss_heads_of(*heads, x->shift);
	}
	for (u32 port = 0; port < SS_PORTS; port++)
		for (u32 slot = 0; slot < SS_SLOT(1U << x->shift, 0); slot++)
			staging_of(x, port, slot)->waiting = 0;
	x->rt->ready = 0;
}

/* Route the head of VC and input @from again, in cycle @t at the earliest. */
static void route_head(const struct ss_visit *x, u32 from, u64 t)
{
	struct ss_vc *vc = vc_of(x, from);

	if (vc->state == SS_HEAD_NONE)
		return;
	if (vc->state == SS_HEAD_BLOCKED)
		vc->blocked += t;
	if (vc->state != SS_HEAD_COMING)
		vc->when = t;
	plan_route(x, from, vc, &x->pool[vc->first], vc->when);
}

void ss_route_heads(struct ss_fabric *f, u32 r)
{
	struct ss_visit x = visit(f, ss_region_of(f, r), r, ss_vc_shift(f), ss_wheel_shift(f));

	x.late = true;
	forget_heads(&x);
	for (u32 port = 0; port < SS_PORTS; port++)
		for (u32 v = 0; v < ss_vcs(f); v++)
			route_head(&x, SS_SLOT(v, port), f->now);
	ss_remind(f, x.g, r, f->now);
}

/*
 * Let routers use their look-up tables that have, or may get, packets for which the turns differ
 * from the tables.
 */
static void expect_all(struct ss_fabric *f)
{
	for (u32 r = f->own.first; r < f->own.end; r++) {
		for (u32 port = 0; port < SS_PORTS; port++) {
			expect_port(f, SS_PORT_ID(r, port));
			expect_any(f, SS_PORT_ID(r, port));
		}
		ss_relax();
	}
}

void ss_tables_set(struct ss_fabric *f, const struct ss_tables *t, const struct ss_survey *s)
{
	struct ss_routing *rt = &ss_seastar(f)->routing;

	if (ss_broken(!t && ss_fabric_packets(f)))
		return;
	ss_routing_load(rt, &f->topo, t);
	if (t)
		ss_turns_load(f, s);
	else
		ss_routing_keep_ways(rt, f->topo.routers);
	ss_links_abandon(f);
	if (t && rt->turn && f->now)
		expect_all(f);
	for (u32 r = f->own.first; r < f->own.end; r++) {
		ss_route_heads(f, r);
		ss_relax();
	}
}

u64 ss_tables_dropped(const struct ss_fabric *f, u32 router, enum ss_drop why)
{
	return ss_router_at(f, router)->dropped[why];
}
