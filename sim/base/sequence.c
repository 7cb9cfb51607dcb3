// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "sequence.h"
#include "stats.h"

#define LEAST_SPREAD	0.00001
#define MOST_SPREAD	1000000.0
#define STEPS		100	/* each leaves 0.62 of the range that is searched */

/*
 * Solve for the t at which the evidence reaches 1 / @error.  With effects from N(0, spread) and the
 * right Haar prior on the standard deviation, the ratio of the likelihoods of @n values is
 *
 *	k^(-1/2) ((1 + t^2 / (n - 1)) / (1 + t^2 / (n - 1) / k))^(n / 2),  k = 1 + n spread,
 *
 * a martingale while there is no effect, which exceeds 1 / @error with a chance of @error at most
 * (J. Ville, 1939).
 */
double sequence_factor(u32 n, double error, double spread)
{
	double k = 1 + n * spread, ratio = pow(k / (error * error), 1.0 / n);

	if (n < 2 || ratio >= k)
		return INFINITY;
	return sqrt((n - 1) * (ratio - 1) / (1 - ratio / k) / n);
}

double sequence_half_width(const double *x, u32 n, double error, double spread)
{
	double factor = sequence_factor(n, error, spread);

	return isinf(factor) ? factor : factor * sqrt(stats_variance(x, n));
}

/* Return the factor at a logarithm of the spread, or a slope towards spreads that bound it. */
static double sequence_cost(u32 n, double error, double logarithm)
{
	double factor = sequence_factor(n, error, exp(logarithm));

	return isinf(factor) ? 1e300 - logarithm * 1e290 : factor;
}

/* Search by the golden section: the factor falls, and then rises. */
double sequence_spread(u32 n, double error)
{
	const double golden = (sqrt(5) - 1) / 2;
	double low = log(LEAST_SPREAD), high = log(MOST_SPREAD);

	for (u32 i = 0; i < STEPS; i++) {
		double a = high - golden * (high - low), b = low + golden * (high - low);

		if (sequence_cost(n, error, a) < sequence_cost(n, error, b))
			high = b;
		else
			low = a;
	}
	return exp((low + high) / 2);
}

u32 sequence_least(double error, double spread)
{
	u32 n = 2;

	while (isinf(sequence_factor(n, error, spread)))
		n++;
	return n;
}
