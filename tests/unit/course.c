// SPDX-License-Identifier: GPL-2.0-only
/* The course of latency after a change of traffic: when it settles, and how it swings. */
#include <math.h>

#include "test.h"

#include "sim/paper/measures/course.h"

/* Fill @value with a damped swing of @period cycles about a level from 250 + @more down to 250. */
static void draw_swing(double *value, u32 points, double period, double more)
{
	for (u32 i = 0; i < points; i++) {
		double turns = i * COURSE_INTERVAL / period;

		value[i] = 250 + more * exp(-(double)i / 60) +
			   8 * exp(-(double)i / points) * sin(2 * M_PI * turns);
	}
}

static void a_swing_has_its_period(void **state)
{
	static const double periods[] = { 310, 400, 600, 850 };
	double value[400], swing, later, period;

	(void)state;
	for (u32 i = 0; i < sizeof(periods) / sizeof(periods[0]); i++) {
		draw_swing(value, 400, periods[i], 0);
		course_swing(value, -COURSE_LAST, 2500, &swing, &period);
		assert_true(fabs(period - periods[i]) <= 2 * COURSE_INTERVAL);
		/* the standard deviation for an amplitude of 8 is 8 / sqrt(2), and falls later */
		assert_true(swing > 3 && swing < 5.7);
		course_swing(value, 500, 3500, &later, &period);
		assert_true(later < swing);
		assert_true(fabs(course_mean(value, 0, 3000) - 250) < 0.5);
	}
}

/* A fall to the final level is no swing, though its covariance is largest at the shortest shift. */
static void what_is_approached_is_no_swing(void **state)
{
	static const double periods[] = { 310, 400, 500, 600, 850 };
	double value[400], swing, period;

	(void)state;
	for (u32 i = 0; i < sizeof(periods) / sizeof(periods[0]); i++) {
		draw_swing(value, 400, periods[i], 40);
		course_swing(value, -COURSE_LAST, 2500, &swing, &period);
		assert_true(fabs(period - periods[i]) <= 2 * COURSE_INTERVAL);
		assert_true(swing < 5.7);
	}
	for (u32 i = 0; i < 400; i++)
		value[i] = 250.0 - i;
	course_swing(value, -COURSE_LAST, 2500, &swing, &period);
	assert_true(swing < 0.001);
}

static void latency_settles_when_it_stays(void **state)
{
	struct course c = { .points = 300 };

	(void)state;
	for (u32 i = 0; i < c.points; i++)
		c.latency[i] = i < 50 ? 150 : 250;
	/* points from which the final level is computed do not delay the settling */
	c.latency[150] = 0;
	c.latency[299] = 0;
	assert_float_equal(course_settled(&c, c.latency, 150, 250), 10, 0);
	c.latency[50] = 261;
	assert_float_equal(course_settled(&c, c.latency, 150, 250), 20, 0);
	c.latency[59] = 239;
	assert_float_equal(course_settled(&c, c.latency, 150, 250), 110, 0);
	c.latency[59] = 241;
	assert_float_equal(course_settled(&c, c.latency, 150, 250), 20, 0);
	c.latency[149] = 0;
	assert_float_equal(course_settled(&c, c.latency, 150, 250), 1010, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_swing_has_its_period),
		cmocka_unit_test(what_is_approached_is_no_swing),
		cmocka_unit_test(latency_settles_when_it_stays),
	};

	return cmocka_run_group_tests_name("course", tests, NULL, NULL);
}
