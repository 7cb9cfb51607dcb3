/* SPDX-License-Identifier: GPL-2.0-only */
/* The run of a sweep's points, as many at a time as there are workers. */
#ifndef SIM_SWEEP_H
#define SIM_SWEEP_H

#include "points.h"

/**
 * struct sweep - a sweep to be run
 * @points: points to run
 * @output: file of the results, a line of JSON each; points whose result it has are not run again
 * @workers: experiments at a time; 0: as many as there are processors or ranks
 * @report: report a point that failed, in one line
 */
struct sweep {
	const struct sweep_points *points;
	const char *output;
	u32 workers;
	void (*report)(const char *line);
};

/**
 * sweep_run() - run what is not done yet
 * @s: the sweep
 * @failed: receives the number of points without a result; each was reported
 * @err: receives the reason why the sweep cannot go on
 *
 * The final file does not depend on the order of runs, or on which worker ran them.
 */
bool sweep_run(const struct sweep *s, u32 *failed, struct sim_error *err);

#endif /* SIM_SWEEP_H */
