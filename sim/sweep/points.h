/* SPDX-License-Identifier: GPL-2.0-only */
/* The points of a sweep: the experiments that lists of values make, each with each. */
#ifndef SIM_POINTS_H
#define SIM_POINTS_H

#include "sim/experiment/list.h"

#define SWEEP_MAX_POINTS	SIM_MAX_LIST

/**
 * struct sweep_axis - a key and its values
 * @name: name of the key
 * @values: values of the key
 * @line: line of the file that has the values; 0: the command line has them
 * @phase: phase of that line
 */
struct sweep_axis {
	char *name;
	struct sim_list values;
	u32 line;
	u32 phase;
};

/**
 * struct sweep_point - an experiment
 * @label: keys that distinguish the point, such as "load=0.3 select=age"
 * @experiment: every key in force, fit to be read again
 * @why: reason why the point cannot be run, or NULL
 * @others: number of later points that cannot be run for the same reason
 * @again: an earlier point cannot be run for the same reason
 */
struct sweep_point {
	char *label;
	char *experiment;
	char *why;
	u32 others;
	bool again;
};

/**
 * struct sweep_points - all points of a sweep
 * @axes: number of keys
 * @axis: keys and their values, those of the file before those of the command line; the last
 *	changes first
 * @count: number of points
 * @at: the points
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
 * @err: receives the reason for a failure
 */
bool points_add(struct sweep_points *p, const char *assignment, struct sim_error *err);

/**
 * points_expand() - make all points of the axes
 * @p: the points
 * @name: name of @text in messages
 * @text: keys that the experiments have in common, as sim_experiment_read() takes it, or NULL; it
 *	may have lists of values, unless points_add() was given the key
 * @err: receives the reason for a failure: a value that makes no sense, or two points that are the
 *	same. Keys that do not go together are reported with their point.
 */
bool points_expand(struct sweep_points *p, const char *name, const char *text,
		   struct sim_error *err);

/* Return why point @i cannot be run, for the first point with that reason; NULL for later ones. */
char *points_why(const struct sweep_points *p, u32 i);

void points_free(struct sweep_points *p);

#endif /* SIM_POINTS_H */
