// SPDX-License-Identifier: GPL-2.0-only
/* Dimension-order routing: every pair of routers of several shapes. */
#include <stdlib.h>

#include "test.h"

#include "lib/model.h"
#include "sim/parts/routing/ways.h"

struct shape {
	u32 radix[SS_DIMS];
	u32 mesh;
	u32 vcs;
	bool balanced;
};

static const struct shape shapes[] = {
	{ { 8, 1, 1 }, 7, 2, false }, { { 8, 1, 1 }, 0, 2, false },
	{ { 11, 1, 1 }, 0, 4, false }, { { 3, 3, 3 }, 0, 1, false },
	{ { 2, 4, 5 }, 0, 2, false }, { { 5, 4, 6 }, 4, 2, false },
	{ { 1, 4, 7 }, 0, 4, false }, { { 4, 4, 4 }, 0, 2, false },
	{ { 8, 1, 1 }, 7, 2, true }, { { 8, 1, 1 }, 0, 2, true },
	{ { 11, 1, 1 }, 0, 4, true }, { { 3, 3, 3 }, 0, 1, true },
	{ { 2, 4, 5 }, 0, 2, true }, { { 5, 4, 6 }, 4, 2, true },
	{ { 1, 4, 7 }, 0, 4, true }, { { 4, 4, 4 }, 0, 2, true },
	{ { 12, 1, 1 }, 0, 2, true }, { { 5, 1, 1 }, 0, 2, true },
	{ { 16, 1, 1 }, 0, 2, true },
	/* the longest ring with a table of turns, and a longer ring, which has none */
	{ { 64, 1, 1 }, 0, 2, true }, { { 70, 1, 1 }, 0, 2, true }, { { 40, 1, 1 }, 1, 2, true },
};

struct world {
	struct ss_topology topo;
	struct ss_routing routing;
	struct ss_coord *coord;
	u64 *place;
	u8 *turn;
	u16 *way;
	u64 *row;
	u8 *edge;	/* channel dependencies, channels x channels */
	u32 channels;
};

static void build(struct world *w, const struct shape *s)
{
	memset(w, 0, sizeof(*w));
	w->topo.routers = 1;
	w->topo.size[SS_MESH] = s->mesh;
	w->routing.mesh = s->mesh;
	w->routing.vcs = s->vcs;
	w->routing.assignment = s->balanced ? SS_ASSIGN_BALANCED : SS_ASSIGN_LOWER;
	for (u32 d = 0; d < SS_DIMS; d++) {
		w->topo.size[d] = s->radix[d];
		w->routing.radix[d] = s->radix[d];
		w->topo.routers *= s->radix[d];
	}
	w->coord = model_memory(w->topo.routers * sizeof(*w->coord));
	w->place = model_memory(w->topo.routers * sizeof(*w->place));
	for (u32 r = 0; r < w->topo.routers; r++) {
		w->coord[r] = ss_coord_of(&w->topo, r);
		w->place[r] = ss_route_place(&w->topo, r, NULL);
	}
	w->routing.place = w->place;
	w->turn = model_memory(ss_turns(s->radix) + 1);
	ss_routing_keep_turns(&w->routing, w->turn);
	assert_int_equal(!!w->routing.turn, s->radix[0] <= SS_TURNS_RADIX);
	w->way = model_memory(ss_ways(s->radix) * sizeof(*w->way) + 1);
	w->row = model_memory(w->topo.routers * sizeof(*w->row));
	w->routing.way = w->routing.turn ? w->way : NULL;
	w->routing.row = w->row;
	ss_routing_keep_ways(&w->routing, w->topo.routers);
	w->channels = w->topo.routers * SS_PORTS * SS_CLASSES * s->vcs;
	w->edge = model_memory((size_t)w->channels * w->channels);
}

static void demolish(struct world *w)
{
	free(w->coord);
	free(w->place);
	free(w->turn);
	free(w->way);
	free(w->row);
	free(w->edge);
}

static u32 distance(const struct world *w, u32 from, u32 to)
{
	u32 sum = 0;

	for (u32 d = 0; d < SS_DIMS; d++) {
		u32 a = w->coord[from].at[d], b = w->coord[to].at[d];
		u32 hops = a > b ? a - b : b - a, k = w->topo.size[d];

		sum += ss_is_torus(&w->topo, d) && k - hops < hops ? k - hops :
								      hops;
	}
	return sum;
}

/* Follow a packet; checks each hop and notes which channel waits for which. */
static void follow(struct world *w, u32 src, u32 dest, u32 class_)
{
	u32 vcs = w->routing.vcs, here = src, in = SEASTAR_PORT_PROC, hops = 0;
	u32 vc = ss_route_inject(&w->routing, src, dest, class_), dim = 0;
	u32 before = U32_MAX;

	for (;;) {
		struct ss_hop hop = ss_route(&w->routing, here, in, vc, dest);
		struct ss_hop rule = ss_route_tossed(&w->routing, here, in, vc, dest, 0);
		u32 channel;

		/* the table of ways gives the same as the rule */
		assert_int_equal(hop.port, rule.port);
		assert_int_equal(hop.vc, rule.vc);
		assert_int_equal(hop.vc / vcs, class_);
		if (hop.port == SEASTAR_PORT_PROC) {
			assert_int_equal(hop.vc, vc);
			break;
		}
		assert_int_not_equal(hop.port, in);
		assert_true(ss_port_dim(hop.port) >= dim);
		dim = ss_port_dim(hop.port);
		channel = (here * SS_PORTS + hop.port) * SS_CLASSES * vcs + hop.vc;
		if (before != U32_MAX)
			w->edge[(size_t)before * w->channels + channel] = 1;
		before = channel;
		here = ss_neighbour(&w->topo, here, hop.port);
		assert_int_not_equal(here, SS_NO_ROUTER);
		in = ss_opposite(hop.port);
		vc = hop.vc;
		hops++;
	}
	assert_int_equal(here, dest);
	assert_int_equal(hops, distance(w, src, dest));
}

