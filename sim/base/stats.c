// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "stats.h"

#define TABLE	30
#define ROUNDING	0.000000001	/* degrees of freedom by which a sum may miss a number */

/* Quantiles of Student's t, rounded to four places, and those of the normal law. */
static const double table[2][TABLE] = {
	[STATS_95] = {
		12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
		2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
		2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
	},
	[STATS_99] = {
		63.6567, 9.9248, 5.8409, 4.6041, 4.0321, 3.7074, 3.4995, 3.3554, 3.2498, 3.1693,
		3.1058, 3.0545, 3.0123, 2.9768, 2.9467, 2.9208, 2.8982, 2.8784, 2.8609, 2.8453,
		2.8314, 2.8188, 2.8073, 2.7969, 2.7874, 2.7787, 2.7707, 2.7633, 2.7564, 2.7500,
	},
};

static const double normal[] = { [STATS_95] = 1.959964, [STATS_99] = 2.575829 };

double stats_student(enum stats_confidence c, u32 freedom)
{
	double z = normal[c], v = freedom;

	if (freedom <= TABLE)
		return table[c][freedom - 1];
	/* Cornish and Fisher's expansion: right to 4 places from 31 on */
	return z + (z * z * z + z) / (4 * v) +
	       (5 * z * z * z * z * z + 16 * z * z * z + 3 * z) / (96 * v * v);
}

double stats_mean(const double *x, u32 n)
{
	double sum = 0;

	for (u32 i = 0; i < n; i++)
		sum += x[i];
	return n ? sum / n : NAN;
}

double stats_variance(const double *x, u32 n)
{
	double mean = stats_mean(x, n), squares = 0;

	for (u32 i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return n > 1 ? squares / (n - 1) : 0;
}

double stats_half_width(const double *x, u32 n)
{
	if (n < 2)
		return NAN;
	return stats_student(STATS_95, n - 1) * sqrt(stats_variance(x, n) / n);
}

double stats_welch_half_width(const double *x, u32 n, const double *y, u32 m)
{
	double a = stats_variance(x, n) / n, b = stats_variance(y, m) / m, freedom;

	if (n < 2 || m < 2)
		return NAN;
	if (!(a + b > 0))
		return 0;
	freedom = (a + b) * (a + b) / (a * a / (n - 1) + b * b / (m - 1));
	/* rounded down, so that the interval is not too narrow; the least is min(n, m) - 1 */
	freedom = fmax(freedom, fmin(n, m) - 1);
	return stats_student(STATS_95, floor(freedom + ROUNDING)) * sqrt(a + b);
}

double stats_lag1(const double *x, u32 n)
{
	double mean = stats_mean(x, n), products = 0, squares = 0;

	for (u32 i = 0; i < n; i++) {
		squares += (x[i] - mean) * (x[i] - mean);
		if (i + 1 < n)
			products += (x[i] - mean) * (x[i + 1] - mean);
	}
	return squares > 0 ? products / squares : 0;
}

double stats_correlation(double lag1, u32 run, u32 n)
{
	/* too small by (1 + 4 phi) / run: M. Kendall, Biometrika 41, 1954 */
	double phi = fmax((run * lag1 + 1) / (run - 4.0), 0);

	if (phi < 1)
		phi += sqrt((1 - phi * phi) / n);
	return fmin(phi, STATS_MOST_CORRELATION);
}

double stats_independent(const double *x, u32 n)
{
	double phi;

	if (n < STATS_LEAST_BATCHES)
		return NAN;
	phi = stats_correlation(stats_lag1(x, n), n, n);
	return n * (1 - phi) / (1 + phi);
}

double stats_batch_half_width(const double *x, u32 n)
{
	double m = stats_independent(x, n), freedom = m * (n - 1) / n;

	if (isnan(m))
		return NAN;
	return stats_student(STATS_95, freedom > 1 ? freedom : 1) * sqrt(stats_variance(x, n) / m);
}

double stats_growth(const double *x, u32 n)
{
	double mean = stats_mean(x, n), middle = (n - 1) / 2.0, products = 0, squares = 0;

	for (u32 i = 0; i < n; i++) {
		products += (i - middle) * (x[i] - mean);
		squares += (i - middle) * (i - middle);
	}
	return squares > 0 ? products / squares * (n - 1) : 0;
}

double stats_jain(const double *x, u32 n)
{
	double sum = 0, squares = 0;

	for (u32 i = 0; i < n; i++) {
		sum += x[i];
		squares += x[i] * x[i];
	}
	return squares > 0 ? sum * sum / (n * squares) : NAN;
}

double stats_variation(const double *x, u32 n)
{
	double mean = stats_mean(x, n), squares = 0;

	for (u32 i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return mean > 0 ? sqrt(squares / n) / mean : NAN;
}
