// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "stats.h"
#include "steady.h"

#define GROUP	5	/* observations a group: the 5 of MSER-5 */

u32 steady_truncation(const double *x, u32 n)
{
	u32 groups = n / GROUP, best = 0;
	double sum = 0, squares = 0, least = INFINITY;

	for (u32 d = groups; d-- > 0; ) {
		double mean = stats_mean(x + d * GROUP, GROUP), m = groups - d, error;

		sum += mean;
		squares += mean * mean;
		/* fewer than half are alike by chance */
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

bool steady_drifts(const double *x, u32 n, double tolerance)
{
	u32 half = n / 2;
	double a = stats_mean(x, half), b = stats_mean(x + half, half);
	double error = sqrt((stats_variance(x, half) + stats_variance(x + half, half)) / half);
	double gap = fabs(a - b);

	if (half < 2)
		return false;
	return gap > stats_student(STATS_99, 2 * half - 2) * error &&
	       gap > tolerance * (a + b) / 2;
}
