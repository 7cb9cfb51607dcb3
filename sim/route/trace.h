/* SPDX-License-Identifier: GPL-2.0-only */
/* The path of one packet by the tables, hop by hop. */
#ifndef SIM_ROUTE_TRACE_H
#define SIM_ROUTE_TRACE_H

#include "plan.h"
#include "tables.h"

/**
 * struct route_hop - a router that a packet comes to
 * @router: number of the router
 * @in: input port
 * @out: output port; SEASTAR_PORTS: there is no entry
 * @vc: VC on which the packet leaves, 0 or 1
 * @is_dateline: true if the link changes VC0 to VC1
 * @is_dropped: true if the packet is dropped: it was on VC1 at a dateline, or there is no entry
 * @is_global: true if the entry is in the global table, not in the local one
 */
struct route_hop {
	u32 router;
	u32 in;
	u32 out;
	u32 vc;
	bool is_dateline;
	bool is_dropped;
	bool is_global;
};

/*
 * Return the hops of a packet from @source to @dest, up to the last router that it comes to.  The
 * caller frees them.  If the tables lead in a circle, there are as many hops as buffers.
 */
struct route_hop *route_trace(const struct route_plan *p, const struct route_tables *t,
			      u32 source, u32 dest, u32 *hops);

#endif /* SIM_ROUTE_TRACE_H */
