// SPDX-License-Identifier: GPL-2.0-only
/* The search for the highest stable load, compared with a simple version of it. */
#include <stdlib.h>

#include "sim/saturate/search.h"

#include "test.h"

#define MOST	200
#define SEEDS	4

/* Outcomes of all runs: [seed][load] is true if the load is stable with this seed. */
static bool world[SEEDS][MOST + 1];
static u32 seeds;

static bool is_stable(u32 load, u32 seed)
{
	for (u32 i = 0; i < seeds; i++)
		if ((seed == i || seed == SEARCH_ALL) && !world[i][load])
			return false;
	return true;
}

static u32 plain_search(u32 highest, u32 seed)
{
	u32 low = 0, high = highest;

	if (is_stable(highest, seed))
		return highest;
	while (high - low > 1) {
		u32 middle = (low + high) / 2;

		if (is_stable(middle, seed))
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Search with at most @at_work runs at a time, whose outcomes arrive in random order. */
static struct search search(u32 highest, u32 at_work)
{
	struct search s = { .highest = highest, .seeds = seeds };
	u32 running[16], n = 0, left = search_left(&s);

	for (;;) {
		while (n < at_work && search_next(&s, &running[n]))
			n++;
		if (!n)
			break;
		u32 i = rand() % n, number = running[i];

		running[i] = running[--n];
		search_record(&s, number, is_stable(s.probe[number].load, s.probe[number].seed));
		assert_true(s.count <= left * (1 + seeds));
	}
	assert_int_equal(search_left(&s), 0);
	return s;
}

static void expect_same_runs(const struct search *a, const struct search *b)
{
	assert_int_equal(a->count, b->count);
	for (u32 i = 0; i < a->count; i++) {
		u32 same = 0;

		for (u32 k = 0; k < b->count; k++)
			same += a->probe[i].load == b->probe[k].load &&
				a->probe[i].seed == b->probe[k].seed;
		assert_int_equal(same, 1);
	}
}

static void expect_found(u32 highest)
{
	struct search one = search(highest, 1), many = search(highest, 16);
	u32 missing;

	expect_same_runs(&one, &many);
	for (u32 i = 0; i <= seeds; i++) {
		u32 seed = i < seeds ? i : SEARCH_ALL;

		assert_int_equal(search_stable(&many, seed, &missing), plain_search(highest, seed));
		assert_int_equal(missing, 0);
	}
	search_free(&one);
	search_free(&many);
}

static void finds_any_threshold(void **state)
{
	(void)state;
	seeds = 1;
	for (u32 highest = 1; highest <= 40; highest++) {
		for (u32 threshold = 0; threshold <= highest; threshold++) {
			for (u32 load = 0; load <= highest; load++)
				world[0][load] = load <= threshold;
			expect_found(highest);
		}
	}
}

/* The search finds the same as halving, also if a seed is unstable at some lower load. */
static void finds_what_halving_finds(void **state)
{
	(void)state;
	srand(1);
	for (u32 n = 0; n < 2000; n++) {
		u32 highest = 1 + rand() % MOST, threshold;

		seeds = 1 + rand() % SEEDS;
		for (u32 i = 0; i < seeds; i++) {
			threshold = rand() % (highest + 1);
			for (u32 load = 0; load <= highest; load++)
				world[i][load] = (load <= threshold) != !(rand() % 10);
		}
		expect_found(highest);
	}
}

static void one_seed_takes_a_halving_each(void **state)
{
	struct search s;

	(void)state;
	seeds = 1;
	for (u32 load = 0; load <= 160; load++)
		world[0][load] = load <= 121;
	s = search(160, 1);
	/* one run at the highest load, and one for each halving of 160 down to a single step */
	assert_in_range(s.count, 8, 9);
	assert_int_equal(s.probe[0].load, 160);
	assert_int_equal(s.probe[1].load, 80);
	assert_int_equal(s.probe[2].load, 120);
	search_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_any_threshold),
		cmocka_unit_test(finds_what_halving_finds),
		cmocka_unit_test(one_seed_takes_a_halving_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
