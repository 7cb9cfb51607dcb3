/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The pool of processes that run experiments: processes of this machine (pool.c) or the ranks of an
 * MPI job (mpi/pool.c), as the program is linked.  Each runs one of a sweep, or all
 * run one together.
 */
#ifndef SIM_POOL_H
#define SIM_POOL_H

#include "sim/run/run.h"

#include "worker.h"

#define POOL_NOBODY	((u32)-1)

struct pool;

enum pool_role {
	POOL_LEADS,
	POOL_SERVED,	/* a rank of an MPI job, until there was nothing left to do */
	POOL_FAILED,
};

/*
 * Find the role of this process, before anything else; @argv are the subcommand and its words.  The
 * leader calls pool_end() at the end.
 */
enum pool_role pool_begin(char **argv, struct sim_error *err);
void pool_end(void);

/*
 * Run an experiment by this process, in @threads; or, if processes are ranks (crew.h), by all ranks
 * of the job, led by this one.
 */
struct sim_result *pool_run(const struct sim_experiment *e, u32 threads,
			    const struct sim_watch *watch, struct sim_error *err);

/* Open the pool: @workers at a time, 0 for as many as there are processors or ranks. */
struct pool *pool_open(u32 workers);

/* Return the number of workers; they are numbered from 0. */
u32 pool_size(const struct pool *p);

/* Start an experiment on worker @i, which is idle. */
bool pool_start(struct pool *p, u32 i, const char *experiment, struct sim_error *err);

/* Wait for one to be done, POOL_NOBODY if none is within @milliseconds. */
u32 pool_wait(struct pool *p, int milliseconds, struct outcome *o);

/* Stop the workers that are still at work. */
void pool_close(struct pool *p);

#endif /* SIM_POOL_H */
