/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tables of a report.  A cell with a value of a result has the value, as the JSON has it, in
 * data-value, and its path in data-key.  The row has the number of the result, from 0, in
 * data-result.
 */
#ifndef SIM_REPORT_TABLES_H
#define SIM_REPORT_TABLES_H

#include <stdio.h>

#include "sim/result/results.h"

/*
 * Print the number of runs, their version, and their cycle times.  With @in_ns tables are in ns
 * where these differ.
 */
void report_summary(const struct results *results, u32 repeated, bool in_ns, FILE *out);

/* Print what was simulated: the common keys that are no defaults, and those that vary. */
void report_simulated(const struct results *results, FILE *out);

/* Print the keys that are the same in all experiments, and the changes in mid-run. */
void report_configuration(const struct results *results, FILE *out);

/* Print folded tables: a row per result, or a row per port or dimension of a result. */
void report_tables(const struct results *results, FILE *out);

/* Print the buffers that wait for each other, if any do. */
void report_deadlocks(const struct results *results, FILE *out);

#endif /* SIM_REPORT_TABLES_H */
