// SPDX-License-Identifier: GPL-2.0-only
/* The torus router, where it can be worked out by hand. */
#include <stdlib.h>

#include "test.h"

#include "lengths.h"
#include "lib/alone.h"
#include "sim/parts/routing/quadrants.h"
#include "sim/parts/vc/star.h"
#include "sim/routers/torus/torus.h"
#include "sim/run/deadlock.h"

static struct ss_traffic one_flit(u32 pattern, u32 load)
{
	return (struct ss_traffic){
		.pattern = pattern, .source = SEASTAR_SOURCE_OPEN, .load = load,
		.arrivals = SS_ARRIVALS_POISSON, .lengths = { { 1 }, { 1 } },
		.requests = SEASTAR_PPM,
	};
}

/* docs/torus-router.md, section 1: one cycle per hop */
static void a_packet_alone_takes_a_cycle_per_hop(void **state)
{
	(void)state;
	for (u32 routing = SS_ROUTE_MINAD; routing <= SS_ROUTE_CQR; routing++) {
		for (u32 x = 0; x <= 3; x++) {
			for (u32 y = 0; y <= 3; y++) {
				u32 other = 8 * x + y;
				struct ss_config cfg;
				struct latencies l;

				ss_torus_config_default(&cfg, 8, 8, 1);
				cfg.routing = routing;
				cfg.torus.threshold = 1600;
				l = latencies_alone(&cfg, other, 1, 3000);
				assert_int_equal(l.count > 0, other > 0);
				assert_int_equal(l.least, x + y);
				/* GOAL takes any quadrant, and in some of 80 packets all of them */
				if (routing == SS_ROUTE_GOAL)
					assert_int_equal(l.most, (x ? 8 - x : 0) + (y ? 8 - y : 0));
				else
					assert_int_equal(l.most, x + y);
			}
		}
	}
}

/* Return the flits accepted per node per cycle, in millionths. */
static u64 accepted(const struct ss_config *cfg, const struct ss_traffic *t, u64 cycles)
{
	struct ss_fabric *f = model_new(cfg);
	u64 before = 0, after = 0;
	struct ss_source_stats s;

	model_traffic(f, t);
	ss_fabric_run(f, 3000);
	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		ss_read_source(f, r, &s);
		before += s.stat[SEASTAR_SRC_DELIVERED];
	}
	ss_fabric_run(f, cycles);
	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		ss_read_source(f, r, &s);
		after += s.stat[SEASTAR_SRC_DELIVERED];
	}
	model_free(f);
	return (after - before) * SEASTAR_PPM / cycles / ss_config_routers(cfg);
}

/* SPAA'04, sec. 2.1: minimal routing fills one direction, balanced routing both. */
static void tornado_on_a_ring_has_the_papers_bounds(void **state)
{
	const struct ss_traffic t = one_flit(SEASTAR_PATTERN_TORNADO, 600000);
	struct ss_config cfg;

	(void)state;
	ss_torus_config_default(&cfg, 8, 1, 1);
	cfg.torus.threshold = 1600;
	cfg.routing = SS_ROUTE_MINAD;
	assert_in_range(accepted(&cfg, &t, 20000), 323000, 333400);
	cfg.routing = SS_ROUTE_GOAL;
	assert_in_range(accepted(&cfg, &t, 20000), 517000, 533400);
	cfg.routing = SS_ROUTE_GAL;
	assert_in_range(accepted(&cfg, &t, 20000), 517000, 533400);
	cfg.routing = SS_ROUTE_CQR;
	cfg.torus.threshold = SS_TORUS_THRESHOLD;
	assert_in_range(accepted(&cfg, &t, 20000), 517000, 533400);
}

/*
 * Sec. 4.4: beyond saturation CQR accepts as much as before. On a torus of 16x16, whose links carry
 * 16/63 of tornado traffic, it does so if any flit may leave a queue.
 */
static void a_large_torus_needs_queues_without_order(void **state)
{
	const struct ss_traffic t = one_flit(SEASTAR_PATTERN_TORNADO, 300000);
	struct ss_config cfg;

	(void)state;
	ss_torus_config_default(&cfg, 16, 16, 1);
	assert_in_range(accepted(&cfg, &t, 5000), 0, 190000);
	cfg.torus.discipline = SS_DISCIPLINE_OLDEST;
	assert_in_range(accepted(&cfg, &t, 5000), 235000, 254000);
}

/* A queue of one flit per VC: two cycles for each flit, one there and one for its place. */
static void a_place_is_taken_a_cycle_after_it_is_free(void **state)
{
	struct ss_traffic t = one_flit(SEASTAR_PATTERN_PERMUTATION, SEASTAR_PPM);
	u32 permutation[] = { 1, 2, 3, 4, 5, 6, 7, 0 };
	struct ss_config cfg;

	(void)state;
	t.permutation = permutation;
	ss_torus_config_default(&cfg, 8, 1, 1);
	cfg.routing = SS_ROUTE_MINAD;
	cfg.input_depth = 1;
	/* one cycle there, the next for its place, with the open VC and a star channel in turns */
	assert_in_range(accepted(&cfg, &t, 20000), 980000, SEASTAR_PPM);
	cfg.eject[0] = 1;
	cfg.eject[1] = 3;
	assert_in_range(accepted(&cfg, &t, 20000), 333000, 333400);
}

