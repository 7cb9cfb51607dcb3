/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Replications: experiments that differ in nothing but their seed are one sample, and samples are
 * compared seed by seed.
 */
#ifndef SIM_COMPARE_H
#define SIM_COMPARE_H

#include <stdio.h>

#include "sim/result/results.h"

/**
 * compare_results() - means over seeds, and how they differ from the first of the same load
 * @s: the results
 * @by: names of keys with commas between, whose values distinguish samples; NULL: all that
 *	differ but the seed
 * @fields: names of the figures to compare, with commas between; NULL: the usual figures
 * @err: receives the reason for a failure: a key that no experiment has, or a seed that a sample
 *	has twice
 *
 * Return: what docs/sim-compare.schema.json describes, or NULL.
 */
struct json_object *compare_results(const struct results *s, const char *by, const char *fields,
				    struct sim_error *err);

/* Print the result of compare_results() for people. */
void compare_text(struct json_object *comparison, FILE *to);

#endif /* SIM_COMPARE_H */
