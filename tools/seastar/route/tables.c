// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <seastar/mmr.h>

#include "tools/seastar/aging/registers.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/mmr/read.h"

#include "path.h"
#include "tables.h"

/* Blocks per message. */
#define BLOCKS_SENT	256
#define ROUTERS_SENT	16

/* Most attempts to read settings and routing of the same generation, by two requests. */
#define TRIES	10

static void routing_parse(const struct nlmsghdr *m, struct routing *r)
{
	const struct nlattr *tb[SEASTAR_A_ROUTE_MAX + 1];

	snl_attributes(m, tb, SEASTAR_A_ROUTE_MAX);
	*r = (struct routing){
		.loaded = tb[SEASTAR_A_ROUTE_BLOCKS],
		.generation = snl_u64(tb[SEASTAR_A_ROUTE_GENERATION]),
	};
	snl_array(tb[SEASTAR_A_ROUTE_DATELINE], r->dateline, SEASTAR_DIMS, sizeof(*r->dateline));
	snprintf(r->plan, sizeof(r->plan), "%s", snl_str(tb[SEASTAR_A_ROUTE_PLAN]));
}

void routing_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_ROUTE_MAX + 1];
	struct routing r;

	snl_attributes(m, tb, SEASTAR_A_ROUTE_MAX);
	routing_parse(m, &r);
	out_str("device", "%s: ", snl_str(tb[SEASTAR_A_ROUTE_DEV]));
	out_str("routed_by", "routed by its %s", r.loaded ? "tables" : "rule");
	out_str("plan", *r.plan ? ": %s" : NULL, r.plan);
	out_u64("generation", ", generation %s\n", r.generation);
}

static void keep_routing(const struct nlmsghdr *reply, void *ctx)
{
	routing_parse(reply, ctx);
}

void routing_read(struct nl *nl, const char *dev, struct routing *r)
{
	struct snl_msg m;

	*r = (struct routing){ 0 };
	snl_start(&m, SEASTAR_CMD_ROUTE_GET);
	snl_put_str(&m, SEASTAR_A_ROUTE_DEV, dev);
	nl->unsupported = false;
	nl->may_lack = true;
	nl_do(nl, &m, keep_routing, r);
	nl->may_lack = false;
	r->in_registers = nl->unsupported;
}

void settings_read(struct nl *nl, const char *dev, struct agings *all)
{
	unsigned int tries = TRIES;
	struct routing r;

	do {
		agings_read(nl, dev, all);
		if (!all->n)
			return;
		routing_read(nl, dev, &r);
		if (r.in_registers)
			return;
	} while (r.generation != all->generation && --tries);
	snprintf(all->routes, sizeof(all->routes), "%s", r.loaded ? r.plan : "rule");
}

uint16_t *node_ids_read(struct nl *nl, const struct device *d, const struct routing *r)
{
	uint16_t *nid = allocate(d->core.routers, sizeof(*nid));
	uint32_t i;

	for (i = 0; i < d->core.routers; i++)
		nid[i] = r->loaded || r->in_registers ? path_node_id(nl, d->name, i) : i;
	return nid;
}

/**
 * struct tables_dump - a dump of tables
 * @device: device of the tables
 * @routing: routing of the same generation as the tables
 * @t: tables, as far as they have been received
 * @number: number in @t of each block, by its number in the dump
 * @numbers: blocks received
 * @seen: routers received
 */
struct tables_dump {
	const struct device *device;
	const struct routing *routing;
	struct route_tables *t;
	uint32_t *number;
	uint32_t numbers;
	uint32_t seen;
};

static void tables_begin(void *ctx)
{
	struct tables_dump *r = ctx;

	route_tables_free(r->t);
	r->t = route_tables_new(r->device->routers);
	r->numbers = 0;
	r->seen = 0;
}

static void take_blocks(struct tables_dump *r, const struct nlattr *attr)
{
	size_t n = mnl_attr_get_payload_len(attr) / SS_TABLE_BLOCK, i;
	const uint8_t *entry = mnl_attr_get_payload(attr);

	r->number = resize(r->number, r->numbers + n, sizeof(*r->number));
	for (i = 0; i < n; i++)
		r->number[r->numbers++] = route_tables_block(r->t, entry + i * SS_TABLE_BLOCK);
}

static uint32_t number_of(const struct tables_dump *r, uint32_t block)
{
	if (block >= r->numbers)
		die("the kernel's tables have a block that it does not list");
	return r->number[block];
}

static void tables_take_router(struct tables_dump *r, const struct nlattr **tb)
{
	uint32_t local[SEASTAR_PORTS][SS_TABLE_BLOCKS] = { 0 }, global[SEASTAR_PORTS] = { 0 };
	uint32_t router = snl_u32(tb[SEASTAR_A_ROUTE_ROUTER]), port, i;

	if (router != r->seen++ || router >= r->device->routers)
		die("the kernel's answer lacks router %u", r->seen - 1);
	snl_array(tb[SEASTAR_A_ROUTE_LOCAL], local, SEASTAR_PORTS * SS_TABLE_BLOCKS,
		  sizeof(**local));
	snl_array(tb[SEASTAR_A_ROUTE_GLOBAL], global, SEASTAR_PORTS, sizeof(*global));
	for (port = 0; port < SEASTAR_PORTS; port++) {
		for (i = 0; i < SS_TABLE_BLOCKS; i++)
			r->t->local[SS_PORT_ID(router, port)][i] = number_of(r, local[port][i]);
		r->t->global[SS_PORT_ID(router, port)] = number_of(r, global[port]);
	}
}

