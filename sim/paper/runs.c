// SPDX-License-Identifier: GPL-2.0-only
/* The runs of a reproduction's experiments, as many at a time as there are workers. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/result/results.h"
#include "sim/result/stable.h"
#include "sim/sweep/jobs.h"
#include "sim/sweep/journal.h"
#include "sim/trace/kind.h"

#include "figures.h"
#include "runs.h"

#define MOST_PROBES	64	/* probes of a search, which halves a range of 32 bits */

/**
 * struct state - runs under way
 * @p: the reproduction
 * @runs: all runs
 * @first: index of the first run that is not done
 * @found: columns for which a result has all figures that they name
 * @sample: result of the first of the runs, which shows the figures that are missing
 * @kept: file that keeps results, and those of other experiments, if there is one
 * @progress: progress for people
 */
struct state {
	const struct paper_reproduction *p;
	struct paper_runs *runs;
	u32 first;
	bool found[PAPER_COLUMNS];
	struct json_object *sample;
	struct journal kept;
	struct progress progress;
};

/* Keep the figures of @result; NULL, after a search that found no load: they are missing. */
static void keep_figures(const struct state *t, struct paper_one *one, struct json_object *result)
{
	free(one->verdict);
	free(one->state_hash);
	one->verdict = sim_copy(result ? result_text(result, "verdict.is") : "no load is stable");
	one->state_hash = result ? sim_copy(result_text(result, "state_hash")) : NULL;
	figures_read(t->p, one->at.row, result, one->cell);
}

/* Return the load of a search's run, under way or next, in millionths; 0: there is no search. */
static u32 load_of(const struct paper_one *one)
{
	u32 step = one->at.part->search.step;

	return step ? one->search.probe[one->probe].load * step : 0;
}

/* Return the number by which results are sorted. */
static u32 number_of(const struct state *t, const struct paper_one *one)
{
	return (one - t->runs->at) * MOST_PROBES + one->probe + 1;
}

/*
 * Record which columns find their figures in @result.  Runs end in any order: a column needs one
 * result of any run that has its figures, and the first run's shows what is missing.
 */
static void check_columns(struct state *t, const struct paper_one *one, struct json_object *result)
{
	struct sim_error none;

	for (u32 i = 0; t->p->column[i].name; i++)
		t->found[i] = t->found[i] || figures_check(t->p, i, result, &none);
	if (one == t->runs->at && !t->sample)
		t->sample = json_object_get(result);
}

static bool all_found(const struct state *t, struct sim_error *err)
{
	struct sim_error why;

	for (u32 i = 0; t->p->column[i].name; i++)
		if (!t->found[i] && !figures_check(t->p, i, t->sample, &why))
			return sim_fail(err, "column '%s': %.600s", t->p->column[i].id, why.text);
	return true;
}

/* Record the result of a run, or of the search that the run belongs to. */
static void act_on(struct state *t, struct paper_one *one, struct json_object *result)
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
	search_record(&one->search, one->probe, stable);
	if (stable && load > one->at.load) {
		keep_figures(t, one, result);
		one->at.load = load;
	}
	one->done = !search_next(&one->search, &one->probe);
	if (one->done && !one->at.load)
		keep_figures(t, one, NULL);
}

static char *experiment_of(const struct state *t, const struct paper_one *one,
			   struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	struct paper_at at = one->at;
	char *text = NULL;
	size_t size;
	FILE *to;

	at.load = load_of(one);
	if (paper_prepare(e, t->runs->q, &at, err)) {
		to = sim_need(open_memstream(&text, &size));
		sim_experiment_print(e, to);
		fclose(to);
	}
	sim_experiment_free(e);
	return text;
}

/* Read the result of the experiment into @result if the file has it. */
static bool find_kept(struct state *t, struct paper_one *one, struct json_object **result,
		      struct sim_error *err)
{
	char *text;
	u32 line;

	if (!t->runs->q->output ||
	    !journal_find(&t->kept, one->experiment, number_of(t, one), &line))
		return true;
	text = journal_read(&t->kept, line, err);
	*result = text ? json_tokener_parse(text) : NULL;
	free(text);
	return *result;
}

/* Take the next experiment of @one: record its result if it is kept, or leave it to be run. */
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
	act_on(t, one, result);
	json_object_put(result);
	if (one->done) {
		t->progress.before++;
		t->progress.done++;
	}
	return ok;
}