/*
 * Births of a Poisson process: their number follows the load, and their variance equals the mean.
 */
static void arrivals_are_poissons(void **state)
{
	const struct ss_traffic t = one_flit(SS_PATTERN_UNIFORM_SELF, 1500000);
	double sum = 0, squares = 0, mean;
	const u32 cycles = 20000;
	struct ss_config cfg;
	struct ss_fabric *f;
	u64 before = 0;

	(void)state;
	ss_torus_config_default(&cfg, 4, 4, 1);
	f = model_new(&cfg);
	model_traffic(f, &t);
	for (u32 i = 0; i < cycles; i++) {
		struct ss_source_stats s;
		u64 born;

		ss_fabric_run(f, 1);
		ss_read_source(f, 5, &s);
		born = s.stat[SEASTAR_SRC_OFFERED] - before;
		before += born;
		sum += born;
		squares += (double)born * born;
	}
	model_free(f);
	mean = sum / cycles;
	/* 5 standard deviations, over 20,000 cycles */
	assert_true(mean > 1.5 - 0.044 && mean < 1.5 + 0.044);
	assert_true(squares / cycles - mean * mean > 0.92 * mean);
	assert_true(squares / cycles - mean * mean < 1.08 * mean);
}

/* Return the number of a star channel, given its dimension, direction, coordinates and kind. */
static u32 number_of(u32 k, u32 dim, u32 minus, u32 at, u32 other, u32 star)
{
	return (((dim * 2 + minus) * k + at) * k + other) * 2 + star;
}

/* Return true if a path of waiting from channel @from leads back to a channel on the path. */
static bool has_cycle(bool (*waits)[1024], u32 n, u32 from, u8 *mark)
{
	bool found = false;

	mark[from] = 1;
	for (u32 to = 0; to < n && !found; to++)
		if (waits[from][to])
			found = mark[to] == 1 || (!mark[to] && has_cycle(waits, n, to, mark));
	mark[from] = 2;
	return found;
}

/* Return the hops from @a to @b around a ring of @k routers, in plus or minus direction. */
static u32 hops(u32 k, u32 a, u32 b, u32 minus)
{
	return minus ? (a + k - b) % k : (b + k - a) % k;
}

/*
 * Note the waits of a packet from @from to @to in @quadrant at router @at, if it ever comes there.
 * On any star channel by which it came, it may wait for the star channel of the lowest dimension in
 * which it still has to move.  With SS_STARS_HIGHEST the two dimensions change places.
 */
static void note_waits(u32 k, const u32 *from, const u32 *to, u32 quadrant, const u32 *at,
		       bool (*waits)[1024])
{
	u32 here = at[0] == to[0], next;

	for (u32 d = 0; d < 2; d++)
		if (hops(k, from[d], at[d], quadrant >> d & 1) >
		    hops(k, from[d], to[d], quadrant >> d & 1))
			return;
	if (here && at[1] == to[1])
		return;
	next = number_of(k, here, quadrant >> here & 1, at[here], at[!here],
			 ss_star(at[here], from[here], k - 1, quadrant >> here & 1));
	for (u32 d = 0; d <= here; d++) {
		u32 minus = quadrant >> d & 1, before = (at[d] + (minus ? 1 : k - 1)) % k;
		u32 star = ss_star(before, from[d], k - 1, minus);

		if (at[d] != from[d])
			waits[number_of(k, d, minus, before, at[!d], star)][next] = true;
	}
}

/* Waits of all packets, in all quadrants and orders of dimensions, make no cycle. */
static void star_channels_wait_in_no_circle(void **state)
{
	(void)state;
	for (u32 k = 2; k <= 6; k++) {
		bool (*waits)[1024] = calloc(1024, sizeof(*waits));
		u32 n = number_of(k, 1, 1, k - 1, k - 1, 1) + 1;
		u8 mark[1024] = { 0 };

		assert_true(n <= 1024);
		for (u32 i = 0; i < 4 * k * k * k * k * k * k; i++) {
			const u32 from[] = { i / 4 % k, i / 4 / k % k };
			const u32 to[] = { i / 4 / k / k % k, i / 4 / k / k / k % k };
			const u32 at[] = { i / 4 / k / k / k / k % k, i / 4 / k / k / k / k / k };

			note_waits(k, from, to, i % 4, at, waits);
		}
		for (u32 i = 0; i < n; i++)
			assert_false(!mark[i] && has_cycle(waits, n, i, mark));
		free(waits);
	}
}

