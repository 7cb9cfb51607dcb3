// SPDX-License-Identifier: GPL-2.0-only
/* The simulator's statistics: histograms, moments, intervals, indices. */
#include <math.h>
#include <stdlib.h>

#include "test.h"

#include "rng.h"
#include "seastar/packet.h"
#include "sim/routers/seastar/seastar.h"
#include "sim/run/measure.h"
#include "sim/base/stats.h"

#define ROUNDING	0.000000000001

static void assert_near(double seen, double want, double slack)
{
	if (!(fabs(seen - want) <= slack))
		fail_msg("expected %.9g, seen %.9g", want, seen);
}

static void bins_are_exact_to_one_percent(void **state)
{
	(void)state;
	for (u32 bin = 0; bin < HISTOGRAM_BINS; bin++) {
		u64 low = histogram_low(bin), high = histogram_high(bin);

		assert_true(low <= high);
		assert_int_equal(histogram_bin(low), bin);
		assert_int_equal(histogram_bin(high), bin);
		/* all values of a bin count as its highest: the lowest is at most 1 % less */
		assert_true(high - low <= low / 128);
		if (bin)
			assert_true(histogram_high(bin - 1) + 1 == low);
	}
	assert_int_equal(histogram_low(0), 0);
	assert_true(histogram_high(HISTOGRAM_BINS - 1) == U64_MAX);
}

static struct sim_measure *measure_of(u32 kx, u32 ky, u32 kz, u32 mesh)
{
	struct ss_config cfg;

	ss_config_default(&cfg, kx, ky, kz, mesh);
	return sim_measure_new(&cfg);
}

static void deliver(struct sim_measure *m, u32 from, u32 to, u32 flits, u64 waited, u64 latency)
{
	struct ss_delivery d = {
		.cycle = 1000 + latency,
		.birth = 1000,
		.injected = 1000 + waited,
		.source = from,
		.dest = to,
		.flits = flits,
	};

	sim_measure_delivery(m, &d);
}

static int by_size(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return (x > y) - (x < y);
}

#define MANY	20000

/* Latencies over six orders of magnitude, against a list that is sorted. */
static void percentiles_match_a_sorted_list(void **state)
{
	static const u32 permille[] = { 1, 10, 250, 500, 900, 990, 999, 1000 };
	struct sim_measure *m = measure_of(4, 1, 1, 0);
	u64 *list = calloc(MANY, sizeof(*list));

	(void)state;
	sim_measure_begin(m);
	for (u32 i = 0; i < MANY; i++) {
		u64 draw = ss_rng_draw(7, i);

		list[i] = draw >> (44 + draw % 20);
		deliver(m, 0, 1, 9, 0, list[i]);
	}
	qsort(list, MANY, sizeof(*list), by_size);
	for (u32 i = 0; i < sizeof(permille) / sizeof(*permille); i++) {
		u64 exact = list[(MANY * (u64)permille[i] + 999) / 1000 - 1];
		u64 seen = sim_spread_percentile(&m->latency, permille[i]);

		if (seen < exact || seen - exact > exact / 100)
			fail_msg("percentile %u: expected %llu to 1 %%, seen %llu", permille[i],
				 (unsigned long long)exact, (unsigned long long)seen);
	}
	assert_true(sim_spread_percentile(&m->latency, 1000) == list[MANY - 1]);
	assert_true(m->latency.min == list[0] && m->latency.max == list[MANY - 1]);
	free(list);
	sim_measure_free(m);
}

static void moments_are_exact(void **state)
{
	struct sim_measure *m = measure_of(4, 1, 1, 0);

	(void)state;
	sim_measure_begin(m);
	/* far from 0 and close together: where a sum of doubles loses the variance */
	for (u32 i = 0; i < 1000; i++)
		deliver(m, 0, 1, 9, 0, (1ULL << 40) + (i % 2));
	assert_near(sim_spread_mean(&m->latency), 1099511627776.5, 0);
	assert_near(sim_spread_deviation(&m->latency), 0.5, 0);
	sim_measure_free(m);
}

