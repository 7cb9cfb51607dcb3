/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The plan that tables of routes are made for: a cube, its regions and node ids, its datelines, the
 * virtual channels, and the links that are down.
 */
#ifndef SIM_ROUTE_PLAN_H
#define SIM_ROUTE_PLAN_H

#include <seastar/route.h>

#include "sim/base/error.h"
#include "sim/core/wiring.h"
#include "sim/parts/routing/dimension_order.h"

/**
 * enum route_assignment - virtual channel on which packets start that will not cross the dateline
 * @ROUTE_V0: VC by the lowest bits of source and destination (sec. 3.1)
 * @ROUTE_V1: VC as with V0, but VC0 behind the dateline (sec. 3.2)
 * @ROUTE_V2: VC as with V1, and the two global entries of a region differ (sec. 3.3)
 * @ROUTE_V3: VC as with V2, but packets that end or turn at the dateline's router do not cross
 *	(sec. 3.4)
 * @ROUTE_COUNTED: VC with which the packets of all pairs, counted link by link, are spread most
 *	evenly
 */
enum route_assignment {
	ROUTE_V0,
	ROUTE_V1,
	ROUTE_V2,
	ROUTE_V3,
	ROUTE_COUNTED,
};

extern const char *const route_assignment_words[];

/**
 * struct route_region - a region: neighbouring planes of equal x
 * @first: first plane of x
 * @last: last plane of x
 * @used: true if the region exists
 */
struct route_region {
	u32 first;
	u32 last;
	bool used;
};

/**
 * struct route_ids - rule for the node ids of each region, which are numbered from 0
 * @order: dimensions, beginning with the one along which ids count up first
 * @folded: true if ids follow folded rings, in the order of coordinates 0, k - 1, 1, k - 2, ...
 * @random: true if ids are shuffled
 * @seed: seed of the shuffle
 */
struct route_ids {
	u8 order[SEASTAR_DIMS];
	bool folded;
	bool random;
	u64 seed;
};

#define ROUTE_AUTO	U32_MAX

/**
 * struct route_plan - the plan that tables are made for
 * @topo: topology of the cube; @topo.routers is 0 until it is given
 * @region: regions, by number, which is NID[14:12]
 * @dateline: coordinate of the routers of each dimension's dateline; ROUTE_AUTO: one that
 *	route_plan_check() chooses
 * @assignment: &enum route_assignment
 * @ties: &enum ss_ties, SS_TIES_PAIR or SS_TIES_PLUS
 * @ids: rule for the node ids, unless @ids_file is given
 * @down: by router: set of the ports whose link is down
 * @nid: node id of each router
 * @router: router of each node id, or SS_NO_ROUTER
 * @region_of: region of each plane of x
 * @place: ss_route_place() of each router
 * @peer: router behind each link, by port id (SS_PORT_ID), or SS_NO_ROUTER
 * @rule: data for routes in dimension order, from @place
 * @regions_word: value of regions=, or NULL
 * @down_word: value of down=, or NULL
 * @ids_file: value of ids=, or NULL if that is a word
 */
struct route_plan {
	struct ss_topology topo;
	struct route_region region[SS_ROUTE_REGIONS];
	u32 dateline[SEASTAR_DIMS];
	u32 assignment;
	u32 ties;
	struct route_ids ids;
	u8 *down;
	u16 *nid;
	u32 *router;
	u8 *region_of;
	u64 *place;
	u32 *peer;
	struct ss_routing rule;
	char *regions_word;
	char *down_word;
	char *ids_file;
};

struct route_plan *route_plan_new(void);
void route_plan_free(struct route_plan *p);

/*
 * Set a key of the plan from @word, KEY=VALUE.  The keys are topology=, mesh=,
 * regions=FIRST-LAST,..., dateline=X,Y,Z, assignment=, ids=FILE or a word (route_ids_parse()),
 * down=ROUTER:PORT,... and ties=.
 */
bool route_plan_set(struct route_plan *p, const char *word, struct sim_error *err);

/* Check all keys of @p together, and derive the fields that no key gives. */
bool route_plan_check(struct route_plan *p, struct sim_error *err);

/* Take the link at @port of @router down, in both directions, or bring it up if not @down. */
void route_plan_fail(struct route_plan *p, u32 router, u32 port, bool down);

static inline u32 route_at(const struct route_plan *p, u32 router, u32 dim)
{
	return ss_place_at(p->place[router], dim);
}

static inline u32 route_region_of(const struct route_plan *p, u32 router)
{
	return p->region_of[route_at(p, router, 0)];
}

/* Return true if a packet on VC0 changes to VC1 as it leaves @router by @port. */
static inline bool route_is_dateline(const struct route_plan *p, u32 router, u32 port)
{
	u32 dim = ss_port_dim(port);

	return dim < SEASTAR_DIMS && ss_is_torus(&p->topo, dim) && p->topo.size[dim] > 1 &&
	       route_at(p, router, dim) == p->dateline[dim];
}

/* Return the router behind a network port, or SS_NO_ROUTER if there is no link, or it is down. */
static inline u32 route_behind(const struct route_plan *p, u32 router, u32 port)
{
	return p->down[router] >> port & 1 ? SS_NO_ROUTER :
					     p->peer[SS_PORT_ID(router, port)];
}

/*
 * Read @word, ROUTER:PORT, as a link of @topo.  Returns false if it is none, with a sentence in
 * @err that begins with @key.
 */
bool route_link_parse(const struct ss_topology *topo, const char *key, const char *word,
		      u32 *router, u32 *port, struct sim_error *err);

#endif /* SIM_ROUTE_PLAN_H */
