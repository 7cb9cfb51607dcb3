// SPDX-License-Identifier: GPL-2.0-only
/*
 * All topologies, where they can be worked out by hand: their links, distances and cuts. Of some,
 * also their own routes, and the traffic that these allow.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "lib/model.h"
#include "sim/routers/vc/vc.h"
#include "sim/topology/cube.h"
#include "sim/topology/dragonfly.h"
#include "sim/topology/fat_tree.h"
#include "sim/topology/hyperx.h"
#include "sim/topology/list.h"

/* Links are counted once in either direction. */
static const struct {
	const struct ss_topology_ops *ops;
	u32 size[SS_SIZES];
	u32 routers, nodes, links, diameter;
} fabrics[] = {
	{ &ss_cube_topology, { 1, 1, 1, 7 }, 1, 1, 0, 0 },
	{ &ss_cube_topology, { 8, 1, 1, 0 }, 8, 8, 16, 4 },
	{ &ss_cube_topology, { 4, 3, 5, 0 }, 60, 60, 60 * 6, 5 },
	{ &ss_cube_topology, { 4, 3, 5, 7 }, 60, 60, 2 * (3 * 15 + 2 * 20 + 4 * 12), 9 },
	{ &ss_cube_topology, { 5, 4, 1, 1 }, 20, 20, 2 * (4 * 4 + 20), 6 },
	/* groups (a h + 1) of a (a - 1) local links and a h global ones */
	{ &ss_dragonfly_topology, { 1, 2, 1 }, 6, 6, 3 * (2 + 2), 3 },
	{ &ss_dragonfly_topology, { 2, 4, 2 }, 36, 72, 9 * (12 + 8), 3 },
	{ &ss_dragonfly_topology, { 3, 2, 4 }, 18, 54, 9 * (2 + 8), 3 },
	/* each router has K - 1 links in each dimension of K routers */
	{ &ss_hyperx_topology, { 1, 1, 1, 1 }, 1, 1, 0, 0 },
	{ &ss_hyperx_topology, { 5, 1, 1, 3 }, 5, 15, 5 * 4, 1 },
	{ &ss_hyperx_topology, { 4, 4, 1, 4 }, 16, 64, 16 * 6, 2 },
	{ &ss_hyperx_topology, { 1, 3, 6, 2 }, 18, 36, 18 * 7, 2 },
	{ &ss_hyperx_topology, { 2, 3, 4, 1 }, 24, 24, 24 * 6, 3 },
	{ &ss_hyperx_topology, { 1, 1, 1, 32 }, 1, 32, 0, 0 },
	/* N levels, and K^N links in either direction between two neighbouring ones */
	{ &ss_fat_tree_topology, { 4, 1 }, 1, 4, 0, 0 },
	{ &ss_fat_tree_topology, { 2, 3 }, 12, 8, 2 * 2 * 8, 4 },
	{ &ss_fat_tree_topology, { 4, 3 }, 48, 64, 2 * 2 * 64, 4 },
	{ &ss_fat_tree_topology, { 2, 6 }, 192, 64, 2 * 5 * 64, 10 },
	{ &ss_fat_tree_topology, { 16, 2 }, 32, 256, 2 * 256, 2 },
};

#define FABRICS	(sizeof(fabrics) / sizeof(fabrics[0]))

static struct ss_topology shaped(const struct ss_topology_ops *ops, const u32 size[SS_SIZES])
{
	struct ss_topology t = { .ops = ops };

	memcpy(t.size, size, sizeof(t.size));
	ops->shape(&t);
	return t;
}

static struct ss_topology fabric(u32 i)
{
	return shaped(fabrics[i].ops, fabrics[i].size);
}

static void all_are_tried(void **state)
{
	(void)state;
	for (const struct ss_topology_ops *const *ops = ss_topologies; *ops; ops++) {
		u32 i = 0;

		while (i < FABRICS && fabrics[i].ops != *ops)
			i++;
		assert_true(i < FABRICS);
		assert_ptr_equal(ss_topology_find((*ops)->name, strlen((*ops)->name)), *ops);
	}
}

