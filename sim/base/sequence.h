/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Confidence sequences: intervals which hold all at once, for each number of values, with the
 * chance that is promised (S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, "Time-uniform,
 * nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49, 2021).  An
 * experiment may look at each of them, and stop when it likes.
 *
 * Values need not have any law, nor the same: each is symmetric around the centre, given those
 * before it.  A random order of two measurements makes their difference so.
 */
#ifndef SIM_SEQUENCE_H
#define SIM_SEQUENCE_H

#include <seastar/types.h>

/* An interval; an end that is not known is infinite. */
struct sequence_interval {
	double low, high;
};

/*
 * Return the interval of the centre of @n values.  With a chance of @error at most, the centre is
 * outside of it for any @n.
 *
 * @scale is about the standard deviation of a value.  It is chosen before the first one, and any
 * choice keeps the error; a good one makes the interval narrow.
 */
struct sequence_interval sequence_interval(const double *x, u32 n, double error, double scale);

/* Return the smallest number of values whose interval is bounded. */
u32 sequence_least(double error);

/*
 * Return half of the interval of @n values, up to SEQUENCE_MOST, that are spread as the normal law
 * has it, with a standard deviation of 1.
 */
#define SEQUENCE_MOST	1000
double sequence_half_width(u32 n, double error);

#endif /* SIM_SEQUENCE_H */
