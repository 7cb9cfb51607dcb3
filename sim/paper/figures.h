/* SPDX-License-Identifier: GPL-2.0-only */
/* The figures in the columns of a result. */
#ifndef SIM_PAPER_FIGURES_H
#define SIM_PAPER_FIGURES_H

#include "study.h"

/* Find what the names in the expression of the last column mean. */
bool figures_bind(const struct study *s, struct paper_column *c, struct sim_error *err);

/* Has a result each place in its JSON that a column names? If not, a sentence. */
bool figures_check(const struct paper_column *column, struct json_object *result,
		   struct sim_error *err);

/*
 * Compute the columns of @row into @cell, from a result, or, where @result is NULL, from what a
 * measure has put into @cell.
 */
void figures_read(const struct paper_column *column, const struct paper_row *row,
		  struct json_object *result, double *cell);

#endif /* SIM_PAPER_FIGURES_H */
