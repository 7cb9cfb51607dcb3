// SPDX-License-Identifier: GPL-2.0-only
#include "direction.h"

#define XP	SEASTAR_PORT_XP
#define YP	SEASTAR_PORT_YP
#define YM	SEASTAR_PORT_YM
#define ZP	SEASTAR_PORT_ZP
#define ZM	SEASTAR_PORT_ZM

const char *const route_reason_texts[] = {
	[ROUTE_FINE] = "there is a route",
	[ROUTE_X_BOXED] = "the x link is down, and neither +y nor +z leads around it",
	[ROUTE_X_EARLY] = "the router behind the x link lacks +y and +z, and +z does not lead around it",
	[ROUTE_Y_BOXED] = "the y link is down, and +z does not lead around it",
	[ROUTE_Y_EARLY] = "the router behind the y link lacks +z, and +z does not lead around it",
	[ROUTE_Z_BOXED] = "the +z link is down, and no y link leads around it",
	[ROUTE_Z_CUT] = "a -z link is down, and +z does not lead round to the destination",
	[ROUTE_TURN] = "the detour needs a turn that could close a cycle",
	[ROUTE_DATELINE] = "the detour needs a higher dimension after it crossed a dateline",
	[ROUTE_LOOP] = "the detours lead back to where they began",
};

static bool is_good(const struct route_plan *p, u32 router, u32 port)
{
	return route_behind(p, router, port) != SS_NO_ROUTER;
}

static bool is_down(const struct route_plan *p, u32 router, u32 port)
{
	return p->down[router] >> port & 1;
}

/*
 * Return true if @port can lead around a missing link of a dimension before its own, in the order
 * x, y, z: its link is up, and does not cross a dateline.
 */
static bool leads_around(const struct route_plan *p, u32 router, u32 port)
{
	return is_good(p, router, port) && !route_is_dateline(p, router, port);
}

static struct route_way go(u32 port)
{
	return (struct route_way){ .port = port };
}

static struct route_way stuck(enum route_reason why)
{
	return (struct route_way){ .reason = why };
}

bool route_toward_plus(const struct route_plan *p, u32 x, u32 region, bool odd)
{
	const struct route_region *r = &p->region[region];
	u32 k = p->topo.size[0], ahead, behind;

	if (!ss_is_torus(&p->topo, 0))
		return x < r->first;
	ahead = (r->first + k - x) % k;
	behind = (x + k - r->last) % k;
	return ahead != behind ? ahead < behind : odd;
}

/* Return true if @region does not span x, so that packets within it do not go around the ring. */
static bool is_cut(const struct route_plan *p, u32 region)
{
	return p->region[region].last - p->region[region].first + 1 < p->topo.size[0];
}

/* Return true if + is the direction in @dim, the first dimension that is not finished. */
static bool wants_plus(const struct route_plan *p, u32 router, const struct route_goal *g, u32 dim)
{
	u64 here = p->place[router], there;

	if (g->router == SS_NO_ROUTER)
		return route_toward_plus(p, route_at(p, router, 0), g->region,
					 (here ^ here >> 16 ^ here >> 32 ^ g->odd) & 1);
	there = p->place[g->router];
	if (!dim && is_cut(p, g->region))
		return ss_place_at(there, 0) > ss_place_at(here, 0);
	return ss_route_plus(&p->rule, dim, here, there, 0);
}

/* Return the first dimension that is not finished; SEASTAR_DIMS at the destination. */
static u32 first_dim(const struct route_plan *p, u32 router, const struct route_goal *g)
{
	u32 dim = 0;

	if (g->router == SS_NO_ROUTER)
		return 0;
	while (dim < SEASTAR_DIMS && route_at(p, router, dim) == route_at(p, g->router, dim))
		dim++;
	return dim;
}