static void nothing_delivered_is_no_number(void **state)
{
	struct sim_measure *m = measure_of(4, 1, 1, 0);

	(void)state;
	assert_true(isnan(sim_spread_mean(&m->latency)));
	assert_true(isnan(sim_spread_deviation(&m->latency)));
	sim_measure_free(m);
}

/* Each region may have a measure of its own; however they are added, all is the same. */
static void measures_add_up_in_any_order(void **state)
{
	struct sim_measure *whole = measure_of(4, 4, 2, 2), *sum = measure_of(4, 4, 2, 2);
	struct sim_measure *part[3];

	(void)state;
	sim_measure_begin(whole);
	for (u32 i = 0; i < 3; i++) {
		part[i] = measure_of(4, 4, 2, 2);
		sim_measure_begin(part[i]);
	}
	for (u32 i = 0; i < 3000; i++) {
		u64 draw = ss_rng_draw(9, i);
		u32 from = draw % 32, to = draw / 32 % 32, flits = 1 + draw / 1024 % 9;
		u64 latency = draw >> 50, waited = latency / 3;

		deliver(whole, from, to, flits, waited, latency);
		deliver(part[draw >> 32 & 1 ? 2 : from % 2], from, to, flits, waited, latency);
	}
	for (u32 i = 3; i-- > 0; )
		sim_measure_add(sum, part[i]);
	assert_memory_equal(&sum->tally, &whole->tally, sizeof(sum->tally));
	assert_memory_equal(&sum->latency, &whole->latency, sizeof(sum->latency));
	assert_memory_equal(&sum->network, &whole->network, sizeof(sum->network));
	assert_memory_equal(sum->hops, whole->hops, (sum->reach + 1) * sizeof(*sum->hops));
	assert_memory_equal(sum->node, whole->node, 32 * sizeof(*sum->node));
	for (u32 i = 0; i < 3; i++)
		sim_measure_free(part[i]);
	sim_measure_free(whole);
	sim_measure_free(sum);
}

static void deliveries_count_where_they_belong(void **state)
{
	struct sim_measure *m = measure_of(8, 4, 1, 2);

	(void)state;
	deliver(m, 0, 1, 9, 2, 10);	/* before measuring: in the tally only */
	assert_int_equal(sim_measure_take(m).flits, 9);
	assert_int_equal(m->latency.packets, 0);
	sim_measure_begin(m);
	/* x is a torus of 8: 7 is 1 away from 0; y a mesh of 4: 3 is 3 away */
	assert_int_equal(sim_distance(m, 0, 7 * 4 + 3), 4);
	assert_int_equal(m->reach, 4 + 3);
	deliver(m, 0, 7 * 4 + 3, 5, 30, 100);
	assert_int_equal(m->hops[4].packets, 1);
	assert_int_equal(m->hops[4].latency, 100);
	assert_int_equal(m->hops[4].network, 70);
	assert_int_equal(m->node[0].flits, 5);
	assert_int_equal(m->node[0].max, 100);
	assert_int_equal(m->node[31].received, 5);
	assert_int_equal(m->network.max, 70);
	sim_measure_free(m);
}

/* Compare with printed tables; above 30 degrees of freedom, stats_student() uses an expansion. */
static void student_is_as_tabulated(void **state)
{
	(void)state;
	assert_near(stats_student(STATS_95, 1), 12.706, 0.001);
	assert_near(stats_student(STATS_95, 9), 2.262, 0.001);
	assert_near(stats_student(STATS_95, 30), 2.042, 0.001);
	assert_near(stats_student(STATS_95, 40), 2.0211, 0.0001);
	assert_near(stats_student(STATS_95, 100), 1.9840, 0.0001);
	assert_near(stats_student(STATS_99, 31), 2.7440, 0.001);
	assert_near(stats_student(STATS_99, 100), 2.6259, 0.0002);
}