/* Nodes are numbered router by router, and have the first ports; routers without one come last. */
static void routers_have_the_nodes(void **state)
{
	(void)state;
	for (u32 i = 0; i < FABRICS; i++) {
		struct ss_topology t = fabric(i);
		u32 node = 0;

		assert_int_equal(t.routers, fabrics[i].routers);
		assert_int_equal(t.nodes, fabrics[i].nodes);
		for (u32 r = 0; r < t.routers; r++) {
			assert_int_equal(ss_first_node(&t, r), node);
			for (u32 n = ss_nodes_of(&t, r); n; n--)
				assert_int_equal(ss_router_of(&t, node++), r);
			assert_true(ss_nodes_of(&t, r) <= t.ports);
		}
		assert_int_equal(node, t.nodes);
	}
}

static void links_are_pairs(void **state)
{
	(void)state;
	for (u32 i = 0; i < FABRICS; i++) {
		struct ss_topology t = fabric(i);
		u32 links = 0;

		for (u32 r = 0; r < t.routers; r++)
			for (u32 port = ss_nodes_of(&t, r); port < t.ports; port++) {
				u32 back, again, to = t.ops->behind(&t, r, port, &back);

				if (to == SS_NO_ROUTER)
					continue;
				links++;
				assert_true(to < t.routers && back < t.ports);
				assert_true(back >= ss_nodes_of(&t, to));
				assert_int_equal(t.ops->behind(&t, to, back, &again), r);
				assert_int_equal(again, port);
			}
		assert_int_equal(links, fabrics[i].links);
	}
}

/* Coordinates have names, for columns of CSV and axes of pictures; no two routers share a place. */
static void places_have_names(void **state)
{
	(void)state;
	for (u32 i = 0; i < FABRICS; i++) {
		struct ss_topology t = fabric(i);
		const struct ss_topology_view *v = t.ops->view;

		assert_in_range(v->places, 1, SS_PLACES - v->numbers_nodes);
		for (u32 k = 0; k < v->places; k++)
			assert_non_null(v->coordinate[k]);
		for (u32 r = 1; r < t.routers; r++) {
			struct ss_place a = v->place(&t, r - 1), b = v->place(&t, r);

			assert_memory_not_equal(&a, &b, sizeof(a));
		}
		for (u32 a = 0; a < SS_AXES; a++)
			for (u32 b = 0; b < a; b++)
				assert_int_not_equal(v->axis[a], v->axis[b]);
		for (u32 k = 0; k < v->places; k++)
			assert_true(v->axis[0] == k || v->axis[1] == k || v->axis[2] == k);
	}
}

/* Nodes have row 0 to themselves; there are no more rows than results have room for. */
static void ports_have_rows(void **state)
{
	(void)state;
	for (u32 i = 0; i < FABRICS; i++) {
		struct ss_topology t = fabric(i);
		const struct ss_topology_view *v = t.ops->view;

		assert_in_range(v->rows, 1, SS_PORTS);
		assert_null(v->row[0].links);
		for (u32 r = 0; r < t.routers; r++)
			for (u32 port = 0; port < t.ports; port++) {
				u32 row = v->row_of(&t, r, port);

				assert_true(row < v->rows);
				assert_int_equal(!row, port < ss_nodes_of(&t, r));
			}
	}
}

/*
 * Links of the shortest way from a router to every other, or U32_MAX.  If routers are in groups,
 * packets change the group at most once: @far is for ways with a change, @near for others.
 */
struct distances {
	u32 *near, *far;
};

