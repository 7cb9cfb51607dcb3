// SPDX-License-Identifier: GPL-2.0-only
/*
 * Paths in a Dragonfly and their VCs: docs/dragonfly-router.md, section 5, and
 * docs/dragonfly-adaptive.md, sections 4 and 5.
 */
#include "dragonfly.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

/* Return the port of @r whose link leads to router @to. */
static u32 link_to(const struct router *r, u32 to)
{
	u32 port = df_shape(r->o)->p;

	while (r->dragonfly->port[port].peer->id != to)
		port++;
	return port;
}

/* Return the router of @r's group that has the link to group @to. */
static const struct router *exit_to(const struct router *r, u32 to)
{
	const struct oracle *o = r->o;
	u32 a = df_shape(o)->a, first = df_group(o, r->id) * a;

	for (u32 id = first; id < first + a; id++)
		for (u32 port = df_shape(o)->p + a - 1; port < df_ports(o); port++)
			if (df_group(o, o->router[id].dragonfly->port[port].peer->id) == to)
				return &o->router[id];
	assert(false);
	return NULL;
}

const struct df_port *df_link_to_group(const struct router *r, u32 to, const struct router **owner)
{
	const struct oracle *o = r->o;
	u32 port = df_shape(o)->p + df_shape(o)->a - 1;

	*owner = exit_to(r, to);
	while (df_group(o, (*owner)->dragonfly->port[port].peer->id) != to)
		port++;
	return &(*owner)->dragonfly->port[port];
}

/* Return the next port on the minimal path from @r to another group @to. */
static u32 port_to_group(const struct router *r, u32 to)
{
	const struct router *owner;
	const struct df_port *link = df_link_to_group(r, to, &owner);

	return owner == r ? link - r->dragonfly->port : link_to(r, owner->id);
}

/* Return the next port on the minimal path from @r to another router @to. */
u32 df_port_to(const struct router *r, u32 to)
{
	u32 group = df_group(r->o, to);

	return group == df_group(r->o, r->id) ? link_to(r, to) : port_to_group(r, group);
}

u32 df_minimal_port(const struct router *r, u32 dest)
{
	u32 p = df_shape(r->o)->p;

	return dest / p == r->id ? dest % p : df_port_to(r, dest / p);
}

static u32 count_of(const char *order, char type)
{
	u32 n = 0;

	for (; *order; order++)
		n += *order == type;
	return n;
}

/* Return the place of VC @vc of type @type in @order, from 1. */
static u32 place_of(const char *order, char type, u32 vc)
{
	u32 place = 0;

	for (;; place++)
		if (order[place] == type && vc-- == 0)
			return place + 1;
}

/* Return the first place of type @type after @place.  Places count from 1. */
static u32 place_after(const char *order, char type, u32 place)
{
	while (order[place] && order[place] != type)
		place++;
	assert(order[place]);
	return place + 1;
}

/* Return the last place of type l up to @place; if there is none, the first place of type l. */
static u32 local_up_to(const char *order, u32 place)
{
	while (place && order[place - 1] != 'l')
		place--;
	return place ? place : place_of(order, 'l', 0);
}

/* Return the number of the VC at @place: it counts the places of the same type before. */
static u32 vc_at(const char *order, u32 place)
{
	u32 vc = 0;

	for (u32 i = 0; i + 1 < place; i++)
		vc += order[i] == order[place - 1];
	return vc;
}

/*
 * Return the VC of a hop by its role in the longest path or, for a packet that has not left it, in
 * the minimal path.  @near: the hop is in the group that the packet is going to.
 */
static u32 role_vc(const struct oracle *o, const struct packet *p, char type, bool near)
{
	u32 all = count_of(df_order_of(o), type);
	bool minimal = df_adapts(o) && !p->via && !p->misrouted;

	if (M(DF_ROLE_MINIMAL, minimal, false))
		return type == 'l' && near ? all - 1 : 0;
	if (p->via)
		return type == 'l' && near ? all - M(DF_ROLE_VIA, 3, 2) : 0;
	return type == 'l' && !near ? all - M(DF_ROLE, 2, 1) : all - 1;
}

/* Return true if packets have intermediate routers, not groups. */
static bool is_by_router(const struct oracle *o)
{
	return !df_routing(o)->by_group;
}

static u32 target_group(const struct oracle *o, const struct packet *p)
{
	if (!p->via)
		return df_group(o, df_router_of(o, p->dest));
	return is_by_router(o) ? df_group(o, p->via - 1) : p->via - 1;
}

struct df_hop df_next_hop(const struct router *r, const struct packet *p)
{
	const struct oracle *o = r->o;
	bool by_router = p->via && is_by_router(o);
	u32 target = by_router ? p->via - 1 : df_router_of(o, p->dest);
	u32 group = target_group(o, p);
	bool near = group == df_group(o, r->id);
	struct df_hop hop = { 0 };
	char type;

