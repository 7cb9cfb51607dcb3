// SPDX-License-Identifier: GPL-2.0-only
/* Traffic patterns and the numbers they draw. */
#include <math.h>
#include <stdlib.h>

#include "test.h"

#include "lib/model.h"
#include "sim/topology/cube.h"
#include "pattern.h"
#include "rng.h"

static const struct ss_topology torus = {
	.ops = &ss_cube_topology, .size = { 5, 4, 3 },
	.routers = 60, .per_router = 1, .nodes = 60,
};

static const struct ss_topology mesh = {
	.ops = &ss_cube_topology, .size = { 5, 4, 3, 7 },
	.routers = 60, .per_router = 1, .nodes = 60,
};

static struct ss_traffic open_traffic(u32 pattern, u32 load, u32 flits)
{
	struct ss_traffic t = {
		.pattern = pattern,
		.source = SEASTAR_SOURCE_OPEN,
		.load = load,
		.requests = SEASTAR_PPM,
	};

	t.lengths = ss_lengths_one(flits);
	return t;
}

static void uniform_is_everybody_else(void **state)
{
	struct ss_traffic t = open_traffic(SEASTAR_PATTERN_UNIFORM, 1000, 1);
	u32 hits[60] = { 0 }, n = 60000;
	struct ss_gen g;

	(void)state;
	ss_gen_init(&g, &torus, &t, NULL);
	for (u32 i = 0; i < n; i++)
		hits[ss_gen_packet(&g, ss_rng_key(1, 7), 7, i, i).dest]++;
	for (u32 r = 0; r < 60; r++) {
		if (r == 7) {
			assert_int_equal(hits[r], 0);
			continue;
		}
		/* 1017 expected, standard deviation 32 */
		assert_in_range(hits[r], 1017 - 160, 1017 + 160);
	}
}

static void fixed_patterns(void **state)
{
	static const u32 swap[60] = { [0] = 1, [1] = 0 };
	struct ss_traffic t = open_traffic(SEASTAR_PATTERN_TORNADO, 1000, 1);
	struct ss_coord c = { { 4, 1, 2 } }, to;
	u32 src = ss_id_of(&torus, c), dest;
	u32 lists[60];
	struct ss_gen g;

	(void)state;
	ss_gen_init(&g, &torus, &t, NULL);
	dest = ss_gen_packet(&g, 1, src, 0, 0).dest;
	to = ss_coord_of(&torus, dest);
	assert_int_equal(to.at[0], 1);	/* 4 + 2 mod 5 */
	assert_int_equal(to.at[1], 2);	/* 1 + 1 mod 4 */
	assert_int_equal(to.at[2], 0);	/* 2 + 1 mod 3 */

	t.pattern = SEASTAR_PATTERN_COMPLEMENT;
	ss_gen_init(&g, &torus, &t, NULL);
	to = ss_coord_of(&torus, ss_gen_packet(&g, 1, src, 0, 0).dest);
	assert_int_equal(to.at[0], 0);
	assert_int_equal(to.at[1], 2);
	assert_int_equal(to.at[2], 0);

	t.pattern = SEASTAR_PATTERN_ALL_TO_ONE;
	t.target = 9;
	ss_gen_init(&g, &torus, &t, NULL);
	assert_int_equal(ss_gen_packet(&g, 1, src, 5, 5).dest, 9);
	assert_false(ss_gen_sends(&g, 9));
	assert_true(ss_gen_sends(&g, 8));

	t.pattern = SEASTAR_PATTERN_PERMUTATION;
	t.permutation = swap;
	ss_gen_init(&g, &torus, &t, lists);
	assert_int_equal(ss_gen_packet(&g, 1, 0, 0, 0).dest, 1);
	assert_int_equal(ss_gen_packet(&g, 1, 1, 0, 0).dest, 0);

	t.pattern = SEASTAR_PATTERN_NONE;
	ss_gen_init(&g, &torus, &t, NULL);
	assert_false(ss_gen_sends(&g, 0));
}

