// SPDX-License-Identifier: GPL-2.0-only
/*
 * Links that go down and come up again.
 *
 * An output whose link is down has no credits: packets for it fill the staging buffers, and then
 * wait in the input buffers, where they can still be routed again.
 */
#include "stamp.h"
#include "turns.h"

/* Drop the packets in the staging buffers of @output, except for one under way. */
static void drop_staged(struct ss_fabric *f, u32 output)
{
	u32 r = SS_PORT_ROUTER(output);
	const struct ss_visit x = visit(f, ss_region_of(f, r), r, ss_vc_shift(f),
					ss_wheel_shift(f));
	struct ss_output *o = ss_output_at(f, output);

	ss_age_sync(f, r, f->now);
	for (; o->occupied; o->occupied &= o->occupied - 1) {
		u32 slot = ss_lowest(o->occupied);
		struct ss_staging *s = ss_staging_at(f, output, slot);
		u32 i = s->last, first = f->pool[i].next;

		f->pool[i].next = 0;
		for (i = first; i; i = first) {
			first = f->pool[i].next;
			/* before this cycle's Procedure 3 */
			depart(&x, &f->pool[i], 0, f->now - 1);
			x.rt->dropped[SS_DROP_LINK]++;
			ss_packet_free(f, x.g, i);
		}
		s->last = 0;
		s->used = 0;
	}
}

/* End the stall of @o, if there is one, before cycle @t. */
static void end_stall(struct ss_output *o, struct ss_tally *tally, u64 t)
{
	if (!o->is_stalled)
		return;
	tally->stalled += t - tally->stalled_since;
	o->is_stalled = false;
}

/* Empty the staging buffers of @output, and route the heads that waited for space there again. */
static void abandon(struct ss_fabric *f, u32 output)
{
	struct ss_router *r = ss_router_at(f, SS_PORT_ROUTER(output));

	drop_staged(f, output);
	end_stall(ss_output_at(f, output), &r->tally[SS_PORT_OF(output)], f->now);
	ss_route_heads(f, SS_PORT_ROUTER(output));
}

void ss_links_abandon(struct ss_fabric *f)
{
	for (u32 r = f->own.first; r < f->own.end; r++) {
		for (u32 down = ss_router_at(f, r)->down; down; down &= down - 1)
			abandon(f, SS_PORT_ID(r, ss_lowest(down)));
		if (f->cfg.seastar.tables && ss_seastar(f)->routing.broken[r])
			ss_turns_except(f, r);
	}
}

/* Drop the packets for @output, whose link is down. */
static void lose(struct ss_fabric *f, u32 output)
{
	ss_seastar(f)->routing.broken[SS_PORT_ROUTER(output)] |= 1U << SS_PORT_OF(output);
	ss_turns_except(f, SS_PORT_ROUTER(output));
	abandon(f, output);
}

bool ss_links_lose(struct ss_fabric *f)
{
	bool any = false;

	for (u32 r = f->own.first; r < f->own.end; r++) {
		any |= ss_router_at(f, r)->down;
		for (u32 down = ss_router_at(f, r)->down; down; down &= down - 1)
			lose(f, SS_PORT_ID(r, ss_lowest(down)));
	}
	return any;
}

void ss_links_mend(struct ss_fabric *f)
{
	for (u32 r = f->own.first; r < f->own.end; r++)
		ss_seastar(f)->routing.broken[r] = ss_router_at(f, r)->losing;
}

void ss_link_fail(struct ss_fabric *f, u32 router, u32 port, bool drops)
{
	struct ss_router *r = ss_router_at(f, router);
	u32 output = SS_PORT_ID(router, port);

	if (!ss_fabric_owns(f, router))
		return;
	if (!ss_is_down(f, output))
		ss_credits_withhold(&r->output[port].credits, ss_vcs(f));
	r->down |= 1U << port;
	if (!drops)
		return;
	r->losing |= 1U << port;
	lose(f, output);
}

void ss_link_restore(struct ss_fabric *f, u32 router, u32 port)
{
	const struct ss_visit x = visit(f, ss_region_of(f, router), router, ss_vc_shift(f),
					ss_wheel_shift(f));
	struct ss_output *o = &x.rt->output[port];
	u8 *broken = &ss_seastar(f)->routing.broken[router];

	if (!ss_fabric_owns(f, router) || !ss_is_down(f, SS_PORT_ID(router, port)))
		return;
	x.rt->down &= ~(1U << port);
	ss_credits_release(&o->credits, ss_vcs(f));
	o->starved = 0;
	plan(&x, f->now, SS_DO_OUTPUT(port));
	x.rt->losing &= ~(1U << port);
	*broken &= ~(1U << port);
	/*
	 * the turns have not changed, but the router uses its look-up tables until others are
	 * loaded
	 */
	ss_route_heads(f, router);
}

void ss_link_set_errors(struct ss_fabric *f, u32 router, u32 port, u64 bit_errors)
{
	struct ss_sender *s = &ss_seastar(f)->sender[SS_PORT_ID(router, port)];

	if (!ss_fabric_owns(f, router)) {
		/* if the owner finds nothing to change, this is true there already */
		ss_seastar(f)->is_lossy |= bit_errors > 0;
		return;
	}
	if (s->bit_errors == bit_errors)
		return;
	ss_sender_set(s, bit_errors);
	ss_seastar(f)->is_lossy = true;
}

void ss_link_errors(const struct ss_fabric *f, u32 router, u32 port, struct ss_link_errors *e)
{
	const struct ss_sender *s = ss_seastar(f)->sender;

	memset(e, 0, sizeof(*e));
	if (!s)
		return;
	s += SS_PORT_ID(router, port);
	e->bit_errors = s->bit_errors;
	e->retries = s->retries;
	e->undetected = s->undetected;
}
