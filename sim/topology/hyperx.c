// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ports of a router: those of its nodes, then, for each dimension, those of the links to the other
 * routers in its row, by their coordinates.
 */
#include "sim/core/kind.h"
#include "sim/core/rng.h"
#include "sim/core/topology_view.h"

#include "cube.h"
#include "hyperx.h"

static const char *check(const struct ss_config *cfg)
{
	u64 routers = 1, ports = cfg->size[SS_CONCENTRATION];

	if (!ports)
		return "a router has 1 node or more";
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		if (!cfg->size[d])
			return "a radix must be 1 or more";
		routers *= cfg->size[d];
		ports += cfg->size[d] - 1;
		if (cfg->size[d] > SEASTAR_MAX_ROUTERS || routers > SEASTAR_MAX_ROUTERS)
			return "a fabric has at most 32768 routers";
	}
	return ports > SS_HYPERX_PORTS ? "a router has at most 32 nodes and links" : NULL;
}

static void shape(struct ss_topology *t)
{
	t->routers = t->size[0] * t->size[1] * t->size[2];
	t->per_router = t->size[SS_CONCENTRATION];
	t->nodes = t->routers * t->per_router;
	t->ports = t->per_router;
	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		t->ports += t->size[d] - 1;
}

/* Return the dimension of the link at @port, and in *@nth its number in that dimension. */
static u32 dim_of(const struct ss_topology *t, u32 port, u32 *nth)
{
	u32 d = 0;

	*nth = port - t->per_router;
	while (*nth >= t->size[d] - 1)
		*nth -= t->size[d++] - 1;
	return d;
}

/* Return the port of a router at @here whose link along @dim leads to coordinate @to. */
static u32 port_to(const struct ss_topology *t, struct ss_coord here, u32 dim, u32 to)
{
	u32 port = t->per_router;

	for (u32 d = 0; d < dim; d++)
		port += t->size[d] - 1;
	return port + to - (to > here.at[dim]);
}

static u32 behind(const struct ss_topology *t, u32 r, u32 port, u32 *back)
{
	struct ss_coord here = ss_coord_of(t, r), there = here;
	u32 to, dim = dim_of(t, port, &to);

	there.at[dim] = to + (to >= here.at[dim]);
	*back = port_to(t, there, dim, here.at[dim]);
	return ss_id_of(t, there);
}

enum routing { MIN, VAL };

/* Route in dimension order to the destination, or in the first of two stages to a drawn router. */
static u32 route(const struct ss_topology *t, const struct ss_step *s, u32 *stage)
{
	u32 to = s->dest / t->per_router, dim = 0;
	struct ss_coord here, there;

	if (s->routing == VAL && !*stage) {
		u32 via = ss_rng_below(s->toss, t->routers);

		if (via == s->router)
			*stage = 1;
		else
			to = via;
	}
	here = ss_coord_of(t, s->router);
	there = ss_coord_of(t, to);
	while (here.at[dim] == there.at[dim])
		dim++;
	return port_to(t, here, dim, there.at[dim]);
}

static const struct ss_topology_routing routings[] = {
	[MIN] = { "min", 1 },
	[VAL] = { "val", 2 },
	{ NULL, 0 }
};

/* Apply the pattern to routers; a node sends to the node with the same number at its router. */
static u32 choices(const struct ss_topology *t, u32 pattern, u32 src, u32 pick, u32 *dest)
{
	u32 router = src / t->per_router, node = src % t->per_router, to, back;
	struct ss_coord c = ss_coord_of(t, router);
	u32 links = t->ports - t->per_router;

	if (pattern == SEASTAR_PATTERN_NEIGHBOUR) {
		if (pick < links)
			*dest = behind(t, router, t->per_router + pick, &back) * t->per_router +
				node;
		return links;
	}
	if (pattern == SEASTAR_PATTERN_TRANSPOSE)
		to = ss_cube_transpose(t, c);
	else
		to = ss_cube_by_dimension(t, pattern, c);
	*dest = to * t->per_router + node;
	return 1;
}

/* The view of the topology for the simulator. */

static u32 row_of(const struct ss_topology *t, u32 r, u32 port)
{
	u32 nth;

	(void)r;
	return port < t->per_router ? 0 : 1 + dim_of(t, port, &nth);
}

static struct ss_place place(const struct ss_topology *t, u32 r)
{
	struct ss_coord c = ss_coord_of(t, r);

	return (struct ss_place){ { c.at[0], c.at[1], c.at[2] } };
}

static u32 distance(const struct ss_topology *t, const struct ss_place *a, const struct ss_place *b)
{
	u32 links = 0;

	(void)t;
	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		links += a->at[d] != b->at[d];
	return links;
}

static u32 diameter(const struct ss_topology *t)
{
	return (t->size[0] > 1) + (t->size[1] > 1) + (t->size[2] > 1);
}

/* Return the mean distance: a packet moves along K routers with a chance of 1 - 1 / K. */
static u32 mean(const struct ss_topology *t)
{
	u32 hundredths = 0;

	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		hundredths += 100 - 100 / t->size[d];
	return (hundredths + 50) / 100;
}

#define ROWS	(1 + SEASTAR_DIMS)

static const struct ss_port_row rows[ROWS] = {
	{ "node", NULL, NULL },
	{ "x", "x", "x = {0}" },
	{ "y", "y", "y = {1}" },
	{ "z", "z", "z = {2}" },
};

static const struct ss_topology_view view = {
	.title = "a HyperX",
	.key = "KX[xKY[xKZ]]",
	.separator = 'x',
	.least = 1,
	.most = SEASTAR_DIMS,
	.fill = ss_fill_dimensions,
	.row = rows,
	.rows = ROWS,
	.row_of = row_of,
	.places = SEASTAR_DIMS,
	.coordinate = { "x", "y", "z" },
	.drawing = SS_DRAW_GRID,
	.axis = { 0, 1, 2 },
	.numbers_nodes = true,
	.place = place,
	.router = "router ({0},{1},{2})",
	.distance = distance,
	.diameter = diameter,
	.mean = mean,
};

const struct ss_topology_ops ss_hyperx_topology = {
	.name = "hyperx",
	.patterns = 1ULL << SEASTAR_PATTERN_NEIGHBOUR | 1ULL << SEASTAR_PATTERN_COMPLEMENT |
		    1ULL << SEASTAR_PATTERN_TORNADO | 1ULL << SEASTAR_PATTERN_TRANSPOSE,
	.check = check,
	.shape = shape,
	.behind = behind,
	.choices = choices,
	.routings = routings,
	.route = route,
	.view = &view,
};