static struct ss_topology shape(u32 kx, u32 ky, u32 kz)
{
	u32 routers = kx * ky * kz;

	return (struct ss_topology){
		.ops = &ss_cube_topology, .size = { kx, ky, kz }, .routers = routers,
		.per_router = 1, .nodes = routers,
	};
}

static u32 sends_to(const struct ss_topology *topo, u32 pattern, u32 src)
{
	struct ss_traffic t = open_traffic(pattern, 1000, 1);
	struct ss_gen g;

	ss_gen_init(&g, topo, &t, NULL);
	return ss_gen_packet(&g, 1, src, 0, 0).dest;
}

static void bits_of_a_node_number(void **state)
{
	struct ss_topology t = shape(4, 2, 8);	/* 64 nodes, 6 bits */

	(void)state;
	assert_int_equal(sends_to(&t, SEASTAR_PATTERN_BIT_REVERSAL, 0x2b), 0x35);
	assert_int_equal(sends_to(&t, SEASTAR_PATTERN_BIT_REVERSAL, 0x01), 0x20);
	for (u32 s = 0; s < 64; s++)
		assert_int_equal(sends_to(&t, SEASTAR_PATTERN_SHUFFLE, s),
				 (s << 1 | s >> 5) & 63);
}

static void transpose_reads_coordinates_backwards(void **state)
{
	struct ss_topology square = shape(5, 5, 1), box = shape(5, 4, 3);
	struct ss_coord c = { { 4, 1, 0 } }, turned = { { 1, 4, 0 } };

	(void)state;
	assert_int_equal(sends_to(&square, SEASTAR_PATTERN_TRANSPOSE, ss_id_of(&square, c)),
			 ss_id_of(&square, turned));
	/* (4, 1, 2) of 5 x 4 x 3 is (2, 1, 4) of 3 x 4 x 5 */
	assert_int_equal(sends_to(&box, SEASTAR_PATTERN_TRANSPOSE, 2 + 3 * (1 + 4 * 4)),
			 4 + 5 * (1 + 4 * 2));
}

/* Each node is the destination of exactly one node, with any radices. */
static void permutations_name_every_node_once(void **state)
{
	static const u32 patterns[] = {
		SEASTAR_PATTERN_COMPLEMENT, SEASTAR_PATTERN_TORNADO,
		SEASTAR_PATTERN_SHUFFLE, SEASTAR_PATTERN_TRANSPOSE,
		SEASTAR_PATTERN_BIT_REVERSAL,
	};
	const struct ss_topology shapes[] = {
		shape(5, 4, 3), shape(3, 3, 3), shape(1, 7, 5), shape(1, 1, 2), shape(4, 2, 8),
	};

	(void)state;
	for (u32 i = 0; i < 25; i++) {
		const struct ss_topology *t = &shapes[i % 5];
		u32 pattern = patterns[i / 5], hits[64] = { 0 };

		if (pattern == SEASTAR_PATTERN_BIT_REVERSAL && t->routers & (t->routers - 1))
			continue;
		for (u32 s = 0; s < t->routers; s++)
			hits[sends_to(t, pattern, s)]++;
		for (u32 s = 0; s < t->routers; s++)
			assert_int_equal(hits[s], 1);
	}
}

/* Patterns without draws and parameters: no two have the same destinations. */
static void patterns_differ(void **state)
{
	static const u64 left_out = BIT_ULL(SEASTAR_PATTERN_UNIFORM) |
				    BIT_ULL(SEASTAR_PATTERN_NEIGHBOUR) |
				    BIT_ULL(SEASTAR_PATTERN_ALL_TO_ONE) |
				    BIT_ULL(SEASTAR_PATTERN_PERMUTATION);
	struct ss_topology t = shape(4, 2, 8);
	u32 dest[SEASTAR_PATTERNS][64], n = 1;

	(void)state;
	/* a pattern that sends each node's packets to itself is no pattern, either */
	for (u32 s = 0; s < 64; s++)
		dest[0][s] = s;
	for (u32 pattern = 1; pattern < SEASTAR_PATTERNS; pattern++) {
		if (left_out >> pattern & 1)
			continue;
		for (u32 s = 0; s < 64; s++)
			dest[n][s] = sends_to(&t, pattern, s);
		for (u32 other = 0; other < n; other++)
			assert_memory_not_equal(dest[n], dest[other], sizeof(dest[n]));
		n++;
	}
}