/* Return true if a packet that takes an x link to router @next could not go on from there. */
static bool is_boxed(const struct route_plan *p, u32 router, u32 next, const struct route_goal *g)
{
	bool enters = route_region_of(p, router) != g->region &&
		      route_region_of(p, next) == g->region;

	if (next == g->router || is_good(p, next, YP) || !is_down(p, next, ZP))
		return false;
	return enters || (g->router != SS_NO_ROUTER &&
			  route_at(p, router, 1) == route_at(p, g->router, 1));
}

static struct route_way along_x(const struct route_plan *p, u32 router, const struct route_goal *g)
{
	u32 port = ss_dim_port(0, wants_plus(p, router, g, 0));
	u32 next = route_behind(p, router, port);

	if (next != SS_NO_ROUTER) {
		if (!is_boxed(p, router, next, g))
			return go(port);
		return leads_around(p, router, ZP) ? go(ZP) : stuck(ROUTE_X_EARLY);
	}
	if (leads_around(p, router, YP))
		return go(YP);
	return leads_around(p, router, ZP) ? go(ZP) : stuck(ROUTE_X_BOXED);
}

static struct route_way along_y(const struct route_plan *p, u32 router, const struct route_goal *g)
{
	u32 port = ss_dim_port(1, wants_plus(p, router, g, 1));
	u32 next = route_behind(p, router, port);
	enum route_reason why = ROUTE_Y_BOXED;

	if (next != SS_NO_ROUTER) {
		if (first_dim(p, next, g) != 2 || !wants_plus(p, next, g, 2) ||
		    is_good(p, next, ZP))
			return go(port);
		why = ROUTE_Y_EARLY;
	}
	return leads_around(p, router, ZP) ? go(ZP) : stuck(why);
}

/* Return true if each -z link from @router to the destination is up. */
static bool is_clear_below(const struct route_plan *p, u32 router, const struct route_goal *g)
{
	while (router != g->router && router != SS_NO_ROUTER)
		router = route_behind(p, router, ZM);
	return router == g->router;
}

static struct route_way along_z(const struct route_plan *p, u32 router, const struct route_goal *g)
{
	u32 beside = YP;

	if (!wants_plus(p, router, g, 2)) {
		if (is_clear_below(p, router, g))
			return go(ZM);
		return is_good(p, router, ZP) ? go(ZP) : stuck(ROUTE_Z_CUT);
	}
	if (is_good(p, router, ZP))
		return go(ZP);
	/* at the upper edge of a mesh, the detour is by -y */
	if (p->peer[SS_PORT_ID(router, YP)] == SS_NO_ROUTER)
		beside = YM;
	return is_good(p, router, beside) ? go(beside) : stuck(ROUTE_Z_BOXED);
}

struct route_way route_way(const struct route_plan *p, u32 router, const struct route_goal *g)
{
	switch (first_dim(p, router, g)) {
	case 0:
		return along_x(p, router, g);
	case 1:
		return along_y(p, router, g);
	case 2:
		return along_z(p, router, g);
	default:
		return go(SEASTAR_PORT_PROC);
	}
}

static u32 apart(u32 from, u32 to, u32 k, bool torus)
{
	u32 d = from > to ? from - to : to - from;

	return torus && k - d < d ? k - d : d;
}

static u32 apart_x(const struct route_plan *p, u32 from, u32 to)
{
	u32 x = route_at(p, from, 0), end = route_at(p, to, 0), k = p->topo.size[0];
	struct route_goal g = {
		.region = p->region_of[end], .odd = p->nid[to] & 1, .router = SS_NO_ROUTER
	};

	if (p->region_of[x] == g.region)
		return apart(x, end, k, ss_is_torus(&p->topo, 0) && !is_cut(p, g.region));
	return wants_plus(p, from, &g, 0) ? (end + k - x) % k : (x + k - end) % k;
}

u32 route_distance(const struct route_plan *p, u32 from, u32 to)
{
	u32 n = apart_x(p, from, to);

	for (u32 d = 1; d < SEASTAR_DIMS; d++)
		n += apart(route_at(p, from, d), route_at(p, to, d), p->topo.size[d],
			   ss_is_torus(&p->topo, d));
	return n;
}
