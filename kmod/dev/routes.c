// SPDX-License-Identifier: GPL-2.0-only
/*
 * Look-up tables of all routers of a device.
 */
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "base/alloc.h"
#include "dev/dev.h"
#include "dev/routes.h"

static size_t ports_of(const struct seastar_routes *routes)
{
	return (size_t)routes->routers << SS_PORT_SHIFT;
}

static void free_routes(struct seastar_routes *routes)
{
	vfree(routes->local);
	vfree(routes->global);
	vfree(routes->block);
	vfree(routes->nid);
	vfree(routes->seen);
	kvfree(routes);
}

static bool allocate(struct seastar_routes *routes)
{
	routes->local = seastar_alloc(ports_of(routes) * sizeof(*routes->local));
	routes->global = seastar_alloc(ports_of(routes) * sizeof(*routes->global));
	routes->block = seastar_alloc((size_t)routes->blocks * sizeof(*routes->block));
	routes->nid = seastar_alloc(routes->routers * sizeof(*routes->nid));
	routes->seen = seastar_alloc(BITS_TO_LONGS(routes->routers + routes->blocks) *
				     sizeof(long));
	return routes->local && routes->global && routes->block && routes->nid && routes->seen;
}

/**
 * seastar_routes_new() - tables to be filled in
 * @sdev: whose
 * @blocks: how many parts they have, 1 or more
 *
 * Return: the tables with a reference, without datelines; or NULL.
 */
struct seastar_routes *seastar_routes_new(const struct seastar_dev *sdev, u32 blocks)
{
	struct seastar_routes *routes;
	u32 i;

	routes = seastar_calloc(1, sizeof(*routes));
	if (!routes)
		return NULL;
	refcount_set(&routes->refs, 1);
	routes->routers = sdev->routers;
	routes->blocks = blocks;
	if (!allocate(routes)) {
		free_routes(routes);
		return NULL;
	}
	routes->tables.local = (const u32 (*)[SS_TABLE_BLOCKS])routes->local;
	routes->tables.global = routes->global;
	routes->tables.block = (const u8 (*)[SS_TABLE_BLOCK])routes->block;
	routes->tables.nid = routes->nid;
	for (i = 0; i < SEASTAR_DIMS; i++)
		routes->tables.dateline[i] = SS_NO_DATELINE;
	return routes;
}

/**
 * seastar_routes_get() - take a reference
 * @routes: the tables, or NULL
 *
 * Return: @routes.
 */
struct seastar_routes *seastar_routes_get(struct seastar_routes *routes)
{
	if (routes)
		refcount_inc(&routes->refs);
	return routes;
}

/**
 * seastar_routes_put() - give a reference back
 * @routes: the tables, or NULL
 */
void seastar_routes_put(struct seastar_routes *routes)
{
	if (routes && refcount_dec_and_test(&routes->refs))
		free_routes(routes);
}

/**
 * seastar_routes_bytes() - memory that tables take
 * @routes: the tables
 *
 * Return: bytes.
 */
size_t seastar_routes_bytes(const struct seastar_routes *routes)
{
	return ports_of(routes) * (sizeof(*routes->local) + sizeof(*routes->global)) +
	       (size_t)routes->blocks * sizeof(*routes->block);
}

/**
 * seastar_routes_fill_block() - fill in a part of tables
 * @routes: tables that are not sealed
 * @block: its number, less than there are
 * @entries: 64
 */
void seastar_routes_fill_block(struct seastar_routes *routes, u32 block, const u8 *entries)
{
	memcpy(routes->block[block], entries, SS_TABLE_BLOCK);
	__set_bit(routes->routers + block, routes->seen);
}

/**
 * seastar_routes_fill_router() - fill in the tables of a router
 * @routes: tables that are not sealed
 * @router: which one
 * @local: by input port, the numbers of 64 blocks
 * @global: by input port, the number of a block
 * @nid: its node id
 *
 * The numbers are less than there are blocks.
 */
void seastar_routes_fill_router(struct seastar_routes *routes, u32 router,
				const u32 *local, const u32 *global, u16 nid)
{
	u32 port;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		memcpy(routes->local[SS_PORT_ID(router, port)], local + port * SS_TABLE_BLOCKS,
		       sizeof(*routes->local));
		routes->global[SS_PORT_ID(router, port)] = global[port];
	}
	routes->nid[router] = nid;
	__set_bit(router, routes->seen);
}

static bool repeats_id(const struct seastar_routes *routes, unsigned long *ids)
{
	u32 router;

	for (router = 0; router < routes->routers; router++)
		if (__test_and_set_bit(routes->nid[router], ids))
			return true;
	return false;
}

/**
 * seastar_routes_seal() - tables are complete: nothing of them changes any more
 * @routes: the tables
 *
 * Return: NULL, or a sentence why they cannot be, since they lack something.
 */
const char *seastar_routes_seal(struct seastar_routes *routes)
{
	u32 end = routes->routers + routes->blocks;
	u32 lacks = find_first_zero_bit(routes->seen, end);
	unsigned long *ids;
	bool repeats;

	if (routes->sealed)
		return NULL;
	if (lacks < routes->routers)
		return "the draft lacks the tables of a router";
	if (lacks < end)
		return "the draft lacks a block of entries";
	ids = seastar_alloc(BITS_TO_LONGS(SEASTAR_NODE_IDS) * sizeof(long));
	if (!ids)
		return "not enough memory to compare the node ids of the draft";
	repeats = repeats_id(routes, ids);
	vfree(ids);
	if (repeats)
		return "two routers of the draft have the same node id";
	routes->sealed = true;
	return NULL;
}

/**
 * seastar_routes_replace() - bring tables into force
 * @sdev: a device whose backend can, locked
 * @routes: sealed tables, or NULL for the rule
 * @stranded: &enum seastar_stranded
 * @q: set to what it took
 *
 * Return: 0, or -ENOMEM, and nothing has changed.
 */
int seastar_routes_replace(struct seastar_dev *sdev, struct seastar_routes *routes,
			   u32 stranded, struct ss_quiesce *q)
{
	int err;

	err = sdev->ops->routes_set(sdev, routes, stranded, q);
	if (err)
		return err;
	seastar_routes_put(sdev->routes);
	sdev->routes = seastar_routes_get(routes);
	return 0;
}
