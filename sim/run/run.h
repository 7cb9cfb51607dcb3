/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The run of an experiment, and its result. docs/sim-result.schema.json defines each figure, and
 * docs/simulator.md how it is counted.
 */
#ifndef SIM_RUN_H
#define SIM_RUN_H

#include "sim/experiment/experiment.h"

struct sim_result;
struct trace_writer;

/**
 * struct sim_watch - receives the progress of a run
 * @report: function called now and then with the step of the run, the present cycle, and the last
 * possible cycle; or NULL
 * @to: argument of @report
 * @writer: writer of all messages of the run, or NULL; each rank has one
 */
struct sim_watch {
	void (*report)(void *to, const char *doing, u64 now, u64 last);
	void *to;
	struct trace_writer *writer;
};

/**
 * sim_run() - run a checked experiment to its end
 * @e: the experiment; it must outlive the result
 * @threads: threads of the run, 1 to 64 and not more than routers; no result depends on them
 * @watch: watcher of the run, or NULL
 * @err: receives the reason for which the run is impossible, such as a lack of memory
 *
 * Return: the result, or NULL.  Saturation and deadlock are results.
 */
struct sim_result *sim_run(const struct sim_experiment *e, u32 threads,
			   const struct sim_watch *watch, struct sim_error *err);
void sim_result_free(struct sim_result *r);

/* Return the number of processors that this process may use, which a job's limits may reduce. */
u32 sim_processors(void);

/* Return the number of threads that are worth using for experiment @e. */
u32 sim_threads(const struct sim_experiment *e);

#endif /* SIM_RUN_H */
