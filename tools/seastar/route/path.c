// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <seastar/mmr.h>
#include <seastar/packet.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/mmr/read.h"

#include "path.h"

#define ENTRIES		8	/* entries of a register, 8 bits each */

const char *const path_table_names[] = { "LUT", "GLUT", "rule", NULL };

static bool is_local(uint32_t here, uint32_t dest)
{
	return ss_route_region(here) == ss_route_region(dest);
}

static uint32_t entry_number(uint32_t here, uint32_t dest)
{
	return is_local(here, dest) ? ss_route_local(dest) : ss_route_global(dest);
}

uint32_t path_offset(uint32_t here, uint32_t in, uint32_t dest)
{
	uint32_t table = is_local(here, dest) ? SS_MMR_LUT(in) : SS_MMR_PORT(in) + SS_MMR_GLUT;

	return table + entry_number(here, dest) / ENTRIES * sizeof(uint64_t);
}

uint8_t path_entry(uint64_t value, uint32_t here, uint32_t dest)
{
	return value >> entry_number(here, dest) % ENTRIES * 8;
}

uint32_t path_node_id(struct nl *nl, const char *dev, uint32_t router)
{
	uint64_t value;

	mmr_read(nl, dev, router, SS_MMR_RTR_NODE_ID, 1, &value);
	return value & 0x7fff;
}

/* Make the model's routing for this fabric; its @place is to be freed. */
static struct ss_routing path_routing(const struct device *d)
{
	struct ss_routing r = {
		.mesh = d->core.size[SS_MESH], .vcs = d->vcs, .assignment = SS_ASSIGN_BALANCED,
	};
	u64 *place = allocate(d->core.routers, sizeof(*place));
	uint32_t i;

	for (i = 0; i < d->core.routers; i++)
		place[i] = ss_route_place(&d->core, i, NULL);
	for (i = 0; i < SEASTAR_DIMS; i++)
		r.radix[i] = d->core.size[i];
	r.place = place;
	return r;
}

static void path_routing_free(struct ss_routing *r)
{
	free((void *)r->place);
}

/* A packet on its way. */
struct walk {
	struct nl *nl;
	const struct path_query *q;
	struct ss_routing rule;
	uint32_t dest;	/* node id of the destination */
	uint32_t router, in, vc, age;
};

/*
 * Return true if a packet that leaves the router by @out leaves the dateline's router along its
 * ring.
 */
static bool is_dateline(struct walk *w, uint32_t out)
{
	uint32_t d = ss_port_dim(out);
	uint64_t config;

	if (out == SEASTAR_PORT_PROC)
		return false;
	mmr_read(w->nl, w->q->device->name, w->router, SS_MMR_DATELINE_CONFIG, 1, &config);
	config >>= 16 * d;
	return config >> 15 & 1 && (config & 0x7fff) == ss_place_at(w->rule.place[w->router], d);
}

/* Return the VC on which the packet leaves. */
static uint32_t next_vc(const struct walk *w, const struct path_hop *hop, uint8_t entry)
{
	uint32_t half = w->rule.vcs / 2, vc = w->vc;

	if (ss_route_vc(entry) != SS_ROUTE_KEEP)
		vc &= ~half;
	if (ss_route_vc(entry) == SS_ROUTE_VC1)
		vc += half;
	if (!hop->dateline)
		return vc;
	if (vc & half)
		die("router %u drops packets for router %u: they would cross the dateline of %c a second time",
		    w->router, w->q->to, "xyz"[ss_port_dim(hop->out)]);
	return vc + half;
}

/*
 * Return true if the hop is that of dimension order, with the VC by SS_ASSIGN_LOWER or
 * SS_ASSIGN_BALANCED (docs/model.md).
 */
static bool is_by_rule(const struct walk *w, const struct path_hop *hop)
{
	struct ss_routing rule = w->rule;
	u32 assignment;

	for (assignment = SS_ASSIGN_LOWER; assignment <= SS_ASSIGN_BALANCED; assignment++) {
		struct ss_hop by;

		rule.assignment = assignment;
		by = ss_route_tossed(&rule, w->router, w->in, w->vc, w->q->to, 0);
		if (hop->out == by.port && hop->vc == by.vc)
			return true;
	}
	return false;
}