static void spread(const struct ss_topology *t, u32 from, struct distances *d)
{
	u32 *list = model_memory(2 * t->routers * sizeof(*list)), n = 0;

	memset(d->near, 0xff, t->routers * sizeof(*d->near));
	memset(d->far, 0xff, t->routers * sizeof(*d->far));
	d->near[from] = 0;
	list[n++] = 2 * from;
	for (u32 i = 0; i < n; i++) {
		u32 r = list[i] / 2, is_far = list[i] % 2;

		for (u32 port = ss_nodes_of(t, r); port < t->ports; port++) {
			u32 to = ss_router_behind(t, r, port), leaves, *at;

			if (to == SS_NO_ROUTER)
				continue;
			leaves = t->group && to / t->group != r / t->group;
			if (is_far && leaves)
				continue;
			at = is_far || leaves ? &d->far[to] : &d->near[to];
			if (*at != U32_MAX)
				continue;
			*at = (is_far ? d->far[r] : d->near[r]) + 1;
			list[n++] = 2 * to + (is_far || leaves);
		}
	}
	free(list);
}

/* Compare the distances of routers that have nodes: others are no packet's destination. */
static void distances_are_those_of_a_search(void **state)
{
	(void)state;
	for (u32 i = 0; i < FABRICS; i++) {
		struct ss_topology t = fabric(i);
		const struct ss_topology_view *v = t.ops->view;
		u32 *memory = model_memory(2 * t.routers * sizeof(u32)), most = 0;
		struct distances d = { memory, memory + t.routers };

		for (u32 from = 0; ss_nodes_of(&t, from); from++) {
			struct ss_place a = v->place(&t, from);

			spread(&t, from, &d);
			for (u32 to = 0; to < t.routers && ss_nodes_of(&t, to); to++) {
				struct ss_place b = v->place(&t, to);
				u32 least = d.near[to] < d.far[to] ? d.near[to] : d.far[to];

				assert_int_equal(v->distance(&t, &a, &b), least);
				if (least > most)
					most = least;
			}
			if (from + 1 == t.routers)
				break;
		}
		assert_int_equal(most, fabrics[i].diameter);
		assert_int_equal(v->diameter(&t), most);
		free(memory);
	}
}

/* Count the links from routers whose coordinate @dim is below @half to the others. */
static u32 cut(const struct ss_topology *t, u32 dim, u32 half)
{
	u32 links = 0;

	for (u32 r = 0; r < t->routers; r++)
		for (u32 port = ss_nodes_of(t, r); port < t->ports; port++) {
			u32 to = ss_router_behind(t, r, port);

			links += to != SS_NO_ROUTER && t->ops->view->place(t, r).at[dim] < half &&
				 t->ops->view->place(t, to).at[dim] >= half;
		}
	return links;
}

/* Each router of the one half has a link to each in the other half of its row. */
static void hyperx_is_cut_into_halves(void **state)
{
	static const u32 sizes[][SS_SIZES] = {
		{ 4, 1, 1, 1 }, { 4, 4, 1, 4 }, { 8, 4, 2, 2 }, { 6, 2, 4, 1 }, { 2, 2, 2, 1 },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct ss_topology t = shaped(&ss_hyperx_topology, sizes[i]);

		for (u32 d = 0; d < SS_DIMS; d++) {
			u32 k = sizes[i][d];

			if (k % 2 == 0)
				assert_int_equal(cut(&t, d, k / 2), t.routers * k / 4);
		}
	}
}

/* Result of a search that finds no way from the lower half of the nodes to the upper one. */
#define NO_END	U32_MAX

/* Find a way over links that are not @used, and mark its links; return false if there is none. */
static bool augment(const struct ss_topology *t, u32 *left, bool *used, u32 half)
{
	u32 *by = model_memory(t->routers * sizeof(*by)), *list = model_memory(t->routers * 4);
	u32 n = 0, end = NO_END;

	/* by[r]: port of router r through which it was reached, plus 1; 0: not; start: ports + 1 */
	for (u32 r = 0; r < half; r++)
		if (left[r]) {
			by[r] = t->ports + 1;
			list[n++] = r;
		}
	for (u32 i = 0; i < n && end == NO_END; i++) {
		u32 r = list[i];

		for (u32 port = ss_nodes_of(t, r); port < t->ports && end == NO_END; port++) {
			u32 back, to = t->ops->behind(t, r, port, &back);

			if (to == SS_NO_ROUTER || by[to] || used[r * t->ports + port])
				continue;
			by[to] = back + 1;
			list[n++] = to;
			if (to >= half && left[to])
				end = to;
		}
	}
	if (end != NO_END) {
		left[end]--;
		for (u32 r = end, steps = 0; by[r] <= t->ports; steps++) {
			u32 port, from = t->ops->behind(t, r, by[r] - 1, &port);

			assert_true(from < t->routers && by[from] && steps < t->routers);
			/* to go against a used link frees it: both ways exchange their ends */
			if (used[r * t->ports + by[r] - 1])
				used[r * t->ports + by[r] - 1] = false;
			else
				used[from * t->ports + port] = true;
			r = from;
			if (by[r] > t->ports)
				left[r]--;
		}
	}
	free(by);
	free(list);
	return end != NO_END;
}

