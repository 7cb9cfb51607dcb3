// SPDX-License-Identifier: GPL-2.0-only
/* Does what was measured bear out what the paper says? */
#include <math.h>
#include <string.h>

#include "sim/base/json.h"

#include "paper.h"

double paper_value(const struct paper_reproduction *p, const struct paper_claim *c, u32 of)
{
	const struct paper_part *part = &p->part[of], *base = c->across ? &p->part[c->base] : part;
	double a, b;

	if (c->paper != PAPER_NONE)
		return c->paper;
	if (!part->paper || !base->paper)
		return NAN;
	a = part->paper[c->a.row][c->a.column];
	b = c->alone ? 1 : base->paper[c->b.row][c->b.column];
	return a != PAPER_NONE && b != PAPER_NONE ? a / b : NAN;
}

static double mean_of(const double (*cell)[PAPER_COLUMNS], u32 column, u32 seeds)
{
	double sum = 0;

	for (u32 s = 0; s < seeds; s++)
		sum += cell[s][column];
	return sum / seeds;
}

/* The claim's value with each seed, or that of their means alone; returns how many there are. */
static u32 values_of(const struct paper_claim *c, const double (*a)[PAPER_COLUMNS],
		     const double (*b)[PAPER_COLUMNS], u32 seeds, double *x)
{
	for (u32 s = 0; s < seeds && !c->of_means; s++)
		x[s] = a[s][c->a.column] / (c->alone ? 1 : b[s][c->b.column]);
	if (!c->of_means)
		return seeds;
	x[0] = mean_of(a, c->a.column, seeds) / (c->alone ? 1 : mean_of(b, c->b.column, seeds));
	return 1;
}

static void judge(struct json_object *list, const struct paper_reproduction *p,
		  const struct paper_request *q, const struct paper_claim *c, u32 part,
		  const struct paper_cells *cell)
{
	u32 held = 0, seeds = paper_seeds(p, &p->part[part], q->reduced);
	u32 base = c->across ? (u32)c->base : part;
	struct json_object *o = json_append_object(list);
	double x[PAPER_SEEDS];

	seeds = values_of(c, cell->at[part][c->a.row], cell->at[base][c->b.row], seeds, x);
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

void paper_judge(struct json_object *o, const struct paper_reproduction *p,
		 const struct paper_request *q, const struct paper_cells *cell)
{
	struct json_object *list = json_put_array(o, "claims");

	for (u32 part = 0; p->part[part].name; part++)
		for (const struct paper_claim *c = p->claim; c->text; c++)
			if ((c->part == PAPER_EVERY || c->part == (int)part) &&
			    !paper_is_overridden(&p->row[c->a.row], q) &&
			    (c->alone || !paper_is_overridden(&p->row[c->b.row], q)))
				judge(list, p, q, c, part, cell);
}
