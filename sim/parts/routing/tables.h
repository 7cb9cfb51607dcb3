/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Look-up tables that route packets (include/seastar/route.h, docs/routing.md).
 *
 * Tables are kept in blocks of 64 entries, and blocks with the same entries may be one.
 */
#ifndef SS_TABLES_H
#define SS_TABLES_H

#include <seastar/route.h>

#include "sim/core/wiring.h"

#define SS_TABLE_BLOCK	64
#define SS_TABLE_BLOCKS	(SS_ROUTE_LOCALS / SS_TABLE_BLOCK)	/* blocks of a local table */

/**
 * struct ss_tables - the tables of all input ports of a fabric
 * @local: number of a block by port id (SS_PORT_ID), then by place in the local table
 * @global: number of a block by port id; the block begins with the global table
 * @block: blocks, by number
 * @nid: node id of each router; the routers of a global region are neighbours
 * @dateline: coordinate of the dateline's routers in each dimension, or SS_NO_DATELINE
 */
struct ss_tables {
	const u32 (*local)[SS_TABLE_BLOCKS];
	const u32 *global;
	const u8 (*block)[SS_TABLE_BLOCK];
	const u16 *nid;
	u32 dateline[SEASTAR_DIMS];
};

#define SS_NO_DATELINE	((u32)-1)

/**
 * enum ss_drop - why a router drops a packet that tables route
 * @SS_DROP_NONE: the packet is not dropped
 * @SS_DROP_NO_ROUTE: the table has no entry for its destination, or one that leads to no link, or
 * to the processor of another router
 * @SS_DROP_DATELINE: the packet would cross a dateline on the upper half of its virtual channels
 * @SS_DROP_LINK: the packet's link is down
 * @SS_DROPS: number of these constants
 */
enum ss_drop {
	SS_DROP_NONE,
	SS_DROP_NO_ROUTE,
	SS_DROP_DATELINE,
	SS_DROP_LINK,
	SS_DROPS,
};

static inline u8 ss_tables_local(const struct ss_tables *t, u32 port_id, u32 nid)
{
	u32 n = ss_route_local(nid);

	return t->block[t->local[port_id][n / SS_TABLE_BLOCK]][n % SS_TABLE_BLOCK];
}

static inline u8 ss_tables_global(const struct ss_tables *t, u32 port_id, u32 nid)
{
	return t->block[t->global[port_id]][ss_route_global(nid)];
}

/* Return the entry of an input port of @router for a packet to router @dest. */
static inline u8 ss_tables_entry(const struct ss_tables *t, u32 router, u32 port, u32 dest)
{
	u32 id = SS_PORT_ID(router, port), nid = t->nid[dest];

	if (ss_route_region(nid) == ss_route_region(t->nid[router]))
		return ss_tables_local(t, id, nid);
	return ss_tables_global(t, id, nid);
}

#endif /* SS_TABLES_H */
