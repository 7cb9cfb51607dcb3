// SPDX-License-Identifier: GPL-2.0-only
/* Running the experiments of a reproduction, and reading its figures from them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json_pointer.h>

#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/base/stats.h"
#include "sim/base/text.h"
#include "sim/result/print.h"
#include "sim/result/stable.h"
#include "sim/run/run.h"
#include "sim/saturate/search.h"

#include "paper.h"

#define REDUCED_SEEDS	3
#define LOAD_DIGITS	6	/* of a load in millionths */

/*
 * A reproduction under way: the run of @row with @part and @seed is the @done-th of @all; @load is
 * the one that a search has come to, in millionths, or 0.
 */
struct work {
	const struct paper_reproduction *p;
	const struct paper_request *q;
	const struct paper_part *part;
	const struct paper_row *row;
	u32 seed;
	u32 load;
	u32 done;
	u32 all;
};

static u32 columns(const struct paper_reproduction *p)
{
	u32 n = 0;

	while (p->column[n].name)
		n++;
	return n;
}

bool paper_set_keys(struct sim_experiment *e, const char *keys, struct sim_error *err)
{
	char *words = sim_copy(keys), *rest = words, *word;
	bool ok = true;

	while (ok && (word = strsep(&rest, " ")))
		ok = sim_experiment_set(e, word, err);
	free(words);
	return ok;
}

bool paper_is_key(const char *word, struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	bool ok = sim_experiment_set(e, word, err);

	sim_experiment_free(e);
	return ok;
}

/* Is the key of @word among @keys? */
static bool is_among(const char *word, size_t length, const char *keys)
{
	size_t name = strcspn(word, "=");

	while (*keys && (strncmp(keys, word, name + 1) || name >= length)) {
		keys += strcspn(keys, " ");
		keys += strspn(keys, " ");
	}
	return *keys;
}

/* Layers of keys, ended by NULL: those of the first that no later one has others for. */
static void put_layer(const char *const *layer, FILE *to)
{
	const char *keys = *layer;

	while (*keys) {
		const char *const *later = layer + 1;
		size_t length = strcspn(keys, " ");

		while (*later && !is_among(keys, length, *later))
			later++;
		if (!*later)
			fprintf(to, "%s%.*s", ftell(to) ? " " : "", (int)length, keys);
		keys += length;
		keys += strspn(keys, " ");
	}
}

/* Those of the part alone if there is no row; with @seed if that is not 0. */
static char *keys_of(const struct work *w, u32 seed)
{
	const char *small = w->q->reduced && w->part->reduced ? w->part->reduced : "";
	const char *const layers[] = {
		w->part->keys, w->row ? w->row->keys : "", small, w->q->settings, NULL
	};
	char load[TEXT_DECIMAL];
	size_t bytes;
	char *text;
	FILE *to = sim_need(open_memstream(&text, &bytes));

	for (u32 i = 0; layers[i]; i++)
		put_layer(&layers[i], to);
	if (w->load) {
		text_from_decimal(w->load, LOAD_DIGITS, load, sizeof(load));
		fprintf(to, " load=%s", load);
	}
	if (seed)
		fprintf(to, " seed=%u", seed);
	fclose(to);
	return text;
}

bool paper_is_overridden(const struct paper_row *row, const struct paper_request *q)
{
	const char *keys = row->keys;

	while (*keys) {
		size_t length = strcspn(keys, " ");

		if (is_among(keys, length, q->settings))
			return true;
		keys += length;
		keys += strspn(keys, " ");
	}
	return false;
}

u32 paper_seeds(const struct paper_reproduction *p, const struct paper_part *part, bool reduced)
{
	u32 seeds = part->seeds ? part->seeds : p->seeds;

	return reduced && seeds > REDUCED_SEEDS ? REDUCED_SEEDS : seeds;
}

bool paper_is_small(const struct paper_part *part, bool reduced)
{
	return reduced && part->reduced &&
	       (is_among("topology=", strlen("topology="), part->reduced) ||
		is_among("dragonfly=", strlen("dragonfly="), part->reduced));
}

