// SPDX-License-Identifier: GPL-2.0-only
/*
 * Confidence sequences: their bounds are where a naive product has them.  They hold at all times at
 * once, as intervals of Student's t that are looked at again and again do not.
 */
#include <math.h>
#include <stdio.h>

#include "test.h"

#include "rng.h"
#include "sim/base/sequence.h"
#include "sim/base/stats.h"

#define ERROR	0.05

static void assert_near(double seen, double want, double slack)
{
	if (!(fabs(seen - want) <= slack))
		fail_msg("expected %.9g, seen %.9g", want, seen);
}

static double uniform(u64 key, u64 n)
{
	return ((ss_rng_draw(key, n) >> 11) + 0.5) / 9007199254740992.0;
}

/* Draw from the normal law: G. Box, M. Muller, Annals of Mathematical Statistics 29, 1958. */
static double gaussian(u64 key, u64 n)
{
	return sqrt(-2 * log(uniform(key, 2 * n))) * cos(2 * M_PI * uniform(key, 2 * n + 1));
}

/* The four products whose mean is the evidence, computed by their definition. */
struct products {
	double of[4];
};

static const struct products nothing_seen = { { 1, 1, 1, 1 } };

/* Take the next value, in units of the scale above the tested centre; return the mean product. */
static double take(struct products *p, double u)
{
	p->of[0] *= 1 + tanh(u / 2);
	p->of[1] *= 1 + tanh(u);
	p->of[2] *= 1 + 0.75 * tanh(u);
	p->of[3] *= 1 + 0.75 * tanh(2 * u);
	return (p->of[0] + p->of[1] + p->of[2] + p->of[3]) / 4;
}

/* Compute the evidence that the centre is above @m. */
static double evidence(const double *x, u32 n, double m, double scale)
{
	struct products p = nothing_seen;
	double all = 1;

	for (u32 i = 0; i < n; i++)
		all = take(&p, (x[i] - m) / scale);
	return all;
}

static void bounds_are_where_the_evidence_suffices(void **state)
{
	static const double x[] = { 2.1, 2.9, 2.4, 3.3, 2.2, 2.6, 2.8, 2.5 };
	static const double scale[] = { 0.1, 0.4, 1 };
	double mirrored[8];

	(void)state;
	for (u32 k = 0; k < 8; k++)
		mirrored[k] = -x[k];
	for (u32 i = 0; i < 3; i++) {
		struct sequence_interval of = sequence_interval(x, 8, ERROR, scale[i]);

		assert_near(evidence(x, 8, of.low, scale[i]), 40, 0.001);
		assert_near(evidence(mirrored, 8, -of.high, scale[i]), 40, 0.001);
	}
}

static void few_values_bound_nothing(void **state)
{
	static const double x[] = { 1, 1, 1, 1, 1, 1 }, far[] = { 1, 1, 1, 1, 1, -1000 };
	struct sequence_interval of = sequence_interval(x, 5, ERROR, 0.1);

	(void)state;
	/* 2^6 / 2 + 1.75^6 / 2 is more than 40 */
	assert_int_equal(sequence_least(ERROR), 6);
	assert_int_equal(sequence_least(ERROR / 2), 7);
	assert_true(isinf(of.low) && isinf(of.high) && of.low < of.high);
	of = sequence_interval(x, 0, ERROR, 0.1);
	assert_true(isinf(of.low) && isinf(of.high));
	of = sequence_interval(x, 6, ERROR, 0.1);
	assert_true(of.low > 0 && of.high < 2);
	/* without noise, all is known as soon as anything is */
	of = sequence_interval(x, 6, ERROR, 0);
	assert_near(of.low, 1, 0.000001);
	assert_near(of.high, 1, 0.000001);
	of = sequence_interval(far, 6, ERROR, 0.1);
	assert_true(of.low < -1000 && of.high > 1);
}

