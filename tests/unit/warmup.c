// SPDX-License-Identifier: GPL-2.0-only
/* The end of a warm-up by the sizes of queues: SPAA'04, sec. 4.1. */
#include "test.h"

#include "sim/paper/measures/warmup.h"

/* Queues that change by 1 % or less over a period end it, whether they grow or shrink. */
static void a_change_of_one_in_a_hundred_ends_it(void **state)
{
	const struct warmup_queues grows[] = { { 1000, 0 }, { 1011, 0 }, { 1021, 0 } };
	const struct warmup_queues shrinks[] = { { 1000, 0 }, { 989, 0 }, { 980, 0 } };

	(void)state;
	assert_int_equal(warmup_ends(grows, 3, true), 2);
	assert_int_equal(warmup_ends(shrinks, 3, true), 2);
	assert_int_equal(warmup_ends(grows, 2, true), 2);
}

/* The network fills at once; sources that gain 64 packets per period change by 1 % after 100. */
static void sources_that_grow_evenly_end_it_late(void **state)
{
	struct warmup_queues q[200];

	(void)state;
	for (u32 i = 0; i < 200; i++)
		q[i] = (struct warmup_queues){ .channels = 3000, .sources = 64 * (i + 1) };
	assert_int_equal(warmup_ends(q, 200, false), 1);
	assert_int_equal(warmup_ends(q, 200, true), 100);
	q[100].channels = 2000;
	assert_int_equal(warmup_ends(q, 200, true), 102);
}

/* The queues are empty before the first period, and stay so without load. */
static void empty_queues_do_not_change(void **state)
{
	const struct warmup_queues none[] = { { 0, 0 } }, first[] = { { 1, 0 }, { 1, 0 } };

	(void)state;
	assert_int_equal(warmup_ends(none, 1, true), 0);
	assert_int_equal(warmup_ends(first, 2, true), 1);
	assert_int_equal(warmup_ends(none, 0, true), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_of_one_in_a_hundred_ends_it),
		cmocka_unit_test(sources_that_grow_evenly_end_it_late),
		cmocka_unit_test(empty_queues_do_not_change),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