/* Has @p a part that is smaller, and, if not, one of fewer cycles? */
static void how_reduced(const struct paper_reproduction *p, bool asked, bool *small, bool *reduced)
{
	*small = false;
	*reduced = false;
	for (u32 i = 0; p->part[i].name; i++) {
		*small |= paper_is_small(&p->part[i], asked);
		*reduced |= asked && p->part[i].reduced;
	}
}

static bool prepare(struct sim_experiment *e, const struct work *w, struct sim_error *err)
{
	char *keys = keys_of(w, w->seed), *drawn = NULL;
	bool ok = paper_set_keys(e, keys, err);

	free(keys);
	if (ok)
		drawn = paper_draw(w->part, e, w->seed);
	if (drawn)
		ok = sim_experiment_set(e, drawn, err);
	free(drawn);
	return ok && sim_experiment_check(e, err);
}

static double number_at(struct json_object *o, const char *path)
{
	struct json_object *value;

	if (json_pointer_get(o, path, &value) || !value)
		return NAN;
	return json_object_get_double(value);
}

/* Multiply columns that have figures of cycles by the row's cycle time. */
static void apply_clock(const struct work *w, double *cell)
{
	for (u32 i = 0; w->p->column[i].name; i++)
		if (w->p->column[i].clock)
			cell[i] *= pow(w->row->cycle, w->p->column[i].clock);
}

static void read_cells(const struct paper_reproduction *p, struct json_object *result, double *cell)
{
	for (u32 i = 0; p->column[i].name; i++) {
		const struct paper_column *c = &p->column[i];

		if (c->derive) {
			cell[i] = c->derive(cell);
			continue;
		}
		cell[i] = number_at(result, c->value) * c->scale;
		if (c->over)
			cell[i] /= number_at(result, c->over);
	}
}

/* @result: of an experiment, or NULL. */
static void put_run(struct json_object *list, const struct work *w, struct json_object *result,
		    const double *cell)
{
	char *keys = keys_of(w, result ? w->seed : 0);
	struct json_object *o = json_append_object(list), *verdict, *cells;

	json_put_u64(o, "seed", w->seed);
	json_put_text(o, "keys", keys);
	if (result) {
		json_pointer_get(result, "/verdict/is", &verdict);
		json_put_text(o, "verdict", json_object_get_string(verdict));
		json_pointer_get(result, "/state_hash", &verdict);
		json_put_text(o, "state_hash", json_object_get_string(verdict));
	}
	cells = json_put_object(o, "figures");
	for (u32 i = 0; w->p->column[i].name; i++)
		json_put_real(cells, w->p->column[i].name, cell[i]);
	free(keys);
}

/* Without an experiment. */
static bool measure_one(struct work *w, struct json_object *runs, double *cell,
			struct sim_error *err)
{
	const struct paper_measure *m = w->p->measure;
	char *keys = keys_of(w, 0);
	bool ok = m->figures(w->part - w->p->part, keys, (w->seed - 1) * m->runs + 1, cell, err);

	if (ok) {
		apply_clock(w, cell);
		put_run(runs, w, NULL, cell);
	}
	free(keys);
	w->done++;
	return ok;
}

static struct json_object *run_experiment(const struct work *w, struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	struct json_object *result = NULL;
	struct sim_result *r = NULL;

	if (prepare(e, w, err))
		r = sim_run(e, 1, NULL, err);
	if (r)
		result = sim_result_json(r);
	sim_result_free(r);
	sim_experiment_free(e);
	return result;
}

/* Run a load of the search; if it is stable and the highest so far, its result becomes @best. */
static bool probe(struct work *w, struct search *s, u32 number, struct json_object **best,
		  struct sim_error *err)
{
	u32 load = s->probe[number].load * w->part->search->step, highest = w->load;
	struct json_object *result;
	bool stable;

	w->load = load;
	result = run_experiment(w, err);
	w->load = highest;
	if (!result)
		return false;
	stable = result_is_stable(result, STABLE_BY_ACCEPTED);
	search_hear(s, number, stable);
	if (stable && load > highest) {
		json_object_put(*best);
		*best = json_object_get(result);
		w->load = load;
	}
	json_object_put(result);
	return true;
}

/* At the highest stable load, which @w->load becomes. */
static struct json_object *run_highest(struct work *w, struct sim_error *err)
{
	const struct paper_search *of = w->part->search;
	struct search s = { .highest = of->highest / of->step, .seeds = 1 };
	struct json_object *best = NULL;
	bool ok = true;
	u32 number;

