/* SPDX-License-Identifier: GPL-2.0-only */
/* Results sorted into curves: by the keys in which their experiments differ. */
#ifndef SIM_CURVES_H
#define SIM_CURVES_H

#include "results.h"

/**
 * struct curve - results of experiments that differ only along the curve
 * @name: what tells it from the others, such as "select age, bias 3/2/1"; may be empty
 * @count: how many
 * @member: along the axis, and as they were read where they stand at one place
 */
struct curve {
	char *name;
	u32 count;
	struct json_object **member;
};

struct curves {
	u32 count;
	struct curve *at;
};

/**
 * curves_group() - sort results into curves
 * @c: receives the curves, in the order of the first result of each
 * @s: the results
 * @by: names of keys with commas between, whose values tell curves apart; NULL: all
 *	keys that differ but @axis and the seed
 * @axis: key along the curves, or NULL
 * @err: why not: a key that no experiment has
 */
bool curves_group(struct curves *c, const struct results *s, const char *by, const char *axis,
		  struct sim_error *err);

void curves_free(struct curves *c);

#endif /* SIM_CURVES_H */
