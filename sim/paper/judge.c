// SPDX-License-Identifier: GPL-2.0-only
/* Does what was measured bear out what the paper says? */
#include <math.h>
#include <string.h>

#include "sim/base/json.h"

#include "runs.h"

/**
 * struct values - where the figures of a claim are looked up
 * @p: the result
 * @runs: our figures; NULL: the paper's
 * @part: of which the claim is
 * @seed: from 0 on
 */
struct values {
	const struct paper_reproduction *p;
	const struct paper_runs *runs;
	u32 part;
	u32 seed;
};

static double mean_of(const struct paper_one *one, u32 column, u32 seeds)
{
	double sum = 0;

	for (u32 s = 0; s < seeds; s++)
		sum += one[s].cell[column];
	return sum / seeds;
}

static double look_up(void *of, const struct expression_step *figure)
{
	const struct values *v = of;
	u32 part = figure->at[0] == PAPER_SAME ? v->part : (u32)figure->at[0];
	int row = figure->at[1], column = figure->at[2];
	const struct paper_one *one;

	if (!v->runs)
		return paper_figure(&v->p->part[part], row, column);
	one = paper_runs_at(v->runs, part, row);
	if (figure->mean)
		return mean_of(one, column, v->runs->seeds[part]);
	return v->seed < v->runs->seeds[part] ? one[v->seed].cell[column] : NAN;
}

double paper_value(const struct paper_reproduction *p, const struct paper_claim *c, u32 part)
{
	struct values v = { .p = p, .part = part };

	return c->paper != PAPER_NONE ? c->paper : expression_value(&c->value, look_up, &v);
}

/* Judge the claim's value with each seed, or that of the means over the seeds alone. */
static void judge(struct json_object *o, const struct paper_runs *r, const struct paper_claim *c,
		  u32 part)
{
	struct values v = { r->p, r, part, 0 };
	u32 held = 0, seeds = expression_is_of_means(&c->value) ? 1 : r->seeds[part];
	double x[PAPER_SEEDS];

	for (; v.seed < seeds; v.seed++) {
		double value = expression_value(&c->value, look_up, &v);

		held += value >= c->least && value <= c->most;
		x[v.seed] = value;
	}
	json_put_text(o, "part", r->p->part[part].name);
	json_put_text(o, "claim", c->text);
	json_put_real(o, "paper", paper_value(r->p, c, part));
	paper_put_spread(o, x, seeds);
	json_put_real(o, "least", c->least);
	json_put_real(o, "most", c->most);
	json_put_u64(o, "holds", held);
	json_put_u64(o, "of", seeds);
	/* the reasons were found on fabrics of full size, as the experiments have them */
	if (held < seeds && !*r->q->settings && c->why[part] &&
	    !paper_is_small(&r->p->part[part], r->q->reduced))
		json_put_text(o, "why", c->why[part]);
}

/* Do the settings go before a key by which a row of the claim is told apart? */
static bool is_overridden(const struct paper_runs *r, const struct paper_claim *c)
{
	for (u32 i = 0; i < c->value.count; i++)
		if (c->value.step[i].op == EXPRESSION_FIGURE &&
		    paper_is_overridden(&r->p->row[c->value.step[i].at[1]], r->q))
			return true;
	return false;
}

void paper_judge(struct json_object *o, const struct paper_runs *r)
{
	struct json_object *list = json_put_array(o, "claims");
	u32 left_out = 0;

	for (u32 part = 0; r->p->part[part].name; part++) {
		for (const struct paper_claim *c = r->p->claim; c->text; c++) {
			if (!paper_is_of(c, part))
				continue;
			if (is_overridden(r, c))
				left_out++;
			else
				judge(json_append_object(list), r, c, part);
		}
	}
	if (left_out)
		json_put_u64(o, "claims_left_out", left_out);
}