	while (ok && search_next(&s, &number))
		ok = probe(w, &s, number, &best, err);
	search_free(&s);
	if (ok && !best)
		sim_fail(err, "%s, %s: no load is stable", w->part->name, w->row->name);
	if (ok)
		return best;
	json_object_put(best);
	return NULL;
}

static bool run_one(struct work *w, struct json_object *runs, double *cell, struct sim_error *err)
{
	struct json_object *result;

	if (w->q->progress)
		w->q->progress(w->p->name, w->done, w->all);
	if (w->p->measure)
		return measure_one(w, runs, cell, err);
	result = w->part->search ? run_highest(w, err) : run_experiment(w, err);
	if (result) {
		read_cells(w->p, result, cell);
		apply_clock(w, cell);
		put_run(runs, w, result, cell);
	}
	w->load = 0;
	w->done++;
	json_object_put(result);
	return result;
}

void paper_put_spread(struct json_object *o, const double *x, u32 n)
{
	double low = x[0], high = x[0], sum = 0;

	for (u32 i = 0; i < n; i++) {
		low = fmin(low, x[i]);
		high = fmax(high, x[i]);
		sum += x[i];
	}
	json_put_real(o, "mean", sum / n);
	json_put_real(o, "low", low);
	json_put_real(o, "high", high);
	json_put_real(o, "ci95", n > 1 && low == high ? 0 : stats_half_width(x, n));
}

static void put_figures(struct json_object *o, const struct work *w,
			double (*cell)[PAPER_COLUMNS])
{
	struct json_object *list = json_put_array(o, "figures");
	u32 row = w->row - w->p->row, seeds = paper_seeds(w->p, w->part, w->q->reduced);

	for (u32 i = 0; i < columns(w->p); i++) {
		struct json_object *figure = json_append_object(list);
		double theirs = w->part->paper ? w->part->paper[row][i] : PAPER_NONE;
		double x[PAPER_SEEDS];

		for (u32 s = 0; s < seeds; s++)
			x[s] = cell[s][i];
		json_put_real(figure, "paper", theirs != PAPER_NONE ? theirs : NAN);
		paper_put_spread(figure, x, seeds);
	}
}

static bool run_row(struct work *w, struct json_object *o, double (*cell)[PAPER_COLUMNS],
		    struct sim_error *err)
{
	struct json_object *runs;

	json_put_text(o, "row", w->row->name);
	json_put_text(o, "keys", w->row->keys);
	runs = json_object_new_array();
	for (u32 s = 0; s < paper_seeds(w->p, w->part, w->q->reduced); s++) {
		w->seed = s + 1;
		if (!run_one(w, runs, cell[s], err)) {
			json_object_put(runs);
			return false;
		}
	}
	put_figures(o, w, cell);
	json_object_object_add(o, "runs", runs);
	return true;
}

static bool run_part(struct work *w, struct json_object *o,
		     double (*cell)[PAPER_SEEDS][PAPER_COLUMNS], struct sim_error *err)
{
	struct json_object *rows;
	char *keys;
	bool small;

	json_put_text(o, "part", w->part->name);
	small = paper_is_small(w->part, w->q->reduced);
	json_put_text(o, "what", small && w->part->small_what ? w->part->small_what : w->part->what);
	json_put_bool(o, "small", small);
	w->row = NULL;
	keys = keys_of(w, 0);
	json_put_text(o, "keys", keys);
	free(keys);
	json_put_u64(o, "seeds", paper_seeds(w->p, w->part, w->q->reduced));
	json_put_bool(o, "placed", w->part->draw == PAPER_DRAWS_PLACES);
	json_put_bool(o, "permuted", w->part->draw == PAPER_DRAWS_PERMUTATION);
	json_put_bool(o, "searched", w->part->search);
	rows = json_put_array(o, "rows");
	for (w->row = w->p->row; w->row->name; w->row++)
		if (!run_row(w, json_append_object(rows), cell[w->row - w->p->row], err))
			return false;
	return true;
}