/* Count ways without a common link from nodes of the lower half to nodes of the upper half. */
static u32 ways_across(const struct ss_topology *t)
{
	u32 *left = model_memory(t->routers * sizeof(*left)), ways = 0;
	bool *used = model_memory((size_t)t->routers * t->ports);

	for (u32 r = 0; r < t->routers; r++)
		left[r] = ss_nodes_of(t, r);
	while (augment(t, left, used, ss_router_of(t, t->nodes / 2)))
		ways++;
	free(left);
	free(used);
	return ways;
}

/* All nodes of a half can send to the other half at once, each by links of its own. */
static void fat_tree_is_cut_into_halves(void **state)
{
	static const u32 sizes[][SS_SIZES] = { { 2, 2 }, { 2, 5 }, { 4, 2 }, { 4, 3 }, { 6, 2 } };

	(void)state;
	for (u32 i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct ss_topology t = shaped(&ss_fat_tree_topology, sizes[i]);

		assert_int_equal(ways_across(&t), t.nodes / 2);
	}
}

/* A link of a route: its router and port, and the packet's stage on it. */
struct link {
	u32 router, port, stage;
};

/* Follow a packet from step @s to its destination; list the links, and return their number. */
static u32 follow(const struct ss_topology *t, struct ss_step s, struct link *way, u32 most)
{
	u32 stage = 0, n = 0;

	while (s.router != ss_router_of(t, s.dest)) {
		u32 before = stage, port = t->ops->route(t, &s, &stage);

		assert_true(port >= ss_nodes_of(t, s.router) && port < t->ports && n < most);
		assert_true(stage >= before && stage < t->ops->routings[s.routing].stages);
		way[n++] = (struct link){ s.router, port, stage };
		s.router = ss_router_behind(t, s.router, port);
		assert_true(s.router < t->routers);
	}
	return n;
}

#define MOST_LINKS	32	/* links of a way */

/* Make the first step of a packet, with toss @i of @of tosses that are spread over all values. */
static struct ss_step start(const struct ss_topology *t, u32 routing, u32 source, u32 dest, u32 i,
			    u32 of)
{
	return (struct ss_step){
		.routing = routing, .router = ss_router_of(t, source), .source = source,
		.dest = dest, .toss = U64_MAX / of * i + U64_MAX / of / 2,
	};
}

/* Return true if @routing is Valiant's: a way consists of two shortest ones, via a router. */
static bool is_valiant(const struct ss_topology *t, u32 routing)
{
	return !strcmp(t->ops->routings[routing].word, "val");
}

static void check_lengths(const struct ss_topology *t, u32 routing)
{
	const struct ss_topology_view *v = t->ops->view;
	struct link way[MOST_LINKS];

	for (u32 from = 0; from < t->nodes; from += t->per_router)
		for (u32 to = 0; to < t->nodes; to++)
			for (u32 i = 0; i < t->routers; i++) {
				struct ss_step s = start(t, routing, from, to, i, t->routers);
				struct ss_place a = v->place(t, s.router);
				struct ss_place b = v->place(t, ss_router_of(t, to));
				u32 n = follow(t, s, way, MOST_LINKS);

				if (is_valiant(t, routing))
					assert_true(n <= 2 * v->diameter(t));
				else
					assert_int_equal(n, v->distance(t, &a, &b));
			}
}

