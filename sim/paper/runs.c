// SPDX-License-Identifier: GPL-2.0-only
/* The runs of a reproduction's experiments, as many at a time as there are workers. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/result/results.h"
#include "sim/result/stable.h"
#include "sim/sweep/jobs.h"
#include "sim/sweep/journal.h"

#include "figures.h"
#include "runs.h"

#define MOST_PROBES	64	/* of a search, which halves what 32 bits count */

/**
 * struct state - runs under way
 * @p: what is reproduced
 * @q: how
 * @runs: all
 * @first: that is not done
 * @found: by column, has a result all figures that it names?
 * @lacks: likewise, the first of the runs so far that has not; 0: none, else its place plus 1
 * @why: likewise, what that run lacks
 * @keeps: are results kept?
 * @kept: the file that keeps them, and those of other experiments
 * @progress: for people
 */
struct state {
	const struct paper_reproduction *p;
	const struct paper_request *q;
	struct paper_runs *runs;
	u32 first;
	bool found[PAPER_COLUMNS];
	u32 lacks[PAPER_COLUMNS];
	struct sim_error why[PAPER_COLUMNS];
	bool keeps;
	struct journal kept;
	struct progress progress;
};

static void keep_figures(const struct state *t, struct paper_one *one, struct json_object *result)
{
	free(one->verdict);
	free(one->state_hash);
	one->verdict = sim_copy(result_text(result, "verdict.is"));
	one->state_hash = sim_copy(result_text(result, "state_hash"));
	figures_read(t->p->column, one->at.row, result, one->cell);
}

/* Nothing is read of a search that found no load: its figures are missing. */
static void keep_none(const struct state *t, struct paper_one *one)
{
	one->verdict = sim_copy("no load is stable");
	figures_read(t->p->column, one->at.row, NULL, one->cell);
}

static bool fail_run(const struct paper_one *one, const char *why, struct sim_error *err)
{
	return sim_fail(err, "%s, %s, seed %u: %.600s", one->at.part->name, one->at.row->name,
			one->at.seed, why);
}

/* Load of the run under way, or the next one, of a search. */
static u32 load_of(const struct paper_one *one)
{
	const struct paper_search *of = one->at.part->search;

	return of ? one->search.probe[one->probe].load * of->step : 0;
}

/* By which results are sorted. */
static u32 number_of(const struct state *t, const struct paper_one *one)
{
	return (one - t->runs->at) * MOST_PROBES + one->probe + 1;
}

/* Runs end in any order: a column is judged by all of them, and told of by the first. */
static void check_columns(struct state *t, const struct paper_one *one, struct json_object *result)
{
	u32 place = one - t->runs->at + 1;
	struct sim_error why;

	for (u32 i = 0; t->p->column[i].name; i++) {
		if (t->found[i])
			continue;
		t->found[i] = figures_check(&t->p->column[i], result, &why);
		if (t->found[i] || (t->lacks[i] && t->lacks[i] <= place))
			continue;
		t->lacks[i] = place;
		t->why[i] = why;
	}
}

static bool all_found(const struct state *t, struct sim_error *err)
{
	for (u32 i = 0; t->p->column[i].name; i++)
		if (!t->found[i])
			return sim_fail(err, "column '%s': %.600s", t->p->column[i].id,
					t->why[i].text);
	return true;
}

/* The search, or the run, has a result. */
static void heed(struct state *t, struct paper_one *one, struct json_object *result)
{
	u32 load = load_of(one);
	bool stable;

	check_columns(t, one, result);
	if (!load) {
		keep_figures(t, one, result);
		one->done = true;
		return;
	}
	stable = result_is_stable(result, STABLE_BY_ACCEPTED);
	search_hear(&one->search, one->probe, stable);
	if (stable && load > one->at.load) {
		keep_figures(t, one, result);
		one->at.load = load;
	}
	one->done = !search_next(&one->search, &one->probe);
	if (one->done && !one->at.load)
		keep_none(t, one);
}

static char *experiment_of(const struct state *t, const struct paper_one *one,
			   struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	struct paper_at at = one->at;
	struct sim_error why;
	char *text = NULL;
	size_t size;
	FILE *to;

	at.load = load_of(one);
	if (paper_prepare(e, t->q, &at, &why)) {
		to = sim_need(open_memstream(&text, &size));
		sim_experiment_print(e, to);
		fclose(to);
	} else {
		fail_run(one, why.text, err);
	}
	sim_experiment_free(e);
	return text;
}

/* The result of the experiment goes to @result if it is kept. */
static bool find_kept(struct state *t, struct paper_one *one, struct json_object **result,
		      struct sim_error *err)
{
	char *text;
	u32 line;

	if (!t->keeps || !journal_find(&t->kept, one->experiment, number_of(t, one), &line))
		return true;
	text = journal_read(&t->kept, line, err);
	*result = text ? json_tokener_parse(text) : NULL;
	free(text);
	return *result;
}

