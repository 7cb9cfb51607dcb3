// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <seastar/mmr.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/mmr/read.h"

#include "entries.h"
#include "path.h"
#include "tables.h"

struct entries_query {
	const char *dev;
	uint32_t router;
	bool one_dest;
	uint32_t dest;
};

/**
 * struct tables - the look-up tables of all input ports of a router
 * @device: device of the tables
 * @nid: node id of each router
 * @generation: generation of the settings
 * @local: registers of the local tables, by port
 * @global: registers of the global tables, by port
 */
struct tables {
	struct device device;
	uint16_t *nid;
	uint64_t generation;
	uint64_t local[SEASTAR_PORTS][SS_MMR_LUT_REGS];
	uint64_t global[SEASTAR_PORTS][2];
};

static void read_tables(const struct entries_query *q, struct tables *t)
{
	struct routing routing;
	unsigned int port;
	struct nl nl;

	nl_open(&nl);
	device_read(&nl, q->dev, &t->device);
	if (q->one_dest && q->dest >= t->device.core.routers)
		die("%s has no router %u to go to", q->dev, q->dest);
	routing_read(&nl, q->dev, &routing);
	t->nid = node_ids_read(&nl, &t->device, &routing);
	for (port = 0; port < SEASTAR_PORTS; port++) {
		t->generation = mmr_read(&nl, q->dev, q->router, SS_MMR_LUT(port), SS_MMR_LUT_REGS,
					 t->local[port]);
		mmr_read(&nl, q->dev, q->router, SS_MMR_PORT(port) + SS_MMR_GLUT, 2,
			 t->global[port]);
	}
	nl_close(&nl);
}

static uint8_t entry_of(const struct tables *t, uint32_t router, unsigned int port, uint32_t dest)
{
	uint32_t offset = path_offset(t->nid[router], port, t->nid[dest]);
	const uint64_t *table = t->local[port];
	uint32_t begin = SS_MMR_LUT(port);

	if (offset < SS_MMR_LUT(0)) {
		table = t->global[port];
		begin = SS_MMR_PORT(port) + SS_MMR_GLUT;
	}
	return path_entry(table[(offset - begin) / sizeof(*table)], t->nid[router], t->nid[dest]);
}

/*
 * Return true if any input port has a route to @dest.  In software fabrics none has to a router in
 * another partition: there are no tables for these.
 */
static bool has_route(const struct tables *t, uint32_t router, uint32_t dest)
{
	unsigned int port;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (entry_of(t, router, port, dest) != SS_ROUTE_NONE)
			return true;
	}
	return false;
}

static bool entries_is_wanted(const struct entries_query *q, const struct tables *t, uint32_t dest)
{
	if (q->one_dest)
		return dest == q->dest;
	return ss_route_region(t->nid[dest]) == ss_route_region(t->nid[q->router]) ||
	       has_route(t, q->router, dest);
}

/* Print output port and VC of an entry as "+x:1"; only the port if the packet keeps its VC. */
static void entry_out(const char *input, uint8_t entry)
{
	const char *port = text_name(port_names, ss_route_port(entry));
	bool keeps = ss_route_vc(entry) == SS_ROUTE_KEEP;

	if (!ss_route_is_entry(entry)) {
		out_unknown(input, input);
		return;
	}
	if (keeps)
		out_cell(input, "%s", port);
	else
		out_cell(input, "%s:%u", port, ss_route_vc(entry));
	out_open(input);
	out_str("port", NULL, name_of(port_names, ss_route_port(entry)));
	out_u64_if(!keeps, "vc", NULL, ss_route_vc(entry));
	out_close();
}

static void dest_row(const struct entries_query *q, const struct tables *t, uint32_t dest)
{
	unsigned int port;

	out_row();
	place_cells("dest", &t->device, dest);
	out_open("by_input");
	for (port = 0; port < SEASTAR_PORTS; port++)
		entry_out(port_names[port], entry_of(t, q->router, port, dest));
	out_close();
	out_close();
}

static void entries_out(const struct entries_query *q, const struct tables *t)
{
	uint32_t dest;

	out_open(NULL);
	out_str("device", "%s: ", q->dev);
	place_words(&t->device, q->router);
	out_u64("generation", ", generation %s: output port by input port, and :VC unless the packet keeps its own\n",
		t->generation);
	out_table("routes", NULL);
	for (dest = 0; dest < t->device.core.routers; dest++) {
		if (entries_is_wanted(q, t, dest))
			dest_row(q, t, dest);
	}
	out_close();
	out_close();
}

enum { ROUTER, DEST };

const struct keyword route_entries_keywords[] = {
	[ROUTER] = { .name = "router", .value = "N|X,Y,Z", .place = KEYWORD_NEEDED,
		     .help = "the router whose tables are shown" },
	[DEST] = { .name = "dest", .value = "N|X,Y,Z", .help = "show this destination only" },
	{ 0 }
};

static void entries_parse_query(struct args *a, struct entries_query *q)
{
	uint64_t seen = 0;

	*q = (struct entries_query){ .dev = args_device(a) };
	while (args_more(a)) {
		if (keyword_take(a, route_entries_keywords, &seen) == ROUTER)
			q->router = args_router(a, "router", q->dev);
		else
			q->dest = args_router(a, "dest", q->dev);
	}
	q->one_dest = seen & 1 << DEST;
	keyword_need(a, route_entries_keywords, seen);
}

void route_show(struct args *a)
{
	struct tables *t = allocate(1, sizeof(*t));
	struct entries_query q;

	entries_parse_query(a, &q);
	read_tables(&q, t);
	entries_out(&q, t);
	free(t->nid);
	free(t);
}