static void neighbours_are_one_link_away(void **state)
{
	struct ss_traffic t = open_traffic(SEASTAR_PATTERN_NEIGHBOUR, 1000, 1);
	u32 seen[60] = { 0 }, kinds = 0;
	struct ss_gen g;

	(void)state;
	ss_gen_init(&g, &mesh, &t, NULL);
	for (u32 i = 0; i < 1000; i++)
		seen[ss_gen_packet(&g, 3, 0, i, i).dest]++;
	for (u32 r = 0; r < 60; r++)
		kinds += seen[r] > 0;
	/* a corner of a mesh has three links */
	assert_int_equal(kinds, 3);
	assert_true(seen[1] && seen[3] && seen[12]);
}

/*
 * Births have the requested load, with chance p in each cycle: gaps have the mean (1-p)/p, and a
 * share of (1-p)^k of them is k or more.
 */
static void gaps_are_geometric(void **state)
{
	static const struct { u32 load, flits; } cases[] = {
		{ 1000000, 1 }, { 400000, 1 }, { 400000, 9 }, { 1000, 9 }, { 1, 9 },
	};

	(void)state;
	for (u32 i = 0; i < 5; i++) {
		struct ss_traffic t = open_traffic(SEASTAR_PATTERN_UNIFORM,
						   cases[i].load, cases[i].flits);
		double p = cases[i].load / 1e6 / cases[i].flits;
		double want = (1 - p) / p, sum = 0;
		struct ss_gen g;
		u32 n = 200000, none = 0, beyond = 0;
		u64 k = 2 * want + 1;

		ss_gen_init(&g, &torus, &t, NULL);
		for (u32 b = 0; b < n; b++) {
			u64 gap = ss_gen_gap(&g, ss_rng_key(5, i), b);

			sum += gap;
			none += gap == 0;
			beyond += gap >= k;
		}
		/* five deviations of a share of n are 0.0056 at most */
		assert_true(fabs((double)none / n - p) < 0.0056);
		assert_true(fabs((double)beyond / n - pow(1 - p, k)) < 0.0056);
		/* the mean of n has a deviation of about want / sqrt(n) */
		assert_true(sum / n >= want * (1 - 5 / 447.0));
		assert_true(sum / n <= want * (1 + 5 / 447.0));
	}
}

/* Return the load of @n births in packets per cycle; set the number of bursts. */
static double births_a_cycle(const struct ss_gen *g, u64 key, u32 n, u32 *bursts)
{
	u64 cycles = n;

	*bursts = 0;
	for (u32 b = 0; b < n; b++) {
		cycles += ss_gen_gap(g, key, b);
		*bursts += ss_gen_begins(g, key, b);
		if (!ss_gen_begins(g, key, b))
			assert_int_equal(ss_gen_gap(g, key, b), 0);
	}
	return (double)n / cycles;
}

/*
 * Bursts have the requested length and do not change the load; their packets are consecutive and
 * have one destination.
 */
static void bursts_keep_the_load(void **state)
{
	static const struct { u32 load, flits, burst; } cases[] = {
		{ 400000, 9, 5 }, { 400000, 1, 5 }, { 10000, 4, 50 }, { 1000000, 1, 8 },
		{ 800000, 1, 2 },
	};

	(void)state;
	for (u32 i = 0; i < 5; i++) {
		struct ss_traffic t = open_traffic(SEASTAR_PATTERN_UNIFORM,
						   cases[i].load, cases[i].flits);
		double p = cases[i].load / 1e6 / cases[i].flits, load;
		u32 n = 1000000, bursts;
		struct ss_gen g;

		t.burst = cases[i].burst;
		ss_gen_init(&g, &torus, &t, NULL);
		load = births_a_cycle(&g, ss_rng_key(9, i), n, &bursts);
		/* some 20,000 bursts of random length and gap: 5 deviations of 1/141 */
		assert_true(fabs(load / p - 1) < 5 * sqrt(2) / sqrt(bursts));
		assert_true(fabs((double)bursts * t.burst / n - 1) < 5 / sqrt(bursts));
	}
}

