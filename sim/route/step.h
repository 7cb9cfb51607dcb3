/* SPDX-License-Identifier: GPL-2.0-only */
/* A packet's step from one input buffer to the next, by tables and datelines. */
#ifndef SIM_ROUTE_STEP_H
#define SIM_ROUTE_STEP_H

#include "plan.h"
#include "tables.h"

/* Number of a channel: the buffer of virtual channel @vc, 0 or 1, at input @port_id. */
#define ROUTE_CHANNEL(port_id, vc)	((port_id) << 1 | (vc))

static inline u32 route_channel_port(u32 channel)
{
	return channel >> 1;
}

static inline u32 route_channel_router(u32 channel)
{
	return SS_PORT_ROUTER(channel >> 1);
}

static inline u32 route_channel_vc(u32 channel)
{
	return channel & 1;
}

/* Return the entry of the tables for a packet for @dest in @channel. */
static inline u8 route_step_entry(const struct route_plan *p, const struct route_tables *t,
				  u32 channel, u32 dest)
{
	u32 id = route_channel_port(channel), nid = p->nid[dest];

	if (ss_route_region(nid) == route_region_of(p, SS_PORT_ROUTER(id)))
		return route_tables_local(t, id, nid);
	return route_tables_global(t, id, nid);
}

/* Return the VC on which a packet in @channel leaves by @entry, before a dateline changes it. */
static inline u32 route_step_vc(u8 entry, u32 channel)
{
	enum ss_route_vc vc = ss_route_vc(entry);

	return vc == SS_ROUTE_KEEP ? route_channel_vc(channel) : vc;
}

#endif /* SIM_ROUTE_STEP_H */
