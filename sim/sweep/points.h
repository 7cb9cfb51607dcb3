/* SPDX-License-Identifier: GPL-2.0-only */
/* The points of a sweep: the experiments that lists of values make, each with each. */
#ifndef SIM_POINTS_H
#define SIM_POINTS_H

#include "sim/experiment/list.h"

#define SWEEP_MAX_POINTS	SIM_MAX_LIST

/**
 * struct sweep_axis - a key and its values
 * @name: of the key
 * @values: of it
 * @line: of the file that has them; 0: the command line has
 * @phase: of that line
 */
struct sweep_axis {
	char *name;
	struct sim_list values;
	u32 line;
	u32 phase;
};

/**
 * struct sweep_point - an experiment
 * @label: the keys that set it apart, such as "load=0.3 select=age"
 * @experiment: every key in force, fit to be read again
 * @why: why it cannot be run, or NULL
 * @others: how many after it cannot be run for the same reason
 * @again: an earlier one cannot, either, for the same reason
 */
struct sweep_point {
	char *label;
	char *experiment;
	char *why;
	u32 others;
	bool again;
};

/**
 * struct sweep_points - all of them
 * @axes: how many keys
 * @axis: each, those of the file before those of the command line; the last changes first
 * @count: how many points
 * @at: each
 */
struct sweep_points {
	u32 axes;
	struct sweep_axis *axis;
	u32 count;
	struct sweep_point *at;
};

/**
 * points_add() - add values to an axis
 * @p: the points, all zero at first
 * @assignment: "key=VALUE,...", of numbers also "key=FIRST:LAST:STEP"; a key given again
 *	gets further values
 * @err: why not
 */
bool points_add(struct sweep_points *p, const char *assignment, struct sim_error *err);

/**
 * points_expand() - make all points of the axes
 * @p: the points
 * @name: what messages call @text
 * @text: what the experiments have in common, as sim_experiment_read() takes it, or NULL; it may
 *	have lists of values, unless points_add() was given the key
 * @err: why not: a value that makes no sense, or two points that are the same.  Keys that
 *	do not go together are reported with their point.
 */
bool points_expand(struct sweep_points *p, const char *name, const char *text,
		   struct sim_error *err);

/* Return why point @i cannot be run, for the first point with that reason; NULL for later ones. */
char *points_why(const struct sweep_points *p, u32 i);

void points_free(struct sweep_points *p);

#endif /* SIM_POINTS_H */