/*
 * The chain itself, as the thesis prints it: a node in a burst leaves it with chance 1/B and, with
 * chance q, begins another at once.  It is in one for p of the cycles if p = q / (1/B + q - q/B).
 */
static void chains_are_stationary(void **state)
{
	const double all = 18446744073709551616.0;	/* 2^64 */
	static const u32 loads[] = { 1, 50000, 400000, 900000 }, lengths[] = { 1, 8 },
			 bursts[] = { 2, 5, 64, 65535 };

	(void)state;
	for (u32 i = 0; i < 4 * 2 * 4; i++) {
		u32 load = loads[i % 4], flits = lengths[i / 4 % 2], burst = bursts[i / 8];
		struct ss_traffic t = open_traffic(SEASTAR_PATTERN_UNIFORM, load, flits);
		double p = load / 1e6 / flits, ends, q;
		struct ss_gen g;

		t.burst = burst;
		ss_gen_init(&g, &torus, &t, NULL);
		ends = g.burst_ends / all;
		q = -g.no_birth[0] / all;
		assert_true(fabs(1 / ends / burst - 1) < 0.000000001);
		assert_true(fabs(q / (ends + q - q * ends) / p - 1) < 0.000001);
	}
}

static void without_bursts_nothing_goes_on(void **state)
{
	struct ss_traffic t = open_traffic(SEASTAR_PATTERN_UNIFORM, 400000, 9);
	struct ss_gen plain, one;

	(void)state;
	ss_gen_init(&plain, &torus, &t, NULL);
	t.burst = 1;
	ss_gen_init(&one, &torus, &t, NULL);
	for (u32 b = 0; b < 1000; b++) {
		assert_int_equal(ss_gen_gap(&plain, 5, b), ss_gen_gap(&one, 5, b));
		assert_true(ss_gen_begins(&one, 5, b));
	}
}

static void packets_of_a_burst_go_one_way(void **state)
{
	struct ss_traffic t = open_traffic(SEASTAR_PATTERN_UNIFORM, 400000, 1);
	u32 dest, lengths = 0;
	struct ss_gen g;

	(void)state;
	ss_lengths_add(&t.lengths, 9, 1);
	ss_gen_init(&g, &torus, &t, NULL);
	dest = ss_gen_packet(&g, 5, 7, 100, 100).dest;
	for (u64 n = 100; n < 140; n++) {
		struct ss_gen_packet p = ss_gen_packet(&g, 5, 7, n, 100);

		assert_int_equal(p.dest, dest);
		lengths |= p.length;
	}
	/* packets of a burst have lengths of their own */
	assert_int_equal(lengths, 1 | 9);
}

/* Make traffic with a quarter of long packets for two hot spots, and short packets for any node. */
static struct ss_traffic hot_traffic(void)
{
	static const u32 spots[] = { 3, 40 };
	struct ss_traffic t = open_traffic(SEASTAR_PATTERN_UNIFORM, 100000, 1);

	t.weight = 3;
	t.parts = 1;
	t.part[0] = (struct ss_part){
		.weight = 1,
		.pattern = SS_PATTERN_HOT_SPOTS,
		.lengths = ss_lengths_one(9),
		.spots = 2,
		.spot = spots,
	};
	return t;
}

