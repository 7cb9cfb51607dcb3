/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The look-up tables of all input ports of a fabric.  They are kept in blocks of 64 entries,
 * and blocks with the same entries are kept once.
 */
#ifndef SIM_ROUTE_TABLES_H
#define SIM_ROUTE_TABLES_H

#include "sim/parts/routing/tables.h"

/**
 * struct route_tables - the look-up tables of all input ports
 * @routers: number of routers that have tables
 * @local: numbers of blocks of the local table, by port id, then by place in the table
 * @global: number of the block whose first entries are the global table, by port id
 * @block: blocks by number; the first has no entry
 * @blocks: number of blocks
 * @room: number of blocks for which @block has room
 * @slot: hash table of the blocks' numbers
 * @slots: size of @slot, a power of two
 */
struct route_tables {
	u32 routers;
	u32 (*local)[SS_TABLE_BLOCKS];
	u32 *global;
	u8 (*block)[SS_TABLE_BLOCK];
	u32 blocks;
	u32 room;
	u32 *slot;
	u32 slots;
};

/* Make tables without entries. */
struct route_tables *route_tables_new(u32 routers);
void route_tables_free(struct route_tables *t);

/* Return the number of the block with these entries, which is new if there was none. */
u32 route_tables_block(struct route_tables *t, const u8 entry[SS_TABLE_BLOCK]);

/* Return the entry of an input port for a destination in the router's own region, or in another. */
static inline u8 route_tables_local(const struct route_tables *t, u32 port_id, u32 nid)
{
	u32 n = ss_route_local(nid);

	return t->block[t->local[port_id][n / SS_TABLE_BLOCK]][n % SS_TABLE_BLOCK];
}

static inline u8 route_tables_global(const struct route_tables *t, u32 port_id, u32 nid)
{
	return t->block[t->global[port_id]][ss_route_global(nid)];
}

/* Change one entry, for a destination in the router's own region. */
void route_tables_set_local(struct route_tables *t, u32 port_id, u32 nid, u8 entry);

/* Return the tables in the form that a fabric uses; @nid and @dateline are from a plan. */
struct ss_tables route_tables_loaded(const struct route_tables *t, const u16 *nid,
				     const u32 dateline[SEASTAR_DIMS]);

#endif /* SIM_ROUTE_TABLES_H */