	if (!p->via && target == r->id) {
		hop.port = p->dest % df_shape(o)->p;
		return hop;
	}
	hop.port = near ? link_to(r, target) : port_to_group(r, group);
	if (df_flexible(o)) {
		df_flex_limit(r, p, p->via, &hop);
		return hop;
	}
	type = df_is_global(o, hop.port) ? 'g' : 'l';
	if (o->cfg.dragonfly.order == SS_ORDER_ROLE)
		hop.place = place_of(df_order_of(o), type, role_vc(o, p, type, near));
	else
		hop.place = place_after(df_order_of(o), type, M(DF_VC_STAYS, p->place, 0));
	hop.vc = df_first_vc(o, hop.port, p) + vc_at(df_order_of(o), hop.place);
	return hop;
}

struct df_hop df_other_hop(const struct router *r, const struct packet *p, u32 port)
{
	const struct oracle *o = r->o;
	const char *order = df_order_of(o);
	struct df_hop hop = { .port = port };
	bool olm = df_routing(o)->opportunistic;

	if (df_flexible(o)) {
		df_flex_limit_aside(r, p, &hop);
		return hop;
	}
	if (df_is_global(o, port))
		hop.place = place_of(order, 'g', 0);
	else if (M(DF_PAR_VC, olm, true))
		hop.place = local_up_to(order, M(DF_OLM_VC, p->place, 0));
	else
		hop.place = place_after(order, 'l', p->place);
	hop.vc = df_first_vc(o, port, p) + vc_at(order, hop.place);
	if (olm && hop.place < p->place)
		hop.place = M(DF_OLM_PLACE, p->place, hop.place);
	return hop;
}

/*
 * Return true if a packet from group @from to group @to may have @group, or a router of it, as its
 * intermediate one.
 */
static bool allows(const struct oracle *o, u32 from, u32 to, u32 group)
{
	bool by_source = o->cfg.dragonfly.valiant != SS_VALIANT_DESTINATION;
	bool own = from == to && o->cfg.dragonfly.valiant == SS_VALIANT_SOURCE;

	if (!M(DF_VALIANT, by_source, !by_source))
		return group != to;
	return M(DF_VALIANT_OWN, own, false) ? group == from : group != from;
}

/* List the intermediate routers, or groups, that rrg allows.  Returns their number. */
static u32 list_all(const struct oracle *o, const struct packet *p, u32 *list)
{
	u32 from = df_group(o, df_router_of(o, p->source));
	u32 to = df_group(o, df_router_of(o, p->dest)), n = 0;
	bool by_router = is_by_router(o);

	for (u32 i = 0; i < (by_router ? o->routers : df_groups(o)); i++)
		if (allows(o, from, to, by_router ? df_group(o, i) : i))
			list[n++] = i;
	return n;
}

/* List the routers, or groups, behind the global links of @r.  Returns their number. */
static u32 list_behind(const struct router *r, u32 *list)
{
	const struct oracle *o = r->o;
	u32 a = df_shape(o)->a, n = 0;

	for (u32 port = df_shape(o)->p + a - 1; port < df_ports(o); port++) {
		u32 group = df_group(o, r->dragonfly->port[port].peer->id);

		if (!is_by_router(o))
			list[n++] = group;
		for (u32 i = 0; i < a && is_by_router(o); i++)
			list[n++] = group * a + i;
	}
	return n;
}

/* List the intermediate routers, or groups, that crg or nrg allows.  Returns their number. */
static u32 list_some(const struct oracle *o, const struct packet *p, u32 *list)
{
	u32 own = df_router_of(o, p->source), a = df_shape(o)->a, n = 0;
	u32 first = df_group(o, own) * a;
	bool crg = o->cfg.dragonfly.adaptive.misrouting == SS_MISROUTE_CRG;

	for (u32 id = first; id < first + a; id++)
		if (crg ? M(DF_CRG, id == own, true) : M(DF_NRG, id != own, true))
			n += list_behind(&o->router[id], list + n);
	return n;
}

u32 df_draw_via(struct oracle *o, const struct packet *p, u64 draw)
{
	u32 from = df_group(o, df_router_of(o, p->source));
	u32 to = df_group(o, df_router_of(o, p->dest));
	bool all = o->cfg.dragonfly.adaptive.misrouting == SS_MISROUTE_RRG;
	u32 list[DF_MOST_ROUTERS], n;

	o->seen[SEEN_DF_NEAR_VIA] += !all;
	if (all && !is_by_router(o) && from == to &&
	    o->cfg.dragonfly.valiant == SS_VALIANT_SOURCE) {
		o->seen[SEEN_DF_OWN_GROUP]++;
		return 0;
	}
	assert(o->routers <= DF_MOST_ROUTERS);
	n = all ? list_all(o, p, list) : list_some(o, p, list);
	return list[ss_rng_below(draw, n)] + 1;
}

void df_look_for(const struct router *r, struct packet *p)
{
	struct oracle *o = r->o;
	u32 here = is_by_router(o) ? r->id : df_group(o, r->id);
	bool arrived = df_adapts(o) && df_router_of(o, p->dest) == r->id;

	if (!p->via || (p->via != here + 1 && !M(DF_ARRIVED, arrived, false)))
		return;
	o->seen[SEEN_DF_AT_SOURCE] += !p->place;
	p->via = 0;
}