static void take_part(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_ROUTE_MAX + 1];
	struct tables_dump *r = ctx;

	snl_attributes(reply, tb, SEASTAR_A_ROUTE_MAX);
	if (snl_u64(tb[SEASTAR_A_ROUTE_GENERATION]) != r->routing->generation)
		die("the settings of %s have changed meanwhile: try again", r->device->name);
	if (tb[SEASTAR_A_ROUTE_BLOCK])
		take_blocks(r, tb[SEASTAR_A_ROUTE_BLOCK]);
	else
		tables_take_router(r, tb);
}

struct route_tables *tables_read(struct nl *nl, const struct device *d,
				 const struct routing *routing)
{
	struct tables_dump r = { .device = d, .routing = routing };
	struct snl_msg m;

	tables_begin(&r);
	snl_start(&m, SEASTAR_CMD_ROUTE_GET);
	snl_put_str(&m, SEASTAR_A_ROUTE_DEV, d->name);
	nl_dump(nl, &m, tables_begin, take_part, &r);
	if (r.seen < d->routers)
		die("the settings of %s have changed meanwhile: try again", d->name);
	free(r.number);
	return r.t;
}

static void keep_draft(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_ROUTE_MAX + 1];
	uint64_t *draft = ctx;

	snl_attributes(reply, tb, SEASTAR_A_ROUTE_MAX);
	*draft = snl_u64(tb[SEASTAR_A_ROUTE_DRAFT]);
}

static uint64_t begin_draft(struct nl *nl, const char *dev, const struct route_plan *p,
			    const struct route_tables *t, const char *plan)
{
	uint32_t dateline[SEASTAR_DIMS], i;
	uint64_t draft = 0;
	struct snl_msg m;

	for (i = 0; i < SEASTAR_DIMS; i++) {
		bool ring = ss_is_torus(&p->topo, i) && p->topo.size[i] > 1;

		dateline[i] = ring ? p->dateline[i] : SEASTAR_NO_DATELINE;
	}
	snl_start(&m, SEASTAR_CMD_ROUTE_NEW);
	snl_put_str(&m, SEASTAR_A_ROUTE_DEV, dev);
	snl_put_u32(&m, SEASTAR_A_ROUTE_BLOCKS, t->blocks);
	snl_put(&m, SEASTAR_A_ROUTE_DATELINE, dateline, sizeof(dateline));
	snl_put_str(&m, SEASTAR_A_ROUTE_PLAN, plan);
	nl_do(nl, &m, keep_draft, &draft);
	return draft;
}

static void fill_start(struct snl_msg *m, const char *dev, uint64_t draft)
{
	snl_start(m, SEASTAR_CMD_ROUTE_FILL);
	snl_put_str(m, SEASTAR_A_ROUTE_DEV, dev);
	snl_put_u64(m, SEASTAR_A_ROUTE_DRAFT, draft);
}

static void send_blocks(struct nl *nl, const char *dev, uint64_t draft,
			const struct route_tables *t)
{
	uint32_t first, n;
	struct snl_msg m;

	for (first = 0; first < t->blocks; first += n) {
		n = t->blocks - first < BLOCKS_SENT ? t->blocks - first : BLOCKS_SENT;
		fill_start(&m, dev, draft);
		snl_put_u32(&m, SEASTAR_A_ROUTE_FIRST_BLOCK, first);
		snl_put(&m, SEASTAR_A_ROUTE_BLOCK, t->block[first], n * SS_TABLE_BLOCK);
		nl_do(nl, &m, NULL, NULL);
	}
}

static void send_routers(struct nl *nl, const char *dev, uint64_t draft,
			 const struct route_plan *p, const struct route_tables *t)
{
	uint32_t local[ROUTERS_SENT][SEASTAR_PORTS][SS_TABLE_BLOCKS];
	uint32_t global[ROUTERS_SENT][SEASTAR_PORTS], first, n, i;
	struct snl_msg m;

	for (first = 0; first < t->routers; first += n) {
		n = t->routers - first < ROUTERS_SENT ? t->routers - first : ROUTERS_SENT;
		for (i = 0; i < n; i++) {
			memcpy(local[i], t->local[SS_PORT_ID(first + i, 0)], sizeof(local[i]));
			memcpy(global[i], &t->global[SS_PORT_ID(first + i, 0)], sizeof(global[i]));
		}
		fill_start(&m, dev, draft);
		snl_put_u32(&m, SEASTAR_A_ROUTE_ROUTER, first);
		snl_put(&m, SEASTAR_A_ROUTE_LOCAL, local, n * sizeof(*local));
		snl_put(&m, SEASTAR_A_ROUTE_GLOBAL, global, n * sizeof(*global));
		snl_put(&m, SEASTAR_A_ROUTE_NODE_ID, &p->nid[first], n * sizeof(*p->nid));
		nl_do(nl, &m, NULL, NULL);
	}
}

uint64_t tables_send(struct nl *nl, const char *dev, const struct route_plan *p,
		     const struct route_tables *t, const char *plan)
{
	uint64_t draft = begin_draft(nl, dev, p, t, plan);

	send_blocks(nl, dev, draft, t);
	send_routers(nl, dev, draft, p, t);
	return draft;
}
