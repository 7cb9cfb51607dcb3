// SPDX-License-Identifier: GPL-2.0-only
/* The operations of a Dragonfly (sim/core/topology.h). */
#include "sim/core/kind.h"
#include "sim/core/topology_view.h"

#include "dragonfly.h"

static const char *check(const struct ss_config *cfg)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(cfg->size);

	if (d->p < 1 || d->p > SS_DRAGONFLY_MOST || d->h < 1 || d->h > SS_DRAGONFLY_MOST ||
	    d->a < 1 || d->a > 2 * SS_DRAGONFLY_MOST)
		return "a Dragonfly has p and h from 1 to 16, and a from 1 to 32";
	if (d->arrangement >= SS_ARRANGEMENTS)
		return "there is no such arrangement of global links";
	return NULL;
}

static void shape(struct ss_topology *t)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(t->size);

	t->routers = ss_dragonfly_routers(d);
	t->per_router = d->p;
	t->nodes = t->routers * d->p;
	t->ports = ss_dragonfly_ports(d);
	t->group = d->a;
}

static u32 behind(const struct ss_topology *t, u32 r, u32 port, u32 *back)
{
	return ss_dragonfly_neighbour(ss_dragonfly_of(t->size), r, port, back);
}

/* The view of the topology for the simulator. */

/* Fill in the sizes that are left out as in a balanced Dragonfly with the given H. */
static void fill(u32 *size, u32 n)
{
	if (n > 1)
		return;
	size[2] = size[0];
	size[1] = 2 * size[0];
}

static u32 row_of(const struct ss_topology *t, u32 r, u32 port)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(t->size);

	(void)r;
	return port < d->p ? SS_DRAGONFLY_NODE :
	       port < ss_dragonfly_first_global(d) ? SS_DRAGONFLY_LOCAL : SS_DRAGONFLY_GLOBAL;
}

/* Return the place of a router: its group and its number in it. */
static struct ss_place place(const struct ss_topology *t, u32 r)
{
	return (struct ss_place){ { r / t->group, r % t->group } };
}

/*
 * Count the links of the minimal path: the global link and, if needed, a local link at either end.
 */
static u32 distance(const struct ss_topology *t, const struct ss_place *a, const struct ss_place *b)
{
	struct ss_dragonfly_hops hops =
		ss_dragonfly_minimal(ss_dragonfly_of(t->size), a->at[0] * t->group + a->at[1],
				     b->at[0] * t->group + b->at[1]);

	return hops.local + hops.global;
}

static u32 diameter(const struct ss_topology *t)
{
	(void)t;
	return 3;
}

static const struct ss_port_row rows[SS_DRAGONFLY_PORTS] = {
	[SS_DRAGONFLY_NODE] = { "node", NULL, NULL },
	[SS_DRAGONFLY_LOCAL] = { "local", "local", "router {1}" },
	[SS_DRAGONFLY_GLOBAL] = { "global", "global", "group {0}" },
};

static const struct ss_topology_view view = {
	.title = "a Dragonfly",
	.key = "PxAxH|H",
	.separator = 'x',
	.least = 1,
	.most = 3,
	.refusal = "neither PxAxH, with P and H from 1 to 16 and A from 1 to 32, nor H alone",
	.fill = fill,
	.row = rows,
	.rows = SS_DRAGONFLY_PORTS,
	.row_of = row_of,
	.places = 2,
	.coordinate = { "group", "router" },
	.drawing = SS_DRAW_GROUPS,
	.axis = { 0, 1, 2 },
	.grouped = true,
	.numbers_nodes = true,
	.place = place,
	.router = "router {1} of group {0}",
	.distance = distance,
	.diameter = diameter,
	.mean = diameter,
};

const struct ss_topology_ops ss_dragonfly_topology = {
	.name = "dragonfly",
	.check = check,
	.shape = shape,
	.behind = behind,
	.view = &view,
};
