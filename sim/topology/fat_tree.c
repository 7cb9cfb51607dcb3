// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ports of a switch: K down, to its nodes on level 0, then K up.  A switch's number on its level
 * has N - 1 digits to the base of K.  By port j up, a switch of level l is linked to that of level
 * l + 1 whose number has j as digit l, and otherwise the same digits; there the link has the port
 * of the digit that was replaced.
 */
#include "sim/core/kind.h"
#include "sim/core/rng.h"
#include "sim/core/topology_view.h"

#include "fat_tree.h"

#define MOST_PORTS	32	/* ports of a switch */

static u32 power(u32 k, u32 n)
{
	u32 value = 1;

	while (n--)
		value *= k;
	return value;
}

static const char *check(const struct ss_config *cfg)
{
	u32 k = cfg->size[0], n = cfg->size[1];
	u64 switches = n;

	if (k < 2 || 2 * k > MOST_PORTS || n < 1)
		return "a fat tree has 2 to 16 ports down a switch, and 1 level or more";
	for (u32 i = 1; i < n && switches <= SEASTAR_MAX_ROUTERS; i++)
		switches *= k;
	return switches > SEASTAR_MAX_ROUTERS ? "a fabric has at most 32768 routers" : NULL;
}

static u32 on_level(const struct ss_topology *t)
{
	return power(t->size[0], t->size[1] - 1);
}

static void shape(struct ss_topology *t)
{
	t->routers = t->size[1] * on_level(t);
	t->per_router = t->size[0];
	t->nodes = on_level(t) * t->size[0];
	t->ports = 2 * t->size[0];
}

static u32 digit(const struct ss_topology *t, u32 number, u32 i)
{
	return number / power(t->size[0], i) % t->size[0];
}

/* Return @number with @value as its digit @i. */
static u32 with_digit(const struct ss_topology *t, u32 number, u32 i, u32 value)
{
	return number + (value - digit(t, number, i)) * power(t->size[0], i);
}

static u32 behind(const struct ss_topology *t, u32 r, u32 port, u32 *back)
{
	u32 k = t->size[0], level = r / on_level(t), number = r % on_level(t);

	if (port < k) {
		*back = k + digit(t, number, level - 1);
		return (level - 1) * on_level(t) + with_digit(t, number, level - 1, port);
	}
	if (level == t->size[1] - 1)
		return SS_NO_ROUTER;
	*back = digit(t, number, level);
	return (level + 1) * on_level(t) + with_digit(t, number, level, port - k);
}

enum routing { HASH, RANDOM };

/* Route a packet: up, by a port drawn on each level, until the destination is below; then down. */
static u32 route(const struct ss_topology *t, const struct ss_step *s, u32 *stage)
{
	u32 k = t->size[0], level = s->router / on_level(t), number = s->router % on_level(t);
	u32 leaf = s->dest / k, above = power(k, level);
	u64 key = s->routing == HASH ? ss_rng_key(s->source, s->dest) : s->toss;

	(void)stage;
	if (level && number / above == leaf / above)
		return digit(t, leaf, level - 1);
	return k + ss_rng_below(ss_rng_draw(key, level), k);
}

static const struct ss_topology_routing routings[] = {
	[HASH] = { "hash", 1 },
	[RANDOM] = { "random", 1 },
	{ NULL, 0 }
};

/* The view of the topology for the simulator. */

static void fill(u32 *size, u32 n)
{
	(void)size;
	(void)n;
}

enum { NODE, UP, DOWN, ROWS };

static u32 row_of(const struct ss_topology *t, u32 r, u32 port)
{
	return port >= t->size[0] ? UP : r < on_level(t) ? NODE : DOWN;
}

/* Return the place of a switch: its level, and its number on that level. */
static struct ss_place place(const struct ss_topology *t, u32 r)
{
	return (struct ss_place){ { r / on_level(t), r % on_level(t) } };
}

/* Count the links of a shortest path: up to the lowest level with a switch above both, and down. */
static u32 distance(const struct ss_topology *t, const struct ss_place *a, const struct ss_place *b)
{
	u32 from = a->at[1], to = b->at[1], levels = 0;

	for (; from != to; levels++) {
		from /= t->size[0];
		to /= t->size[0];
	}
	return 2 * levels;
}

static u32 diameter(const struct ss_topology *t)
{
	return 2 * (t->size[1] - 1);
}

/* Return the mean distance: K^(l + 1) - K^l of the K^N nodes are 2 l links away. */
static u32 mean(const struct ss_topology *t)
{
	u32 k = t->size[0], links = 0;

	for (u32 l = 1; l < t->size[1]; l++)
		links += 2 * l * (power(k, l + 1) - power(k, l));
	return (links + t->nodes / 2) / t->nodes;
}

static const struct ss_port_row rows[ROWS] = {
	[NODE] = { "node", NULL, NULL },
	[UP] = { "up", "up", "switch {1}" },
	[DOWN] = { "down", "down", "switch {1}" },
};

static const struct ss_topology_view view = {
	.title = "a fat tree",
	.key = "KxN",
	.separator = 'x',
	.least = 2,
	.most = 2,
	.fill = fill,
	.row = rows,
	.rows = ROWS,
	.row_of = row_of,
	.places = 2,
	.coordinate = { "level", "switch" },
	.drawing = SS_DRAW_GRID,
	.axis = { 1, 0, 2 },
	.numbers_nodes = true,
	.place = place,
	.router = "switch {1} of level {0}",
	.distance = distance,
	.diameter = diameter,
	.mean = mean,
};

const struct ss_topology_ops ss_fat_tree_topology = {
	.name = "fat-tree",
	.check = check,
	.shape = shape,
	.behind = behind,
	.routings = routings,
	.route = route,
	.view = &view,
};
