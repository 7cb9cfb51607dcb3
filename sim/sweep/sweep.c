// SPDX-License-Identifier: GPL-2.0-only
/* Running the points of a sweep, as many at a time as there are workers. */
#include "sim/base/memory.h"
#include "sim/base/progress.h"

#include "journal.h"
#include "pool.h"
#include "sweep.h"

#define REDRAW	1000	/* milliseconds */

/**
 * struct state - a sweep under way
 * @sweep: which
 * @journal: of results
 * @done: by point, whether its result was there at first
 * @pool: of workers
 * @point: by worker, the point it is at
 * @free: the workers that are at none
 * @idle: how many they are
 * @next: the point that is to be run next, if it is not done
 * @progress: for people
 */
struct state {
	const struct sweep *sweep;
	struct journal journal;
	bool *done;
	struct pool *pool;
	u32 *point;
	u32 *free;
	u32 idle;
	u32 next;
	struct progress progress;
};

/* With @line, or as one that is told of with an earlier one. */
static void tell_failure(struct state *t, const char *line)
{
	progress_clear(&t->progress);
	if (line)
		t->sweep->say(line);
	t->progress.failed++;
	t->progress.done++;
	progress_draw(&t->progress);
}

/* The next point that can be run, or that there is none; those that cannot be are told of. */
static const struct sweep_point *take_point(struct state *t)
{
	const struct sweep_points *points = t->sweep->points;
	char *why;

	for (; t->next < points->count; t->next++) {
		if (t->done[t->next])
			continue;
		if (!points->at[t->next].why)
			return &points->at[t->next++];
		why = points_why(points, t->next);
		tell_failure(t, why);
		free(why);
	}
	return NULL;
}

static bool start_workers(struct state *t, struct sim_error *err)
{
	const struct sweep_point *point;
	u32 worker;

	while (t->idle && (point = take_point(t))) {
		worker = t->free[--t->idle];
		t->point[worker] = point - t->sweep->points->at;
		if (!pool_start(t->pool, worker, point->experiment, err))
			return false;
	}
	return true;
}

static bool take_outcome(struct state *t, u32 point, struct outcome *o, struct sim_error *err)
{
	bool taken = true;
	char line[1024];

	if (o->failed) {
		snprintf(line, sizeof(line), "%.400s: %.600s", t->sweep->points->at[point].label,
			 o->text);
		tell_failure(t, line);
	} else {
		taken = journal_add(&t->journal, point, o->text, o->size, err);
		t->progress.done++;
	}
	free(o->text);
	return taken;
}

static bool run_points(struct state *t, struct sim_error *err)
{
	struct outcome o;
	u32 worker;

	while (start_workers(t, err)) {
		progress_draw(&t->progress);
		if (t->idle == pool_size(t->pool))
			return true;
		worker = pool_wait(t->pool, REDRAW, &o);
		if (worker == POOL_NOBODY)
			continue;
		t->free[t->idle++] = worker;
		if (!take_outcome(t, t->point[worker], &o, err))
			return false;
	}
	return false;
}

static bool run_pool(struct state *t, struct sim_error *err)
{
	bool run;
	u32 i;

	t->pool = pool_open(t->sweep->workers);
	t->point = sim_alloc(pool_size(t->pool), sizeof(t->point[0]));
	t->free = sim_alloc(pool_size(t->pool), sizeof(t->free[0]));
	for (i = pool_size(t->pool); i--;)
		t->free[t->idle++] = i;
	progress_begin(&t->progress, stderr, t->sweep->points->count, t->journal.count);
	run = run_points(t, err);
	progress_clear(&t->progress);
	pool_close(t->pool);
	free(t->point);
	free(t->free);
	return run;
}

static bool any_can_run(const struct sweep_points *points)
{
	for (u32 i = 0; i < points->count; i++)
		if (!points->at[i].why)
			return true;
	return false;
}

static bool run_journal(struct state *t, struct sim_error *err)
{
	bool run = journal_open(&t->journal, t->sweep->output, t->sweep->points, t->done, err) &&
		   run_pool(t, err) && journal_sort(&t->journal, err);

	journal_close(&t->journal);
	return run;
}

bool sweep_run(const struct sweep *s, u32 *failed, struct sim_error *err)
{
	struct state t = { .sweep = s };
	bool run = true;

	t.done = sim_alloc(s->points->count, sizeof(t.done[0]));
	/* without results there is to be no file of them, but what is wrong is told */
	if (any_can_run(s->points))
		run = run_journal(&t, err);
	else
		take_point(&t);
	*failed = t.progress.failed;
	free(t.done);
	return run;
}
