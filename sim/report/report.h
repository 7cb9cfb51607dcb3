/* SPDX-License-Identifier: GPL-2.0-only */
/* Results as one page of HTML: pictures and tables, without references to other files. */
#ifndef SIM_REPORT_H
#define SIM_REPORT_H

#include <stdio.h>

#include "sim/result/results.h"

/*
 * Write the page and, into the directory @scripts, if there is one, the script of each picture.
 * Returns false, with a sentence, if gnuplot fails or a script cannot be written.
 */
bool report_write(const struct results *results, const char *scripts, FILE *out,
		  struct sim_error *err);

#endif /* SIM_REPORT_H */
