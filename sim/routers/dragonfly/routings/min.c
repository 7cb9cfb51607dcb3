// SPDX-License-Identifier: GPL-2.0-only
/* The minimal way (docs/dragonfly-router.md, section 5). */
#include "routing.h"

const struct drf_routing drf_routing_min = {
	.way = "lgl",
};
