// SPDX-License-Identifier: GPL-2.0-only
/*
 * Confidence sequences: they are what the integral over the mixture says, and hold at all times at
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

/*
 * Integrate the likelihood of @x over the standard deviation, for an effect in units of it, with
 * the weight 1 / sigma of the right Haar prior.
 */
static double likelihood(const double *x, u32 n, double effect)
{
	double sum = 0, step = 0.01;

	for (double logarithm = -6; logarithm < 6; logarithm += step) {
		double sigma = exp(logarithm), squares = 0;

		for (u32 i = 0; i < n; i++)
			squares += (x[i] / sigma - effect) * (x[i] / sigma - effect);
		/* d sigma / sigma = d logarithm */
		sum += step * exp(-squares / 2 - n * logarithm);
	}
	return sum;
}

/* Compute the evidence against a mean of 0 by its definition, as a naive double integral. */
static double evidence(const double *x, u32 n, double spread)
{
	double sum = 0, step = 0.02, width = 8 * sqrt(spread);

	for (double effect = -width; effect < width; effect += step)
		sum += step * likelihood(x, n, effect) *
		       exp(-effect * effect / (2 * spread)) / sqrt(2 * M_PI * spread);
	return sum / likelihood(x, n, 0);
}

static void ends_are_where_the_evidence_suffices(void **state)
{
	static const double x[] = { 2.1, 2.9, 2.4, 3.3, 2.2, 2.6, 2.8, 2.5 };
	static const double spread[] = { 0.5, 1, 3 };

	(void)state;
	for (u32 i = 0; i < 3; i++) {
		double half = sequence_half_width(x, 8, ERROR, spread[i]), shifted[8];

		for (u32 k = 0; k < 8; k++)
			shifted[k] = x[k] - stats_mean(x, 8) + half;
		assert_near(evidence(shifted, 8, spread[i]), 1 / ERROR, 0.05);
	}
}

static void few_values_bound_nothing(void **state)
{
	static const double x[] = { 1, 2, 4 };
	double spread = sequence_spread(12, ERROR);
	u32 least = sequence_least(ERROR, spread);

	(void)state;
	assert_true(isinf(sequence_half_width(x, 1, ERROR, spread)));
	assert_true(isinf(sequence_half_width(x, 3, ERROR, spread)));
	assert_int_equal(least, 5);
	assert_true(isinf(sequence_factor(least - 1, ERROR, spread)));
	assert_false(isinf(sequence_factor(least, ERROR, spread)));
	/* a spread for as many values as there can be, and for as few as are bounded at all */
	assert_true(sequence_least(ERROR, sequence_spread(2, ERROR)) < 10);
	assert_true(sequence_factor(100000, ERROR, sequence_spread(100000, ERROR)) < 0.02);
}

static void the_spread_is_the_best(void **state)
{
	static const u32 n[] = { 6, 12, 48, 1000 };

	(void)state;
	for (u32 i = 0; i < 4; i++) {
		double best = sequence_spread(n[i], ERROR);
		double factor = sequence_factor(n[i], ERROR, best);

		assert_true(factor < sequence_factor(n[i], ERROR, best * 1.1));
		assert_true(factor < sequence_factor(n[i], ERROR, best / 1.1));
		/* twice the interval for one look, at most */
		assert_true(factor < 2 * stats_student(STATS_95, n[i] - 1) / sqrt(n[i]));
		assert_true(factor > stats_student(STATS_95, n[i] - 1) / sqrt(n[i]));
	}
}

#define RUNS	2000
#define LOOKS	100

/* Noise of mean 0: Gaussian; even; nearly always little, but sometimes much, of either sign. */
static double noise(u32 kind, u64 key, u64 i)
{
	if (kind == 0)
		return gaussian(key, i);
	if (kind == 1)
		return uniform(key, i) - 0.5;
	return gaussian(key, i) * (uniform(key, LOOKS * 4 + i) < 0.1 ? 10 : 1);
}

/* Return whether 0 is outside of an interval of the first values of @x, for some number of them. */
static bool misses_once(const double *x, double spread, bool student)
{
	for (u32 n = 2; n <= LOOKS; n++) {
		double half = student ? stats_half_width(x, n) :
			      sequence_half_width(x, n, ERROR, spread);

		if (fabs(stats_mean(x, n)) > half)
			return true;
	}
	return false;
}

static void intervals_hold_at_all_times_at_once(void **state)
{
	static const char *const names[] = { "Gaussian", "uniform", "with outliers" };
	double spread = sequence_spread(12, ERROR), x[LOOKS];

	(void)state;
	for (u32 kind = 0; kind < 3; kind++) {
		u32 sequence = 0, student = 0;

		for (u32 run = 0; run < RUNS; run++) {
			u64 key = ss_rng_key(1000 + kind, run);

			for (u32 i = 0; i < LOOKS; i++)
				x[i] = noise(kind, key, i);
			sequence += misses_once(x, spread, false);
			student += misses_once(x, spread, true);
		}
		print_message("%s: of %u sequences of %u looks each, the mean is missed by %u; by Student's t at some look in %u\n",
			      names[kind], RUNS, LOOKS, sequence, student);
		assert_true(sequence <= ERROR * RUNS);
		assert_true(student > 5 * ERROR * RUNS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ends_are_where_the_evidence_suffices),
		cmocka_unit_test(few_values_bound_nothing),
		cmocka_unit_test(the_spread_is_the_best),
		cmocka_unit_test(intervals_hold_at_all_times_at_once),
	};

	return cmocka_run_group_tests_name("sim_sequence", tests, NULL, NULL);
}
