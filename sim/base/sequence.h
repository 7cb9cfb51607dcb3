/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Confidence sequences: intervals of a mean which hold all at once, for each number of values, with
 * the chance that is promised.  An experiment may look at each of them, and stop when it likes.
 *
 * The method is the t-test with a mixture of effects: T. L. Lai, "On confidence sequences", Annals
 * of Statistics 4, 1976; H. Wang, A. Ramdas, "Anytime-valid t-tests and confidence sequences for
 * Gaussian means with unknown variance", Sequential Analysis 44, 2025.
 */
#ifndef SIM_SEQUENCE_H
#define SIM_SEQUENCE_H

#include <seastar/types.h>

/*
 * Return half of the interval of the mean of @n independent values of a Gaussian with an unknown
 * variance; infinite while there are too few values to bound it.  With a chance of @error at most,
 * the mean is outside of the interval for any @n.
 *
 * @spread is the variance of the effects that are mixed, in variances of a value.  It is chosen
 * before the first value, and any choice keeps the error.
 */
double sequence_half_width(const double *x, u32 n, double error, double spread);

/* Return the same for @n values whose sample has the standard deviation 1. */
double sequence_factor(u32 n, double error, double spread);

/* Return the spread with which the interval of @n values is narrowest. */
double sequence_spread(u32 n, double error);

/* Return the smallest number of values whose interval is bounded. */
u32 sequence_least(double error, double spread);

#endif /* SIM_SEQUENCE_H */
