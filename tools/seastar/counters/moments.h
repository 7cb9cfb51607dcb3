/* SPDX-License-Identifier: GPL-2.0-only */
/* Mean and deviation from exact sums. */
#ifndef COUNTERS_MOMENTS_H
#define COUNTERS_MOMENTS_H

#include <stdint.h>

typedef __uint128_t u128;

struct moments {
	u128 n;
	u128 sum;
	u128 squares;
	uint64_t max;
};

/* Add @n values with this sum, sum of squares (two halves) and maximum. */
void moments_add(struct moments *m, uint64_t n, uint64_t sum, uint64_t squares_low,
		 uint64_t squares_high, uint64_t max);

/* Return the mean; not a number if there are no values. */
double moments_mean(const struct moments *m);

/* Return the standard deviation of the values, which are a whole population. */
double moments_deviation(const struct moments *m);

#endif /* COUNTERS_MOMENTS_H */
