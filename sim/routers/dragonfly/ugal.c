// SPDX-License-Identifier: GPL-2.0-only
/*
 * UGAL and Piggyback: minimally, or by an intermediate router, as the source's router decides
 * (docs/dragonfly-adaptive.md, section 3).
 */
#include "adapt.h"
#include "flexible.h"
#include "ready.h"

/* FOGSim compares VCs, by whatever it senses congested links. */
static u64 compared(const struct drf_visit *x, const struct drf_hop *hop)
{
	return x->f->cfg.adaptive.compare_hops ? drf_occupancy_of_vc(x, hop).flits :
						 drf_occupancy(x, hop).flits;
}

/* UGAL's comparison of the first hops of two ways. */
static bool is_worse(const struct drf_visit *x, const struct ss_packet *p,
		     const struct drf_hop *straight, const struct drf_hop *around)
{
	const struct ss_adaptive *a = &x->f->cfg.adaptive;
	struct ss_dragonfly d = x->f->cfg.dragonfly;
	u64 level = compared(x, straight), other = compared(x, around);
	u64 bias = (u64)a->bias * x->f->cfg.max_packet;
	u32 via = around->via - 1, dest = SS_HDR_GET(p->header, DEST);

	if (!a->compare_hops)
		return 100 * level > a->factor * other + 100 * bias;
	other *= drf_links_between(&d, x->r, via) + drf_links_between(&d, via, dest);
	if (a->consecutive_hops)
		d.arrangement = SS_ARRANGE_CONSECUTIVE;
	return level * drf_links_between(&d, x->r, dest) > other + bias;
}

/* Is the global link of the minimal way known to be congested? */
static bool is_congested(const struct drf_visit *x, const struct ss_packet *p)
{
	u32 group = x->df->group[SS_HDR_GET(p->header, DEST)], owner;

	if (group == x->rt->group)
		return false;
	owner = x->df->owner[ss_dragonfly_link_to(&x->f->cfg.dragonfly, x->rt->group, group)];
	return drf_known_congested(x, owner >> 8, drf_is_reply(p)) >> (owner & 255) & 1;
}

/* The hop of packet @p, which may go by @via - 1 if that is not 0. */
static struct drf_hop choose(const struct drf_visit *x, const struct ss_packet *p, u32 via)
{
	struct drf_hop straight, around;
	bool decides = x->f->cfg.routing != SS_ROUTE_VAL;

	drf_next_hop(x->df, x->rt, x->r, p, 0, 0, &straight);
	if (!via || via == x->r + 1)
		return straight;
	drf_next_hop(x->df, x->rt, x->r, p, via, 0, &around);
	if (decides && !is_worse(x, p, &straight, &around) &&
	    !(x->df->tells && is_congested(x, p)))
		return straight;
	around.flags = DRF_MISROUTED | SS_MISROUTE_AT_SOURCE << DRF_KIND_SHIFT;
	return around;
}

bool drf_attempt_at_source(struct drf_visit *x, u32 in, u32 vc, struct drf_hop *hop)
{
	const struct ss_packet *p = &x->f->pool[drf_slot_of(x->df, x->rt, in, vc)->first];
	u32 dest = SS_HDR_GET(p->header, DEST), via = drf_via(p->route);

	if (x->f->cfg.adaptive.redraw)
		via = drf_draw_via(x->f, x->nodes + in, dest, drf_attempt_draw(x, in, vc, 2));
	*hop = choose(x, p, via);
	if (unlikely(x->df->flexible))
		return drf_flex_go(x, in, vc, hop);
	return drf_can_go(x, hop, ss_packet_flits(p));
}

void drf_decide_once(struct drf_visit *x, struct drf_slot *s)
{
	struct ss_packet *p = &x->f->pool[s->first];

	s->hop = choose(x, p, drf_via(p->route));
	p->route = drf_make_route(p->route, s->hop.flags & DRF_MISROUTED, s->hop.via, 0,
				  drf_vc(p->route));
}
