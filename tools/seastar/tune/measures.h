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
 * struct measure - what one is
 * @unit: of its figures
 * @digits: of a figure, after the point
 * @more: more of it is better
 * @modelled: known of software fabrics only, whose sources the driver sees
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