static void parts_have_their_shares(void **state)
{
	struct ss_traffic t = hot_traffic();
	u32 n = 100000, hot[2] = { 0 }, other = 0;
	struct ss_gen g;
	u32 lists[2];

	(void)state;
	assert_int_equal(ss_gen_listed(&torus, &t), 2);
	ss_gen_init(&g, &torus, &t, lists);
	for (u32 i = 0; i < n; i++) {
		struct ss_gen_packet p = ss_gen_packet(&g, 77, 7, i, i);

		assert_int_equal(p.class_, p.length == 9);
		if (p.length == 1)
			other++;
		else
			hot[p.dest == 40]++;
		assert_true(p.length == 1 || p.dest == 3 || p.dest == 40);
	}
	/* bounds of five standard deviations, which are 137 and 105 */
	assert_in_range(other, 75000 - 700, 75000 + 700);
	assert_in_range(hot[0], 12500 - 525, 12500 + 525);
	assert_in_range(hot[1], 12500 - 525, 12500 + 525);
}

static void a_hot_spot_sends_to_the_others(void **state)
{
	struct ss_traffic t = hot_traffic();
	struct ss_gen g;
	u32 lists[2];

	(void)state;
	t.part[0].spots = 1;
	ss_gen_init(&g, &torus, &t, lists);
	assert_true(ss_gen_sends(&g, 3));
	/* the only part of node 3 that sends anywhere is uniform: one flit */
	for (u32 i = 0; i < 1000; i++)
		assert_int_equal(ss_gen_packet(&g, 7, 3, i, i).length, 1);

	t.part[0].spots = 2;
	t.pattern = SS_PATTERN_HOT_SPOTS;
	t.spot = t.part[0].spot;
	t.spots = 2;
	t.parts = 0;
	ss_gen_init(&g, &torus, &t, lists);
	for (u32 i = 0; i < 1000; i++)
		assert_int_equal(ss_gen_packet(&g, 7, 3, i, i).dest, 40);
	t.spots = 1;
	ss_gen_init(&g, &torus, &t, lists);
	assert_false(ss_gen_sends(&g, 3));
	assert_true(ss_gen_sends(&g, 4));
}

/* The load is in flits: the mean packet of a mix counts. */
static void a_mix_has_the_load_asked_for(void **state)
{
	struct ss_traffic t = hot_traffic();
	u32 n = 200000, bursts;
	double load;
	struct ss_gen g;
	u32 lists[2];

	(void)state;
	ss_gen_init(&g, &torus, &t, lists);
	load = 3 * births_a_cycle(&g, 5, n, &bursts);	/* 3/4 of 1 + 1/4 of 9 flits */
	assert_int_equal(bursts, n);
	assert_true(fabs(load / 0.1 - 1) < 5 / sqrt(n));
}

static void lengths_and_classes_have_their_shares(void **state)
{
	struct ss_traffic t = open_traffic(SEASTAR_PATTERN_UNIFORM, 1000, 1);
	u32 n = 100000, count[10] = { 0 }, responses = 0;
	struct ss_gen g;

	(void)state;
	t.lengths.weight[0] = 3;
	ss_lengths_add(&t.lengths, 9, 1);
	t.requests = 200000;
	ss_gen_init(&g, &torus, &t, NULL);
	for (u32 i = 0; i < n; i++) {
		struct ss_gen_packet p = ss_gen_packet(&g, 77, 0, i, i);

		count[p.length]++;
		responses += p.class_;
	}
	assert_int_equal(count[1] + count[9], n);
	assert_in_range(count[1], 74000, 76000);
	assert_in_range(responses, 79000, 81000);
}

