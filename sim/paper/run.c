// SPDX-License-Identifier: GPL-2.0-only
/* Results of a reproduction: figures by part, row and column, and the runs behind them. */
#include <math.h>
#include <stdlib.h>

#include "sim/base/json.h"
#include "sim/base/stats.h"

#include "runs.h"

/* Find out whether a part of @p runs on a smaller fabric, and whether one runs for fewer cycles. */
static void how_reduced(const struct paper_reproduction *p, bool asked, bool *small, bool *reduced)
{
	*small = false;
	*reduced = false;
	for (u32 i = 0; p->part[i].name; i++) {
		*small |= paper_is_small(&p->part[i], asked);
		*reduced |= asked && p->part[i].reduced;
	}
}

/* Return true if a part is run with fewer seeds than it has. */
static bool has_fewer_seeds(const struct paper_runs *r)
{
	for (u32 i = 0; r->p->part[i].name; i++)
		if (r->seeds[i] < paper_seeds(r->p, &r->p->part[i], false))
			return true;
	return false;
}

static void put_run(struct json_object *list, const struct paper_runs *r, const struct paper_one *one)
{
	struct json_object *o = json_append_object(list), *cells;
	struct paper_at at = one->at;
	char *keys;

	json_put_u64(o, "seed", at.seed);
	if (r->p->measure)
		at.seed = 0;
	keys = paper_keys(r->q, &at);
	json_put_text(o, "keys", keys);
	free(keys);
	if (one->verdict)
		json_put_text(o, "verdict", one->verdict);
	if (one->state_hash)
		json_put_text(o, "state_hash", one->state_hash);
	cells = json_put_object(o, "figures");
	for (u32 i = 0; r->p->column[i].name; i++)
		json_put_real(cells, r->p->column[i].name, one->cell[i]);
}

double paper_put_spread(struct json_object *o, const double *x, u32 n, bool searched)
{
	double low = x[0], high = x[0], half = stats_half_width(x, n);

	for (u32 i = 0; i < n; i++) {
		low = fmin(low, x[i]);
		high = fmax(high, x[i]);
	}
	json_put_real(o, "mean", stats_mean(x, n));
	json_put_real(o, "low", low);
	json_put_real(o, "high", high);
	if (n > 1 && low == high)
		half = searched && n < PAPER_LEAST_EQUAL ? NAN : 0;
	json_put_real(o, "ci95", half);
	return half;
}

/* Put the figures of a row; @one is the first of its @seeds runs. */
static void put_figures(struct json_object *o, const struct paper_runs *r,
			const struct paper_one *one, u32 seeds)
{
	struct json_object *list = json_put_array(o, "figures");
	u32 row = one->at.row - r->p->row;

	for (u32 i = 0; r->p->column[i].name; i++) {
		struct json_object *figure = json_append_object(list);
		double x[PAPER_SEEDS];

		for (u32 s = 0; s < seeds; s++)
			x[s] = one[s].cell[i];
		json_put_real(figure, "paper", paper_figure(one->at.part, row, i));
		paper_put_spread(figure, x, seeds, one->at.part->search.step);
	}
}

static void put_row(const struct paper_runs *r, struct json_object *o,
		    const struct paper_one *one, u32 seeds)
{
	struct json_object *runs;

	json_put_text(o, "row", one->at.row->name);
	json_put_text(o, "keys", one->at.row->keys);
	json_put_bool(o, "overridden", paper_is_overridden(one->at.row, r->q));
	put_figures(o, r, one, seeds);
	runs = json_put_array(o, "runs");
	for (u32 s = 0; s < seeds; s++)
		put_run(runs, r, &one[s]);
}

static void put_part(const struct paper_runs *r, struct json_object *o, u32 number)
{
	const struct paper_part *part = &r->p->part[number];
	const struct paper_at at = { .part = part };
	bool small = paper_is_small(part, r->q->reduced);
	u32 seeds = r->seeds[number];
	struct json_object *rows;
	char *keys;

	json_put_text(o, "part", part->name);
	json_put_text(o, "what", small && part->small_what ? part->small_what : part->what);
	json_put_bool(o, "small", small);
	keys = paper_keys(r->q, &at);
	json_put_text(o, "keys", keys);
	free(keys);
	json_put_u64(o, "seeds", seeds);
	json_put_bool(o, "placed", part->draw == PAPER_DRAWS_PLACES);
	json_put_bool(o, "permuted", part->draw == PAPER_DRAWS_PERMUTATION);
	json_put_bool(o, "searched", part->search.step);
	rows = json_put_array(o, "rows");
	for (u32 row = 0; r->p->row[row].name; row++)
		put_row(r, json_append_object(rows), paper_runs_at(r, number, row), seeds);
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

struct json_object *paper_run(const struct paper *paper, const struct paper_reproduction *p,
			      const struct paper_request *q, struct sim_error *err)
{
	struct paper_runs r = { .p = p, .q = q };
	struct json_object *o = NULL, *parts;
	bool small, reduced;

	if (!paper_runs(&r, err))
		goto free;
	how_reduced(p, q->reduced, &small, &reduced);
	o = json_object_new_object();
	json_put_text(o, "paper", paper ? paper->name : "");
	json_put_text(o, "authors", paper ? paper->authors : p->authors);
	json_put_text(o, "reproduction", p->name);
	json_put_text(o, "place", p->place);
	json_put_text(o, "title", small && p->small_title ? p->small_title : p->title);
	json_put_text(o, "note", small && p->small_note ? p->small_note : p->note);
	json_put_bool(o, "reduced", reduced);
	json_put_bool(o, "fewer_seeds", !reduced && has_fewer_seeds(&r));
	json_put_bool(o, "small", small);
	json_put_text(o, "settings", q->settings);
	put_columns(o, p);
	parts = json_put_array(o, "parts");
	for (u32 part = 0; p->part[part].name; part++)
		put_part(&r, json_append_object(parts), part);
	paper_judge(o, &r);
free:
	paper_runs_free(&r);
	return o;
}
