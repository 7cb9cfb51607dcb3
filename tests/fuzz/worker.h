/* SPDX-License-Identifier: GPL-2.0-only */
/* A process that sends messages: a number of turns, or until its time is over. */
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
	uint64_t forbidden;	/* messages that were to be refused */
	uint32_t wrong;		/* forbidden messages that were accepted */
	char why[8192];		/* about the first of them */
};

/**
 * struct job - what a process is to do
 * @spec: of the family
 * @family: its number
 * @coverage: to be guided by; NULL: not at all
 * @shared: where to count, also turns
 * @seed: of all its choices
 * @most: turns to do
 * @deadline: when to end though fewer are done, of CLOCK_MONOTONIC; 0: never
 * @user: as whom; root tidies up from time to time
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

/* Do it; 0, or 1 for a failure of its own. */
int work(const struct job *job);

#endif /* FUZZ_WORKER_H */
