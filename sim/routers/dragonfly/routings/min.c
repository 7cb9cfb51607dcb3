// SPDX-License-Identifier: GPL-2.0-only
/* Minimal routing (docs/dragonfly-router.md, section 5). */
#include "routing.h"

const struct drf_routing drf_routing_min = {
	.way = "lgl",
};
