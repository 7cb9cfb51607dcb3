// SPDX-License-Identifier: GPL-2.0-only
/* Judge by measured figures whether the claims about a paper hold. */
#include <math.h>
#include <string.h>

#include "sim/base/json.h"
#include "sim/base/stats.h"
#include "sim/result/stable.h"

#include "expression.h"
#include "figures.h"
#include "runs.h"
#include "study.h"

/**
 * struct values - where the figures of a claim are looked up
 * @p: the reproduction
 * @runs: runs with our figures; NULL: the paper's figures are used
 * @part: number of the part that the claim is about
 * @seed: index of the seed, from 0
 * @left_out: index of the seed that means leave out; ALL: none
 * @is_uneven: a figure is of a part with another number of seeds than @part
 * @unsettled: seeds with a run whose latency is named and has no meaning
 * @is_overridden: settings go before a key that distinguishes a row of the claim
 */
struct values {
	const struct paper_reproduction *p;
	const struct paper_runs *runs;
	u32 part;
	u32 seed;
	u32 left_out;
	bool is_uneven;
	bool unsettled[PAPER_SEEDS];
	bool is_overridden;
};

#define ALL	U32_MAX

#define DUST	0.000000000001	/* share of a value that is rounding */

/* Return the mean of a cell over @seeds runs, except for that of the seed @left_out. */
static double mean_of(const struct paper_one *one, u32 column, u32 seeds, u32 left_out)
{
	double sum = 0;

	for (u32 s = 0; s < seeds; s++)
		if (s != left_out)
			sum += one[s].cell[column];
	return sum / (seeds - (left_out < seeds));
}

/* Record which of the runs from @one on, of @seeds seeds, have latencies without a meaning. */
static void find_unsettled(struct values *v, const struct paper_one *one, u32 seeds)
{
	for (u32 s = 0; s < seeds; s++)
		v->unsettled[s] |= one[s].verdict && !verdict_is_settled(one[s].verdict);
}

static bool find(void *of, const char *name, bool mean, double *value, struct sim_error *err)
{
	struct values *v = of;
	struct study_figure f = { .part = v->part };
	const struct paper_one *one;
	u32 seeds;

	if (!study_find_figure(v->p, name, &f, err))
		return false;
	*value = paper_figure(&v->p->part[f.part], f.row, f.column);
	if (!v->runs)
		return true;
	one = paper_runs_at(v->runs, f.part, f.row);
	seeds = v->runs->seeds[f.part];
	v->is_uneven |= seeds != v->runs->seeds[v->part];
	*value = mean ? mean_of(one, f.column, seeds, v->left_out) :
		 v->seed < seeds ? one[v->seed].cell[f.column] : NAN;
	if (figures_are_latencies(v->p, f.column))
		find_unsettled(v, one, seeds);
	v->is_overridden |= paper_is_overridden(&v->p->row[f.row], v->runs->q);
	return true;
}

/* Compute the value of @c.  This cannot fail: its figures were found when the study was read. */
static double compute(const struct paper_claim *c, struct values *v)
{
	struct sim_error none;
	double value = NAN;

	expression_value(c->value, &(struct expression_figures){ find, v }, &value, &none);
	return value;
}

/* Return true if the value of @c has a minimum or maximum, for which the jackknife is wrong. */
static bool has_extreme(const struct paper_claim *c)
{
	return strstr(c->value, "min(") || strstr(c->value, "max(");
}

/*
 * Return half of the 95 % interval of @whole, the value of a claim about means, by the jackknife:
 * from its values with each seed left out in turn.  It is NAN where parts have different seeds, for
 * a minimum or maximum, and where a few seeds agree in a searched load.
 */
