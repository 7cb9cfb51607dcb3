// SPDX-License-Identifier: GPL-2.0-only
/* The highest stable load of an experiment: its checks, and the runs of the search. */
#include <inttypes.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/experiment/assign.h"
#include "sim/experiment/keys.h"
#include "sim/result/results.h"
#include "sim/sweep/jobs.h"

#include "runs.h"
#include "saturate.h"

static const struct sim_key *load_key(void)
{
	return &sim_keys[sim_key_find("load")];
}

u32 saturate_most(void)
{
	return load_key()->max;
}

/* Return the highest load that the sources of @e can have, in millionths. */
static u32 most_of(const struct sim_experiment *e)
{
	return e->phase[0].settings.traffic.arrivals == SS_ARRIVALS_BERNOULLI ? SEASTAR_PPM :
										saturate_most();
}

/*
 * Check the load key: the search replaces a load from a file, but refuses one on the command line.
 */
static bool check_load(const struct sim_experiment *e, struct sim_error *err)
{
	const struct sim_key *load = load_key(), *because;
	u32 i = load - sim_keys;

	if (e->phase[0].origin[i].level == SIM_LEVEL_COMMAND)
		return sim_fail(err, "%s: the search sets the load: leave it out",
				e->phase[0].origin[i].name);
	for (u32 p = 0; p < e->phases; p++) {
		if (p && e->phase[p].origin[i].level)
			return sim_fail_at(err, &e->phase[p].origin[i],
					   "the search sets the load: it cannot change in mid-run");
		if (!sim_key_applies(load, e, p, &because)) {
			char *value = sim_key_text(because, e, p);

			sim_fail(err, "'%s' = %s has no load to search: %s",
				 because->name, value, strcmp(because->name, "source") ?
				 "give a pattern that sends" : "it needs 'source' = open");
			free(value);
			return false;
		}
	}
	return true;
}

static void set_load(struct sim_experiment *e, u32 load)
{
	for (u32 p = 0; p < e->phases; p++)
		e->phase[p].settings.traffic.load = load;
}

bool saturate_check(struct saturate *s, struct sim_error *err)
{
	struct sim_error why;
	char load[TEXT_DECIMAL];

	if (!check_load(s->experiment, err))
		return false;
	if (!s->highest)
		s->highest = most_of(s->experiment);
	s->highest -= s->highest % s->step;
	set_load(s->experiment, s->highest);
	if (sim_experiment_check(s->experiment, &why))
		return true;
	text_from_decimal(s->highest, load_key()->digits, load, sizeof(load));
	return sim_fail(err, "at load %s: %.400s", load, why.text);
}

/**
 * struct state - a search under way
 * @s: settings of the search
 * @seed: first seed
 * @runs: runs so far
 * @text: text of the experiment that was started last
 * @progress: progress, printed on the standard error
 */
struct state {
	const struct saturate *s;
	u64 seed;
	struct saturate_runs runs;
	char *text;
	struct progress progress;
};

static bool take_run(void *of, u32 *number, const char **experiment, struct sim_error *err)
{
	struct state *t = of;
	struct sim_experiment *e = t->s->experiment;
	const struct probe *probe;
	size_t size;
	FILE *to;

	(void)err;
	*experiment = NULL;
	if (!search_next(&t->runs.search, number))
		return true;
	probe = &t->runs.search.probe[*number];
	set_load(e, probe->load * t->s->step);
	e->config.seed = t->seed + probe->seed;
	free(t->text);
	to = sim_need(open_memstream(&t->text, &size));
	sim_experiment_print(e, to);
	fclose(to);
	*experiment = t->text;
	return true;
}

static bool fail_run(const struct state *t, u32 number, const char *why, struct sim_error *err)
{
	const struct probe *probe = &t->runs.search.probe[number];
	char load[TEXT_DECIMAL];

	text_from_decimal(probe->load * t->s->step, load_key()->digits, load, sizeof(load));
	return sim_fail(err, "load=%s seed=%" PRIu64 ": %.400s", load, t->seed + probe->seed, why);
}

static bool take_outcome(void *of, u32 number, struct outcome *o, struct sim_error *err)
{
	struct state *t = of;
	struct json_object *result;
	bool taken;

	if (o->failed) {
		taken = fail_run(t, number, o->text, err);
		free(o->text);
		return taken;
	}
	result = json_tokener_parse(o->text);
	if (!result_number(result, "senders")) {
		taken = fail_run(t, number, "no node sends, so there is nothing to saturate", err);
		free(o->text);
	} else if (!strcmp(result_text(result, "verdict.is"), "transient")) {
		taken = fail_run(t, number,
				 "settings change in the measured cycles: no load is stable then",
				 err);
		free(o->text);
	} else {
		runs_take(&t->runs, number, result, o->text);
		search_record(&t->runs.search, number, result_is_stable(result, t->s->rule));
		t->progress.done++;
		t->progress.total = t->progress.done + search_left(&t->runs.search);
		taken = true;
	}
	json_object_put(result);
	return taken;
}

struct json_object *saturate_run(struct saturate *s, struct sim_error *err)
{
	struct state t = { .s = s, .seed = s->experiment->config.seed };
	const struct jobs jobs = { take_run, take_outcome, &t, &t.progress };
	struct json_object *saturation = NULL;

	t.runs.search = (struct search){ .highest = s->highest / s->step, .seeds = s->seeds };
	t.runs.keeps_text = s->output;
	progress_begin(&t.progress, stderr, search_left(&t.runs.search), 0);
	if (jobs_run(&jobs, s->workers, err)) {
		runs_sort(&t.runs);
		if (!s->output || runs_write(&t.runs, s->output, err))
			saturation = runs_json(&t.runs, s, t.seed);
	}
	free(t.text);
	runs_free(&t.runs);
	return saturation;
}
