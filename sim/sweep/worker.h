/* SPDX-License-Identifier: GPL-2.0-only */
/* A process of its own for each experiment of a sweep: what befalls one befalls no other. */
#ifndef SIM_WORKER_H
#define SIM_WORKER_H

#include <sys/types.h>

#include "sim/experiment/experiment.h"

/**
 * struct outcome - what came of an experiment
 * @failed: there is no result
 * @text: the result, a line of JSON; or why there is none; to be freed
 * @size: of @text
 */
struct outcome {
	bool failed;
	char *text;
	size_t size;
};

/**
 * struct worker - a process at work
 * @pid: its id, 0 if it does nothing
 * @pipe: what it says comes out of here
 * @heard: what it has said so far, which @text and @size are of
 */
struct worker {
	pid_t pid;
	int pipe;
	FILE *heard;
	char *text;
	size_t size;
};

/* Have an experiment run, as sim_experiment_print() printed it; false if there is no process. */
bool worker_start(struct worker *w, const char *experiment, struct sim_error *err);

/*
 * Hear what has been said, once poll() has found something on the pipe.  True once it is
 * over: then @o is the outcome, and the worker free for the next.
 */
bool worker_hear(struct worker *w, struct outcome *o);

/* Make an end of it, if it is at work. */
void worker_stop(struct worker *w);

#endif /* SIM_WORKER_H */
