/* SPDX-License-Identifier: GPL-2.0-only */
/* The runs of an experiment at one load, with one seed or several. */
#ifndef SIM_REPORT_LEVEL_H
#define SIM_REPORT_LEVEL_H

#include "sim/result/curves.h"

/**
 * struct level - members of a curve along the load that stand at one load
 * @load: the load
 * @runs: number of runs, 0 if there is none
 * @run: first of the runs
 */
struct level {
	double load;
	u32 runs;
	struct json_object **run;
};

/* Return the level that begins with member @from of @c. */
struct level level_at(const struct curve *c, u32 from);

/* Return the level of the highest load. */
struct level level_highest(const struct curve *c);

/* Return true if the load is stable, by its verdicts, with every seed. */
bool level_is_stable(const struct level *l);

/*
 * Return the mean over the seeds of what @of finds, or of the value at @path; NaN if one of them
 * has none.
 */
double level_mean(const struct level *l, double (*of)(struct json_object *result),
		  const char *path);

/*
 * Find the highest load up to which all that were run are stable, and the next one that was run,
 * which is not; NaN where there is none.
 */
void level_limits(const struct curve *c, double *stable, double *beyond);

#endif /* SIM_REPORT_LEVEL_H */
