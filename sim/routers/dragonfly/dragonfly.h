/* SPDX-License-Identifier: GPL-2.0-only */
/* The routers of a Dragonfly (docs/dragonfly-router.md). */
#ifndef SS_DRAGONFLY_ROUTER_H
#define SS_DRAGONFLY_ROUTER_H

#include "sim/core/fabric.h"
#include "sim/topology/dragonfly.h"

#include "routings/list.h"

extern const struct ss_kind ss_dragonfly_kind;

/* Numbers of the routings, for &struct ss_config.routing. */
enum ss_dragonfly_routing {
	SS_DRAGONFLY_ROUTINGS_BEGIN = SS_ROUTE_LISTED - 1,
#define SS_DRAGONFLY_ROUTING(with, name, file, word, has, text)	SS_ROUTE_##name,
	SS_DRAGONFLY_ROUTINGS(SS_DRAGONFLY_ROUTING, 0)
#undef SS_DRAGONFLY_ROUTING
	SS_DRAGONFLY_ROUTINGS_END,
};

/* Return true if @routing is a routing of the Dragonfly. */
bool ss_dragonfly_is_routing(u32 routing);

/* Return true if @routing has any property of @any (routings/list.h). */
bool ss_dragonfly_routing_has(u32 routing, u32 any);

/* Return the VCs of local ports, or of global ports, that @routing needs. */
u32 ss_dragonfly_local_vcs(u32 routing);
u32 ss_dragonfly_global_vcs(u32 routing);

/**
 * enum ss_misroute - counts of packets that leave the minimal path (docs/dragonfly-adaptive.md,
 * section 8)
 * @SS_MISROUTED: packets granted to their nodes that have left the minimal path
 * @SS_MISROUTE_AT_SOURCE: hops off it at a node's port, by a global link or an intermediate router
 * @SS_MISROUTE_IN_TRANSIT: hops off it by a global link, in a later router
 * @SS_MISROUTE_LOCAL_SOURCE: hops off it by a local link of the source's group, with a global link
 * after it
 * @SS_MISROUTE_LOCAL_INTERMEDIATE: hops off it by a local link of a group that is not the
 * destination's
 * @SS_MISROUTE_LOCAL_DESTINATION: hops off it by a local link of the destination's group
 */
enum ss_misroute {
	SS_MISROUTED,
	SS_MISROUTE_AT_SOURCE,
	SS_MISROUTE_IN_TRANSIT,
	SS_MISROUTE_LOCAL_SOURCE,
	SS_MISROUTE_LOCAL_INTERMEDIATE,
	SS_MISROUTE_LOCAL_DESTINATION,
};

/* Parts of latencies, beside &enum ss_latency_part. */
enum ss_dragonfly_latency {
	SS_LATENCY_LOCAL = SS_LATENCY_LINKS,
	SS_LATENCY_GLOBAL,
};

/**
 * enum ss_dragonfly_rules - the rules to follow where the thesis and its simulator differ
 * @SS_DRAGONFLY_TEXT: rules of the thesis' text
 * @SS_DRAGONFLY_SIMULATOR: rules of FOGSim, the thesis' simulator
 * @SS_DRAGONFLY_RULES: number of sets of rules
 */
enum ss_dragonfly_rules {
	SS_DRAGONFLY_TEXT,
	SS_DRAGONFLY_SIMULATOR,
	SS_DRAGONFLY_RULES,
};

/* Fill @cfg with the given shape, and the usual values for @routing by &enum ss_dragonfly_rules. */
void ss_dragonfly_config_default(struct ss_config *cfg, u32 p, u32 a, u32 h, u32 routing,
				 u32 rules);

#endif /* SS_DRAGONFLY_ROUTER_H */
