// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "sim/parts/link/go_back_n.h"

#include "limit.h"
#include "topology.h"

static void offer(struct sim_limit *l, enum sim_resource of, u32 node, u32 port, double use)
{
	if (isnan(use) || use == 0 || use <= l->use)
		return;
	l->of = of;
	l->node = node;
	l->port = port;
	l->use = use;
}

/* Flits over what a channel of @rate flits per cycle could carry. */
static double use(const struct sim_result *r, u64 flits, const u32 *rate)
{
	return sim_ratio((double)flits * rate[1], (double)r->measured * rate[0]);
}

static double injection(const struct sim_result *r, u32 node)
{
	/* where a node may inject a packet in each cycle, that is no limit */
	if (ss_config_pours(&r->experiment->config))
		return NAN;
	return use(r, sim_port_at(r, node, SEASTAR_PORT_PROC)->flits, r->experiment->config.inject);
}

static double ejection(const struct sim_result *r, u32 node)
{
	const struct ss_config *cfg = &r->experiment->config;
	const u32 rate[] = { cfg->eject[0] * ss_config_links(cfg), cfg->eject[1] };

	return use(r, r->measure->node[node].received, rate);
}

/* Cycles in which links waited for the answer to what they had sent, and sent it again. */
static u64 resending(const struct sim_result *r, const struct sim_port *p)
{
	return p->resent * ss_round_trip(r->experiment->config.link_delay);
}

/* Flits are counted where the link ends.  NaN if there is none. */
static double link_use(const struct sim_result *r, u32 node, u32 port)
{
	const u32 rate[] = { ss_config_links(&r->experiment->config), 1 };
	u32 next = ss_neighbour(&r->measure->topo, node, port);

	if (next == SS_NO_ROUTER)
		return NAN;
	return use(r, sim_port_at(r, next, ss_opposite(port))->flits +
		   resending(r, sim_port_at(r, node, port)), rate);
}

/* Which links have a row of results with that of @port. */
static u32 link_kind(const struct sim_result *r, u32 port)
{
	if (ss_is_cube(&r->measure->topo))
		return ss_port_dim(port);
	return port >= ss_dragonfly_first_global(&r->measure->topo.dragonfly);
}

static double mean_use(const struct sim_result *r, const struct sim_limit *l)
{
	struct sim_port dim;
	double sum = 0;

	if (l->of == SIM_LINK) {
		dim = sim_link_kind_sum(r, link_kind(r, l->port));
		return sim_ratio(dim.flits + resending(r, &dim),
				 (double)dim.links * ss_config_links(&r->experiment->config) *
				 r->measured);
	}
	for (u32 node = 0; node < r->nodes; node++)
		sum += l->of == SIM_EJECTION ? ejection(r, node) : injection(r, node);
	return sum / r->nodes;
}

/* The links of a cube's router, which has one node, or those of a Dragonfly's. */
static void offer_links(struct sim_limit *l, const struct sim_result *r, u32 router)
{
	const struct ss_topology *t = &r->measure->topo;
	const u32 rate[] = { 1, 1 };

	for (u32 port = SEASTAR_PORT_XP; port < SS_PORTS && ss_is_cube(t); port++)
		offer(l, SIM_LINK, router, port, link_use(r, router, port));
	if (ss_is_cube(t))
		return;
	for (u32 port = t->dragonfly.p; port < ss_dragonfly_ports(&t->dragonfly); port++)
		offer(l, SIM_LINK, ss_first_node(t, router), port,
		      use(r, r->carried[router * SIM_DRAGONFLY_PORTS + port], rate));
}

struct sim_limit sim_limit(const struct sim_result *r)
{
	struct sim_port network = sim_port_sum(r, SEASTAR_PORT_XP, SS_PORTS - SEASTAR_PORT_XP);
	struct sim_port proc = sim_port_sum(r, SEASTAR_PORT_PROC, 1);
	struct sim_limit l = { .use = NAN };
	double cycles = (double)network.links * r->measured;

	for (u32 node = 0; node < r->nodes; node++) {
		offer(&l, SIM_INJECTION, node, SEASTAR_PORT_PROC, injection(r, node));
		offer(&l, SIM_EJECTION, node, SEASTAR_PORT_PROC, ejection(r, node));
	}
	for (u32 router = 0; router < r->routers; router++)
		offer_links(&l, r, router);
	l.mean = isnan(l.use) ? NAN : mean_use(r, &l);
	l.stalled = sim_ratio(network.stalled, cycles);
	l.blocked = sim_ratio(network.blocked, cycles);
	l.waiting = sim_ratio(proc.blocked, (double)r->nodes * r->measured);
	return l;
}
