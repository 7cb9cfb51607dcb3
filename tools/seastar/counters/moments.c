// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "moments.h"

void moments_add(struct moments *m, uint64_t n, uint64_t sum, uint64_t squares_low,
		 uint64_t squares_high, uint64_t max)
{
	m->n += n;
	m->sum += sum;
	m->squares += (u128)squares_high << 64 | squares_low;
	if (max > m->max)
		m->max = max;
}

double moments_mean(const struct moments *m)
{
	return m->n ? (double)((long double)m->sum / m->n) : NAN;
}

/*
 * Return the standard deviation. squares - sum^2 / n would lose the difference of two large
 * numbers.  With q = floor(sum / n) and r = sum mod n, the sum of (x - q)^2 is the integer squares
 * - q (sum + r), and the mean lies r / n above q.
 */
double moments_deviation(const struct moments *m)
{
	long double variance;
	u128 q, r, around_q;

	if (!m->n)
		return NAN;
	q = m->sum / m->n;
	r = m->sum % m->n;
	around_q = m->squares - q * (m->sum + r);
	variance = ((long double)around_q - (long double)r * r / m->n) / m->n;
	return variance > 0 ? sqrtl(variance) : 0;
}
