// SPDX-License-Identifier: GPL-2.0-only
/* The run of a sweep's points, as many at a time as there are workers. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "jobs.h"
#include "journal.h"
#include "sweep.h"

/**
 * struct state - a sweep under way
 * @sweep: the sweep
 * @journal: journal of results
 * @done: points whose result was in the file at first
 * @next: next point to run, if it is not done
 * @progress: progress for people
 */
struct state {
	const struct sweep *sweep;
	struct journal journal;
	bool *done;
	u32 next;
	struct progress progress;
};

/* Mark the points that have a result.  False, and a sentence, if the file has results of others. */
static bool find_former(struct state *t, struct sim_error *err)
{
	const struct sweep_points *points = t->sweep->points;
	struct journal *j = &t->journal;
	u32 line;

	for (u32 i = 0; i < points->count; i++)
		t->done[i] = journal_find(j, points->at[i].experiment, i + 1, &line);
	for (line = 0; line < j->count; line++)
		if (!j->line[line].number)
			return sim_fail(err, "%s:%u: not a result of this sweep: choose another file, or remove it",
					j->path, line + 1);
	return true;
}

/* Report a failure with its line, or as one that was reported with an earlier point. */
static void report_failure(struct state *t, const char *line)
{
	progress_clear(&t->progress);
	if (line)
		t->sweep->report(line);
	t->progress.failed++;
	t->progress.done++;
	progress_draw(&t->progress);
}

/* Return the next point that can be run, or NULL; points that cannot be run are reported. */
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
		report_failure(t, why);
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
		report_failure(t, line);
	} else {
		taken = journal_add(&t->journal, t->sweep->points->at[point].experiment,
				    point + 1, o->text, o->size, err);
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
	bool run = journal_open(&t->journal, t->sweep->output, err) && find_former(t, err) &&
		   run_points(t, err) && journal_sort(&t->journal, err);

	journal_close(&t->journal);
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
