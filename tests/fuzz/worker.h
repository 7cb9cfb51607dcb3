/* SPDX-License-Identifier: GPL-2.0-only */
/* A process that sends messages for a number of turns or a time. */
#ifndef FUZZ_WORKER_H
#define FUZZ_WORKER_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "coverage.h"
#include "spec/live.h"

#define COMMANDS	256

/* Memory that the processes share: counts, and the first failure. */
struct shared {
	struct reached reached;
	uint64_t sent[COMMANDS];
	uint64_t accepted[COMMANDS];
	uint64_t turns[2];	/* root's, the user's */
	uint64_t forbidden;	/* messages that had to be refused */
	uint32_t wrong;		/* forbidden messages that were accepted */
	char why[8192];		/* description of the first of them */
};

/**
 * struct job - task of a process
 * @spec: specification of the family
 * @family: number of the family
 * @coverage: coverage that guides the choices; NULL: none
 * @shared: counts of turns and messages
 * @seed: seed of all choices
 * @most: most turns
 * @deadline: end of the task in seconds of CLOCK_MONOTONIC; 0: none
 * @user: run as an ordinary user; root also deletes devices from time to time
 */
struct job {
	const struct spec *spec;
	uint16_t family;
	struct coverage *coverage;
	struct shared *shared;
	uint64_t seed;
	uint64_t most;
	time_t deadline;
	bool user;
};

/* Run a job; return 0, or 1 if the process itself fails. */
int work(const struct job *job);

#endif /* FUZZ_WORKER_H */