/*
 * Take the first experiment that is neither done, kept nor under way; *@experiment is NULL if none
 * is.
 */
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
		ok = paper_fail(&one->at, o->text, err);
	else
		ok = !t->runs->q->output ||
		     journal_add(&t->kept, one->experiment, number_of(t, one), o->text, o->size,
				 err);
	free(one->experiment);
	one->experiment = NULL;
	if (ok) {
		result = json_tokener_parse(o->text);
		act_on(t, one, result);
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
	struct json_object *result = json_object_new_object();
	char *keys = paper_keys(t->runs->q, &at);
	const struct paper_measuring of = {
		m, at.part - t->p->part, keys, (one->at.seed - 1) * m->runs + 1
	};
	bool ok;

	progress_draw(&t->progress);
	ok = m->figures(&of, json_put_object(result, "measured"), err);
	t->progress.done++;
	if (ok) {
		check_columns(t, one, result);
		figures_read(t->p, at.row, result, one->cell);
	}
	json_object_put(result);
	free(keys);
	return ok;
}

/* Measure all rows and seeds, one after another: a measure has no experiments for the workers. */
static bool measure_all(struct state *t, struct sim_error *err)
{
	bool ok = true;

	for (u32 i = 0; ok && i < t->runs->count; i++)
		ok = measure(t, &t->runs->at[i], err);
	progress_clear(&t->progress);
	return ok && all_found(t, err);
}

static void add_one(struct paper_runs *r, const struct paper_at *at)
{
	struct paper_one *one;

	r->at = sim_grow(r->at, r->count + 1, sizeof(r->at[0]));
	one = &r->at[r->count++];
	*one = (struct paper_one){ .at = *at };
	if (!at->part->search.step)
		return;
	one->search.highest = at->part->search.highest / at->part->search.step;
	one->search.seeds = 1;
	search_next(&one->search, &one->probe);
}

static void add_all(struct paper_runs *r)
{
	struct paper_at at = { .part = r->p->part };

	for (u32 part = 0; at.part->name; at.part++, part++) {
		r->seeds[part] = paper_seeds(r->p, at.part, r->q->reduced);
		r->first[part] = r->count;
		for (at.row = r->p->row; at.row->name; at.row++)
			for (at.seed = 1; at.seed <= r->seeds[part]; at.seed++)
				add_one(r, &at);
	}
}

/* Return the trace in the keys of a run, to be freed; NULL if they have none. */
static char *trace_of(const struct paper_runs *r, const struct paper_one *one)
{
	char *keys = paper_keys(r->q, &one->at), *rest = keys, *trace = NULL, *word;

	while ((word = strsep(&rest, " ")))
		if (!strncmp(word, "trace=", strlen("trace=")))
			trace = sim_copy(word + strlen("trace="));
	free(keys);
	return trace;
}

/* Count the runs that read @trace. */
static u32 count_readers(const struct paper_runs *r, const char *trace)
{
	u32 count = 0;

	for (u32 i = 0; i < r->count; i++) {
		char *other = trace_of(r, &r->at[i]);

		count += other && !strcmp(other, trace);
		free(other);
	}
	return count;
}

/* Refuse a trace that can be read once, if several runs read it. */
static bool check_traces(const struct paper_runs *r, struct sim_error *err)
{
	bool ok = true;

	for (u32 i = 0; ok && i < r->count; i++) {
		char *trace = trace_of(r, &r->at[i]);

		ok = !trace || !trace_reads_once(trace) ||
		     trace_serves(trace, count_readers(r, trace), err);
		free(trace);
	}
	return ok;
}

/* Check an experiment of each row and part, so that none is refused after hours of others. */
static bool check_rows(const struct state *t, struct sim_error *err)
{
	for (u32 i = 0; i < t->runs->count; i++) {
		const struct paper_one *one = &t->runs->at[i];
		char *text;

		if (one->at.seed != 1)
			continue;
		text = experiment_of(t, one, err);
		free(text);
		if (!text)
			return false;
	}
	return true;
}

static bool run_all(struct state *t, struct sim_error *err)
{
	const struct jobs jobs = { take, hear, t, &t->progress };
	const struct paper_request *q = t->runs->q;
	bool ok = check_traces(t->runs, err) && check_rows(t, err) &&
		  (!q->output || journal_open(&t->kept, q->output, err));

	ok = ok && jobs_run(&jobs, q->workers, err) && all_found(t, err) &&
	     (!q->output || journal_sort(&t->kept, err));
	if (q->output)
		journal_close(&t->kept);
	return ok;
}

bool paper_runs(struct paper_runs *r, struct sim_error *err)
{
	struct state t = { .p = r->p, .runs = r };
	bool ok;

	add_all(r);
	progress_begin(&t.progress, stderr, r->count, 0);
	ok = r->p->measure ? measure_all(&t, err) : run_all(&t, err);
	json_object_put(t.sample);
	return ok;
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