/* Go on with the next experiment if its result is kept; if not, that is to be run. */
static bool step(struct state *t, struct paper_one *one, struct sim_error *err)
{
	struct json_object *result = NULL;
	bool ok;

	one->experiment = experiment_of(t, one, err);
	ok = one->experiment && find_kept(t, one, &result, err);
	if (!result)
		return ok;
	free(one->experiment);
	one->experiment = NULL;
	heed(t, one, result);
	json_object_put(result);
	if (one->done) {
		t->progress.before++;
		t->progress.done++;
	}
	return ok;
}

/* The first that is neither done nor under way is run, or goes on with what is kept. */
static bool take(void *of, u32 *job, const char **experiment, struct sim_error *err)
{
	struct state *t = of;

	*experiment = NULL;
	while (t->first < t->runs->count && t->runs->at[t->first].done)
		t->first++;
	for (u32 i = t->first; i < t->runs->count && !*experiment; i++) {
		struct paper_one *one = &t->runs->at[i];

		if (one->experiment)
			continue;
		while (!one->done && !one->experiment)
			if (!step(t, one, err))
				return false;
		*job = i;
		*experiment = one->experiment;
	}
	return true;
}

static bool hear(void *of, u32 job, struct outcome *o, struct sim_error *err)
{
	struct state *t = of;
	struct paper_one *one = &t->runs->at[job];
	struct json_object *result = NULL;
	bool ok;

	if (o->failed)
		ok = fail_run(one, o->text, err);
	else
		ok = !t->keeps || journal_add(&t->kept, one->experiment, number_of(t, one),
					      o->text, o->size, err);
	free(one->experiment);
	one->experiment = NULL;
	if (ok) {
		result = json_tokener_parse(o->text);
		heed(t, one, result);
	}
	json_object_put(result);
	free(o->text);
	if (one->done)
		t->progress.done++;
	return ok;
}

static bool measure(struct state *t, struct paper_one *one, struct sim_error *err)
{
	const struct paper_measure *m = t->p->measure;
	const struct paper_at at = { .part = one->at.part, .row = one->at.row };
	char *keys = paper_keys(t->q, &at);
	bool ok;

	progress_draw(&t->progress);
	ok = m->figures(at.part - t->p->part, keys, (one->at.seed - 1) * m->runs + 1, one->cell, err);
	t->progress.done++;
	free(keys);
	if (ok)
		figures_read(t->p->column, at.row, NULL, one->cell);
	return ok;
}

/* One by one: there are no experiments to be run. */
static bool measure_all(struct state *t, struct sim_error *err)
{
	bool ok = true;

	for (u32 i = 0; ok && i < t->runs->count; i++)
		ok = measure(t, &t->runs->at[i], err);
	progress_clear(&t->progress);
	return ok;
}

static void add_one(struct paper_runs *r, const struct paper_at *at)
{
	struct paper_one *one;

	r->at = sim_grow(r->at, r->count + 1, sizeof(r->at[0]));
	one = &r->at[r->count++];
	*one = (struct paper_one){ .at = *at };
	if (!at->part->search)
		return;
	one->search.highest = at->part->search->highest / at->part->search->step;
	one->search.seeds = 1;
	search_next(&one->search, &one->probe);
}

static void add_all(struct state *t)
{
	const struct paper_reproduction *p = t->p;
	struct paper_at at;

	for (at.part = p->part, at.load = 0; at.part->name; at.part++) {
		u32 part = at.part - p->part;

		t->runs->seeds[part] = paper_seeds(p, at.part, t->q->reduced);
		t->runs->first[part] = t->runs->count;
		for (at.row = p->row; at.row->name; at.row++)
			for (at.seed = 1; at.seed <= t->runs->seeds[part]; at.seed++)
				add_one(t->runs, &at);
	}
}

static bool run_all(struct state *t, struct sim_error *err)
{
	const struct jobs jobs = { take, hear, t, &t->progress };
	bool ok = !t->keeps || journal_open(&t->kept, t->q->output, err);

	ok = ok && jobs_run(&jobs, t->q->workers, err) && all_found(t, err) &&
	     (!t->keeps || journal_sort(&t->kept, err));
	if (t->keeps)
		journal_close(&t->kept);
	return ok;
}

bool paper_runs(struct paper_runs *r, const struct paper_reproduction *p,
		const struct paper_request *q, struct sim_error *err)
{
	struct state t = { .p = p, .q = q, .runs = r, .keeps = q->output };

	*r = (struct paper_runs){ 0 };
	add_all(&t);
	progress_begin(&t.progress, stderr, r->count, 0);
	return p->measure ? measure_all(&t, err) : run_all(&t, err);
}

const struct paper_one *paper_runs_at(const struct paper_runs *r, u32 part, u32 row)
{
	return &r->at[r->first[part] + row * r->seeds[part]];
}

void paper_runs_free(struct paper_runs *r)
{
	for (u32 i = 0; i < r->count; i++) {
		search_free(&r->at[i].search);
		free(r->at[i].experiment);
		free(r->at[i].verdict);
		free(r->at[i].state_hash);
	}
	free(r->at);
}
