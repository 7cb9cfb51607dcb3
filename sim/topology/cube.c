// SPDX-License-Identifier: GPL-2.0-only
/* The operations of a k-ary n-cube (sim/core/topology.h). */
#include "sim/core/kind.h"
#include "sim/core/topology_view.h"

#include "cube.h"

static const char *check(const struct ss_config *cfg)
{
	u64 routers = 1;

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		if (!cfg->size[d])
			return "a radix must be 1 or more";
		routers *= cfg->size[d];
		if (cfg->size[d] > SEASTAR_MAX_ROUTERS || routers > SEASTAR_MAX_ROUTERS)
			return "a fabric has at most 32768 routers";
	}
	if (cfg->size[SS_MESH] >> SEASTAR_DIMS)
		return "the mesh mask has bits for x, y and z only";
	return NULL;
}

bool ss_cube_check_rings(const struct ss_config *cfg, struct ss_refusal *why)
{
	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		if (cfg->vcs == 1 && cfg->size[d] > 3 && !(cfg->size[SS_MESH] >> d & 1) &&
		    !cfg->may_deadlock)
			return SS_REFUSE(why,
					 "a torus of radix 4 or more may deadlock with 1 virtual channel",
					 "vcs", "topology");
	return true;
}

static void shape(struct ss_topology *t)
{
	t->routers = t->size[0] * t->size[1] * t->size[2];
	t->per_router = 1;
	t->nodes = t->routers;
	t->ports = SEASTAR_PORTS;
}

static u32 behind(const struct ss_topology *t, u32 r, u32 port, u32 *back)
{
	*back = ss_opposite(port);
	return ss_neighbour(t, r, port);
}

/* Find neighbour number @pick of @src.  Returns the number of neighbours. */
static u32 neighbours(const struct ss_topology *t, u32 src, u32 pick, u32 *dest)
{
	u32 n = 0;

	for (u32 port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++) {
		u32 next = ss_neighbour(t, src, port);

		if (next != SS_NO_ROUTER && n++ == pick)
			*dest = next;
	}
	return n;
}

u32 ss_cube_transpose(const struct ss_topology *t, struct ss_coord c)
{
	return c.at[0] + t->size[0] * (c.at[1] + t->size[1] * c.at[2]);
}

u32 ss_cube_by_dimension(const struct ss_topology *t, u32 pattern, struct ss_coord c)
{
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		u32 k = t->size[d];

		if (pattern == SEASTAR_PATTERN_COMPLEMENT)
			c.at[d] = k - 1 - c.at[d];
		else	/* tornado: just short of half way round */
			c.at[d] = (c.at[d] + (k - 1) / 2) % k;
	}
	return ss_id_of(t, c);
}

static u32 choices(const struct ss_topology *t, u32 pattern, u32 src, u32 pick, u32 *dest)
{
	if (pattern == SEASTAR_PATTERN_NEIGHBOUR)
		return neighbours(t, src, pick, dest);
	*dest = pattern == SEASTAR_PATTERN_TRANSPOSE ? ss_cube_transpose(t, ss_coord_of(t, src)) :
		ss_cube_by_dimension(t, pattern, ss_coord_of(t, src));
	return 1;
}

/* The view of the topology for the simulator. */

static u32 row_of(const struct ss_topology *t, u32 r, u32 port)
{
	(void)t;
	(void)r;
	return port;
}

static struct ss_place place(const struct ss_topology *t, u32 r)
{
	struct ss_coord c = ss_coord_of(t, r);

	return (struct ss_place){ { c.at[0], c.at[1], c.at[2] } };
}

static u32 distance(const struct ss_topology *t, const struct ss_place *a, const struct ss_place *b)
{
	u32 links = 0;

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		u32 k = t->size[d], from = a->at[d], to = b->at[d];
		u32 apart = from > to ? from - to : to - from;

		links += ss_is_torus(t, d) && 2 * apart > k ? k - apart : apart;
	}
	return links;
}

static u32 diameter(const struct ss_topology *t)
{
	u32 links = 0;

	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		links += ss_is_torus(t, d) ? t->size[d] / 2 : t->size[d] - 1;
	return links;
}

static u32 mean(const struct ss_topology *t)
{
	u32 links = 0;

	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		links += t->size[d] / (ss_is_torus(t, d) ? 4 : 3);
	return links;
}

static const struct ss_port_row rows[SEASTAR_PORTS] = {
	[SEASTAR_PORT_PROC] = { "proc", NULL, NULL },
	[SEASTAR_PORT_XP] = { "+x", "x", NULL },
	[SEASTAR_PORT_XM] = { "-x", "x", NULL },
	[SEASTAR_PORT_YP] = { "+y", "y", NULL },
	[SEASTAR_PORT_YM] = { "-y", "y", NULL },
	[SEASTAR_PORT_ZP] = { "+z", "z", NULL },
	[SEASTAR_PORT_ZM] = { "-z", "z", NULL },
};

static const struct ss_topology_view view = {
	.title = "a torus or mesh",
	.key = "KX[xKY[xKZ]]",
	.separator = 'x',
	.least = 1,
	.most = SEASTAR_DIMS,
	.fill = ss_fill_dimensions,
	.row = rows,
	.rows = SEASTAR_PORTS,
	.by_port = true,
	.row_of = row_of,
	.places = SEASTAR_DIMS,
	.coordinate = { "x", "y", "z" },
	.drawing = SS_DRAW_LATTICE,
	.axis = { 0, 1, 2 },
	.place = place,
	.router = "node {n} ({0},{1},{2})",
	.distance = distance,
	.diameter = diameter,
	.mean = mean,
};

const struct ss_topology_ops ss_cube_topology = {
	.name = "cube",
	.patterns = 1ULL << SEASTAR_PATTERN_NEIGHBOUR | 1ULL << SEASTAR_PATTERN_COMPLEMENT |
		    1ULL << SEASTAR_PATTERN_TORNADO | 1ULL << SEASTAR_PATTERN_TRANSPOSE,
	.check = check,
	.shape = shape,
	.behind = behind,
	.choices = choices,
	.view = SS_SIMULATOR ? &view : NULL,
};