static double half_width(const struct paper_claim *c, struct values v, double whole)
{
	u32 seeds = v.runs->seeds[v.part];
	double pseudo[PAPER_SEEDS], half;

	if (v.is_uneven || has_extreme(c))
		return NAN;
	for (v.left_out = 0; v.left_out < seeds; v.left_out++)
		pseudo[v.left_out] = seeds * whole - (seeds - 1) * compute(c, &v);
	half = stats_half_width(pseudo, seeds);
	/* seeds that agree leave rounding alone: the claim is not open, however near its bound */
	if (half <= DUST * fabs(whole))
		half = v.p->part[v.part].search.step && seeds < PAPER_LEAST_EQUAL ? NAN : 0;
	return half;
}

static u32 count_unsettled(const struct values *v)
{
	u32 n = 0;

	for (u32 s = 0; s < PAPER_SEEDS; s++)
		n += v->unsettled[s];
	return n;
}

/*
 * Put whether the seeds leave open if the claim holds: whether @value, with half of its interval, may
 * be on the other side of a bound.  Without an interval this is not known.
 */
static void put_open(struct json_object *o, const struct paper_claim *c, double value, double half)
{
	bool open = half > 0 && (fabs(value - c->least) < half || fabs(value - c->most) < half);

	json_object_object_add(o, "open", isnan(half) ? NULL : json_object_new_boolean(open));
}

static bool is_within(const struct paper_claim *c, double value)
{
	return (c->above ? value > c->least : value >= c->least) &&
	       (c->below ? value < c->most : value <= c->most);
}

double paper_value(const struct paper_reproduction *p, const struct paper_claim *c, u32 part)
{
	struct values v = { .p = p, .part = part, .left_out = ALL };

	return c->paper != PAPER_NONE ? c->paper : compute(c, &v);
}

/*
 * Judge the claim's value with each seed, or its mean over the seeds. Return false, and add nothing
 * to @list, if the settings have changed a row that the claim is about.
 */
static bool judge(struct json_object *list, const struct paper_runs *r, const struct paper_claim *c,
		  u32 part)
{
	struct values v = { .p = r->p, .runs = r, .part = part, .left_out = ALL };
	u32 held = 0, seeds = c->of_means ? 1 : r->seeds[part];
	struct json_object *o;
	double x[PAPER_SEEDS], half;

	for (; v.seed < seeds; v.seed++) {
		x[v.seed] = compute(c, &v);
		held += is_within(c, x[v.seed]);
	}
	if (v.is_overridden)
		return false;
	o = json_append_object(list);
	json_put_text(o, "part", r->p->part[part].name);
	json_put_text(o, "claim", c->text);
	json_put_real(o, "paper", paper_value(r->p, c, part));
	half = paper_put_spread(o, x, seeds, r->p->part[part].search.step);
	if (c->of_means) {
		/* in place of the spread of one value */
		half = half_width(c, v, *x);
		json_put_real(o, "ci95", half);
	}
	put_open(o, c, stats_mean(x, seeds), half);
	json_put_u64(o, "seeds", r->seeds[part]);
	json_put_u64(o, "unsettled", count_unsettled(&v));
	json_put_real(o, "least", c->least);
	json_put_real(o, "most", c->most);
	/* bounds that are no figure with which the claim holds */
	if (c->above)
		json_object_object_add(o, "above", json_object_new_boolean(true));
	if (c->below)
		json_object_object_add(o, "below", json_object_new_boolean(true));
	json_put_u64(o, "holds", held);
	json_put_u64(o, "of", seeds);
	/* the reasons were found on fabrics of full size, as the experiments have them */
	if (held < seeds && !*r->q->settings && c->why[part] &&
	    !paper_is_small(&r->p->part[part], r->q->reduced))
		json_put_text(o, "why", c->why[part]);
	return true;
}

void paper_judge(struct json_object *o, const struct paper_runs *r)
{
	struct json_object *list = json_put_array(o, "claims");
	u32 left_out = 0;

	for (u32 part = 0; r->p->part[part].name; part++)
		for (const struct paper_claim *c = r->p->claim; c->text; c++)
			left_out += paper_is_of(c, part) && !judge(list, r, c, part);
	if (left_out)
		json_put_u64(o, "claims_left_out", left_out);
}
