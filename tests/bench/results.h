/* SPDX-License-Identifier: GPL-2.0-only */
/* Measured figures: a line each on stdout, and a list in a JSON file. */
#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include "sim/base/json.h"

/**
 * struct result - a figure
 * @name: the figure's name, not kept
 * @unit: the figure's unit
 * @note: how it was measured
 * @series: the series that it is a point of, or NULL
 * @x: its place there
 */
struct result {
	const char *name;
	const char *unit;
	const char *note;
	const char *series;
	double x;
};

void results_begin(void);

/* Add the median of @n values, with the least and the greatest; @value is sorted. */
void result_add(const struct result *r, double *value, u32 n);

/* Add a figure that is the same each time. */
void result_add_one(const char *name, double value, const char *unit, const char *note);

/* Write the list into @file. */
void results_write(const char *file);

#endif /* BENCH_RESULTS_H */
