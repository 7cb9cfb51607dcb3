// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where packets go: minimally, or by an intermediate router or group (Valiant).
 */
#include "sim/core/rng.h"

#include "router.h"

/* A hop of part @part, on a port that is a global one or not, and the VC for it. */
static void take_hop(const struct drf_fabric *df, struct drf_slot *s, u32 out, enum drf_part part,
		     u32 via, u32 place)
{
	const struct drf_order *o = &df->order;

	s->out = out;
	if (df->f.cfg.order == SS_ORDER_ROLE)
		s->place = via ? o->to_via[part] : o->to_dest[part];
	else
		s->place = part == DRF_GLOBAL ? o->global[place] : o->local[place];
	s->out_vc = o->vc[s->place];
}

/* Has a packet in router @r reached what it goes to first? */
static bool has_reached(const struct ss_fabric *f, const struct drf_router *rt, u32 r, u32 via)
{
	return via == (f->cfg.routing == SS_ROUTE_VAL_GROUP ? rt->group : r) + 1;
}

void drf_route(struct ss_fabric *f, const struct drf_router *rt, u32 r, struct drf_slot *s)
{
	const struct ss_dragonfly *d = &f->cfg.dragonfly;
	const struct drf_fabric *df = drf_fabric(f);
	struct ss_packet *p = &f->pool[s->first];
	u32 via = drf_via(p->route), place = drf_place(p->route), target, group, owner;

	if (via && has_reached(f, rt, r, via)) {
		p->route &= ~((u64)((1U << DRF_VIA_BITS) - 1) << DRF_VIA_SHIFT);
		via = 0;
	}
	target = via ? via - 1 : SS_HDR_GET(p->header, DEST);
	if (!via && target == r) {
		s->out = p->header & ((1U << SS_NODE_BITS) - 1);
		s->place = place;
		return;
	}
	group = via && f->cfg.routing == SS_ROUTE_VAL_GROUP ? target : df->group[target];
	if (group == rt->group) {
		take_hop(df, s, ss_dragonfly_local_port(d, rt->here, target - group * d->a),
			 DRF_LOCAL_HOME, via, place);
		return;
	}
	owner = df->owner[ss_dragonfly_link_to(d, rt->group, group)];
	if (owner >> 8 == rt->here)
		take_hop(df, s, ss_dragonfly_first_global(d) + (owner & 255), DRF_GLOBAL, via,
			 place);
	else
		take_hop(df, s, ss_dragonfly_local_port(d, rt->here, owner >> 8), DRF_LOCAL_AWAY,
			 via, place);
}

/* One of those that are not among the @each from number @group * @each on, of @all. */
static u32 draw_outside(u64 draw, u32 group, u32 each, u32 all)
{
	u32 i = ss_rng_below(draw, all - each);

	return i + (i >= group * each ? each : 0);
}

u32 drf_draw_via(const struct ss_fabric *f, u32 n, u32 dest)
{
	const struct ss_dragonfly *d = &f->cfg.dragonfly;
	const struct ss_source *s = &f->source[n];
	u32 from = drf_fabric(f)->group[ss_router_of(&f->topo, n)], to = drf_fabric(f)->group[dest];
	bool inside = from == to && f->cfg.valiant == SS_VALIANT_SOURCE, routers;
	u32 not_in = f->cfg.valiant == SS_VALIANT_DESTINATION ? to : from;
	u64 draw;

	if (f->cfg.routing == SS_ROUTE_MIN)
		return 0;
	routers = f->cfg.routing == SS_ROUTE_VAL;
	if (inside && !routers)
		return 0;
	draw = ss_rng_draw(ss_rng_key(s->key, SS_STREAM_ROUTES), s->numbered);
	if (inside)
		return from * d->a + ss_rng_below(draw, d->a) + 1;
	if (routers)
		return draw_outside(draw, not_in, d->a, f->topo.routers) + 1;
	return draw_outside(draw, not_in, 1, ss_dragonfly_groups(d)) + 1;
}