static void put_columns(struct json_object *o, const struct paper_reproduction *p)
{
	struct json_object *list = json_put_array(o, "columns");

	for (u32 i = 0; p->column[i].name; i++) {
		struct json_object *column = json_append_object(list);

		json_put_text(column, "name", p->column[i].name);
		json_put_text(column, "unit", p->column[i].unit);
	}
}

static u32 runs_of(const struct paper_reproduction *p, bool reduced)
{
	u32 rows = 0, runs = 0;

	while (p->row[rows].name)
		rows++;
	for (u32 i = 0; p->part[i].name; i++)
		runs += rows * paper_seeds(p, &p->part[i], reduced);
	return runs;
}

struct json_object *paper_run(const struct paper *paper, const struct paper_reproduction *p,
			      const struct paper_request *q, struct sim_error *err)
{
	struct work w = { .p = p, .q = q, .all = runs_of(p, q->reduced) };
	struct json_object *o = json_object_new_object(), *parts;
	struct paper_cells *cell = sim_alloc(1, sizeof(*cell));
	bool ok = true, small, reduced;

	how_reduced(p, q->reduced, &small, &reduced);
	json_put_text(o, "paper", paper->name);
	json_put_text(o, "authors", paper->authors);
	json_put_text(o, "reproduction", p->name);
	json_put_text(o, "place", p->place);
	json_put_text(o, "title", small && p->small_title ? p->small_title : p->title);
	json_put_text(o, "note", small && p->small_note ? p->small_note : p->note);
	json_put_bool(o, "reduced", reduced);
	json_put_bool(o, "small", small);
	json_put_text(o, "settings", q->settings);
	put_columns(o, p);
	parts = json_put_array(o, "parts");
	for (w.part = p->part; ok && w.part->name; w.part++)
		ok = run_part(&w, json_append_object(parts), cell->at[w.part - p->part], err);
	if (ok)
		paper_judge(o, p, q, cell);
	free(cell);
	if (ok)
		return o;
	json_object_put(o);
	return NULL;
}

static void print_verb(const struct work *w, FILE *to)
{
	const struct paper_search *of = w->part->search;
	char step[TEXT_DECIMAL], highest[TEXT_DECIMAL];

	if (w->p->measure) {
		fputs(w->p->measure->command, to);
	} else if (of) {
		text_from_decimal(of->step, LOAD_DIGITS, step, sizeof(step));
		text_from_decimal(of->highest, LOAD_DIGITS, highest, sizeof(highest));
		fprintf(to, "seastar-sim saturate --rule %s --step %s --highest %s",
			stable_words[STABLE_BY_ACCEPTED].name, step, highest);
	} else {
		fputs("seastar-sim run", to);
	}
}

/* With @seed if that is not 0. */
static void print_command(const struct work *w, u32 seed, FILE *to)
{
	struct sim_experiment *e = sim_experiment_new();
	char *keys = keys_of(w, seed), *drawn = NULL;
	struct sim_error err;

	if (paper_set_keys(e, keys, &err))
		drawn = paper_draw(w->part, e, seed);
	print_verb(w, to);
	fprintf(to, " %s%s%s\n", keys, drawn ? " " : "", drawn ? drawn : "");
	free(drawn);
	free(keys);
	sim_experiment_free(e);
}

/* One for each load of the measure, if it has its own. */
static void print_loads(struct work *w, u32 seed, FILE *to)
{
	const u32 *loads = w->p->measure->loads;

	for (u32 i = 0; loads && loads[i]; i++) {
		w->load = loads[i];
		print_command(w, seed, to);
	}
	w->load = 0;
	if (!loads)
		print_command(w, seed, to);
}

static void print_commands(struct work *w, FILE *to)
{
	const struct paper_measure *m = w->p->measure;

	if (!m || !m->runs)
		print_command(w, m ? 0 : w->seed, to);
	for (u32 i = 1; m && i <= m->runs; i++)
		print_loads(w, (w->seed - 1) * m->runs + i, to);
}

void paper_commands(const struct paper_reproduction *p, const struct paper_request *q, FILE *to)
{
	struct work w = { .p = p, .q = q };

	for (w.part = p->part; w.part->name; w.part++)
		for (w.row = p->row; w.row->name; w.row++)
			for (w.seed = 1; w.seed <= paper_seeds(p, w.part, q->reduced); w.seed++)
				print_commands(&w, to);
}
