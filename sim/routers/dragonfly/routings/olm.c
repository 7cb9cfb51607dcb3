// SPDX-License-Identifier: GPL-2.0-only
/* OLM: opportunistic local misrouting (docs/dragonfly-adaptive.md, section 5). */
#include "sim/routers/dragonfly/adapt.h"

const struct drf_routing drf_routing_olm = {
	.way = "lglgl",
	.opportunistic = true,
	.attempt = drf_attempt_in_transit,
	.observe = drf_find_congested,
};
