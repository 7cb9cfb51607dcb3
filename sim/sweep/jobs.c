// SPDX-License-Identifier: GPL-2.0-only
/* A pool that runs experiments, as many at a time as there are workers. */
#include "sim/base/memory.h"

#include "jobs.h"
#include "pool.h"

#define REDRAW	1000	/* milliseconds */

/**
 * struct crowd - workers and what they are at
 * @pool: pool of workers
 * @job: number of the experiment that each worker runs
 * @free: idle workers
 * @idle: number of idle workers
 */
struct crowd {
	struct pool *pool;
	u32 *job;
	u32 *free;
	u32 idle;
};

static bool start_workers(struct crowd *c, const struct jobs *j, struct sim_error *err)
{
	const char *experiment;
	u32 worker, job;

	while (c->idle) {
		if (!j->take(j->of, &job, &experiment, err))
			return false;
		if (!experiment)
			break;
		worker = c->free[--c->idle];
		c->job[worker] = job;
		if (!pool_start(c->pool, worker, experiment, err))
			return false;
	}
	return true;
}

static bool run_all(struct crowd *c, const struct jobs *j, struct sim_error *err)
{
	struct outcome o;
	u32 worker;

	while (start_workers(c, j, err)) {
		progress_draw(j->progress);
		if (c->idle == pool_size(c->pool))
			return true;
		worker = pool_wait(c->pool, REDRAW, &o);
		if (worker == POOL_NOBODY)
			continue;
		c->free[c->idle++] = worker;
		if (!j->hear(j->of, c->job[worker], &o, err))
			return false;
	}
	return false;
}

bool jobs_run(const struct jobs *j, u32 workers, struct sim_error *err)
{
	struct crowd c = { .pool = pool_open(workers) };
	bool run;
	u32 i;

	c.job = sim_alloc(pool_size(c.pool), sizeof(c.job[0]));
	c.free = sim_alloc(pool_size(c.pool), sizeof(c.free[0]));
	for (i = pool_size(c.pool); i--;)
		c.free[c.idle++] = i;
	run = run_all(&c, j, err);
	progress_clear(j->progress);
	pool_close(c.pool);
	free(c.job);
	free(c.free);
	return run;
}
