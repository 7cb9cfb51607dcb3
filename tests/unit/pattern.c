// SPDX-License-Identifier: GPL-2.0-only
/* Traffic patterns and the numbers they draw. */
#include <math.h>
#include <stdlib.h>

#include "test.h"

#include "lib/model.h"
#include "pattern.h"
#include "rng.h"

static const struct ss_topology torus = { { 5, 4, 3 }, 0, 60 };
static const struct ss_topology mesh = { { 5, 4, 3 }, 7, 60 };

static struct ss_traffic open_traffic(u32 pattern, u32 load, u32 flits)
{
	struct ss_traffic t = {
		.pattern = pattern,
		.source = SEASTAR_SOURCE_OPEN,
		.load = load,
		.requests = SEASTAR_PPM,
	};

	t.lengths[flits - 1] = 1;
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
		hits[ss_gen_packet(&g, ss_rng_key(1, 7), 7, i).dest]++;
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
	static const u16 swap[60] = { [0] = 1, [1] = 0 };
	struct ss_traffic t = open_traffic(SEASTAR_PATTERN_TORNADO, 1000, 1);
	struct ss_coord c = { { 4, 1, 2 } }, to;
	u32 src = ss_id_of(&torus, c), dest;
	struct ss_gen g;

	(void)state;
	ss_gen_init(&g, &torus, &t, NULL);
	dest = ss_gen_packet(&g, 1, src, 0).dest;
	to = ss_coord_of(&torus, dest);
	assert_int_equal(to.at[0], 1);	/* 4 + 2 mod 5 */
	assert_int_equal(to.at[1], 2);	/* 1 + 1 mod 4 */
	assert_int_equal(to.at[2], 0);	/* 2 + 1 mod 3 */

	t.pattern = SEASTAR_PATTERN_COMPLEMENT;
	ss_gen_init(&g, &torus, &t, NULL);
	to = ss_coord_of(&torus, ss_gen_packet(&g, 1, src, 0).dest);
	assert_int_equal(to.at[0], 0);
	assert_int_equal(to.at[1], 2);
	assert_int_equal(to.at[2], 0);

	t.pattern = SEASTAR_PATTERN_ALL_TO_ONE;
	t.target = 9;
	ss_gen_init(&g, &torus, &t, NULL);
	assert_int_equal(ss_gen_packet(&g, 1, src, 5).dest, 9);
	assert_false(ss_gen_sends(&g, 9));
	assert_true(ss_gen_sends(&g, 8));

	t.pattern = SEASTAR_PATTERN_PERMUTATION;
	ss_gen_init(&g, &torus, &t, swap);
	assert_int_equal(ss_gen_packet(&g, 1, 0, 0).dest, 1);
	assert_int_equal(ss_gen_packet(&g, 1, 1, 0).dest, 0);

	t.pattern = SEASTAR_PATTERN_NONE;
	ss_gen_init(&g, &torus, &t, NULL);
	assert_false(ss_gen_sends(&g, 0));
}

static struct ss_topology shape(u32 kx, u32 ky, u32 kz)
{
	return (struct ss_topology){ { kx, ky, kz }, 0, kx * ky * kz };
}

static u32 sends_to(const struct ss_topology *topo, u32 pattern, u32 src)
{
	struct ss_traffic t = open_traffic(pattern, 1000, 1);
	struct ss_gen g;

	ss_gen_init(&g, topo, &t, NULL);
	return ss_gen_packet(&g, 1, src, 0).dest;
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

/* Whatever the radices, each node is sent to by one. */
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

static void neighbours_are_one_link_away(void **state)
{
	struct ss_traffic t = open_traffic(SEASTAR_PATTERN_NEIGHBOUR, 1000, 1);
	u32 seen[60] = { 0 }, kinds = 0;
	struct ss_gen g;

	(void)state;
	ss_gen_init(&g, &mesh, &t, NULL);
	for (u32 i = 0; i < 1000; i++)
		seen[ss_gen_packet(&g, 3, 0, i).dest]++;
	for (u32 r = 0; r < 60; r++)
		kinds += seen[r] > 0;
	/* a corner of a mesh has three links */
	assert_int_equal(kinds, 3);
	assert_true(seen[1] && seen[3] && seen[12]);
}

/*
 * Births come at the load asked for, by the flip of a coin a cycle: gaps have the
 * mean (1-p)/p, and the share (1-p)^k of them is k or more.
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

static void lengths_and_classes_have_their_shares(void **state)
{
	struct ss_traffic t = open_traffic(SEASTAR_PATTERN_UNIFORM, 1000, 1);
	u32 n = 100000, count[10] = { 0 }, responses = 0;
	struct ss_gen g;

	(void)state;
	t.lengths[0] = 3;
	t.lengths[8] = 1;
	t.requests = 200000;
	ss_gen_init(&g, &torus, &t, NULL);
	for (u32 i = 0; i < n; i++) {
		struct ss_gen_packet p = ss_gen_packet(&g, 77, 0, i);

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
	refused(t.lengths[3] = 0);
	refused(t.lengths[4] = 1);
	refused(t.lengths[0] = 1000001);
#undef refused
	t = good;
	t.pattern = SEASTAR_PATTERN_PERMUTATION;
	t.permutation = fine;
	assert_null(ss_traffic_check(f, &t, scratch));
	model_free(f);
	cfg.radix[0] = 3;
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
		cmocka_unit_test(neighbours_are_one_link_away),
		cmocka_unit_test(gaps_are_geometric),
		cmocka_unit_test(lengths_and_classes_have_their_shares),
		cmocka_unit_test(every_bad_traffic_has_its_sentence),
	};

	return cmocka_run_group_tests_name("pattern", tests, NULL, NULL);
}
