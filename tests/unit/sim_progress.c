// SPDX-License-Identifier: GPL-2.0-only
/* What people are told of a sweep's progress. */
#include "test.h"

#include "sim/progress.h"

static void expect(u32 total, u32 before, u32 done, u32 failed, double seconds, const char *wanted)
{
	const struct progress p = {
		.total = total, .before = before, .done = done, .failed = failed
	};
	char line[160];

	progress_line(&p, seconds, line, sizeof(line));
	assert_string_equal(line, wanted);
}

static void bar_is_as_long_as_what_is_done(void **state)
{
	(void)state;
	expect(40, 0, 0, 0, 5, "[                              ] 0 of 40");
	expect(40, 0, 20, 0, 10, "[###############               ] 20 of 40, 10 s left");
	expect(100000, 0, 99999, 0, 99999, "[############################# ] 99999 of 100000, 1 s left");
	expect(40, 0, 40, 0, 10, "[##############################] 40 of 40");
	expect(0, 0, 0, 0, 0, "[##############################] 0 of 0");
}

static void only_what_was_run_now_took_time(void **state)
{
	(void)state;
	expect(40, 30, 30, 0, 7, "[######################        ] 30 of 40");
	expect(40, 30, 35, 0, 50, "[##########################    ] 35 of 40, 50 s left");
}

static void failures_are_counted(void **state)
{
	(void)state;
	expect(4, 0, 2, 1, 2, "[###############               ] 2 of 4, 1 failed, 2 s left");
}

static void long_times_are_told_in_large_units(void **state)
{
	(void)state;
	expect(2, 0, 1, 0, 59.4, "[###############               ] 1 of 2, 59 s left");
	expect(2, 0, 1, 0, 59.6, "[###############               ] 1 of 2, 1 min 0 s left");
	expect(2, 0, 1, 0, 3599, "[###############               ] 1 of 2, 59 min 59 s left");
	expect(2, 0, 1, 0, 90000, "[###############               ] 1 of 2, 25 h 0 min left");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bar_is_as_long_as_what_is_done),
		cmocka_unit_test(only_what_was_run_now_took_time),
		cmocka_unit_test(failures_are_counted),
		cmocka_unit_test(long_times_are_told_in_large_units),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
