// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "sim/base/stats.h"

#include "steady.h"

#define GROUP	5	/* observations per group: the 5 of MSER-5 */

u32 steady_truncation(const double *x, u32 n)
{
	u32 groups = n / GROUP, best = 0;
	double sum = 0, squares = 0, least = INFINITY;

	for (u32 d = groups; d-- > 0; ) {
		double mean = stats_mean(x + d * GROUP, GROUP), m = groups - d, error;

		sum += mean;
		squares += mean * mean;
		/* fewer than half of the groups may be alike by chance */
		if (d > groups / 2)
			continue;
		error = (squares - sum * sum / m) / (m * m);
		if (error <= least) {
			least = error;
			best = d;
		}
	}
	return best * GROUP;
}

bool steady_has_settled(const double *x, u32 n)
{
	return n >= STEADY_LEAST && 5 * steady_truncation(x, n) <= 2 * n;
}

/* Fewer observations have no meaningful correlation in each half. */
#define LEAST_OF_HALVES	(2 * STATS_LEAST_BATCHES)

/*
 * Return the number of independent values that would give the difference of the halves' means with
 * the same precision.  Each half's own mean is subtracted, so that the difference does not count as
 * correlation.
 */
static double independent(const double *x, u32 half)
{
	double a = stats_mean(x, half), b = stats_mean(x + half, half);
	double products = 0, squares = 0, phi;
	u32 n = 2 * half;

	for (u32 i = 0; i < half; i++) {
		squares += (x[i] - a) * (x[i] - a) + (x[half + i] - b) * (x[half + i] - b);
		if (i + 1 < half)
			products += (x[i] - a) * (x[i + 1] - a) +
				    (x[half + i] - b) * (x[half + i + 1] - b);
	}
	phi = stats_correlation(squares > 0 ? products / squares : 0, half, n);
	return n * (1 - phi) / (1 + phi);
}

bool steady_drifts(const double *x, u32 n, double tolerance)
{
	u32 half = n / 2;
	double a = stats_mean(x, half), b = stats_mean(x + half, half);
	double variance = stats_variance(x, half) + stats_variance(x + half, half);
	double gap = fabs(a - b), m, freedom;

	if (n < LEAST_OF_HALVES || !(gap > tolerance * (a + b) / 2))
		return false;
	m = independent(x, half);
	freedom = m * (half - 1) / half;
	return gap > stats_student(STATS_99, freedom > 1 ? freedom : 1) *
		     sqrt(variance / (m / 2));
}

bool steady_starts_up(const double *x, u32 n, double tolerance)
{
	u32 half = n / 2, quarter = n / 4;
	const double *later = x + n - half;
	double first = stats_mean(x, quarter), level = stats_mean(later, half), m, freedom;

	if (half < STATS_LEAST_BATCHES || !(level - first > tolerance * level))
		return false;
	m = stats_independent(later, half);
	freedom = m * (half - 1) / half;
	/* the mean of a quarter has twice the variance of the mean of a half */
	return level - first > stats_student(STATS_99, freedom > 1 ? freedom : 1) *
			       sqrt(stats_variance(later, half) * 3 / m);
}
