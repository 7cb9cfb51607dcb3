// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/core/rng.h"

#include "tables.h"

#define FIRST_SLOTS	1024

static u32 slot_of(const struct route_tables *t, const u8 *entry)
{
	u64 hash = 0, word;
	u32 at;

	for (u32 i = 0; i < SS_TABLE_BLOCK; i += sizeof(word)) {
		memcpy(&word, entry + i, sizeof(word));
		hash = ss_mix(hash ^ word);
	}
	at = hash & (t->slots - 1);
	while (t->slot[at] && memcmp(t->block[t->slot[at] - 1], entry, SS_TABLE_BLOCK))
		at = (at + 1) & (t->slots - 1);
	return at;
}

static void grow(struct route_tables *t)
{
	t->slots *= 2;
	t->slot = sim_grow(t->slot, t->slots, sizeof(*t->slot));
	memset(t->slot, 0, t->slots * sizeof(*t->slot));
	for (u32 i = 0; i < t->blocks; i++)
		t->slot[slot_of(t, t->block[i])] = i + 1;
}

u32 route_tables_block(struct route_tables *t, const u8 entry[SS_TABLE_BLOCK])
{
	u32 at = slot_of(t, entry);

	if (t->slot[at])
		return t->slot[at] - 1;
	if (t->blocks == t->room) {
		t->room *= 2;
		t->block = sim_grow(t->block, t->room, sizeof(*t->block));
	}
	memcpy(t->block[t->blocks], entry, SS_TABLE_BLOCK);
	t->slot[at] = ++t->blocks;
	if (2 * t->blocks > t->slots)
		grow(t);
	return t->blocks - 1;
}

struct route_tables *route_tables_new(u32 routers)
{
	struct route_tables *t = sim_alloc(1, sizeof(*t));
	size_t ports = (size_t)routers << SS_PORT_SHIFT;
	u8 none[SS_TABLE_BLOCK];

	t->routers = routers;
	t->local = sim_alloc(ports, sizeof(*t->local));
	t->global = sim_alloc(ports, sizeof(*t->global));
	t->room = FIRST_SLOTS / 2;
	t->block = sim_alloc(t->room, sizeof(*t->block));
	t->slots = FIRST_SLOTS;
	t->slot = sim_alloc(t->slots, sizeof(*t->slot));
	memset(none, SS_ROUTE_NONE, sizeof(none));
	route_tables_block(t, none);
	return t;
}

void route_tables_free(struct route_tables *t)
{
	if (!t)
		return;
	free(t->local);
	free(t->global);
	free(t->block);
	free(t->slot);
	free(t);
}

static void set(struct route_tables *t, u32 *block, u32 at, u8 entry)
{
	u8 changed[SS_TABLE_BLOCK];

	memcpy(changed, t->block[*block], sizeof(changed));
	changed[at] = entry;
	*block = route_tables_block(t, changed);
}

void route_tables_set_local(struct route_tables *t, u32 port_id, u32 nid, u8 entry)
{
	u32 n = ss_route_local(nid);

	set(t, &t->local[port_id][n / SS_TABLE_BLOCK], n % SS_TABLE_BLOCK, entry);
}

struct ss_tables route_tables_loaded(const struct route_tables *t, const u16 *nid,
				     const u32 dateline[SEASTAR_DIMS])
{
	return (struct ss_tables){
		.local = (const u32 (*)[SS_TABLE_BLOCKS])t->local,
		.global = t->global,
		.block = (const u8 (*)[SS_TABLE_BLOCK])t->block,
		.nid = nid,
		.dateline = { dateline[0], dateline[1], dateline[2] },
	};
}
