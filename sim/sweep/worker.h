/* SPDX-License-Identifier: GPL-2.0-only */
/* A process for each experiment of a sweep: a crash of one does not affect the others. */
#ifndef SIM_WORKER_H
#define SIM_WORKER_H

#include <sys/types.h>

#include "sim/experiment/experiment.h"

/**
 * struct outcome - what came of an experiment
 * @failed: there is no result
 * @text: the result, a line of JSON; or the reason why there is none; to be freed
 * @size: bytes of @text
 */
struct outcome {
	bool failed;
	char *text;
	size_t size;
};

/**
 * struct worker - a process at work
 * @pid: process id, 0 if the worker does nothing
 * @pipe: pipe that the worker's output comes out of
 * @heard: stream of the output so far, which fills @text and @size
 */
struct worker {
	pid_t pid;
	int pipe;
	FILE *heard;
	char *text;
	size_t size;
};

/* Start an experiment, given as sim_experiment_print() printed it; false if there is no process. */
bool worker_start(struct worker *w, const char *experiment, struct sim_error *err);

/*
 * Read the output of a worker, once poll() has found some.  Returns true at its end: then @o is the
 * outcome, and the worker is idle.
 */
bool worker_receive(struct worker *w, struct outcome *o);

/* Kill a worker, if it is at work. */
void worker_stop(struct worker *w);

#endif /* SIM_WORKER_H */
