// SPDX-License-Identifier: GPL-2.0-only
/* Experiments whose packets are routed by look-up tables. */
#include <stdio.h>
#include <string.h>

#include "sim/route/plan.h"

#include "keys.h"

/* Find the word of @c's routing, or of the first one of its topology if it has none of them. */
static u32 routing_of_topology(const struct ss_config *c)
{
	const char *word = sim_keys[sim_key_find("routing")].words[c->routing];
	const struct ss_topology_routing *routings = c->topology->routings;
	u32 i = 0;

	while (routings[i].word && strcmp(routings[i].word, word))
		i++;
	return routings[i].word ? i : 0;
}

struct ss_config sim_config(const struct sim_experiment *e)
{
	struct ss_config c = e->config;

	c.seastar.tables = sim_has_tables(e) || *e->lossy;
	/* the command line may have made the routing void */
	if (e->router != SIM_ROUTER_TORUS && c.routing == SS_ROUTE_DOR)
		c.escape.crossbar = SS_CROSSBAR_OAC;
	if (e->router == SIM_ROUTER_VC && c.topology->routings)
		c.routing = routing_of_topology(&c);
	if (!sim_has_tables(e))
		return c;
	/* for packets' VCs at the processor port, which tables do not choose */
	c.assignment = SS_ASSIGN_BALANCED;
	return c;
}

static bool set(struct route_plan *p, const char *key, const char *value, struct sim_error *err)
{
	char word[sizeof(((struct sim_routes *)0)->down) + 16];

	if (!*value)
		return true;
	snprintf(word, sizeof(word), "%s=%s", key, value);
	return route_plan_set(p, word, err);
}

struct route_plan *sim_route_plan(const struct sim_experiment *e, struct sim_error *err)
{
	struct route_plan *p = route_plan_new();

	ss_config_topology(&e->config, &p->topo);
	p->assignment = e->config.assignment - SIM_ASSIGN_TABLES;
	if (set(p, "dateline", e->routes.dateline, err) &&
	    set(p, "regions", e->routes.regions, err) &&
	    set(p, "down", e->routes.down, err) && route_plan_check(p, err))
		return p;
	route_plan_free(p);
	return NULL;
}
