// SPDX-License-Identifier: GPL-2.0-only
/* The tables of the kinds of routers (routers.h), except of those that have a file of their own. */
#include <string.h>

#include "sim/topology/hyperx.h"

#include "cycle_time.h"
#include "keys.h"

static struct ss_config usual_seastar(const struct sim_experiment *e)
{
	const u32 *k = e->config.size;
	struct ss_config usual;

	ss_config_default(&usual, k[0], k[1], k[2], k[SS_MESH]);
	return usual;
}

static u32 seastar_cycle_time(const struct sim_experiment *e)
{
	(void)e;
	return SIM_SEASTAR_CYCLE;
}

const struct sim_router_ops sim_router_seastar = {
	.usual = usual_seastar,
	.cycle_time = seastar_cycle_time,
	.hop = { "router_delay", "link_delay" },
};

/* Return the number of the routing, among all, that has this word. */
static u32 routing_called(const char *word)
{
	const char *const *words = sim_keys[sim_key_find("routing")].words;
	u32 i = 0;

	while (strcmp(words[i], word))
		i++;
	return i;
}

static struct ss_config usual_vc(const struct sim_experiment *e)
{
	const struct ss_topology_ops *t = e->config.topology;
	const u32 *k = e->config.size;
	struct ss_config usual;

	ss_vc_config_default(&usual, k[0], k[1], k[2], k[SS_MESH]);
	if (!sim_is_given(e, "topology") || !t->routings)
		return usual;
	usual.kind = &ss_vc_wide_kind;
	usual.topology = t;
	usual.size[SS_CONCENTRATION] = 1;
	usual.routing = routing_called(t->routings[0].word);
	return usual;
}

static u32 unknown_cycle_time(const struct sim_experiment *e)
{
	(void)e;
	return 0;
}

const struct sim_router_ops sim_router_vc = {
	.usual = usual_vc,
	.cycle_time = unknown_cycle_time,
	.hop = { "routing_delay", "vc_delay", "switch_delay", "traversal_delay", "link_delay" },
};

static struct ss_config usual_torus(const struct sim_experiment *e)
{
	const u32 *k = e->config.size;
	struct ss_config usual;

	ss_torus_config_default(&usual, k[0], k[1], k[2]);
	return usual;
}

const struct sim_router_ops sim_router_torus = {
	.usual = usual_torus,
	.cycle_time = unknown_cycle_time,
};

/* Return the usual values of the routers of Puente et al., which depend on routing and crossbar. */
static struct ss_config usual_of_puente(const struct sim_experiment *e)
{
	const u32 *k = e->config.size;
	u32 routing = sim_is_given(e, "routing") ? e->config.routing : SS_ROUTE_ADAPTIVE;
	u32 crossbar = SS_CROSSBAR_OAC;
	struct ss_config usual;

	if (sim_is_given(e, "crossbar") && routing == SS_ROUTE_ADAPTIVE)
		crossbar = e->config.escape.crossbar;
	if (e->router == SIM_ROUTER_BUBBLE)
		ss_bubble_config_default(&usual, k[0], k[1], k[2], routing, crossbar);
	else
		ss_wormhole_config_default(&usual, k[0], k[1], k[2], routing, crossbar);
	return usual;
}

static u32 bubble_cycle_time(const struct sim_experiment *e)
{
	static const u32 adaptive[] = {
		[SS_CROSSBAR_OAC] = SIM_BADA_OAC_CYCLE,
		[SS_CROSSBAR_SIC] = SIM_BADA_SIC_CYCLE,
		[SS_CROSSBAR_WAVE] = SIM_BADA_WAVE_CYCLE,
	};

	return e->config.routing == SS_ROUTE_DOR ? SIM_BDOR_CYCLE :
						   adaptive[e->config.escape.crossbar];
}

const struct sim_router_ops sim_router_bubble = {
	.usual = usual_of_puente,
	.cycle_time = bubble_cycle_time,
	.hop = { "router_delay" },	/* the link is included */
};

static u32 wormhole_cycle_time(const struct sim_experiment *e)
{
	if (e->config.routing == SS_ROUTE_DOR)
		return SIM_VCDOR_CYCLE;
	return e->config.escape.crossbar == SS_CROSSBAR_SIC ? SIM_VCADA_SIC_CYCLE :
							      SIM_VCADA_OAC_CYCLE;
}

const struct sim_router_ops sim_router_wormhole = {
	.usual = usual_of_puente,
	.cycle_time = wormhole_cycle_time,
	.hop = { "router_delay" },	/* the link is included */
};

const struct sim_router_ops *sim_router_ops(const struct sim_experiment *e)
{
#define TABLE(name, word)	[SIM_ROUTER_##name] = &sim_router_##word,
	static const struct sim_router_ops *const tables[] = { SIM_EACH_ROUTER(TABLE) };
#undef TABLE

	return tables[e->router];
}

const struct sim_router_ops *sim_router_called(const char *word)
{
#define ROW(name, word)	{ #word, &sim_router_##word },
	static const struct {
		const char *word;
		const struct sim_router_ops *ops;
	} rows[] = { SIM_EACH_ROUTER(ROW) };
#undef ROW

	for (u32 i = 0; i < SIM_ROUTERS; i++)
		if (!strcmp(rows[i].word, word))
			return rows[i].ops;
	return NULL;
}
