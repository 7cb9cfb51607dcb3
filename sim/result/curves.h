/* SPDX-License-Identifier: GPL-2.0-only */
/* Results sorted into curves: by the keys in which their experiments differ. */
#ifndef SIM_CURVES_H
#define SIM_CURVES_H

#include "differing.h"

/**
 * struct curve - results of experiments that differ only along the curve
 * @name: keys that distinguish the curve, such as "select age, bias 3/2/1"; may be empty
 * @count: number of members
 * @member: results along the axis, and as they were read where they stand at one place
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
 * @by: names of keys with commas between, whose values distinguish curves; NULL: all
 *	keys that differ but @axis and the seed.  Names then leave out what follows from others:
 *	the defaults that all experiments of a router have, and those of keys that only some
 *	experiments have.
 * @axis: key along the curves, or NULL
 * @err: receives the reason for a failure: a key that no experiment has
 */
bool curves_group(struct curves *c, const struct results *s, const char *by, const char *axis,
		  struct sim_error *err);

/*
 * Sort results into curves as curves_group() does, but the keys of @apart distinguish no curves
 * unless @by has them.
 */
bool curves_group_but(struct curves *c, const struct results *s, const char *by,
		      const struct key_names *apart, const char *axis, struct sim_error *err);

/*
 * Return true if @key is a number that was varied by itself: of results that differ in nothing
 * else but the seed, some have several values of it.
 */
bool curves_vary_along(const struct results *s, const char *key);

/* Find, for each of @all in their order, the members that are in @some, too; there may be none. */
void curves_part(struct curves *part, const struct curves *all, const struct curve *some);

/*
 * Return true if the experiments of a curve differ in the keys of @but alone; otherwise put a
 * sentence that ends in @hint into @err.
 */
bool curve_is_of_one(const struct curve *c, const struct key_names *but, const char *hint,
		     struct sim_error *err);

/*
 * Name @result so that it differs from the others of @s, which @c has sorted: by its curve, and by
 * its seed where seeds differ.  To be freed; may be empty.
 */
char *curves_label(const struct curves *c, const struct results *s, struct json_object *result);

/* Return true if @result is the first of its curve. */
bool curves_begin_with(const struct curves *c, const struct json_object *result);

void curves_free(struct curves *c);

#endif /* SIM_CURVES_H */
