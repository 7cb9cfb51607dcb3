/* SPDX-License-Identifier: GPL-2.0-only */
/* Short expressions over figures, such as "1000 * accepted * senders / 24". */
#ifndef SIM_PAPER_EXPRESSION_H
#define SIM_PAPER_EXPRESSION_H

#include <seastar/types.h>

#include "sim/base/error.h"

/**
 * struct expression_figures - where the figures of an expression are looked up
 * @find: put the value of figure @name into @value, or, with @mean, its mean over all seeds; return
 *	false, and a sentence, if there is no such figure
 * @of: argument of @find
 */
struct expression_figures {
	bool (*find)(void *of, const char *name, bool mean, double *value, struct sim_error *err);
	void *of;
};

/*
 * Compute an expression of numbers, figures, + - * / ( ), mean() of a figure, and functions: abs()
 * and sqrt(), and min(), max() and variance() of any number of arguments. Return false, and say
 * why, if @text is no expression, or names a figure that does not exist.
 */
bool expression_value(const char *text, const struct expression_figures *figures, double *value,
		      struct sim_error *err);

#endif /* SIM_PAPER_EXPRESSION_H */
