// SPDX-License-Identifier: GPL-2.0-only
/* What comes of a reproduction: figures by part, row and column, and the runs behind them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/base/progress.h"
#include "sim/base/stats.h"

#include "figures.h"
#include "runs.h"

/**
 * struct work - a reproduction under way
 * @p: what is reproduced
 * @q: how
 * @runs: of its experiments
 * @read: how many of them have been put down
 * @at: the part, row and seed that are put down
 * @progress: for people, where there are no experiments
 */
struct work {
	const struct paper_reproduction *p;
	const struct paper_request *q;
	struct paper_runs runs;
	u32 read;
	struct paper_at at;
	struct progress progress;
};

static u32 columns(const struct paper_reproduction *p)
{
	u32 n = 0;

	while (p->column[n].name)
		n++;
	return n;
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

/* @one: with which seed and result, or NULL. */
static void put_run(struct json_object *list, const struct work *w, const struct paper_one *one,
		    const double *cell)
{
	struct paper_at at = one ? one->at : w->at;
	struct json_object *o = json_append_object(list), *cells;
	char *keys;

	json_put_u64(o, "seed", at.seed);
	if (!one)
		at.seed = 0;
	keys = paper_keys(w->q, &at);
	json_put_text(o, "keys", keys);
	free(keys);
	if (one) {
		json_put_text(o, "verdict", one->verdict);
		if (one->state_hash)
			json_put_text(o, "state_hash", one->state_hash);
	}
	cells = json_put_object(o, "figures");
	for (u32 i = 0; w->p->column[i].name; i++)
		json_put_real(cells, w->p->column[i].name, cell[i]);
}

/* Without an experiment. */
static bool measure_one(struct work *w, double *cell, struct sim_error *err)
{
	const struct paper_measure *m = w->p->measure;
	struct paper_at at = { .part = w->at.part, .row = w->at.row };
	char *keys = paper_keys(w->q, &at);
	bool ok;

	progress_draw(&w->progress);
	ok = m->figures(at.part - w->p->part, keys, (w->at.seed - 1) * m->runs + 1, cell, err);
	w->progress.done++;
	free(keys);
	if (ok)
		figures_read(w->p->column, w->at.row, NULL, cell);
	return ok;
}

/* A row's figures with a seed: measured now, or of a run that is over. */
static bool put_one(struct work *w, struct json_object *runs, double *cell, struct sim_error *err)
{
	const struct paper_one *one = NULL;

	if (w->p->measure) {
		if (!measure_one(w, cell, err))
			return false;
	} else {
		one = &w->runs.at[w->read++];
		memcpy(cell, one->cell, sizeof(one->cell));
	}
	put_run(runs, w, one, cell);
	return true;
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
	u32 row = w->at.row - w->p->row, seeds = paper_seeds(w->p, w->at.part, w->q->reduced);

	for (u32 i = 0; i < columns(w->p); i++) {
		struct json_object *figure = json_append_object(list);
		double theirs = w->at.part->paper ? w->at.part->paper[row][i] : PAPER_NONE;
		double x[PAPER_SEEDS];

		for (u32 s = 0; s < seeds; s++)
			x[s] = cell[s][i];
		json_put_real(figure, "paper", theirs != PAPER_NONE ? theirs : NAN);
		paper_put_spread(figure, x, seeds);
	}
}

static bool put_row(struct work *w, struct json_object *o, double (*cell)[PAPER_COLUMNS],
		    struct sim_error *err)
{
	u32 seeds = paper_seeds(w->p, w->at.part, w->q->reduced);
	struct json_object *runs;
	bool ok = true;

	json_put_text(o, "row", w->at.row->name);
	json_put_text(o, "keys", w->at.row->keys);
	runs = json_object_new_array();
	for (w->at.seed = 1; ok && w->at.seed <= seeds; w->at.seed++)
		ok = put_one(w, runs, cell[w->at.seed - 1], err);
	if (ok)
		put_figures(o, w, cell);
	json_object_object_add(o, "runs", runs);
	return ok;
}

static bool put_part(struct work *w, struct json_object *o,
		     double (*cell)[PAPER_SEEDS][PAPER_COLUMNS], struct sim_error *err)
{
	const struct paper_part *part = w->at.part;
	const struct paper_at at = { .part = part };
	struct json_object *rows;
	char *keys;
	bool small = paper_is_small(part, w->q->reduced);

	json_put_text(o, "part", part->name);
	json_put_text(o, "what", small && part->small_what ? part->small_what : part->what);
	json_put_bool(o, "small", small);
	keys = paper_keys(w->q, &at);
	json_put_text(o, "keys", keys);
	free(keys);
	json_put_u64(o, "seeds", paper_seeds(w->p, part, w->q->reduced));
	json_put_bool(o, "placed", part->draw == PAPER_DRAWS_PLACES);
	json_put_bool(o, "permuted", part->draw == PAPER_DRAWS_PERMUTATION);
	json_put_bool(o, "searched", part->search);
	rows = json_put_array(o, "rows");
	for (w->at.row = w->p->row; w->at.row->name; w->at.row++)
		if (!put_row(w, json_append_object(rows), cell[w->at.row - w->p->row], err))
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

/* Run all experiments, or count the measurements, for which there is nothing to be run. */
static bool run_all(struct work *w, struct sim_error *err)
{
	if (!w->p->measure)
		return paper_runs(&w->runs, w->p, w->q, err);
	progress_begin(&w->progress, stderr, runs_of(w->p, w->q->reduced), 0);
	return true;
}

struct json_object *paper_run(const struct paper *paper, const struct paper_reproduction *p,
			      const struct paper_request *q, struct sim_error *err)
{
	struct work w = { .p = p, .q = q };
	struct json_object *o = json_object_new_object(), *parts;
	struct paper_cells *cell = sim_alloc(1, sizeof(*cell));
	bool ok = run_all(&w, err), small, reduced;

	how_reduced(p, q->reduced, &small, &reduced);
	json_put_text(o, "paper", paper ? paper->name : "");
	json_put_text(o, "authors", paper ? paper->authors : p->authors);
	json_put_text(o, "reproduction", p->name);
	json_put_text(o, "place", p->place);
	json_put_text(o, "title", small && p->small_title ? p->small_title : p->title);
	json_put_text(o, "note", small && p->small_note ? p->small_note : p->note);
	json_put_bool(o, "reduced", reduced);
	json_put_bool(o, "small", small);
	json_put_text(o, "settings", q->settings);
	put_columns(o, p);
	parts = json_put_array(o, "parts");
	for (w.at.part = p->part; ok && w.at.part->name; w.at.part++)
		ok = put_part(&w, json_append_object(parts), cell->at[w.at.part - p->part], err);
	progress_clear(&w.progress);
	if (ok)
		paper_judge(o, p, q, cell);
	paper_runs_free(&w.runs);
	free(cell);
	if (ok)
		return o;
	json_object_put(o);
	return NULL;
}