static void routes_arrive(void **state)
{
	(void)state;
	for (u32 i = 0; i < FABRICS; i++) {
		struct ss_topology t = fabric(i);

		for (u32 k = 0; t.ops->routings && t.ops->routings[k].word; k++)
			check_lengths(&t, k);
	}
}

/*
 * A graph of places. A place is the virtual channels of a stage on a link; @after[a] has the places
 * that follow a on some path.
 */
struct graph {
	u32 places, a_router;
	bool *after;
};

static u32 place_of(const struct ss_topology *t, const struct link *l)
{
	return (l->stage * t->routers + l->router) * t->ports + l->port;
}

static void add_ways(const struct ss_topology *t, u32 routing, struct graph *g)
{
	struct link way[MOST_LINKS];

	for (u32 from = 0; from < t->nodes; from++)
		for (u32 to = 0; to < t->nodes; to++)
			for (u32 i = 0; i < 2 * t->routers; i++) {
				struct ss_step s = start(t, routing, from, to, i, 2 * t->routers);
				u32 n = follow(t, s, way, MOST_LINKS);

				for (u32 k = 1; k < n; k++)
					g->after[(size_t)place_of(t, &way[k - 1]) * g->places +
						 place_of(t, &way[k])] = true;
			}
}

/* Remove places without a successor, repeatedly; return the number of places that stay. */
static u32 left_in_circles(struct graph *g)
{
	bool *gone = model_memory(g->places);
	u32 left = g->places;

	for (bool again = true; again;) {
		again = false;
		for (u32 a = 0; a < g->places; a++) {
			u32 b = 0;

			while (b < g->places && (gone[b] || !g->after[(size_t)a * g->places + b]))
				b++;
			if (gone[a] || b < g->places)
				continue;
			gone[a] = true;
			left--;
			again = true;
		}
	}
	free(gone);
	return left;
}

/* Packets wait for the next place on their path: never in a circle, since stages have own VCs. */
static void nothing_waits_in_a_circle(void **state)
{
	static const struct {
		const struct ss_topology_ops *ops;
		u32 size[SS_SIZES];
	} small[] = {
		{ &ss_hyperx_topology, { 4, 3, 1, 1 } }, { &ss_hyperx_topology, { 2, 3, 2, 1 } },
		{ &ss_hyperx_topology, { 5, 1, 1, 2 } }, { &ss_fat_tree_topology, { 2, 3 } },
		{ &ss_fat_tree_topology, { 3, 2 } },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(small) / sizeof(small[0]); i++) {
		struct ss_topology t = shaped(small[i].ops, small[i].size);

		for (u32 k = 0; t.ops->routings[k].word; k++) {
			struct graph g = {
				.places = t.ops->routings[k].stages * t.routers * t.ports,
			};

			g.after = model_memory((size_t)g.places * g.places);
			add_ways(&t, k, &g);
			assert_int_equal(left_in_circles(&g), 0);
			free(g.after);
		}
	}
}

/* A selection of links: the links of a row, out of routers with nodes or out of the others. */
struct some {
	u32 row;
	bool of_nodes;
};

static bool is_some(const struct ss_topology *t, const struct some *some, u32 r, u32 port)
{
	return ss_router_behind(t, r, port) != SS_NO_ROUTER &&
	       t->ops->view->row_of(t, r, port) == some->row &&
	       !ss_nodes_of(t, r) == !some->of_nodes;
}

/* Add to @load the flits per cycle on each link if @from sends @flits per cycle to @to. */
static void add_load(const struct ss_topology *t, u32 routing, u32 from, u32 to, u32 tosses,
		     double flits, double *load)
{
	struct link way[MOST_LINKS];

	for (u32 i = 0; i < tosses; i++) {
		u32 n = follow(t, start(t, routing, from, to, i, tosses), way, MOST_LINKS);

		for (u32 k = 0; k < n; k++)
			load[way[k].router * t->ports + way[k].port] += flits / tosses;
	}
}

