/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Experiments compared on one page of HTML: a panel per pattern of traffic, a line per experiment
 * against the load, and tables of what each takes.
 */
#ifndef SIM_REPORT_COMPARE_H
#define SIM_REPORT_COMPARE_H

#include <stdio.h>

#include "sim/result/results.h"

/**
 * struct comparison - what is compared
 * @by: keys that distinguish experiments, with commas between; NULL: all that differ but load, seed
 *	and those of the panels
 * @panels: keys that distinguish panels, with commas between; NULL: the pattern and the keys that
 *	belong to it
 * @scripts: directory for the script of gnuplot of each picture, or NULL
 */
struct comparison {
	const char *by;
	const char *panels;
	const char *scripts;
};

/* Write the page; false, and a sentence, if the results cannot be compared or gnuplot fails. */
bool report_compare(const struct results *results, const struct comparison *c, FILE *out,
		    struct sim_error *err);

#endif /* SIM_REPORT_COMPARE_H */