/* One value far away costs two or three of the others, not all. */
static void an_outlier_is_forgotten(void **state)
{
	double x[16];

	(void)state;
	for (u32 i = 0; i < 16; i++)
		x[i] = 1 + 0.1 * gaussian(5, i);
	assert_true(sequence_interval(x, 12, ERROR, 0.1).low > 0.8);
	x[6] = -100;
	assert_true(sequence_interval(x, 7, ERROR, 0.1).low < -99);
	assert_true(sequence_interval(x, 16, ERROR, 0.1).low > 0.8);
}

static void widths_are_near_those_of_one_look(void **state)
{
	static const u32 n[] = { 8, 12, 24, 48 };

	(void)state;
	for (u32 i = 0; i < 4; i++) {
		double once = stats_student(STATS_95, n[i] - 1) / sqrt(n[i]);

		assert_true(sequence_half_width(n[i], ERROR) > once);
		assert_true(sequence_half_width(n[i], ERROR) < 2 * once);
	}
	assert_true(isinf(sequence_half_width(5, ERROR)));
}

#define RUNS	2000
#define LOOKS	100

/*
 * Kinds of noise, all symmetric about 0: Gaussian; uniform; Gaussian with one in ten values ten
 * times as large; and -1 or 1, as of a load that changes as fast as it is measured.
 */
#define KINDS	4
static const char *const kind_names[] = {
	"Gaussian", "uniform", "with outliers", "of two values"
};

static double noise(u32 kind, u64 key, u64 i)
{
	switch (kind) {
	case 0:
		return gaussian(key, i);
	case 1:
		return uniform(key, i) - 0.5;
	case 2:
		return gaussian(key, i) * (uniform(key, LOOKS * 4 + i) < 0.1 ? 10 : 1);
	default:
		return uniform(key, i) < 0.5 ? -1 : 1;
	}
}

/*
 * Return the number of the first values of @x whose interval misses 0; 0 if none.  A bound has
 * passed 0 when the evidence for the side beyond it suffices, which takes a step for each look.
 */
static u32 first_miss(const double *x)
{
	struct products above = nothing_seen, below = nothing_seen;

	for (u32 n = 1; n <= LOOKS; n++) {
		double a = take(&above, x[n - 1]), b = take(&below, -x[n - 1]);

		if (a >= 2 / ERROR || b >= 2 / ERROR)
			return n;
	}
	return 0;
}

/* Return true if the interval of the first @n values has 0 in it. */
static bool holds(const double *x, u32 n)
{
	struct sequence_interval of = sequence_interval(x, n, ERROR, 1);

	return of.low <= 0 && of.high >= 0;
}

/* Check that intervals agree with what was found by steps. */
static void check_miss(const double *x, u32 miss)
{
	assert_int_equal(holds(x, miss ? miss : LOOKS), !miss);
	if (miss)
		assert_true(holds(x, miss - 1));
}

static bool student_misses_once(const double *x)
{
	for (u32 n = 2; n <= LOOKS; n++)
		if (fabs(stats_mean(x, n)) > stats_half_width(x, n))
			return true;
	return false;
}

static void intervals_hold_at_all_times_at_once(void **state)
{
	double x[LOOKS];

	(void)state;
	for (u32 kind = 0; kind < KINDS; kind++) {
		u32 sequence = 0, student = 0;

		for (u32 run = 0; run < RUNS; run++) {
			u64 key = ss_rng_key(1000 + kind, run);
			u32 miss;

			for (u32 i = 0; i < LOOKS; i++)
				x[i] = noise(kind, key, i);
			student += student_misses_once(x);
			miss = first_miss(x);
			sequence += !!miss;
			if (run % 20 == 0)
				check_miss(x, miss);
		}
		print_message("%s: %u of %u sequences miss the centre at some look; by Student's t %u\n",
			      kind_names[kind], sequence, RUNS, student);
		assert_true(sequence <= ERROR * RUNS);
		assert_true(student > 5 * ERROR * RUNS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounds_are_where_the_evidence_suffices),
		cmocka_unit_test(few_values_bound_nothing),
		cmocka_unit_test(an_outlier_is_forgotten),
		cmocka_unit_test(widths_are_near_those_of_one_look),
		cmocka_unit_test(intervals_hold_at_all_times_at_once),
	};

	return cmocka_run_group_tests_name("sim_sequence", tests, NULL, NULL);
}