/*
 * Compute the flits per cycle on the links @some, if each node sends one flit per cycle to @dest[]
 * or, if that is NULL, to a random other node.  Set *@mean to the mean; return the greatest.
 */
static double channel_load(const struct ss_topology *t, u32 routing, const struct some *some,
			   const u32 *dest, double *mean)
{
	double *load = model_memory(t->routers * t->ports * sizeof(*load)), most = 0, sum = 0;
	u32 links = 0, tosses = 64 * t->routers;

	for (u32 from = 0; from < t->nodes; from++)
		for (u32 to = 0; to < t->nodes; to++)
			if (to != from && (!dest || dest[from] == to))
				add_load(t, routing, from, to, tosses,
					 dest ? 1 : 1.0 / (t->nodes - 1), load);
	for (u32 r = 0; r < t->routers; r++)
		for (u32 port = ss_nodes_of(t, r); port < t->ports; port++) {
			double l = load[r * t->ports + port];

			if (!is_some(t, some, r, port))
				continue;
			links++;
			sum += l;
			most = l > most ? l : most;
		}
	*mean = links ? sum / links : 0;
	free(load);
	return most;
}

static bool is_near(double a, double b)
{
	const double apart = 0.000000001;

	return a > b - apart && a < b + apart;
}

/* Routings of a HyperX and of a fat tree, and rows of a fat tree's links. */
enum { MIN, VAL };
enum { HASH, RANDOM };
enum { UP = 1, DOWN };

/*
 * Expected load of a link along a dimension of K routers: it carries the flits from the C nodes of
 * one router to N / K of the N nodes, C N / K / (N - 1).
 */
static void hyperx_spreads_uniform_traffic(void **state)
{
	static const u32 sizes[][SS_SIZES] = { { 4, 4, 1, 4 }, { 5, 3, 1, 2 }, { 2, 3, 4, 1 } };

	(void)state;
	for (u32 i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct ss_topology t = shaped(&ss_hyperx_topology, sizes[i]);

		for (u32 d = 0; d < SS_DIMS; d++) {
			struct some row = { 1 + d, true };
			double k = sizes[i][d], mean, most;

			if (sizes[i][d] == 1)
				continue;
			most = channel_load(&t, MIN, &row, NULL, &mean);
			assert_true(is_near(mean, t.per_router * (t.nodes / k) / (t.nodes - 1)));
			assert_true(is_near(most, mean));
		}
	}
}

/*
 * Where all C nodes of a router send to one, dimension order has one link for them.  By random
 * routers each link has its part of two uniform traffics, C / K each, whatever the permutation.
 */
static void valiant_spreads_a_permutation(void **state)
{
	static const u32 sizes[][SS_SIZES] = { { 4, 4, 1, 4 }, { 4, 4, 1, 2 }, { 8, 1, 1, 3 } };

	(void)state;
	for (u32 i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct ss_topology t = shaped(&ss_hyperx_topology, sizes[i]);
		u32 *dest = model_memory(t.nodes * sizeof(*dest));
		double c = t.per_router, k = sizes[i][0], mean;

		for (u32 n = 0; n < t.nodes; n++)
			t.ops->choices(&t, SEASTAR_PATTERN_COMPLEMENT, n, 0, &dest[n]);
		for (u32 d = 0; d < SS_DIMS; d++) {
			struct some row = { 1 + d, true };

			if (sizes[i][d] == 1)
				continue;
			assert_true(is_near(channel_load(&t, MIN, &row, dest, &mean), c));
			assert_true(is_near(channel_load(&t, VAL, &row, dest, &mean), 2 * c / k));
			assert_true(is_near(mean, 2 * c / k));
		}
		free(dest);
	}
}

/*
 * Among the N nodes, N - K are not below a switch of level 0, and N - K^2 not below one of level 1.
 * There are as many links as nodes between two levels, in either direction.  Ports up are drawn, so
 * that links have about the same load, and the sum is exact.
 */
