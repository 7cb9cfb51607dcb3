// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "sim/parts/link/go_back_n.h"

#include "limit.h"

/* Return true if this channel is used more than all before, and record its kind and use. */
static bool leads(struct sim_limit *l, enum sim_resource of, double use)
{
	if (isnan(use) || use == 0 || use <= l->use)
		return false;
	l->of = of;
	l->use = use;
	return true;
}

static void offer_node(struct sim_limit *l, const struct sim_result *r, enum sim_resource of,
		       u32 node, double use)
{
	if (!leads(l, of, use))
		return;
	l->node = node;
	l->router = ss_router_of(&r->measure->topo, node);
}

/* Return the ratio of @flits to the flits that a channel of @rate flits per cycle could carry. */
static double use(const struct sim_result *r, u64 flits, const u32 *rate)
{
	return sim_ratio((double)flits * rate[1], (double)r->measured * rate[0]);
}

static double injection(const struct sim_result *r, u32 node)
{
	/* if a node may inject a packet in each cycle, its channel is no limit */
	if (ss_config_injects_every_cycle(&r->experiment->config))
		return NAN;
	return use(r, sim_entered(r, node), r->experiment->config.inject);
}

static double ejection(const struct sim_result *r, u32 node)
{
	const struct ss_config *cfg = &r->experiment->config;
	const u32 rate[] = { cfg->eject[0] * ss_config_links(cfg), cfg->eject[1] };

	return use(r, r->measure->node[node].received, rate);
}

/* Return the cycles in which links waited for the answer to micropackets, and sent them again. */
static u64 resending(const struct sim_result *r, const struct sim_port *p)
{
	return p->resent * ss_round_trip(r->experiment->config.link_delay);
}

/*
 * Return the use of a link, whose flits are counted where it ends or where it begins; NaN if there
 * is none.
 */
static double link_use(const struct sim_result *r, u32 router, u32 port)
{
	const struct ss_topology *t = &r->measure->topo;
	const u32 rate[] = { ss_config_links(&r->experiment->config), 1 };
	u32 back, next = t->ops->behind(t, router, port, &back);

	if (next == SS_NO_ROUTER)
		return NAN;
	if (r->carried)
		return use(r, r->carried[router * r->ports + port], rate);
	return use(r, sim_port_at(r, next, back)->flits +
		   resending(r, sim_port_at(r, router, port)), rate);
}

static double mean_use(const struct sim_result *r, const struct sim_limit *l)
{
	const struct ss_topology *t = &r->measure->topo;
	struct sim_port dim;
	double sum = 0;

	if (l->of == SIM_LINK) {
		u32 row = t->ops->view->row_of(t, l->router, l->port);

		dim = sim_link_kind_sum(r, ss_link_kind_of(t->ops->view, row));
		return sim_ratio(dim.flits + resending(r, &dim),
				 (double)dim.links * ss_config_links(&r->experiment->config) *
				 r->measured);
	}
	for (u32 node = 0; node < r->nodes; node++)
		sum += l->of == SIM_EJECTION ? ejection(r, node) : injection(r, node);
	return sum / r->nodes;
}

static void offer_links(struct sim_limit *l, const struct sim_result *r, u32 router)
{
	const struct ss_topology *t = &r->measure->topo;

	for (u32 port = ss_nodes_of(t, router); port < t->ports; port++) {
		if (!leads(l, SIM_LINK, link_use(r, router, port)))
			continue;
		l->router = router;
		l->port = port;
	}
}

struct sim_limit sim_limit(const struct sim_result *r)
{
	struct sim_port network = sim_port_sum(r, SEASTAR_PORT_XP, r->rows - SEASTAR_PORT_XP);
	struct sim_port proc = sim_port_sum(r, SEASTAR_PORT_PROC, 1);
	struct sim_limit l = { .use = NAN };
	double cycles = (double)network.links * r->measured;

	for (u32 node = 0; node < r->nodes; node++) {
		offer_node(&l, r, SIM_INJECTION, node, injection(r, node));
		offer_node(&l, r, SIM_EJECTION, node, ejection(r, node));
	}
	for (u32 router = 0; router < r->routers; router++)
		offer_links(&l, r, router);
	l.mean = isnan(l.use) ? NAN : mean_use(r, &l);
	l.stalled = sim_ratio(network.stalled, cycles);
	l.blocked = sim_ratio(network.blocked, cycles);
	l.waiting = sim_ratio(proc.blocked, (double)r->nodes * r->measured);
	return l;
}
