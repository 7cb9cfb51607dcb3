/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The paths of all routers to one goal, as a tree: the next hop of each router by the rules, and
 * properties of the path that follows.
 */
#ifndef SIM_ROUTE_FIELD_H
#define SIM_ROUTE_FIELD_H

#include "assign.h"
#include "direction.h"
#include "turns.h"

/**
 * struct route_node - a router, and how packets for the goal leave it
 * @port: output port; proc at the destination
 * @why: &enum route_reason: ROUTE_FINE, or the reason for which there is no path from here
 * @dims: bit d is set if the path from here goes along dimension d
 * @state: state of the search in route_field_fill()
 * @leaves: true if the path leaves the dateline's router, and so crosses the dateline, before it
 * turns, or may do so in the goal's region
 * @reaches: true if the path reaches the dateline's router before it turns, or may do so in the
 * goal's region
 * @last: coordinate at which the path turns
 * @entry: port id by which the path enters the goal's region, if this router is outside of it
 */
struct route_node {
	u8 port;
	u8 why;
	u8 dims;
	u8 state;
	bool leaves;
	bool reaches;
	u16 last;
	u32 entry;
};

/**
 * struct route_field - the tree of paths to one goal
 * @p: the plan
 * @counted: counted choices of VCs, or NULL
 * @goal: goal of the paths
 * @node: routers, by number; valid either inside of the goal's region only, or outside of it only
 * @path: memory for the routers of one path
 */
struct route_field {
	const struct route_plan *p;
	const struct route_counted *counted;
	struct route_goal goal;
	struct route_node *node;
	u32 *path;
};

struct route_field *route_field_new(const struct route_plan *p, const struct route_counted *c);
void route_field_free(struct route_field *f);

/*
 * Find the paths to @router from all routers of its region, or the paths to @region, for node ids
 * with lowest bit @odd, from all routers outside of it.
 */
void route_field_fill_local(struct route_field *f, u32 router);
void route_field_fill_global(struct route_field *f, u32 region, bool odd);

/* Return the reason for which a packet from input @in of @router cannot go on, or ROUTE_FINE. */
enum route_reason route_field_why(const struct route_field *f, u32 router, u32 in);

/* Return the entry of the goal in the table of input @in of @router. */
u8 route_field_entry(const struct route_field *f, u32 router, u32 in);

/* Return the port id at which the next router receives packets from @router. */
static inline u32 route_field_next(const struct route_field *f, u32 router)
{
	u32 port = f->node[router].port;

	return SS_PORT_ID(f->p->peer[SS_PORT_ID(router, port)], ss_opposite(port));
}

/* Return the first router of a region; routers of a region are numbered consecutively. */
static inline u32 route_first_router(const struct route_plan *p, u32 region)
{
	return p->region[region].first * p->topo.size[1] * p->topo.size[2];
}

static inline u32 route_last_router(const struct route_plan *p, u32 region)
{
	return (p->region[region].last + 1) * p->topo.size[1] * p->topo.size[2] - 1;
}

#endif /* SIM_ROUTE_FIELD_H */
