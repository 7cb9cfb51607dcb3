// SPDX-License-Identifier: GPL-2.0-only
/* Lines that show people the progress of sweeps and runs. */
#include <stdlib.h>

#include "sim/base/progress.h"

#include "test.h"

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

static void a_run_reports_its_progress(void **state)
{
	size_t bytes;
	char *text;
	FILE *file;
	/* has begun when the clock did */
	struct progress p = { .to = open_memstream(&text, &bytes) };

	(void)state;
	progress_report(&p, "warm-up", 1200, 50000);
	fflush(p.to);
	assert_string_equal(text, "\rwarm-up: cycle 1200 of 50000 at most\033[K");
	fclose(p.to);
	free(text);
	/* nothing is printed if the output is no terminal */
	file = tmpfile();
	progress_begin(&p, file, 0, 0);
	progress_report(&p, "warm-up", 1200, 50000);
	assert_int_equal(ftell(file), 0);
	fclose(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bar_is_as_long_as_what_is_done),
		cmocka_unit_test(only_what_was_run_now_took_time),
		cmocka_unit_test(failures_are_counted),
		cmocka_unit_test(long_times_are_told_in_large_units),
		cmocka_unit_test(a_run_reports_its_progress),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
