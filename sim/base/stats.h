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

/* Student's t for @freedom degrees of freedom, 1 or more. */
double stats_student(enum stats_confidence c, u32 freedom);

double stats_mean(const double *x, u32 n);

/* Variance of a sample (n - 1); 0 for fewer than 2. */
double stats_variance(const double *x, u32 n);

/* Half of the 95 % interval of the mean of @n independent values; NaN for fewer than 2. */
double stats_half_width(const double *x, u32 n);

/* Fewer batch means say nothing of their correlation. */
#define STATS_LEAST_BATCHES	8

/*
 * Return the correlation of each batch mean with the next, by a first-order autoregressive model.
 * @lag1 is that among values less the mean of @run of them, of @n in all.  The result is free of
 * its bias, plus its standard error; 0 to STATS_MOST_CORRELATION.
 */
#define STATS_MOST_CORRELATION	0.99
double stats_correlation(double lag1, u32 run, u32 n);

/*
 * As many independent values would give the mean of @n batch means its precision;
 * NaN for fewer than STATS_LEAST_BATCHES.
 */
double stats_independent(const double *x, u32 n);

/*
 * Half of the 95 % interval of the mean of @n batch means that correlate; NaN likewise, and
 * where they are worth fewer than STATS_LEAST_INDEPENDENT values.
 */
#define STATS_LEAST_INDEPENDENT	2
double stats_batch_half_width(const double *x, u32 n);

/* Correlation of each value with the next; 0 if they are all alike. */
double stats_lag1(const double *x, u32 n);

/* Growth over all of @x by the least-squares line, from the first value to the last. */
double stats_growth(const double *x, u32 n);

/* Jain's index of @n values: (sum x)^2 / (n sum x^2); NaN if all are 0. */
double stats_jain(const double *x, u32 n);

/* Standard deviation of a population over its mean; NaN if that is 0. */
double stats_variation(const double *x, u32 n);

#endif /* SIM_STATS_H */