static void fat_tree_spreads_uniform_traffic(void **state)
{
	static const u32 sizes[][SS_SIZES] = { { 4, 2 }, { 2, 3 }, { 3, 3 } };
	static const struct some leaf = { UP, true }, above = { UP, false }, down = { DOWN, false };

	(void)state;
	for (u32 i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct ss_topology t = shaped(&ss_fat_tree_topology, sizes[i]);
		double n = t.nodes, k = t.size[0], mean, most;
		double first = (n - k) / (n - 1), second = (n - k * k) / (n - 1);

		most = channel_load(&t, RANDOM, &leaf, NULL, &mean);
		assert_true(is_near(mean, first));
		assert_true(most < 1.1 * first);
		channel_load(&t, RANDOM, &above, NULL, &mean);
		assert_true(is_near(mean, t.size[1] == 3 ? second : 0));
		most = channel_load(&t, RANDOM, &down, NULL, &mean);
		assert_true(is_near(mean, t.size[1] == 3 ? (first + second) / 2 : first));
		assert_true(most < 1.1 * first);
	}
}

/* Return the flits accepted per node per cycle at load 1, with packets of one flit. */
static double accepted(const struct ss_topology_ops *ops, const u32 size[SS_SIZES], u32 routing,
		       u32 pattern)
{
	struct ss_traffic t = {
		.pattern = pattern, .source = SEASTAR_SOURCE_OPEN, .load = SEASTAR_PPM,
		.requests = SEASTAR_PPM, .lengths = ss_lengths_one(1),
	};
	const u64 cycles = 4000;
	struct ss_config cfg;
	struct ss_fabric *f;
	u64 flits = 0;
	u32 nodes;

	ss_vc_config_default(&cfg, 1, 1, 1, 0);
	cfg.kind = &ss_vc_wide_kind;
	cfg.topology = ops;
	memcpy(cfg.size, size, sizeof(cfg.size));
	cfg.routing = routing;
	cfg.vcs = 16;
	cfg.input_depth = 32;
	f = model_new(&cfg);
	nodes = ss_fabric_nodes(f);
	model_traffic(f, &t);
	ss_fabric_run(f, 3000);
	ss_reset_sources(f);
	ss_fabric_run(f, cycles);
	for (u32 n = 0; n < nodes; n++) {
		struct ss_source_stats s;

		ss_read_source(f, n, &s);
		flits += s.stat[SEASTAR_SRC_FLITS];
	}
	model_free(f);
	return (double)flits / cycles / nodes;
}

/*
 * The links of the tree allow 1 flit per node per cycle.  Allocators with one round per cycle pass
 * less, even in a switch by itself: 0.73 of four nodes, 0.68 of eight.  The tree accepts about as
 * much as such a switch, or more.
 */
static void fat_tree_accepts_what_its_switches_do(void **state)
{
	static const u32 k4[][SS_SIZES] = { { 4, 1 }, { 4, 2 }, { 4, 3 } };
	static const u32 k8[][SS_SIZES] = { { 8, 1 }, { 8, 2 } };
	double one = accepted(&ss_fat_tree_topology, k4[0], RANDOM, SEASTAR_PATTERN_UNIFORM);

	(void)state;
	assert_true(one > 0.65 && one < 1);
	for (u32 i = 1; i < 3; i++)
		assert_true(accepted(&ss_fat_tree_topology, k4[i], RANDOM,
				     SEASTAR_PATTERN_UNIFORM) > 0.95 * one);
	one = accepted(&ss_fat_tree_topology, k8[0], RANDOM, SEASTAR_PATTERN_UNIFORM);
	assert_true(accepted(&ss_fat_tree_topology, k8[1], RANDOM, SEASTAR_PATTERN_UNIFORM) >
		    0.95 * one);
}

/*
 * With K nodes per router, links allow about 1 flit per node per cycle of uniform traffic, 1 / K of
 * the complement, and by Valiant half of the first.
 */
