// SPDX-License-Identifier: GPL-2.0-only
/* Routes of packets: minimal, or by an intermediate router or group (Valiant). */
#include "sim/core/rng.h"

#include "routings/routing.h"

#include "router.h"

/* Return a packet's place in the order of VCs after a hop of part @part. */
static u32 next_place(const struct drf_fabric *df, enum drf_part part, u32 place, u32 via,
		      u32 flags)
{
	const struct drf_order *o = &df->order;

	if (df->f.cfg.dragonfly.order == SS_ORDER_LOWEST)
		return part == DRF_GLOBAL ? o->global[place] : o->local[place];
	if (via)
		return o->to_via[part];
	return flags & DRF_MISROUTED ? o->to_dest[part] : o->straight[part];
}

/* Return the VC by which the node that gets @p sends its reply (struct drf_hop), or 0. */
static u32 answer_vc(const struct ss_fabric *f, const struct ss_packet *p)
{
	u32 first;

	if (likely(!p->awaited) || !f->traffic->replies || drf_is_reply(p))
		return 0;
	if (f->cfg.dragonfly.inject_select != SS_INJECT_DESTINATION) {
		drf_inject_vcs(f, true, &first);
		return first;
	}
	return drf_inject_vc(f, ss_header_source(&f->topo, p->header), true);
}

void drf_next_hop(const struct drf_fabric *df, const struct drf_router *rt, u32 r,
		  const struct ss_packet *p, u32 via, u32 flags, struct drf_hop *hop)
{
	u32 target = via ? via - 1 : SS_HDR_GET(p->header, DEST), place = drf_place(p->route);
	const struct ss_dragonfly *d = ss_dragonfly_of(df->f.cfg.size);
	enum drf_part part = DRF_LOCAL_AWAY;
	u32 group, owner = 0;

	hop->via = via;
	if (!via && target == r) {
		hop->out = p->header & ((1U << SS_NODE_BITS) - 1);
		hop->vc = answer_vc(&df->f, p);
		hop->place = place;
		hop->flags = flags;
		return;
	}
	group = via && df->by_groups ? target : df->group[target];
	if (group != rt->group)
		owner = df->owner[ss_dragonfly_link_to(d, rt->group, group)];
	if (group == rt->group) {
		part = DRF_LOCAL_HOME;
		hop->out = ss_dragonfly_local_port(d, rt->here, target - group * d->a);
	} else if (owner >> 8 == rt->here) {
		part = DRF_GLOBAL;
		hop->out = ss_dragonfly_first_global(d) + (owner & 255);
	} else {
		hop->out = ss_dragonfly_local_port(d, rt->here, owner >> 8);
	}
	hop->flags = part == DRF_GLOBAL ? flags & ~(DRF_FORCED | DRF_DETOURED) : flags;
	if (unlikely(df->flexible)) {
		drf_flex_limit(df, r, p, hop);
		return;
	}
	place = next_place(df, part, place, via, flags);
	hop->vc = drf_vc_at(df, p, place);
	hop->place = place;
}

u32 drf_links_between(const struct ss_dragonfly *d, u32 from, u32 to)
{
	struct ss_dragonfly_hops hops = ss_dragonfly_minimal(d, from, to);

	return hops.local + hops.global;
}

/*
 * Return true if a packet for router @dest, which is in router @r, has reached its intermediate
 * router or group.
 */
static bool has_reached(const struct drf_fabric *df, const struct drf_router *rt, u32 r, u32 via,
			u32 dest)
{
	if (df->at_source && dest == r)
		return true;
	return via == (df->by_groups ? rt->group : r) + 1;
}

/*
 * Return true if the hop of a packet at its node's port, which may go by @via, is still to be
 * decided: DRF_OPEN.
 */
static bool is_open_at_source(const struct drf_fabric *df, u32 via, u32 flags)
{
	if (df->f.cfg.dragonfly.adaptive.redraw)
		return true;
	return df->at_source && via && !(flags & DRF_MISROUTED);
}

