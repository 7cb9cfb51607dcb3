/* SPDX-License-Identifier: GPL-2.0-only */
/* Results as one page of HTML: tables, pictures, and nothing that is outside of the page. */
#ifndef SIM_REPORT_H
#define SIM_REPORT_H

#include <stdio.h>

#include "sim/result/results.h"

/* Write the page; false, and a sentence, if gnuplot fails. */
bool report_write(const struct results *results, FILE *out, struct sim_error *err);

#endif /* SIM_REPORT_H */
