/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Statistics of a few numbers, in IEEE double arithmetic in a fixed order, so that
 * every machine gets the same bits.
 */
#ifndef SIM_STATS_H
#define SIM_STATS_H

#include <seastar/types.h>

enum stats_confidence {
	STATS_95,	/* two-sided: 2.5 % on either side */
	STATS_99,
};

/*
 * Return Student's t for @freedom degrees of freedom, 1 or more (Student, "The probable error of a
 * mean", Biometrika 6, 1908).
 */
double stats_student(enum stats_confidence c, u32 freedom);

double stats_mean(const double *x, u32 n);

/* Return the variance of a sample (n - 1); 0 for fewer than 2 values. */
double stats_variance(const double *x, u32 n);

/*
 * Return half of the 95 % interval of the mean of @n independent values, by Student's t; NaN for
 * fewer than 2.  It holds for one look: base/sequence.h has intervals for many.
 */
double stats_half_width(const double *x, u32 n);

/*
 * Return half of the 95 % interval of the difference of the means of @n values @x and @m values @y,
 * all independent, by B. Welch, "The generalization of 'Student's' problem when several different
 * population variances are involved", Biometrika 34, 1947; NaN for fewer than 2 of either.
 */
double stats_welch_half_width(const double *x, u32 n, const double *y, u32 m);

/* The least number of batch means that have a meaningful correlation. */
#define STATS_LEAST_BATCHES	8

/*
 * Return the correlation of each batch mean with the next, by a first-order autoregressive model.
 * @lag1 is the correlation of values with the next ones, in runs of @run values with the mean of
 * the run removed, of @n values in all.  The bias of @lag1 is removed, and its standard error
 * added; the result is from 0 to STATS_MOST_CORRELATION.
 */
#define STATS_MOST_CORRELATION	0.99
double stats_correlation(double lag1, u32 run, u32 n);

/*
 * Return the number of independent values whose mean would be as precise as that of @n batch means;
 * NaN for fewer than STATS_LEAST_BATCHES.
 */
double stats_independent(const double *x, u32 n);

/*
 * Return half of the 95 % interval of the mean of @n batch means that correlate; NaN as above.
 * There is one however little they are worth: otherwise those would be left that seem to correlate
 * little by chance, which are too narrow.
 */
double stats_batch_half_width(const double *x, u32 n);

/* Return the correlation of each value with the next; 0 if all are equal. */
double stats_lag1(const double *x, u32 n);

/* Return the growth over all of @x by the least-squares line, from the first value to the last. */
double stats_growth(const double *x, u32 n);

/* Return Jain's index of @n values, (sum x)^2 / (n sum x^2); NaN if all are 0. */
double stats_jain(const double *x, u32 n);

/* Return the standard deviation of a population divided by its mean; NaN if that is 0. */
double stats_variation(const double *x, u32 n);

#endif /* SIM_STATS_H */
