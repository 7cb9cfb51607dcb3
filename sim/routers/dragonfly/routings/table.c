// SPDX-License-Identifier: GPL-2.0-only
/* The routings by number: their properties, from list.h, and their functions. */
#include "routing.h"

static const struct {
	u32 has;
	const struct drf_routing *own;
} table[] = {
#define ROW(with, name, file, word, has, text)	{ has, &drf_routing_##file },
	SS_DRAGONFLY_ROUTINGS(ROW, 0)
#undef ROW
};

bool ss_dragonfly_is_routing(u32 routing)
{
	return routing >= SS_ROUTE_LISTED && routing < SS_DRAGONFLY_ROUTINGS_END;
}

bool ss_dragonfly_routing_has(u32 routing, u32 any)
{
	return ss_dragonfly_is_routing(routing) && table[routing - SS_ROUTE_LISTED].has & any;
}

const struct drf_routing *drf_routing(u32 routing)
{
	return table[routing - SS_ROUTE_LISTED].own;
}
