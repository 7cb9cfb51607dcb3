/* SPDX-License-Identifier: GPL-2.0-only */
/* Tests for the steady state of a series of observations: docs/simulator.md, section 3. */
#ifndef SIM_STEADY_H
#define SIM_STEADY_H

#include <seastar/types.h>

/* The least number of observations for a test. */
#define STEADY_LEAST	50

/*
 * Return how many of the first of @n observations to leave out by MSER-5, half of them at most:
 * the mean of the others has the least standard error then.
 */
u32 steady_truncation(const double *x, u32 n);

/*
 * Return true if steady_truncation() is at most 40 %.  A trend gives half, or by chance a little
 * less; noise alone gives more than 40 % in one of a hundred series of 200.
 */
bool steady_has_settled(const double *x, u32 n);

/*
 * Return true if the means of the two halves of @n batches differ by more than the 99 % interval of
 * their difference, and by more than @tolerance times the mean.  The interval allows for their
 * correlation, of which fewer than 16 batches show too little: by these no drift is judged.
 */
bool steady_drifts(const double *x, u32 n, double tolerance);

/*
 * Return true if the load rises from the first quarter of @n loads to their second half, as in a
 * fabric that fills.  The difference must be more than the second half's own spread and correlation
 * allow (99 %), and more than @tolerance of it.  Fewer than 16 loads never do.
 */
bool steady_starts_up(const double *x, u32 n, double tolerance);

#endif /* SIM_STEADY_H */
