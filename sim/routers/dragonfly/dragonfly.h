/* SPDX-License-Identifier: GPL-2.0-only */
/* The routers of a Dragonfly (docs/dragonfly-router.md). */
#ifndef SS_DRAGONFLY_ROUTER_H
#define SS_DRAGONFLY_ROUTER_H

#include "sim/core/fabric.h"

extern const struct ss_kind ss_dragonfly_kind;

/* VCs of local and of global ports that @routing needs. */
u32 ss_dragonfly_local_vcs(u32 routing);
u32 ss_dragonfly_global_vcs(u32 routing);

/* Ports as results count them (section 7 of the page). */
enum ss_dragonfly_port {
	SS_DRAGONFLY_NODE,
	SS_DRAGONFLY_LOCAL,
	SS_DRAGONFLY_GLOBAL,
	SS_DRAGONFLY_PORTS,
};

/* Flits of the packets that have begun to leave output @port of @router. */
u64 ss_dragonfly_carried(const struct ss_fabric *f, u32 router, u32 port);

/**
 * enum ss_dragonfly_rules - whose rules hold where the thesis and its simulator differ
 * @SS_DRAGONFLY_TEXT: the thesis'
 * @SS_DRAGONFLY_SIMULATOR: those of FOGSim
 * @SS_DRAGONFLY_RULES: how many kinds there are
 */
enum ss_dragonfly_rules {
	SS_DRAGONFLY_TEXT,
	SS_DRAGONFLY_SIMULATOR,
	SS_DRAGONFLY_RULES,
};

/* Fill @cfg with the shape given, and what is usual with @routing by &enum ss_dragonfly_rules. */
void ss_dragonfly_config_default(struct ss_config *cfg, u32 p, u32 a, u32 h, u32 routing,
				 u32 rules);

#endif /* SS_DRAGONFLY_ROUTER_H */