/* Look up the packet's hop in the tables of the router that it is at. */
static void path_look_up(struct walk *w, struct path_hop *hop)
{
	struct ss_hop rule = ss_route_tossed(&w->rule, w->router, w->in, w->vc, w->q->to, 0);
	const char *dev = w->q->device->name;
	uint32_t here = path_node_id(w->nl, dev, w->router);
	uint64_t value;
	uint8_t entry;

	mmr_read(w->nl, dev, w->router, path_offset(here, w->in, w->dest), 1, &value);
	entry = path_entry(value, here, w->dest);
	hop->table = is_local(here, w->dest) ? PATH_LOCAL : PATH_GLOBAL;
	if (ss_route_is_entry(entry)) {
		hop->out = ss_route_port(entry);
		hop->dateline = is_dateline(w, hop->out);
		hop->vc = next_vc(w, hop, entry);
	} else if (entry == SS_ROUTE_NONE && hop->table == PATH_GLOBAL && w->q->by_rule) {
		hop->table = PATH_RULE;
		hop->out = rule.port;
		hop->vc = rule.vc;
		hop->dateline = is_dateline(w, hop->out);
	} else if (entry == SS_ROUTE_NONE) {
		die("router %u has no route to router %u in its %s of port %s", w->router,
		    w->q->to, path_table_names[hop->table], port_names[w->in]);
	} else {
		die("router %u has no entry for router %u in its %s of port %s, but 0x%02x",
		    w->router, w->q->to, path_table_names[hop->table], port_names[w->in], entry);
	}
	hop->by_rule = is_by_rule(w, hop);
}

static void arrive(struct walk *w, struct path_hop *hop)
{
	hop->router = w->router;
	hop->in = w->in;
	hop->bias = w->q->agings->aging[w->router].bias[w->q->class][w->in];
	w->age += hop->bias;
	if (w->age > SS_AGE_MAX)
		w->age = SS_AGE_MAX;
	hop->age = w->age;
}

/* Move along the link to the next router; false at the destination. */
static bool leave(struct walk *w, const struct path_hop *hop)
{
	uint32_t next;

	if (hop->out == SEASTAR_PORT_PROC) {
		if (w->router != w->q->to)
			die("packets for router %u end at router %u: its tables are wrong",
			    w->q->to, w->router);
		return false;
	}
	next = ss_neighbour(&w->q->device->core, w->router, hop->out);
	if (next == SS_NO_ROUTER)
		die("router %u sends packets for router %u to port %s, where there is no link",
		    w->router, w->q->to, port_names[hop->out]);
	if (next >= w->q->device->routers)
		die("the way leads to router %u, which cannot be read", next);
	w->router = next;
	w->in = ss_opposite(hop->out);
	w->vc = hop->vc;
	return true;
}

void path_find(struct nl *nl, const struct path_query *q, struct path *p)
{
	struct walk w = {
		.nl = nl, .q = q, .rule = path_routing(q->device),
		.router = q->from, .in = SEASTAR_PORT_PROC,
	};
	/* a path with more hops than the fabric has ports is a loop */
	size_t most = (size_t)q->device->routers * SEASTAR_PORTS;
	struct path_hop *hop;

	w.vc = ss_route_inject(&w.rule, q->from, q->to, q->class);
	w.dest = path_node_id(nl, q->device->name, q->to);
	*p = (struct path){ 0 };
	do {
		if (p->n == most)
			die("the tables lead packets from router %u to router %u in circles",
			    q->from, q->to);
		p->hop = resize(p->hop, p->n + 1, sizeof(*p->hop));
		hop = &p->hop[p->n++];
		arrive(&w, hop);
		path_look_up(&w, hop);
	} while (leave(&w, hop));
	path_routing_free(&w.rule);
}

void path_free(struct path *p)
{
	free(p->hop);
	*p = (struct path){ 0 };
}