/* Return true if each attempt chooses the hop of @p, whose minimal hop is @hop, in any router. */
static bool is_open_in_transit(const struct drf_fabric *df, const struct drf_router *rt,
			       const struct drf_hop *hop, const struct ss_packet *p, u32 dest)
{
	const struct ss_config *cfg = &df->f.cfg;
	u64 route = p->route;

	if (drf_flags(route) & DRF_FORCED)
		return true;
	if (drf_is_leaving(df, rt, p))
		return true;
	return cfg->dragonfly.adaptive.local_misrouting && !(drf_flags(route) & DRF_DETOURED) &&
	       hop->out < drf_first_global(df) &&
	       (df->routing->opportunistic || df->group[dest] != rt->group);
}

void drf_route(struct ss_fabric *f, const struct drf_router *rt, u32 r, struct drf_slot *s)
{
	const struct drf_fabric *df = drf_fabric(f);
	struct ss_packet *p = &f->pool[s->first];
	u32 via = drf_via(p->route), flags = drf_flags(p->route);
	u32 dest = SS_HDR_GET(p->header, DEST);
	bool is_new = !drf_place(p->route), open;

	if (via && has_reached(df, rt, r, via, dest)) {
		p->route &= ~((u64)((1U << DRF_VIA_BITS) - 1) << DRF_VIA_SHIFT);
		via = 0;
	}
	drf_next_hop(df, rt, r, p, via, flags, &s->hop);
	if (!df->adapts) {
		if (via && is_new)
			s->hop.flags |= DRF_MISROUTED | SS_MISROUTE_AT_SOURCE << DRF_KIND_SHIFT;
		return;
	}
	if (dest == r && !via)
		return;
	if (df->in_transit)
		open = is_open_in_transit(df, rt, &s->hop, p, dest);
	else
		open = is_new && is_open_at_source(df, via, flags);
	s->hop.flags |= open ? DRF_OPEN : 0;
}

/* Draw one of @all that is not among the @each of group number @group. */
static u32 draw_outside(u64 draw, u32 group, u32 each, u32 all)
{
	u32 i = ss_rng_below(draw, all - each);

	return i + (i >= group * each ? each : 0);
}

/*
 * Draw one behind the global links of router @r or of the group's other routers; each group has
 * @each.
 */
static u32 draw_behind(const struct ss_fabric *f, u64 draw, u32 r, u32 each)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(f->cfg.size);
	bool own = f->cfg.dragonfly.adaptive.misrouting == SS_MISROUTE_CRG;
	u32 links = own ? d->h : ss_dragonfly_links(d) - d->h, first = r % d->a * d->h;
	u32 i = ss_rng_below(draw, links * each), k = i / each;

	if (own)
		k += first;
	else if (k >= first)
		k += d->h;
	return ss_dragonfly_behind(d, r / d->a, k) * each + i % each;
}

u32 drf_draw_via(const struct ss_fabric *f, u32 n, u32 dest, u64 draw)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(f->cfg.size);
	u32 r = ss_router_of(&f->topo, n);
	u32 from = drf_fabric(f)->group[r], to = drf_fabric(f)->group[dest];
	bool inside = from == to && f->cfg.dragonfly.valiant == SS_VALIANT_SOURCE;
	u32 not_in = f->cfg.dragonfly.valiant == SS_VALIANT_DESTINATION ? to : from;
	u32 each = drf_fabric(f)->by_groups ? 1 : d->a;

	if (f->cfg.dragonfly.adaptive.misrouting != SS_MISROUTE_RRG)
		return draw_behind(f, draw, r, each) + 1;
	if (inside)
		return drf_fabric(f)->by_groups ? 0 : from * d->a + ss_rng_below(draw, d->a) + 1;
	return draw_outside(draw, not_in, each, each * ss_dragonfly_groups(d)) + 1;
}
