// SPDX-License-Identifier: GPL-2.0-only
/*
 * Decisions of the source's router: minimally, or by an intermediate router
 * (docs/dragonfly-adaptive.md, section 3).
 */
#include "adapt.h"
#include "flexible.h"
#include "ready.h"

bool drf_is_longer(const struct drf_visit *x, const struct ss_packet *p, u64 level, u64 other,
		   u32 via)
{
	const struct ss_adaptive *a = &x->f->cfg.dragonfly.adaptive;
	struct ss_dragonfly d = *ss_dragonfly_of(x->f->cfg.size);
	u64 bias = (u64)a->bias * x->f->cfg.max_packet;
	u32 dest = SS_HDR_GET(p->header, DEST);

	if (!a->compare_hops)
		return 100 * level > a->factor * other + 100 * bias;
	other *= drf_links_between(&d, x->r, via) + drf_links_between(&d, via, dest);
	if (a->consecutive_hops)
		d.arrangement = SS_ARRANGE_CONSECUTIVE;
	return level * drf_links_between(&d, x->r, dest) > other + bias;
}

/* Choose the hop of packet @p, which may go by router @via - 1 if @via is not 0. */
static struct drf_hop choose(const struct drf_visit *x, const struct ss_packet *p, u32 via)
{
	const struct drf_routing *routing = x->df->routing;
	struct drf_hop straight, around;

	drf_next_hop(x->df, x->rt, x->r, p, 0, 0, &straight);
	if (!via || via == x->r + 1)
		return straight;
	drf_next_hop(x->df, x->rt, x->r, p, via, 0, &around);
	if (routing->leaves && !routing->leaves(x, p, &straight, &around))
		return straight;
	around.flags = DRF_MISROUTED | SS_MISROUTE_AT_SOURCE << DRF_KIND_SHIFT;
	return around;
}

bool drf_attempt_at_source(struct drf_visit *x, u32 in, u32 vc, struct drf_hop *hop)
{
	const struct ss_packet *p = &x->f->pool[drf_slot_of(x->df, x->rt, in, vc)->first];
	u32 dest = SS_HDR_GET(p->header, DEST), via = drf_via(p->route);

	if (x->f->cfg.dragonfly.adaptive.redraw)
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
