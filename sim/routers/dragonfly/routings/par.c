// SPDX-License-Identifier: GPL-2.0-only
/*
 * PAR, progressive adaptive routing: packets leave the minimal path by later VCs only
 * (docs/dragonfly-adaptive.md, section 5).
 */
#include "sim/routers/dragonfly/adapt.h"

const struct drf_routing drf_routing_par = {
	.way = "llgllgl",
	.attempt = drf_attempt_in_transit,
	.observe = drf_find_congested,
};
