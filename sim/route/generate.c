// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "field.h"
#include "generate.h"

#define PORTS	8U	/* number of port ids of a router */

/**
 * struct draft - tables in the making, for one region at a time
 * @p: the plan
 * @t: the tables
 * @missing: pairs without a route
 * @local: paths to one destination
 * @global: paths to the region from others, by NID[0]
 * @entered: set of the ports by which packets from other regions come in, by NID[0] and router
 * @led_on: set of the ports in @entered from which some destination is reached, by NID[0] and
 * router
 * @stuck: number of routers of other regions that have no path to the region, by NID[0]
 * @block: entries for 64 destinations, by port id counted from the region's first
 * @table: global entries, by port id
 * @seen: set of the ports that have their entry for the present destination, by router
 * @first: first router of the region
 * @last: last router of the region
 */
struct draft {
	const struct route_plan *p;
	struct route_tables *t;
	struct route_missing *missing;
	struct route_field *local;
	struct route_field *global[2];
	u8 *entered[2];
	u8 *led_on[2];
	u32 stuck[2];
	u8 (*block)[SS_TABLE_BLOCK];
	u8 (*table)[SS_TABLE_BLOCK];
	u8 *seen;
	u32 first;
	u32 last;
};

static void miss(struct draft *d, u32 source, enum route_reason why)
{
	struct route_missing *m = d->missing;

	m->pairs++;
	m->by_reason[why]++;
	if (m->record)
		m->record(m->to, source, d->local->goal.router, why);
}

/* Make all entries that a packet from input @port_id needs; @at is their place in the block. */
static void mark_local(struct draft *d, u32 port_id, u32 at)
{
	for (;;) {
		u32 router = SS_PORT_ROUTER(port_id), in = SS_PORT_OF(port_id);

		if (d->seen[router] >> in & 1)
			return;
		d->seen[router] |= 1U << in;
		d->block[port_id - SS_PORT_ID(d->first, 0)][at] =
			route_field_entry(d->local, router, in);
		if (d->local->node[router].port == SEASTAR_PORT_PROC)
			return;
		port_id = route_field_next(d->local, router);
	}
}

static void mark_global(struct draft *d, bool odd, u32 router)
{
	const struct route_field *f = d->global[odd];
	u32 port_id = SS_PORT_ID(router, SEASTAR_PORT_PROC), at = f->goal.region << 1 | odd;

	while (route_region_of(d->p, SS_PORT_ROUTER(port_id)) != f->goal.region) {
		u8 *entry = &d->table[port_id][at];

		if (*entry != SS_ROUTE_NONE)
			return;
		router = SS_PORT_ROUTER(port_id);
		*entry = route_field_entry(f, router, SS_PORT_OF(port_id));
		port_id = route_field_next(f, router);
	}
}

static bool is_elsewhere(const struct draft *d, u32 router)
{
	return router < d->first || router > d->last;
}

/*
 * Record pairs without a route whose sources are in other regions.  If @port_id is not 0, these are
 * all sources whose packets come in there.  If it is 0, they are the sources that have no path to
 * the region.
 */
static void miss_from_elsewhere(struct draft *d, bool odd, u32 port_id, enum route_reason why)
{
	for (u32 i = 0; i < d->p->topo.routers; i++) {
		const struct route_node *node = &d->global[odd]->node[i];

		if (!is_elsewhere(d, i))
			continue;
		if (!port_id && node->why)
			miss(d, i, node->why);
		else if (port_id && !node->why && node->entry == port_id)
			miss(d, i, why);
	}
}

static void take_entered(struct draft *d, u32 router, bool odd, u32 at)
{
	for (u32 in = SEASTAR_PORT_XP; in < SEASTAR_PORTS; in++) {
		u32 port_id = SS_PORT_ID(router, in);
		enum route_reason why;

		if (!(d->entered[odd][router] >> in & 1))
			continue;
		why = route_field_why(d->local, router, in);
		if (why) {
			miss_from_elsewhere(d, odd, port_id, why);
			continue;
		}
		d->led_on[odd][router] |= 1U << in;
		mark_local(d, port_id, at);
	}
}

static void take_destination(struct draft *d, u32 nid)
{
	u32 dest = d->p->router[nid], at = nid % SS_TABLE_BLOCK;
	bool odd = nid & 1;

	route_field_fill_local(d->local, dest);
	memset(d->seen + d->first, 0, d->last - d->first + 1);
	if (d->stuck[odd])
		miss_from_elsewhere(d, odd, 0, ROUTE_FINE);
	for (u32 i = d->first; i <= d->last; i++) {
		enum route_reason why = route_field_why(d->local, i, SEASTAR_PORT_PROC);

		if (why)
			miss(d, i, why);
		else
			mark_local(d, SS_PORT_ID(i, SEASTAR_PORT_PROC), at);
		if (d->entered[odd][i])
			take_entered(d, i, odd, at);
	}
}

