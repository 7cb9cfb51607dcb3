/* SPDX-License-Identifier: GPL-2.0-only */
/* A pool that runs experiments, as many at a time as there are workers. */
#ifndef SIM_JOBS_H
#define SIM_JOBS_H

#include "sim/base/progress.h"

#include "worker.h"

/**
 * struct jobs - where experiments come from, and where their outcomes go
 * @take: put the next experiment, as sim_experiment_print() prints it, into @experiment, and its
 *	number into @job; NULL if none can be started before another outcome. Return false, and a
 *	sentence, to end all.
 * @hear: take the outcome of a number, and free its text; return false, and a sentence, to end all
 * @of: argument of both functions
 * @progress: progress drawn while the experiments run
 */
struct jobs {
	bool (*take)(void *of, u32 *job, const char **experiment, struct sim_error *err);
	bool (*hear)(void *of, u32 job, struct outcome *o, struct sim_error *err);
	void *of;
	struct progress *progress;
};

/**
 * jobs_run() - run experiments until there is none to take and none at work
 * @j: the experiments
 * @workers: experiments at a time; 0: as many as there are processors or ranks
 * @err: receives the reason why the jobs cannot go on; those at work then are stopped
 */
bool jobs_run(const struct jobs *j, u32 workers, struct sim_error *err);

#endif /* SIM_JOBS_H */
