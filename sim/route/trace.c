// SPDX-License-Identifier: GPL-2.0-only
#include "sim/base/memory.h"

#include "step.h"
#include "trace.h"

/* Find the hop that the tables give a packet for @dest in @channel. */
static struct route_hop hop_of(const struct route_plan *p, const struct route_tables *t,
			       u32 channel, u32 dest)
{
	u32 router = route_channel_router(channel);
	u8 entry = route_step_entry(p, t, channel, dest);
	struct route_hop hop = {
		.router = router, .in = SS_PORT_OF(route_channel_port(channel)),
		.out = SEASTAR_PORTS, .vc = route_channel_vc(channel),
		.is_global = route_region_of(p, router) != ss_route_region(p->nid[dest]),
	};

	hop.is_dropped = entry == SS_ROUTE_NONE;
	if (hop.is_dropped)
		return hop;
	hop.out = ss_route_port(entry);
	hop.vc = route_step_vc(entry, channel);
	hop.is_dateline = route_is_dateline(p, router, hop.out);
	hop.is_dropped = hop.is_dateline && hop.vc;
	hop.vc |= hop.is_dateline;
	return hop;
}

static bool goes_on(const struct route_plan *p, const struct route_hop *hop)
{
	return hop->out != SEASTAR_PORTS && hop->out != SEASTAR_PORT_PROC && !hop->is_dropped &&
	       route_behind(p, hop->router, hop->out) != SS_NO_ROUTER;
}

struct route_hop *route_trace(const struct route_plan *p, const struct route_tables *t,
			      u32 source, u32 dest, u32 *hops)
{
	u32 channel = ROUTE_CHANNEL(SS_PORT_ID(source, SEASTAR_PORT_PROC), 0), room = 0;
	u32 most = p->topo.routers << (SS_PORT_SHIFT + 1);
	struct route_hop *list = NULL;

	for (*hops = 0; *hops < most;) {
		struct route_hop hop = hop_of(p, t, channel, dest);

		if (*hops == room) {
			room = 2 * room + 16;
			list = sim_grow(list, room, sizeof(*list));
		}
		list[(*hops)++] = hop;
		if (!goes_on(p, &hop))
			break;
		channel = ROUTE_CHANNEL(SS_PORT_ID(p->peer[SS_PORT_ID(hop.router, hop.out)],
						   ss_opposite(hop.out)), hop.vc);
	}
	return list;
}