static void follow_all(struct world *w)
{
	for (u32 class_ = 0; class_ < SS_CLASSES; class_++)
		for (u32 src = 0; src < w->topo.routers; src++)
			for (u32 dest = 0; dest < w->topo.routers; dest++)
				follow(w, src, dest, class_);
}

/* Remove channels that wait for no other, repeatedly; return how many stay: 0 means no cycle. */
static u32 channels_in_cycles(struct world *w)
{
	u8 *gone = model_memory(w->channels);
	u32 left = w->channels, before;

	do {
		before = left;
		for (u32 c = 0; c < w->channels; c++) {
			bool waits = false;

			if (gone[c])
				continue;
			for (u32 i = 0; i < w->channels && !waits; i++)
				waits = w->edge[(size_t)c * w->channels + i] &&
					!gone[i];
			if (!waits) {
				gone[c] = 1;
				left--;
			}
		}
	} while (left < before);
	free(gone);
	return left;
}

static void every_pair_minimal_and_free_of_deadlock(void **state)
{
	(void)state;
	for (u32 i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		struct world w;

		build(&w, &shapes[i]);
		follow_all(&w);
		assert_int_equal(channels_in_cycles(&w), 0);
		demolish(&w);
	}
}

/* Without datelines a ring of five does have a cycle, so the check can see one. */
static void the_check_sees_a_cycle(void **state)
{
	const struct shape ring = { { 5, 1, 1 }, 0, 1, false };
	struct world w;

	(void)state;
	build(&w, &ring);
	follow_all(&w);
	assert_true(channels_in_cycles(&w) > 0);
	demolish(&w);
}

/* Half of the pairs half way round a ring go either way. */
static void ties_are_balanced(void **state)
{
	const struct shape torus = { { 4, 6, 8 }, 0, 2, false };
	struct world w;

	(void)state;
	build(&w, &torus);
	for (u32 d = 0; d < SS_DIMS; d++) {
		u32 k = torus.radix[d], plus = 0, ties = 0;

		for (u32 src = 0; src < w.topo.routers; src++) {
			struct ss_coord to = w.coord[src];
			struct ss_hop hop;

			to.at[d] = (to.at[d] + k / 2) % k;
			hop = ss_route(&w.routing, src, SEASTAR_PORT_PROC, 0,
				       ss_id_of(&w.topo, to));
			assert_int_equal(ss_port_dim(hop.port), d);
			ties++;
			plus += ss_port_plus(hop.port);
		}
		assert_int_equal(2 * plus, ties);
	}
	demolish(&w);
}

/* Ties in the first dimension are balanced among packets from one router, and to one router. */
static void ties_of_one_router_are_balanced(void **state)
{
	const struct shape torus = { { 4, 6, 8 }, 0, 2, false };
	u32 plus[2] = { 0, 0 }, n = 6 * 8;
	struct world w;

	(void)state;
	build(&w, &torus);
	for (u32 other = 0; other < w.topo.routers; other++) {
		if (w.coord[other].at[0] != 2)
			continue;
		plus[0] += ss_port_plus(ss_route(&w.routing, 0, SEASTAR_PORT_PROC, 0, other).port);
		plus[1] += ss_port_plus(ss_route(&w.routing, other, SEASTAR_PORT_PROC, 0, 0).port);
	}
	assert_int_equal(2 * plus[0], n);
	assert_int_equal(2 * plus[1], n);
	demolish(&w);
}

/* VC0 becomes VC1, VC2 becomes VC3, on leaving the last node of a ring. */
static void dateline_switches_once(void **state)
{
	const struct shape ring = { { 1, 1, 8 }, 0, 2, false };
	struct ss_hop hop;
	struct world w;

	(void)state;
	build(&w, &ring);
	hop = ss_route(&w.routing, 6, SEASTAR_PORT_PROC, 2, 1);
	assert_int_equal(hop.port, SEASTAR_PORT_ZP);
	assert_int_equal(hop.vc, 2);
	hop = ss_route(&w.routing, 7, SEASTAR_PORT_ZM, 2, 1);
	assert_int_equal(hop.vc, 3);
	hop = ss_route(&w.routing, 0, SEASTAR_PORT_ZM, 3, 1);
	assert_int_equal(hop.vc, 3);
	hop = ss_route(&w.routing, 7, SEASTAR_PORT_ZP, 0, 5);
	assert_int_equal(hop.port, SEASTAR_PORT_ZM);
	assert_int_equal(hop.vc, 1);
	demolish(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pair_minimal_and_free_of_deadlock),
		cmocka_unit_test(the_check_sees_a_cycle),
		cmocka_unit_test(ties_are_balanced),
		cmocka_unit_test(ties_of_one_router_are_balanced),
		cmocka_unit_test(dateline_switches_once),
	};

	return cmocka_run_group_tests_name("route", tests, NULL, NULL);
}
