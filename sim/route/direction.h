/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The next hop of a packet: in dimension order, but around links that are down (Abts et al.,
 * "Optimized Virtual Channel Assignment in the Cray XT", sec.  2.2; docs/routing.md has the table).
 */
#ifndef SIM_ROUTE_DIRECTION_H
#define SIM_ROUTE_DIRECTION_H

#include "plan.h"

/**
 * enum route_reason - reasons for which there is no route
 * @ROUTE_FINE: there is a route
 * @ROUTE_X_BOXED: the x link is down, and neither +y nor +z leads around it
 * @ROUTE_X_EARLY: the router behind the x link lacks +y and +z, and +z does not lead around it
 * @ROUTE_Y_BOXED: the y link is down, and so is +z
 * @ROUTE_Y_EARLY: the router behind the y link lacks +z, and +z does not lead around it
 * @ROUTE_Z_BOXED: the +z link is down, and so is the y link around it
 * @ROUTE_Z_CUT: a -z link is down, and there is no way round by +z
 * @ROUTE_TURN: the detour needs a turn that could close a cycle
 * @ROUTE_DATELINE: the detour crosses a dateline, and then needs a higher dimension
 * @ROUTE_LOOP: the detours lead back to where they began
 * @ROUTE_REASONS: number of reasons
 */
enum route_reason {
	ROUTE_FINE,
	ROUTE_X_BOXED,
	ROUTE_X_EARLY,
	ROUTE_Y_BOXED,
	ROUTE_Y_EARLY,
	ROUTE_Z_BOXED,
	ROUTE_Z_CUT,
	ROUTE_TURN,
	ROUTE_DATELINE,
	ROUTE_LOOP,
	ROUTE_REASONS,
};

/* A sentence for each reason. */
extern const char *const route_reason_texts[];

/**
 * struct route_goal - the destinations that share one entry of a table
 * @region: region of the destination
 * @odd: NID[0] of the destination
 * @router: router of the destination, or SS_NO_ROUTER for any router of the region, as a global
 * entry has it
 */
struct route_goal {
	u32 region;
	u32 odd;
	u32 router;
};

/**
 * struct route_way - the next hop of a packet
 * @port: output port, if there is a next hop
 * @reason: &enum route_reason: ROUTE_FINE, or the reason for which there is no next hop
 */
struct route_way {
	u8 port;
	u8 reason;
};

struct route_way route_way(const struct route_plan *p, u32 router, const struct route_goal *g);

/*
 * Return true if the nearer edge of @region is in the + direction from plane @x.  If both edges are
 * equally near, return @odd.
 */
bool route_toward_plus(const struct route_plan *p, u32 x, u32 region, bool odd);

/* Count the links from @from to @to in dimension order, which regions may make longer. */
u32 route_distance(const struct route_plan *p, u32 from, u32 to);

#endif /* SIM_ROUTE_DIRECTION_H */