/* Rings and tori whose queues hold one flit, overloaded: all goes on, and nothing seems dead. */
static void overload_is_no_deadlock(void **state)
{
	(void)state;
	for (u32 i = 0; i < 48; i++) {
		static const u32 shapes[][3] = { { 4, 1, 1 }, { 5, 4, 1 }, { 3, 4, 3 } };
		const u32 *k = shapes[i % 12 / 4];
		struct ss_traffic t = one_flit(i % 2 ? SEASTAR_PATTERN_TORNADO :
						       SS_PATTERN_UNIFORM_SELF, 3000000);
		struct sim_deadlock d = { 0 };
		struct ss_config cfg;
		struct ss_fabric *f;
		u64 before = 0;

		ss_torus_config_default(&cfg, k[0], k[1], k[2]);
		cfg.routing = i % 4;
		cfg.torus.threshold = 300;
		cfg.torus.discipline = i / 12 % 2;
		cfg.torus.stars = i / 24;
		cfg.input_depth = cfg.torus.discipline == SS_DISCIPLINE_FIFO ? 1 : 3;
		f = model_new(&cfg);
		model_traffic(f, &t);
		for (u32 turn = 0; turn < 300; turn++) {
			u64 delivered = 0;

			ss_fabric_run(f, 97);
			assert_false(sim_deadlock_find(NULL, f, &d));
			for (u32 r = 0; r < ss_fabric_routers(f); r++) {
				struct ss_source_stats s;

				ss_read_source(f, r, &s);
				delivered += s.stat[SEASTAR_SRC_DELIVERED];
			}
			assert_true(delivered > before);
			before = delivered;
		}
		model_free(f);
	}
}

/* Check the hops by each quadrant from (0,0) to (2,3) on an 8x8 torus, and the best quadrant. */
static void quadrants_have_their_lengths(void **state)
{
	const struct ss_topology topo = { .size = { 8, 8, 1 }, .routers = 64 };
	const struct ss_coord from = { { 0, 0, 0 } }, to = { { 2, 3, 0 } };
	struct ss_quadrants q = ss_quadrants(&topo, ss_place(from), ss_place(to));
	struct ss_best_quadrant best = SS_NO_QUADRANT;

	(void)state;
	assert_int_equal(q.used, 3);
	assert_int_equal(ss_quadrant_hops(&q, 0), 5);
	assert_int_equal(ss_quadrant_hops(&q, 1), 9);
	assert_int_equal(ss_quadrant_hops(&q, 2), 7);
	assert_int_equal(ss_quadrant_hops(&q, 3), 11);
	ss_better_quadrant(&best, 2, 7, 6);
	ss_better_quadrant(&best, 1, 9, 1);
	assert_int_equal(best.count, 1);
	ss_better_quadrant(&best, 3, 7, 6);
	assert_int_equal(best.count, 2);
	ss_better_quadrant(&best, 0, 7, 5);
	assert_int_equal(best.count, 1);
	assert_int_equal(ss_draw_quadrant(&best, ~0ULL), 0);
}

static void what_cannot_be_is_refused(void **state)
{
	struct ss_config good, c;

	(void)state;
	ss_torus_config_default(&good, 4, 4, 1);
	assert_null(ss_config_check(&good));
#define REFUSED(change) do { c = good; change; assert_non_null(ss_config_check(&c)); } while (0)
	REFUSED(c.size[SS_MESH] = 1);
	REFUSED(c.vcs = 2);
	REFUSED(c.classes = 2);
	REFUSED(c.max_packet = 2);
	REFUSED(c.link_delay = 2);
	REFUSED(c.input_depth = 0);
	REFUSED(c.input_depth = 4097);
	REFUSED(c.routing = SS_ROUTE_DOR);
	REFUSED(c.torus.occupancy = SS_OCCUPANCIES);
	REFUSED(c.torus.discipline = SS_DISCIPLINES);
	REFUSED(c.torus.stars = SS_STARS_KINDS);
	REFUSED(c.torus.threshold = 0);
	REFUSED(c.torus.threshold = SS_TORUS_MAX_THRESHOLD + 1);
	REFUSED((c.routing = SS_ROUTE_GAL, c.torus.threshold = 0));
	REFUSED((c.routing = SS_ROUTE_GAL, c.size[0] = 257));
	REFUSED((c.eject[0] = 2, c.eject[1] = 1));
	REFUSED(c.inject[0] = 0);
	c = good;
	c.routing = SS_ROUTE_GOAL;
	c.torus.threshold = 0;
	assert_null(ss_config_check(&c));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_packet_alone_takes_a_cycle_per_hop),
		cmocka_unit_test(tornado_on_a_ring_has_the_papers_bounds),
		cmocka_unit_test(a_large_torus_needs_queues_without_order),
		cmocka_unit_test(a_place_is_taken_a_cycle_after_it_is_free),
		cmocka_unit_test(arrivals_are_poissons),
		cmocka_unit_test(star_channels_wait_in_no_circle),
		cmocka_unit_test(overload_is_no_deadlock),
		cmocka_unit_test(quadrants_have_their_lengths),
		cmocka_unit_test(what_cannot_be_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
