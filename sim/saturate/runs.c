// SPDX-License-Identifier: GPL-2.0-only
/* The runs of a search, and their summary. */
#include <math.h>

#include <seastar/version.h>

#include "sim/base/file.h"
#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/result/results.h"

#include "runs.h"

#define DIGITS	6	/* digits of a load after the decimal point */

/* Return the experiment that runs have in common, without the keys in which they differ. */
static struct json_object *common_experiment(struct json_object *result)
{
	struct json_object *experiment = json_object_get(result_value(result, "experiment"));

	json_object_object_del(experiment, "load");
	json_object_object_del(experiment, "seed");
	return experiment;
}

void runs_take(struct saturate_runs *r, u32 number, struct json_object *result, char *text)
{
	struct saturate_run *run;

	for (; r->room <= number; r->room++) {
		r->at = sim_grow(r->at, r->room + 1, sizeof(r->at[0]));
		r->at[r->room] = (struct saturate_run){ 0 };
	}
	run = &r->at[number];
	run->verdict = sim_copy(result_text(result, "verdict.is"));
	run->offered = result_number(result, "load.offered");
	run->accepted = result_number(result, "load.accepted");
	run->lost = result_lost(result);
	if (r->keeps_text)
		run->text = text;
	else
		free(text);
	if (!r->count++)
		r->experiment = common_experiment(result);
}

static int compare_runs(const void *a, const void *b)
{
	const struct saturate_run *x = a, *y = b;

	if (x->probe.load != y->probe.load)
		return x->probe.load > y->probe.load ? 1 : -1;
	if (x->probe.seed != y->probe.seed)
		return x->probe.seed > y->probe.seed ? 1 : -1;
	return (x->number > y->number) - (x->number < y->number);
}

void runs_sort(struct saturate_runs *r)
{
	for (u32 i = 0; i < r->count; i++) {
		r->at[i].probe = r->search.probe[i];
		r->at[i].number = i;
	}
	qsort(r->at, r->count, sizeof(r->at[0]), compare_runs);
}

bool runs_write(const struct saturate_runs *r, const char *path, struct sim_error *err)
{
	char *text;
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));
	bool written;

	for (u32 i = 0; i < r->count; i++)
		fprintf(to, "%s\n", r->at[i].text);
	fclose(to);
	written = file_write(path, text, size, err);
	free(text);
	return written;
}

/* Put @load, in millionths, as a decimal number that keeps all of its digits. */
static void put_load(struct json_object *o, const char *name, u64 load)
{
	char text[TEXT_DECIMAL];

	text_from_decimal(load, DIGITS, text, sizeof(text));
	json_object_object_add(o, name, json_object_new_double_s(load / 1e6, text));
}

static struct json_object *put_load_of(struct json_object *o, const char *name, u32 load,
				       const struct saturate *s)
{
	if (!load || load > s->highest / s->step) {
		json_object_object_add(o, name, NULL);
		return NULL;
	}
	o = json_put_object(o, name);
	put_load(o, "load", (u64)load * s->step);
	return o;
}

/*
 * Put figures of the runs of all seeds at @load, in steps: accepted load (mean, least and most),
 * lost packets (sum), and the number of runs per verdict.
 */
static void put_seeds(struct json_object *o, const struct saturate_runs *r, u32 load)
{
	double sum = 0, least = NAN, most = NAN;
	struct json_object *verdicts;
	u64 lost = 0;
	u32 n = 0;

	if (!o)
		return;
	verdicts = json_object_new_object();
	for (u32 i = 0; i < r->count; i++) {
		const struct saturate_run *run = &r->at[i];

		if (run->probe.load != load)
			continue;
		sum += run->accepted;
		least = fmin(least, run->accepted);
		most = fmax(most, run->accepted);
		lost += run->lost;
		json_count(verdicts, run->verdict);
		n++;
	}
	json_put_real(o, "accepted", sum / n);
	json_put_real(o, "accepted_least", least);
	json_put_real(o, "accepted_most", most);
	json_put_u64(o, "lost", lost);
	json_object_object_add(o, "verdicts", verdicts);
}

static int compare_loads(const void *a, const void *b)
{
	const u32 *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/*
 * Put the lowest, the highest and the median of the stable loads that were found for each seed by
 * itself.
 */
static void put_range(struct json_object *o, const struct saturate_runs *r,
		      const struct saturate *s)
{
	u32 *stable = sim_alloc(s->seeds, sizeof(*stable)), last = s->seeds - 1, missing;
	struct json_object *range;

	for (u32 i = 0; i < s->seeds; i++)
		stable[i] = search_stable(&r->search, i, &missing);
	qsort(stable, s->seeds, sizeof(*stable), compare_loads);
	range = json_put_object(o, "by_seed");
	put_load(range, "least", (u64)stable[0] * s->step);
	put_load(range, "median",
		 ((u64)stable[last / 2] + stable[(last + 1) / 2]) * s->step / 2);
	put_load(range, "most", (u64)stable[last] * s->step);
	free(stable);
}

static void put_run(struct json_object *list, const struct saturate_run *run,
		    const struct saturate *s, u64 seed)
{
	struct json_object *o = json_append_object(list);

	put_load(o, "load", (u64)run->probe.load * s->step);
	json_put_u64(o, "seed", seed + run->probe.seed);
	json_put_text(o, "verdict", run->verdict);
	json_put_bool(o, "stable", run->probe.state == PROBE_STABLE);
	json_put_real(o, "offered", run->offered);
	json_put_real(o, "accepted", run->accepted);
	json_put_u64(o, "lost", run->lost);
}

struct json_object *runs_json(const struct saturate_runs *r, const struct saturate *s, u64 seed)
{
	struct json_object *o = json_object_new_object(), *list;
	u32 missing, stable = search_stable(&r->search, SEARCH_ALL, &missing);

	json_put_text(o, "version", SEASTAR_VERSION);
	json_object_object_add(o, "experiment", json_object_get(r->experiment));
	json_put_text(o, "rule", stable_words[s->rule].name);
	put_load(o, "step", s->step);
	json_put_u64(o, "seed", seed);
	json_put_u64(o, "seeds", s->seeds);
	put_seeds(put_load_of(o, "stable", stable, s), r, stable);
	put_seeds(put_load_of(o, "beyond", stable + 1, s), r, stable + 1);
	put_seeds(put_load_of(o, "highest", r->search.highest, s), r, r->search.highest);
	put_range(o, r, s);
	list = json_put_array(o, "runs");
	for (u32 i = 0; i < r->count; i++)
		put_run(list, &r->at[i], s, seed);
	return o;
}

void runs_free(struct saturate_runs *r)
{
	for (u32 i = 0; i < r->room; i++) {
		free(r->at[i].verdict);
		free(r->at[i].text);
	}
	free(r->at);
	json_object_put(r->experiment);
	search_free(&r->search);
}