static void every_bad_traffic_has_its_sentence(void **state)
{
	static const u32 twice[8] = { 0, 1, 2, 3, 4, 5, 6, 6 };
	static const u32 outside[8] = { 0, 1, 2, 3, 4, 5, 6, 8 };
	static const u32 fine[8] = { 7, 6, 5, 4, 3, 2, 1, 0 };
	struct ss_traffic good = open_traffic(SEASTAR_PATTERN_UNIFORM, 1000, 4), t;
	struct ss_config cfg;
	struct ss_fabric *f;
	u8 scratch[8];

	(void)state;
	ss_config_default(&cfg, 2, 2, 2, 0);
	cfg.max_packet = 4;
	f = model_new(&cfg);
	assert_null(ss_traffic_check(f, &good, scratch));
#define refused(change)	do {						\
		t = good;						\
		change;							\
		assert_non_null(ss_traffic_check(f, &t, scratch));	\
	} while (0)
	refused(t.pattern = SEASTAR_PATTERNS);
	refused((t.pattern = SEASTAR_PATTERN_ALL_TO_ONE, t.target = 8));
	refused(t.pattern = SEASTAR_PATTERN_PERMUTATION);
	refused((t.pattern = SEASTAR_PATTERN_PERMUTATION, t.permutation = twice));
	refused((t.pattern = SEASTAR_PATTERN_PERMUTATION, t.permutation = outside));
	refused(t.source = SEASTAR_SOURCES);
	refused(t.load = 0);
	refused(t.load = SEASTAR_PPM + 1);
	refused(t.queue = 65536);
	refused((t.source = SEASTAR_SOURCE_CLOSED, t.window = 0));
	refused((t.source = SEASTAR_SOURCE_CLOSED, t.window = 4097));
	refused(t.requests = SEASTAR_PPM + 1);
	refused(t.lengths.flits[0] = 0);
	refused(t.lengths.weight[0] = 0);
	refused(t.lengths = ss_lengths_one(5));
	refused((t.lengths.flits[1] = 3, t.lengths.weight[1] = 1));
	refused(t.lengths.weight[0] = 1000001);
	refused(t.burst = 65536);
	refused(t.pattern = SS_PATTERN_HOT_SPOTS);
	refused((t.pattern = SS_PATTERN_HOT_SPOTS, t.spot = fine));
	refused((t.pattern = SS_PATTERN_HOT_SPOTS, t.spot = twice, t.spots = 8));
	refused((t.pattern = SS_PATTERN_HOT_SPOTS, t.spot = outside, t.spots = 8));
	good.weight = 1;
	good.part[0] = ss_traffic_part(&good, 0);
	good.parts = 1;
	assert_null(ss_traffic_check(f, &good, scratch));
	refused(t.parts = 4);
	refused(t.weight = 0);
	refused(t.part[0].weight = 0);
	refused(t.part[0].weight = 1000001);
	refused(t.part[0].pattern = SEASTAR_PATTERN_NONE);
	refused(t.pattern = SEASTAR_PATTERN_NONE);
	refused(t.part[0].lengths.flits[0] = 0);
	refused(t.part[0].requests = SEASTAR_PPM + 1);
	good.parts = 0;
#undef refused
	t = good;
	t.pattern = SEASTAR_PATTERN_PERMUTATION;
	t.permutation = fine;
	assert_null(ss_traffic_check(f, &t, scratch));
	model_free(f);
	cfg.size[0] = 3;
	f = model_new(&cfg);
	t.pattern = SEASTAR_PATTERN_BIT_REVERSAL;
	assert_non_null(ss_traffic_check(f, &t, scratch));
	model_free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uniform_is_everybody_else),
		cmocka_unit_test(fixed_patterns),
		cmocka_unit_test(bits_of_a_node_number),
		cmocka_unit_test(transpose_reads_coordinates_backwards),
		cmocka_unit_test(permutations_name_every_node_once),
		cmocka_unit_test(patterns_differ),
		cmocka_unit_test(neighbours_are_one_link_away),
		cmocka_unit_test(gaps_are_geometric),
		cmocka_unit_test(bursts_keep_the_load),
		cmocka_unit_test(chains_are_stationary),
		cmocka_unit_test(without_bursts_nothing_goes_on),
		cmocka_unit_test(packets_of_a_burst_go_one_way),
		cmocka_unit_test(parts_have_their_shares),
		cmocka_unit_test(a_hot_spot_sends_to_the_others),
		cmocka_unit_test(a_mix_has_the_load_asked_for),
		cmocka_unit_test(lengths_and_classes_have_their_shares),
		cmocka_unit_test(every_bad_traffic_has_its_sentence),
	};

	return cmocka_run_group_tests_name("pattern", tests, NULL, NULL);
}
