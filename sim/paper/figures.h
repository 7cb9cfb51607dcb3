/* SPDX-License-Identifier: GPL-2.0-only */
/* The figures in the columns of a result. */
#ifndef SIM_PAPER_FIGURES_H
#define SIM_PAPER_FIGURES_H

#include "paper.h"

/*
 * Return true if @result has all members that column @column of @p names, or, if @result is NULL,
 * if results can have them. Otherwise return false, and a sentence.
 */
bool figures_check(const struct paper_reproduction *p, u32 column, struct json_object *result,
		   struct sim_error *err);

/* Return true if column @column of @p is computed from latencies. */
bool figures_are_latencies(const struct paper_reproduction *p, u32 column);

/* Compute the columns of @row into @cell from @result; if it is NULL, its figures are missing. */
void figures_read(const struct paper_reproduction *p, const struct paper_row *row,
		  struct json_object *result, double *cell);

#endif /* SIM_PAPER_FIGURES_H */
