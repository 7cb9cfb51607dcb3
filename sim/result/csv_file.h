/* SPDX-License-Identifier: GPL-2.0-only */
/* Conversion of a file of results to CSV. */
#ifndef SIM_CSV_FILE_H
#define SIM_CSV_FILE_H

#include "sim/base/error.h"

/* Write the results of @from, a line of JSON each, to @path, a row each. */
bool csv_of_results(const char *from, const char *path, struct sim_error *err);

#endif /* SIM_CSV_FILE_H */
