/* SPDX-License-Identifier: GPL-2.0-only */
/* Measures of a fabric over an interval. */
#ifndef TUNE_MEASURES_H
#define TUNE_MEASURES_H

#include <stdbool.h>

enum tune_measure {
	MEASURE_WAIT, MEASURE_WAIT_X, MEASURE_WAIT_Y, MEASURE_WAIT_Z, MEASURE_WORST_WAIT,
	MEASURE_STALLED, MEASURE_OLD, MEASURE_THROUGHPUT, MEASURE_LATENCY, MEASURE_P99,
	MEASURE_STARVING,
	MEASURES
};

/**
 * struct measure - a measure, and how its figures are printed
 * @unit: unit of the figures
 * @digits: digits after the decimal point
 * @more: true if a greater figure is better
 * @modelled: true if only software fabrics show it, since the driver sees their sources
 */
struct measure {
	const char *unit;
	int digits;
	bool more;
	bool modelled;
};

extern const char *const measure_names[MEASURES + 1];
extern const struct measure measures[MEASURES];

#endif /* TUNE_MEASURES_H */