static void hyperx_accepts_what_its_links_allow(void **state)
{
	static const u32 size[] = { 4, 4, 1, 4 };
	double uniform = accepted(&ss_hyperx_topology, size, MIN, SEASTAR_PATTERN_UNIFORM);
	double direct = accepted(&ss_hyperx_topology, size, MIN, SEASTAR_PATTERN_COMPLEMENT);
	double valiant = accepted(&ss_hyperx_topology, size, VAL, SEASTAR_PATTERN_COMPLEMENT);

	(void)state;
	assert_true(direct > 0.99 / 4 && direct < 1.01 / 4);
	assert_true(uniform > 2.5 / 4 && uniform < 1);
	assert_true(valiant < 0.5 && valiant > 0.45 * uniform && valiant < 0.55 * uniform);
}

static const char *any_size(const struct ss_config *cfg)
{
	(void)cfg;
	return NULL;
}

/* Make a topology of one's own: a HyperX with other @check and @routings. */
static struct ss_config own_topology(struct ss_topology_ops *ops)
{
	struct ss_config cfg;

	ss_vc_config_default(&cfg, 4, 4, 1, 0);
	cfg.kind = &ss_vc_wide_kind;
	cfg.size[SS_CONCENTRATION] = 1;
	cfg.topology = ops;
	return cfg;
}

/* Sizes that are too large are refused, also if the topology itself has no bounds. */
static void large_fabrics_are_refused(void **state)
{
	struct ss_topology_ops ops = ss_hyperx_topology;
	struct ss_config cfg = own_topology(&ops);

	(void)state;
	ops.check = any_size;
	assert_null(ss_config_check(&cfg));
	cfg.size[0] = 1 << 14;
	assert_string_equal(ss_config_check(&cfg), "a fabric has at most 32768 routers");
}

/* A routing may have as many stages as a port has VCs, and no more. */
static void each_vc_may_be_a_stage(void **state)
{
	static const struct ss_topology_routing many[] = { { "min", 16 }, { } };
	static const struct ss_topology_routing more[] = { { "min", 17 }, { } };
	struct ss_topology_ops ops = ss_hyperx_topology;
	struct ss_config cfg = own_topology(&ops);
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM, .source = SEASTAR_SOURCE_OPEN,
		.load = SEASTAR_PPM / 10, .requests = SEASTAR_PPM, .lengths = ss_lengths_one(1),
	};
	struct ss_fabric *f;

	(void)state;
	ops.routings = more;
	cfg.vcs = 16;
	assert_non_null(strstr(ss_config_check(&cfg), "stages, each of which needs its own"));
	ops.routings = many;
	cfg.vcs = 15;
	assert_non_null(strstr(ss_config_check(&cfg), "stages, each of which needs its own"));
	cfg.vcs = 16;
	f = model_new(&cfg);
	model_traffic(f, &t);
	ss_fabric_run(f, 1000);
	for (u32 n = 0; n < ss_fabric_nodes(f); n++) {
		struct ss_source_stats stats;

		ss_read_source(f, n, &stats);
		assert_in_range(stats.stat[SEASTAR_SRC_FLITS], 50, 150);
	}
	model_free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_are_tried),
		cmocka_unit_test(routers_have_the_nodes),
		cmocka_unit_test(links_are_pairs),
		cmocka_unit_test(places_have_names),
		cmocka_unit_test(ports_have_rows),
		cmocka_unit_test(distances_are_those_of_a_search),
		cmocka_unit_test(hyperx_is_cut_into_halves),
		cmocka_unit_test(fat_tree_is_cut_into_halves),
		cmocka_unit_test(routes_arrive),
		cmocka_unit_test(large_fabrics_are_refused),
		cmocka_unit_test(each_vc_may_be_a_stage),
		cmocka_unit_test(nothing_waits_in_a_circle),
		cmocka_unit_test(hyperx_spreads_uniform_traffic),
		cmocka_unit_test(valiant_spreads_a_permutation),
		cmocka_unit_test(fat_tree_spreads_uniform_traffic),
		cmocka_unit_test(fat_tree_accepts_what_its_switches_do),
		cmocka_unit_test(hyperx_accepts_what_its_links_allow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
