/* SPDX-License-Identifier: GPL-2.0-only */
/* The figures in the columns of a result. */
#ifndef SIM_PAPER_FIGURES_H
#define SIM_PAPER_FIGURES_H

#include "paper.h"

/*
 * Has @result each place in its JSON that column @column of @p names? NULL: can it have them? If
 * not, a sentence.
 */
bool figures_check(const struct paper_reproduction *p, u32 column, struct json_object *result,
		   struct sim_error *err);

/* Compute the columns of @row into @cell, from a result; if it is NULL, what it has is missing. */
void figures_read(const struct paper_reproduction *p, const struct paper_row *row,
		  struct json_object *result, double *cell);

#endif /* SIM_PAPER_FIGURES_H */
