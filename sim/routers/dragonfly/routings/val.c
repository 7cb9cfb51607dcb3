// SPDX-License-Identifier: GPL-2.0-only
/* Valiant routing by a random router (docs/dragonfly-router.md, section 5). */
#include "sim/routers/dragonfly/adapt.h"

const struct drf_routing drf_routing_val = {
	.way = "lgllgl",
	.attempt = drf_attempt_at_source,	/* with redraw=yes */
};