/* Find the paths of other regions' routers to this region, and the ports by which they come in. */
static void fill_global(struct draft *d, u32 region, bool odd)
{
	u32 n = d->p->topo.routers;

	memset(d->entered[odd], 0, n);
	memset(d->led_on[odd], 0, n);
	d->stuck[odd] = 0;
	if (d->last - d->first + 1 == n)
		return;
	route_field_fill_global(d->global[odd], region, odd);
	for (u32 i = 0; i < n; i++) {
		const struct route_node *node = &d->global[odd]->node[i];

		if (!is_elsewhere(d, i))
			continue;
		if (node->why)
			d->stuck[odd]++;
		else
			d->entered[odd][SS_PORT_ROUTER(node->entry)] |=
				1U << SS_PORT_OF(node->entry);
	}
}

static void keep_global(struct draft *d, bool odd)
{
	for (u32 i = 0; i < d->p->topo.routers; i++) {
		const struct route_node *node = &d->global[odd]->node[i];

		if (is_elsewhere(d, i) && !node->why &&
		    d->led_on[odd][SS_PORT_ROUTER(node->entry)] >> SS_PORT_OF(node->entry) & 1)
			mark_global(d, odd, i);
	}
}

static void keep_block(struct draft *d, u32 number)
{
	u32 ports = (d->last - d->first + 1) << SS_PORT_SHIFT, first = SS_PORT_ID(d->first, 0);

	for (u32 i = 0; i < ports; i++)
		d->t->local[first + i][number] = route_tables_block(d->t, d->block[i]);
}

static void draft_region(struct draft *d, u32 region)
{
	u32 base = region * SS_ROUTE_LOCALS, ports;

	d->first = route_first_router(d->p, region);
	d->last = route_last_router(d->p, region);
	ports = (d->last - d->first + 1) << SS_PORT_SHIFT;
	for (u32 odd = 0; odd < 2; odd++)
		fill_global(d, region, odd);
	for (u32 number = 0; number < SS_TABLE_BLOCKS; number++) {
		bool any = false;

		memset(d->block, SS_ROUTE_NONE, ports * sizeof(*d->block));
		for (u32 i = 0; i < SS_TABLE_BLOCK; i++) {
			u32 nid = base + number * SS_TABLE_BLOCK + i;

			if (d->p->router[nid] == SS_NO_ROUTER)
				continue;
			take_destination(d, nid);
			any = true;
		}
		if (any)
			keep_block(d, number);
	}
	for (u32 odd = 0; odd < 2 && ports < d->p->topo.routers << SS_PORT_SHIFT; odd++)
		keep_global(d, odd);
}

struct route_tables *route_generate(const struct route_plan *p, struct route_missing *missing)
{
	u32 n = p->topo.routers, ports = n * PORTS;
	struct route_counted *counted = p->assignment == ROUTE_COUNTED ? route_counted_new(p) :
									 NULL;
	struct draft d = {
		.p = p, .t = route_tables_new(n), .missing = missing,
		.local = route_field_new(p, counted),
		.block = sim_alloc(ports < SS_ROUTE_LOCALS * PORTS ? ports :
				   SS_ROUTE_LOCALS * PORTS, sizeof(*d.block)),
		.table = sim_alloc(ports, sizeof(*d.table)),
		.seen = sim_alloc(n, sizeof(*d.seen)),
	};

	for (u32 odd = 0; odd < 2; odd++) {
		d.global[odd] = route_field_new(p, counted);
		d.entered[odd] = sim_alloc(n, sizeof(*d.entered[odd]));
		d.led_on[odd] = sim_alloc(n, sizeof(*d.led_on[odd]));
	}
	memset(d.table, SS_ROUTE_NONE, ports * sizeof(*d.table));
	for (u32 region = 0; region < SS_ROUTE_REGIONS; region++)
		if (p->region[region].used)
			draft_region(&d, region);
	for (u32 i = 0; i < ports; i++)
		d.t->global[i] = route_tables_block(d.t, d.table[i]);
	for (u32 odd = 0; odd < 2; odd++) {
		route_field_free(d.global[odd]);
		free(d.entered[odd]);
		free(d.led_on[odd]);
	}
	route_field_free(d.local);
	route_counted_free(counted);
	free(d.block);
	free(d.table);
	free(d.seen);
	return d.t;
}
