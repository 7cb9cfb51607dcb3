/* SPDX-License-Identifier: GPL-2.0-only */
/* A pool that runs experiments, as many at a time as there are workers. */
#ifndef SIM_JOBS_H
#define SIM_JOBS_H

#include "sim/base/progress.h"

#include "worker.h"

/**
 * struct jobs - where experiments come from, and where their outcomes go
 * @take: the next experiment, as sim_experiment_print() prints it, goes to @experiment, and its
 *	number to @job; NULL if none can be started before another outcome.  False, and a sentence,
 *	ends all.
 * @hear: takes the outcome of a number, and frees its text; false, and a sentence, ends all
 * @of: passed to both
 * @progress: drawn while they run
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
 * @workers: at a time; 0: as many as there are processors or ranks
 * @err: why it cannot go on; what is at work then is stopped
 */
bool jobs_run(const struct jobs *j, u32 workers, struct sim_error *err);

#endif /* SIM_JOBS_H */
