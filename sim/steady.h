/* SPDX-License-Identifier: GPL-2.0-only */
/* When is a series of observations in steady state?  docs/simulator.md, section 3. */
#ifndef SIM_STEADY_H
#define SIM_STEADY_H

#include <seastar/types.h>

/* Fewer observations say nothing. */
#define STEADY_LEAST	50

/*
 * MSER-5: how many of the first of @n observations to leave out so that the mean of the
 * others has the least standard error; more than half of them means that the series
 * has not settled.
 */
u32 steady_truncation(const double *x, u32 n);

bool steady_has_settled(const double *x, u32 n);

/*
 * Do the means of the two halves of @n batches differ, by more than the 99 % interval
 * of their difference and by more than @tolerance times the mean?
 */
bool steady_drifts(const double *x, u32 n, double tolerance);

#endif /* SIM_STEADY_H */
