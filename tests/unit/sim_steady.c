// SPDX-License-Identifier: GPL-2.0-only
/* The rules that distinguish steady state, drift and saturation, on series made up for them. */
#include <math.h>

#include "sim/run/steady.h"
#include "sim/run/verdict.h"

#include "rng.h"
#include "test.h"

#define N	200

/* Noise of mean 0 and deviation about 1: twelve fractions less six. */
static double noise(u64 key, u32 i)
{
	double sum = -6;

	for (u32 k = 0; k < 12; k++)
		sum += ss_rng_draw(key, 12 * i + k) / 18446744073709551616.0;
	return sum;
}

/*
 * Fill @x with @level, noise, and a transient that begins at @start and decays with time constant
 * @tau.
 */
static void transient(double *x, u64 key, double start, double tau, double level)
{
	for (u32 i = 0; i < N; i++)
		x[i] = level + start * exp(-(i / tau)) + noise(key, i);
}

static void noise_alone_settles(void **state)
{
	u32 settled = 0;
	double x[N];

	(void)state;
	for (u64 key = 1; key <= 100; key++) {
		transient(x, key, 0, 1, 100);
		settled += steady_has_settled(x, N);
	}
	if (settled < 95)
		fail_msg("of 100 series of noise only %u have settled", settled);
}

static void a_transient_is_cut_off(void **state)
{
	u32 settled = 0;
	double x[N];

	(void)state;
	for (u64 key = 1; key <= 100; key++) {
		transient(x, key, 100, 10, 50);
		/* 30 observations reduce the transient from 100 to 5, five times the noise */
		assert_in_range(steady_truncation(x, N), 30, N / 2);
		settled += steady_has_settled(x, N);
	}
	if (settled < 85)
		fail_msg("of 100 series only %u have settled", settled);
}

static void a_trend_never_settles(void **state)
{
	double x[N];

	(void)state;
	for (u64 key = 1; key <= 20; key++) {
		for (u32 i = 0; i < N; i++)
			x[i] = i + noise(key, i);
		assert_false(steady_has_settled(x, N));
		transient(x, key, 100, 500, 0);
		assert_false(steady_has_settled(x, N));
	}
}

static void few_observations_say_nothing(void **state)
{
	static const double x[STEADY_LEAST];

	(void)state;
	assert_false(steady_has_settled(x, STEADY_LEAST - 1));
	assert_true(steady_has_settled(x, STEADY_LEAST));
	assert_int_equal(steady_truncation(x, STEADY_LEAST), 0);
}

static void halves_show_a_drift(void **state)
{
	double x[32];

	(void)state;
	for (u32 i = 0; i < 32; i++)
		x[i] = 100 + noise(3, i);
	assert_false(steady_drifts(x, 32, 0.02));
	/* a rise by 1.5 is noticed, but is no drift if it is within the tolerance */
	for (u32 i = 16; i < 32; i++)
		x[i] += 1.5;
	assert_true(steady_drifts(x, 32, 0.001));
	assert_false(steady_drifts(x, 32, 0.02));
	for (u32 i = 16; i < 32; i++)
		x[i] += 4;
	assert_true(steady_drifts(x, 32, 0.02));
}

/* Fewer than 16 batches do not show how they correlate: no drift is judged by them. */
static void few_batches_show_no_drift(void **state)
{
	u32 drifting = 0;
	double x[16];

	(void)state;
	for (u64 key = 1; key <= 200; key++) {
		double walk = 0;

		for (u32 i = 0; i < 66; i++) {
			walk = 0.8 * walk + noise(key, i);
			if (i >= 50)
				x[i - 50] = 100 + walk;
		}
		assert_false(steady_drifts(x, 15, 0));
		drifting += steady_drifts(x, 16, 0);
	}
	if (drifting > 10)
		fail_msg("of 200 series of 16 that correlate %u drift", drifting);
}

/* A walk that slowly returns to its mean is no drift, though a plain interval would call it one. */
static void correlation_is_no_drift(void **state)
{
	u32 drifting = 0;
	double x[32];

	(void)state;
	for (u64 key = 1; key <= 200; key++) {
		double walk = 0;

		for (u32 i = 0; i < 100; i++) {
			walk = 0.8 * walk + noise(key, i);
			if (i >= 68)
				x[i - 68] = 100 + walk;
		}
		drifting += steady_drifts(x, 32, 0);
	}
	if (drifting > 10)
		fail_msg("of 200 series that correlate %u drift", drifting);
}

/* While a fabric fills, values correlate too much to compare halves: its beginning is compared. */
static void filling_is_no_steady_state(void **state)
{
	u32 filling = 0;
	double x[32];

	(void)state;
	for (u32 i = 0; i < 32; i++)
		x[i] = 100 * (1 - exp(-(i / 3.0))) + noise(4, i);
	assert_true(steady_starts_up(x, 32, 0.02));
	assert_false(steady_starts_up(x, 15, 0.02));
	for (u64 key = 1; key <= 200; key++) {
		for (u32 i = 0; i < 32; i++)
			x[i] = 100 + noise(key, i);
		filling += steady_starts_up(x, 32, 0);
	}
	if (filling > 4)
		fail_msg("of 200 series of noise %u fill", filling);
}

static void a_backlog_must_grow_to_be_one(void **state)
{
	double queued[33];

	(void)state;
	/* 64 senders, 10,000 packets born: growth beyond 100 is more than 1 % */
	for (u32 i = 0; i < 33; i++)
		queued[i] = 300 + 20 * noise(5, i);
	assert_false(sim_backlog_grows(queued, 33, 64, 10000));
	for (u32 i = 0; i < 33; i++)
		queued[i] = 50 + 5 * i;
	assert_true(sim_backlog_grows(queued, 33, 64, 10000));
	/* the same growth is less than 1 % of 20,000, and less than one packet for each of 200 */
	assert_false(sim_backlog_grows(queued, 33, 64, 20000));
	assert_false(sim_backlog_grows(queued, 33, 200, 10000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(noise_alone_settles),
		cmocka_unit_test(a_transient_is_cut_off),
		cmocka_unit_test(a_trend_never_settles),
		cmocka_unit_test(few_observations_say_nothing),
		cmocka_unit_test(halves_show_a_drift),
		cmocka_unit_test(few_batches_show_no_drift),
		cmocka_unit_test(correlation_is_no_drift),
		cmocka_unit_test(filling_is_no_steady_state),
		cmocka_unit_test(a_backlog_must_grow_to_be_one),
	};

	return cmocka_run_group_tests_name("sim_steady", tests, NULL, NULL);
}