static void batch_means_have_their_interval(void **state)
{
	static const double x[] = { 10, 12, 11, 13, 9, 11, 12, 10 };

	(void)state;
	assert_near(stats_mean(x, 8), 11, 0);
	assert_near(stats_variance(x, 8), 12 / 7.0, ROUNDING);
	/* t(7) = 2.3646 times sqrt(12 / 7 / 8) */
	assert_near(stats_half_width(x, 8), 2.3646 * 0.46291005, 0.0000001);
	assert_true(isnan(stats_half_width(x, 1)));
	assert_near(stats_half_width((double[]){ 5, 5, 5 }, 3), 0, 0);
}

/* 2.3646 is t of 7 degrees of freedom: Welch's number of them, rounded down */
static void unpaired_differences(void **state)
{
	static const double x[] = { 10, 12, 14, 16, 18 }, y[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	static const double z[] = { 3, 3 }, v[] = { 0.1, 0.2, 0.3 }, w[] = { 0.2, 0.3, 0.4 };

	(void)state;
	/* variances 10 and 7.5: 2 and 5 / 6; (17 / 6)^2 / (4 / 4 + 25 / 36 / 8) = 7.387 */
	assert_near(stats_welch_half_width(x, 5, y, 9), 2.3646 * sqrt(17 / 6.0), ROUNDING);
	assert_near(stats_welch_half_width(y, 9, x, 5), 2.3646 * sqrt(17 / 6.0), ROUNDING);
	/* all variance is in one of them: its own interval */
	assert_near(stats_welch_half_width(x, 5, z, 2), stats_half_width(x, 5), ROUNDING);
	assert_near(stats_welch_half_width(z, 2, z, 2), 0, 0);
	/* equal variances: 4 degrees of freedom, of which rounding leaves 3.9999999999999996 */
	assert_near(stats_welch_half_width(v, 3, w, 3), 2.7764 * sqrt(0.02 / 3), ROUNDING);
	assert_true(isnan(stats_welch_half_width(x, 5, y, 1)));
	assert_true(isnan(stats_welch_half_width(x, 0, y, 9)));
}

static void lines_and_correlations(void **state)
{
	static const double line[] = { 1, 3, 5, 7, 9 }, flat[] = { 4, 4, 4 };
	static const double saw[] = { 1, -1, 1, -1, 1, -1 };

	(void)state;
	assert_near(stats_growth(line, 5), 8, ROUNDING);
	assert_near(stats_growth(flat, 3), 0, 0);
	assert_near(stats_growth(line, 1), 0, 0);
	/* five products of -1 over six squares */
	assert_near(stats_lag1(saw, 6), -5 / 6.0, ROUNDING);
	assert_near(stats_lag1(flat, 3), 0, 0);
}

/* x(i) = phi x(i - 1) + noise: the variance of its mean is (1 + phi) / (1 - phi) as large. */
static void correlated_batches_widen_the_interval(void **state)
{
	static const double few[] = { 10, 12, 11, 13, 9, 11, 12 };
	double x[64] = { 0 }, y[64];

	(void)state;
	for (u32 i = 0; i < 64; i++) {
		y[i] = ss_rng_draw(11, i) / 18446744073709551616.0 - 0.5;
		x[i] = i ? 0.8 * x[i - 1] + y[i] : y[i];
	}
	assert_true(stats_independent(x, 64) < 16);
	assert_true(stats_batch_half_width(x, 64) > 2 * stats_half_width(x, 64));
	/* noise alone is a little wider: its correlation may be one standard error more */
	assert_true(stats_independent(y, 64) > 32);
	assert_true(stats_batch_half_width(y, 64) < 1.5 * stats_half_width(y, 64));
	assert_true(stats_batch_half_width(y, 64) > stats_half_width(y, 64));
	assert_true(isnan(stats_batch_half_width(few, 7)));
	assert_true(isnan(stats_independent(few, 7)));
	assert_near(stats_correlation(2, 64, 64), STATS_MOST_CORRELATION, 0);
	/* without a correlation of 64 values: the bias, 1 / 60, and the standard error */
	assert_near(stats_correlation(0, 64, 64), 1 / 60.0 + sqrt((1 - 1 / 3600.0) / 64), ROUNDING);
}

/* Return the half-width of the mean of 32 batches of uniform noise; *covered: it covers 0. */
static double half_width_of_noise(u32 seed, bool *covered)
{
	double x[32], half;

	for (u32 i = 0; i < 32; i++)
		x[i] = ss_rng_draw(seed, i) / 18446744073709551616.0 - 0.5;
	half = stats_batch_half_width(x, 32);
	*covered = fabs(stats_mean(x, 32)) <= half;
	return half;
}

/* For independent batches the interval is 1.4 times too wide, and so is seldom wrong. */
static void independent_batches_have_a_wider_interval(void **state)
{
	const double exact = 1.959964 / sqrt(12 * 32);
	u32 hits = 0;
	double sum = 0;

	(void)state;
	for (u32 seed = 1; seed <= 4000; seed++) {
		bool covered;
		double half = half_width_of_noise(seed, &covered);

		hits += covered;
		sum += half;
	}
	assert_near(sum / 4000 / exact, 1.4, 0.05);
	assert_in_range(hits, 3900, 3980);
}

/* With few batches that correlate strongly, intervals are wide, and have the mean in them. */
static void strong_correlation_is_covered(void **state)
{
	static const double phi[] = { 0.8, 0.9, 0.95 };

	(void)state;
	for (u32 k = 0; k < 3; k++) {
		u32 hits = 0;

		for (u32 seed = 1; seed <= 1000; seed++) {
			double x[8], walk = 0;

			for (u32 i = 0; i < 108; i++) {
				walk = phi[k] * walk - 0.5 +
				       ss_rng_draw(seed, i) / 18446744073709551616.0;
				if (i >= 100)
					x[i - 100] = walk;
			}
			hits += fabs(stats_mean(x, 8)) <= stats_batch_half_width(x, 8);
		}
		if (hits < 890)
			fail_msg("correlation %g: %u of 1000 are covered", phi[k], hits);
	}
}

static void fairness_indices(void **state)
{
	static const double even[] = { 3, 3, 3, 3 }, one[] = { 0, 0, 0, 5 };
	static const double half[] = { 2, 4 };

	(void)state;
	assert_near(stats_jain(even, 4), 1, ROUNDING);
	assert_near(stats_jain(one, 4), 0.25, ROUNDING);
	assert_near(stats_jain(half, 2), 36 / 40.0, ROUNDING);
	assert_near(stats_variation(even, 4), 0, 0);
	assert_near(stats_variation(half, 2), 1 / 3.0, ROUNDING);
	assert_true(isnan(stats_jain((double[]){ 0, 0 }, 2)));
	assert_true(isnan(stats_variation((double[]){ 0, 0 }, 2)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bins_are_exact_to_one_percent),
		cmocka_unit_test(percentiles_match_a_sorted_list),
		cmocka_unit_test(moments_are_exact),
		cmocka_unit_test(nothing_delivered_is_no_number),
		cmocka_unit_test(measures_add_up_in_any_order),
		cmocka_unit_test(deliveries_count_where_they_belong),
		cmocka_unit_test(student_is_as_tabulated),
		cmocka_unit_test(batch_means_have_their_interval),
		cmocka_unit_test(unpaired_differences),
		cmocka_unit_test(lines_and_correlations),
		cmocka_unit_test(correlated_batches_widen_the_interval),
		cmocka_unit_test(independent_batches_have_a_wider_interval),
		cmocka_unit_test(strong_correlation_is_covered),
		cmocka_unit_test(fairness_indices),
	};

	return cmocka_run_group_tests_name("sim_stats", tests, NULL, NULL);
}
