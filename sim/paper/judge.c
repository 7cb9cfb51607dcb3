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

static double look_up_paper(const struct values *v, u32 part, int row, int column)
{
	const double (*paper)[PAPER_COLUMNS] = v->p->part[part].paper;

	return paper && paper[row][column] != PAPER_NONE ? paper[row][column] : NAN;
}

static double look_up(void *of, const struct expression_step *figure)
{
	const struct values *v = of;
	u32 part = figure->at[0] == PAPER_SAME ? v->part : (u32)figure->at[0];
	int row = figure->at[1], column = figure->at[2];
	const struct paper_one *one;

	if (!v->runs)
		return look_up_paper(v, part, row, column);
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

/* The claim's value with each seed, or that of their means alone; returns how many there are. */
static u32 compute(const struct paper_reproduction *p, const struct paper_claim *c, u32 part,
		   const struct paper_runs *runs, double *x)
{
	struct values v = { p, runs, part, 0 };
	u32 n = expression_is_of_means(&c->value) ? 1 : runs->seeds[part];

	for (; v.seed < n; v.seed++)
		x[v.seed] = expression_value(&c->value, look_up, &v);
	return n;
}

static void judge(struct json_object *list, const struct paper_reproduction *p,
		  const struct paper_request *q, const struct paper_claim *c, u32 part,
		  const struct paper_runs *runs)
{
	struct json_object *o = json_append_object(list);
	double x[PAPER_SEEDS];
	u32 held = 0, seeds = compute(p, c, part, runs, x);

	for (u32 s = 0; s < seeds; s++)
		held += x[s] >= c->least && x[s] <= c->most;
	json_put_text(o, "part", p->part[part].name);
	json_put_text(o, "claim", c->text);
	json_put_real(o, "paper", paper_value(p, c, part));
	paper_put_spread(o, x, seeds);
	json_put_real(o, "least", c->least);
	json_put_real(o, "most", c->most);
	json_put_u64(o, "holds", held);
	json_put_u64(o, "of", seeds);
	/* the reasons were found on fabrics of full size, as the experiments have them */
	if (held < seeds && !*q->settings && !paper_is_small(&p->part[part], q->reduced) && c->why[part])
		json_put_text(o, "why", c->why[part]);
}

/* Do the settings go before a key by which a row of the claim is told apart? */
static bool is_overridden(const struct paper_reproduction *p, const struct paper_request *q,
			  const struct paper_claim *c)
{
	for (u32 i = 0; i < c->value.count; i++)
		if (c->value.step[i].op == EXPRESSION_FIGURE &&
		    paper_is_overridden(&p->row[c->value.step[i].at[1]], q))
			return true;
	return false;
}

void paper_judge(struct json_object *o, const struct paper_reproduction *p,
		 const struct paper_request *q, const struct paper_runs *runs)
{
	struct json_object *list = json_put_array(o, "claims");
	u32 left_out = 0;

	for (u32 part = 0; p->part[part].name; part++) {
		for (const struct paper_claim *c = p->claim; c->text; c++) {
			if (!paper_is_of(c, part))
				continue;
			if (is_overridden(p, q, c))
				left_out++;
			else
				judge(list, p, q, c, part, runs);
		}
	}
	if (left_out)
		json_put_u64(o, "claims_left_out", left_out);
}
