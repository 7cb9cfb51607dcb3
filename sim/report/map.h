/* SPDX-License-Identifier: GPL-2.0-only */
/* A map of the fabric for browsers: one self-contained page of HTML. */
#ifndef SIM_REPORT_MAP_H
#define SIM_REPORT_MAP_H

#include <stdio.h>

#include "sim/result/results.h"

/* The script of the page, embedded by map.c. */
extern const char map_script[];

/* Write the page; false, and a sentence, if a result has neither values by node nor by link. */
bool map_write(const struct results *results, FILE *out, struct sim_error *err);

#endif /* SIM_REPORT_MAP_H */
