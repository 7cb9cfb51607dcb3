// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "sim/base/memory.h"

#include "field.h"

enum { UNSEEN, ON_PATH, DONE };

struct route_field *route_field_new(const struct route_plan *p, const struct route_counted *c)
{
	struct route_field *f = sim_alloc(1, sizeof(*f));

	f->p = p;
	f->counted = c;
	f->node = sim_alloc(p->topo.routers, sizeof(*f->node));
	f->path = sim_alloc(p->topo.routers, sizeof(*f->path));
	return f;
}

void route_field_free(struct route_field *f)
{
	free(f->node);
	free(f->path);
	free(f);
}

static bool is_global(const struct route_field *f)
{
	return f->goal.router == SS_NO_ROUTER;
}

/* Return true if a global packet is in the goal's region, where another field routes it. */
static bool is_inside(const struct route_field *f, u32 router)
{
	return is_global(f) && route_region_of(f->p, router) == f->goal.region;
}

/*
 * Return true if a packet that enters the goal's region along x by @port may cross the dateline in
 * it.
 */
static bool may_cross_inside(const struct route_field *f, u32 port)
{
	const struct route_plan *p = f->p;

	return ss_is_torus(&p->topo, 0) && p->region_of[p->dateline[0]] == f->goal.region &&
	       !route_ends_at_dateline(p, f->goal.region, ss_port_plus(port));
}

/* Settle @node, from which the next hop enters the goal's region. */
static void settle_entering(struct route_field *f, u32 router, struct route_node *node)
{
	const struct route_plan *p = f->p;

	node->entry = route_field_next(f, router);
	node->dims = 1U << ss_port_dim(node->port);
	node->leaves = route_is_dateline(p, router, node->port) || may_cross_inside(f, node->port);
	node->reaches = ss_is_torus(&p->topo, 0) &&
			p->region_of[p->dateline[0]] == f->goal.region;
	node->last = route_at(p, SS_PORT_ROUTER(node->entry), 0);
}

static void settle_going_on(struct route_field *f, u32 router, struct route_node *node)
{
	u32 in = route_field_next(f, router), next = SS_PORT_ROUTER(in);
	u32 dim = ss_port_dim(node->port), higher = (1U << dim) - 1;
	bool dateline = route_is_dateline(f->p, router, node->port);
	const struct route_node *then = &f->node[next];
	bool straight = then->port == node->port;

	node->dims = then->dims | 1U << dim;
	node->entry = then->entry;
	node->why = then->state == ON_PATH ? ROUTE_LOOP : route_field_why(f, next, SS_PORT_OF(in));
	if (!node->why && dateline && then->dims & higher)
		node->why = ROUTE_DATELINE;
	node->leaves = dateline || (straight && then->leaves);
	node->reaches = route_is_dateline(f->p, next, node->port) || (straight && then->reaches);
	node->last = straight ? then->last : route_at(f->p, next, dim);
}

static void settle(struct route_field *f, u32 router)
{
	struct route_node *node = &f->node[router];

	if (node->why || node->port == SEASTAR_PORT_PROC)
		node->dims = 0;
	else if (is_inside(f, SS_PORT_ROUTER(route_field_next(f, router))))
		settle_entering(f, router, node);
	else
		settle_going_on(f, router, node);
	node->state = DONE;
}

/*
 * Follow the next hops from @router to a settled router, then settle the routers on the way back.
 */
static void explore(struct route_field *f, u32 router)
{
	u32 depth = 0;

	while (!is_inside(f, router) && f->node[router].state == UNSEEN) {
		struct route_node *node = &f->node[router];
		struct route_way way = route_way(f->p, router, &f->goal);

		*node = (struct route_node){
			.port = way.port, .why = way.reason, .state = ON_PATH
		};
		f->path[depth++] = router;
		if (way.reason || way.port == SEASTAR_PORT_PROC)
			break;
		router = SS_PORT_ROUTER(route_field_next(f, router));
	}
	while (depth)
		settle(f, f->path[--depth]);
}

static void fill(struct route_field *f, u32 first, u32 last)
{
	for (u32 i = first; i <= last; i++)
		f->node[i].state = UNSEEN;
	for (u32 i = first; i <= last; i++)
		explore(f, i);
}

void route_field_fill_local(struct route_field *f, u32 router)
{
	u32 region = route_region_of(f->p, router);

	f->goal = (struct route_goal){
		.region = region, .odd = f->p->nid[router] & 1, .router = router
	};
	fill(f, route_first_router(f->p, region), route_last_router(f->p, region));
}

void route_field_fill_global(struct route_field *f, u32 region, bool odd)
{
	u32 first = route_first_router(f->p, region), last = route_last_router(f->p, region);

	f->goal = (struct route_goal){ .region = region, .odd = odd, .router = SS_NO_ROUTER };
	for (u32 i = 0; i < f->p->topo.routers; i++)
		f->node[i].state = UNSEEN;
	for (u32 i = 0; i < first; i++)
		explore(f, i);
	for (u32 i = last + 1; i < f->p->topo.routers; i++)
		explore(f, i);
}

enum route_reason route_field_why(const struct route_field *f, u32 router, u32 in)
{
	const struct route_node *node = &f->node[router];

	if (!node->why && !route_may_turn(f->p, router, in, node->port))
		return ROUTE_TURN;
	return node->why;
}

/*
 * Return true if @router is the first after the dateline for a packet that leaves by @port.
 */
static bool is_behind_dateline(const struct route_plan *p, u32 router, u32 port)
{
	u32 before = p->peer[SS_PORT_ID(router, ss_opposite(port))];

	return before != SS_NO_ROUTER && route_is_dateline(p, before, port);
}

/* Choose the VC for a packet that enters a ring at @router, and will not cross the dateline. */
static enum ss_route_vc choose(const struct route_field *f, u32 router)
{
	const struct route_node *node = &f->node[router];
	const struct route_plan *p = f->p;
	u32 dim = ss_port_dim(node->port), at = route_at(p, router, dim);
	bool plus = ss_port_plus(node->port);

	if (p->assignment == ROUTE_COUNTED && is_global(f))
		return route_counted_global(f->counted, plus, at, f->goal.region, f->goal.odd);
	if (p->assignment == ROUTE_COUNTED)
		return route_counted_local(f->counted, dim, plus, at, node->last,
					   route_half(p, router, f->goal.router));
	if (p->assignment != ROUTE_V0 && is_behind_dateline(p, router, node->port))
		return SS_ROUTE_VC0;
	if (is_global(f))
		return p->assignment >= ROUTE_V2 && f->goal.odd ? SS_ROUTE_VC1 : SS_ROUTE_VC0;
	return (p->nid[router] ^ p->nid[f->goal.router]) & 1 ? SS_ROUTE_VC1 : SS_ROUTE_VC0;
}

u8 route_field_entry(const struct route_field *f, u32 router, u32 in)
{
	const struct route_node *node = &f->node[router];
	u32 dim = ss_port_dim(node->port);
	bool crosses, detours;

	if (node->port == SEASTAR_PORT_PROC || ss_port_dim(in) == dim)
		return ss_route_entry(node->port, SS_ROUTE_KEEP);
	crosses = node->leaves;
	if (f->p->assignment < ROUTE_V3)
		crosses = node->reaches || route_is_dateline(f->p, router, node->port);
	/*
	 * packets that have crossed a dateline never turn to a higher dimension; packets that will
	 * turn so start on VC0, so that none on VC1 ever does
	 */
	detours = node->dims & ((1U << dim) - 1);
	return ss_route_entry(node->port, crosses || detours ? SS_ROUTE_VC0 :
							       choose(f, router));
}
