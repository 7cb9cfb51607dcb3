// SPDX-License-Identifier: GPL-2.0-only
/* Valiant routing by a random group (docs/dragonfly-router.md, section 5). */
#include "routing.h"

const struct drf_routing drf_routing_val_group = {
	.way = "lglgl",
};
