/* SPDX-License-Identifier: GPL-2.0-only */
/* Short expressions over figures, such as "1000 * accepted * senders / 24". */
#ifndef SIM_PAPER_EXPRESSION_H
#define SIM_PAPER_EXPRESSION_H

#include <seastar/types.h>

#include "sim/base/error.h"

/**
 * enum expression_op - what a step does with the values on top of the stack
 * @EXPRESSION_NUMBER: push a number
 * @EXPRESSION_FIGURE: push a figure, which the caller looks up
 * @EXPRESSION_NEGATE: replace one, or two or more, by the value of this operator or function; so do
 *	those below
 */
enum expression_op {
	EXPRESSION_NUMBER,
	EXPRESSION_FIGURE,
	EXPRESSION_NEGATE,
	EXPRESSION_ADD,
	EXPRESSION_SUBTRACT,
	EXPRESSION_MULTIPLY,
	EXPRESSION_DIVIDE,
	EXPRESSION_ABS,
	EXPRESSION_SQRT,
	EXPRESSION_MIN,
	EXPRESSION_MAX,
	EXPRESSION_VARIANCE,
};

/**
 * struct expression_step - a step of an expression in postfix order
 * @op: the operation
 * @number: the number of EXPRESSION_NUMBER
 * @name: the figure of EXPRESSION_FIGURE, as written
 * @mean: "mean(NAME)": the mean over all seeds is meant
 * @at: the place of that figure; the owner of the expression sets and reads it
 * @arguments: how many values it replaces
 */
struct expression_step {
	enum expression_op op;
	double number;
	char *name;
	bool mean;
	int at[3];
	u32 arguments;
};

/**
 * struct expression - an expression
 * @count: steps; 0: none was read
 * @step: each
 */
struct expression {
	u32 count;
	struct expression_step *step;
};

/*
 * Read an expression of numbers, names, + - * / ( ), and the functions abs(), sqrt(), and, of any
 * number of arguments, min(), max() and variance(). Return false, and say why, if @text is none.
 */
bool expression_parse(struct expression *e, const char *text, struct sim_error *err);

/* Compute it; @look_up returns the value of a figure. */
double expression_value(const struct expression *e,
			double (*look_up)(void *of, const struct expression_step *figure),
			void *of);

/* Has it no figures? */
bool expression_is_constant(const struct expression *e);

/* Has it figures, all of which are means over the seeds? */
bool expression_is_of_means(const struct expression *e);

void expression_free(struct expression *e);

#endif /* SIM_PAPER_EXPRESSION_H */
