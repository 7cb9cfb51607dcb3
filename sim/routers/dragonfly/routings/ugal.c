// SPDX-License-Identifier: GPL-2.0-only
/*
 * UGAL, universal globally-adaptive load-balanced routing: minimally, or by an intermediate router,
 * by the occupancies of both first hops (docs/dragonfly-adaptive.md, section 3).
 */
#include "sim/routers/dragonfly/adapt.h"

/*
 * Return the occupancy that is compared: FOGSim compares VCs, whatever it senses congested links
 * by.
 */
static u64 compared(const struct drf_visit *x, const struct drf_hop *hop)
{
	return x->f->cfg.dragonfly.adaptive.compare_hops ? drf_occupancy_of_vc(x, hop).flits :
						 drf_occupancy(x, hop).flits;
}

bool drf_ugal_leaves(const struct drf_visit *x, const struct ss_packet *p,
		     const struct drf_hop *straight, const struct drf_hop *around)
{
	return drf_is_longer(x, p, compared(x, straight), compared(x, around), around->via - 1);
}

const struct drf_routing drf_routing_ugal = {
	.way = "lgllgl",
	.leaves = drf_ugal_leaves,
	.attempt = drf_attempt_at_source,
};
