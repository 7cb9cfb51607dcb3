// SPDX-License-Identifier: GPL-2.0-only
/* Running the points of a sweep, as many at a time as there are workers. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "jobs.h"
#include "journal.h"
#include "sweep.h"

/**
 * struct state - a sweep under way
 * @sweep: which
 * @journal: of results
 * @sorted: the points by their experiments, to be found by them
 * @done: by point, whether its result was there at first
 * @next: the point that is to be run next, if it is not done
 * @progress: for people
 */
struct state {
	const struct sweep *sweep;
	struct journal journal;
	const struct sweep_point **sorted;
	bool *done;
	u32 next;
	struct progress progress;
};

static int compare_points(const void *a, const void *b)
{
	const struct sweep_point *const *x = a, *const *y = b;

	return strcmp((*x)->experiment, (*y)->experiment);
}

static void sort_points(struct state *t)
{
	const struct sweep_points *points = t->sweep->points;

	t->sorted = sim_alloc(points->count, sizeof(t->sorted[0]));
	for (u32 i = 0; i < points->count; i++)
		t->sorted[i] = &points->at[i];
	qsort(t->sorted, points->count, sizeof(t->sorted[0]), compare_points);
}

/* A result is there already. */
static bool take_former(void *sweep, const char *experiment, u32 *number, struct sim_error *err)
{
	const struct sweep_point point = { .experiment = (char *)experiment }, *key = &point;
	const struct sweep_point **found;
	struct state *t = sweep;

	found = bsearch(&key, t->sorted, t->sweep->points->count, sizeof(t->sorted[0]),
			compare_points);
	if (!found)
		return sim_fail(err, "not a result of this sweep: choose another file, or remove it");
	*number = *found - t->sweep->points->at;
	if (t->done[*number])
		return sim_fail(err, "a second result of %.200s", (*found)->label);
	t->done[*number] = true;
	return true;
}

/* With @line, or as one that was reported with an earlier one. */
static void tell_failure(struct state *t, const char *line)
{
	progress_clear(&t->progress);
	if (line)
		t->sweep->say(line);
	t->progress.failed++;
	t->progress.done++;
	progress_draw(&t->progress);
}

/* The next point that can be run, if any; reports those that cannot be run. */
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

static bool take_experiment(void *sweep, u32 *job, const char **experiment, struct sim_error *err)
{
	struct state *t = sweep;
	const struct sweep_point *point = take_point(t);

	(void)err;
	*experiment = point ? point->experiment : NULL;
	if (point)
		*job = point - t->sweep->points->at;
	return true;
}

static bool take_outcome(void *sweep, u32 point, struct outcome *o, struct sim_error *err)
{
	struct state *t = sweep;
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
	const struct jobs jobs = { take_experiment, take_outcome, t, &t->progress };

	progress_begin(&t->progress, stderr, t->sweep->points->count, t->journal.count);
	return jobs_run(&jobs, t->sweep->workers, err);
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
	const struct journal_reader reader = { take_former, t };
	bool run;

	sort_points(t);
	run = journal_open(&t->journal, t->sweep->output, &reader, err) && run_points(t, err) &&
	      journal_sort(&t->journal, err);
	journal_close(&t->journal);
	free(t->sorted);
	return run;
}

bool sweep_run(const struct sweep *s, u32 *failed, struct sim_error *err)
{
	struct state t = { .sweep = s };
	bool run = true;

	t.done = sim_alloc(s->points->count, sizeof(t.done[0]));
	/* without results there is no file of them, but errors are reported */
	if (any_can_run(s->points))
		run = run_journal(&t, err);
	else
		take_point(&t);
	*failed = t.progress.failed;
	free(t.done);
	return run;
}
