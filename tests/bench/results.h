/* SPDX-License-Identifier: GPL-2.0-only */
/* Measured figures: a line each on stdout, and a list in a JSON file. */
#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include "sim/base/json.h"

/**
 * struct result - a measured figure; the texts are copied
 * @name: name of the figure
 * @unit: unit of the figure
 * @note: conditions of the measurement
 * @series: series of which the figure is a point, or NULL
 * @x: place of the point in the series
 */
struct result {
	const char *name;
	const char *unit;
	const char *note;
	const char *series;
	double x;
};

void results_begin(void);

/* Add the median of @n values, with the least and the greatest; sorts @value. */
void result_add(const struct result *r, double *value, u32 n);

/* Add a figure of a single measurement. */
void result_add_one(const char *name, double value, const char *unit, const char *note);

/* Write the list of figures to @file. */
void results_write(const char *file);

#endif /* BENCH_RESULTS_H */
