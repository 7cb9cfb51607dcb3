// SPDX-License-Identifier: GPL-2.0-only
/* Running the experiments of a reproduction, and reading its figures from them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json_pointer.h>

#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/base/stats.h"
#include "sim/result/print.h"
#include "sim/run/run.h"

#include "paper.h"
#include "rng.h"

#define REDUCED_SEEDS	3

/* A reproduction under way: the run of @row with @part and @seed is the @done-th of @all. */
struct work {
	const struct paper_reproduction *p;
	const struct paper_request *q;
	const struct paper_part *part;
	const struct paper_row *row;
	u32 seed;
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

/* The ranks' nodes in their order, and behind them those that the seed makes idle. */
static char *placement(const struct sim_experiment *e, u32 seed)
{
	u32 nodes = ss_config_routers(&e->config);
	u32 idle = nodes - e->phase[0].settings.traffic.ranks;
	u64 key = ss_rng_key(seed, nodes);
	bool *out = sim_alloc(nodes, sizeof(*out));
	size_t bytes;
	char *text;
	FILE *to = sim_need(open_memstream(&text, &bytes));

	fputs("permutation=", to);
	for (u64 n = 0, drawn = 0; drawn < idle; n++) {
		u32 node = ss_rng_below(ss_rng_draw(key, n), nodes);

		drawn += !out[node];
		out[node] = true;
	}
	for (u32 pass = 0; pass < 2; pass++)
		for (u32 i = 0; i < nodes; i++)
			if (out[i] == pass)
				fprintf(to, "%u,", i);
	fclose(to);
	free(out);
	text[strlen(text) - 1] = '\0';
	return text;
}

static bool set_all(struct sim_experiment *e, const char *keys, struct sim_error *err)
{
	char *words = sim_copy(keys), *rest = words, *word;
	bool ok = true;

	while (ok && (word = strsep(&rest, " ")))
		ok = sim_experiment_set(e, word, err);
	free(words);
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

/* Those of the part alone if @row is NULL and @seed 0. */
static char *keys_of(const struct paper_part *part, const struct paper_row *row,
		     const struct paper_request *q, u32 seed)
{
	const char *small = q->reduced && part->reduced ? part->reduced : "";
	const char *const layers[] = {
		part->keys, row ? row->keys : "", small, q->settings, NULL
	};
	size_t bytes;
	char *text;
	FILE *to = sim_need(open_memstream(&text, &bytes));

	for (u32 i = 0; layers[i]; i++)
		put_layer(&layers[i], to);
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

u32 paper_seeds(const struct paper_reproduction *p, bool reduced)
{
	return reduced && p->seeds > REDUCED_SEEDS ? REDUCED_SEEDS : p->seeds;
}

bool paper_is_small(const struct paper_part *part, bool reduced)
{
	return reduced && part->reduced && is_among("topology=", strlen("topology="), part->reduced);
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
	char *keys = keys_of(w->part, w->row, w->q, w->seed), *place;
	bool ok = set_all(e, keys, err);

	free(keys);
	if (ok && w->part->placed) {
		place = placement(e, w->seed);
		ok = sim_experiment_set(e, place, err);
		free(place);
	}
	return ok && sim_experiment_check(e, err);
}

static double number_at(struct json_object *o, const char *path)
{
	struct json_object *value;

	if (json_pointer_get(o, path, &value) || !value)
		return NAN;
	return json_object_get_double(value);
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
	char *keys = keys_of(w->part, w->row, w->q, result ? w->seed : 0);
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
	char *keys = keys_of(w->part, w->row, w->q, 0);
	bool ok = w->p->measure->figures(w->part - w->p->part, keys, cell, err);

	if (ok)
		put_run(runs, w, NULL, cell);
	free(keys);
	w->done++;
	return ok;
}

static bool run_one(struct work *w, struct json_object *runs, double *cell, struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_result *r = NULL;

	if (w->q->progress)
		w->q->progress(w->p->name, w->done, w->all);
	if (w->p->measure) {
		sim_experiment_free(e);
		return measure_one(w, runs, cell, err);
	}
	if (prepare(e, w, err))
		r = sim_run(e, 1, NULL, err);
	if (r) {
		struct json_object *result = sim_result_json(r);

		read_cells(w->p, result, cell);
		put_run(runs, w, result, cell);
		json_object_put(result);
	}
	sim_result_free(r);
	sim_experiment_free(e);
	w->done++;
	return r;
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
	u32 row = w->row - w->p->row, seeds = paper_seeds(w->p, w->q->reduced);

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
	for (u32 s = 0; s < paper_seeds(w->p, w->q->reduced); s++) {
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
	keys = keys_of(w->part, NULL, w->q, 0);
	json_put_text(o, "keys", keys);
	free(keys);
	json_put_bool(o, "placed", w->part->placed);
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
	u32 parts = 0, rows = 0;

	while (p->part[parts].name)
		parts++;
	while (p->row[rows].name)
		rows++;
	return parts * rows * paper_seeds(p, reduced);
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
	json_put_u64(o, "seeds", paper_seeds(p, q->reduced));
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

static void print_command(const struct work *w, FILE *to)
{
	const struct paper_measure *m = w->p->measure;
	char *keys = keys_of(w->part, w->row, w->q, m ? 0 : w->seed);
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;

	fprintf(to, "%s %s", m ? m->command : "seastar-sim run", keys);
	if (w->part->placed && prepare(e, w, &err)) {
		char *place = placement(e, w->seed);

		fprintf(to, " %s", place);
		free(place);
	}
	fputc('\n', to);
	free(keys);
	sim_experiment_free(e);
}

void paper_commands(const struct paper_reproduction *p, const struct paper_request *q, FILE *to)
{
	struct work w = { .p = p, .q = q };

	for (w.part = p->part; w.part->name; w.part++)
		for (w.row = p->row; w.row->name; w.row++)
			for (w.seed = 1; w.seed <= paper_seeds(p, q->reduced); w.seed++)
				print_command(&w, to);
}
