// SPDX-License-Identifier: GPL-2.0-only
/*
 * The routings: the tables of docs/dragonfly-router.md, section 5, and docs/dragonfly-adaptive.md.
 */
#include "dragonfly.h"

static const struct df_routing routings[] = {
	[SS_ROUTE_MIN] = { "lgl" },
	[SS_ROUTE_VAL] = { "lgllgl", .valiant = true },
	[SS_ROUTE_VAL_GROUP] = { "lglgl", .valiant = true, .by_group = true },
	[SS_ROUTE_UGAL] = { "lgllgl", .valiant = true, .prefers_via = df_ugal_prefers_via },
	[SS_ROUTE_PB] = { "lgllgl", .valiant = true, .prefers_via = df_pb_prefers_via,
			  .by_links = true },
	[SS_ROUTE_PAR] = { "llgllgl", .in_transit = true },
	[SS_ROUTE_OLM] = { "lglgl", .in_transit = true, .opportunistic = true },
};

const struct df_routing *df_routing(const struct oracle *o)
{
	assert(o->cfg.routing < sizeof(routings) / sizeof(routings[0]) &&
	       routings[o->cfg.routing].order);
	return &routings[o->cfg.routing];
}

const char *df_order_of(const struct oracle *o)
{
	return df_routing(o)->order;
}

bool df_adapts(const struct oracle *o)
{
	return df_routing(o)->in_transit || df_routing(o)->prefers_via;
}

bool df_counts_minimal(const struct oracle *o)
{
	return df_routing(o)->by_links && o->cfg.dragonfly.adaptive.min_cred;
}
