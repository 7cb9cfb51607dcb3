// SPDX-License-Identifier: GPL-2.0-only
/* The course of an experiment. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tune.h"

#define MODELLED_NEEDS	\
	"it needs traffic, a software fabric, this version's module, and an interval that is long enough"
#define PILOT_TRIES	3	/* tries per interval, before the experiment is given up */

/* Measure an interval of the present settings, up to PILOT_TRIES times if it is dropped. */
static enum tune_result try_pilot(const struct tune_fabric *f, void *ctx, double figure[MEASURES],
				  char why[TUNE_WHY])
{
	enum tune_result result = TUNE_DROPPED;

	for (unsigned int i = 0; i < PILOT_TRIES && result == TUNE_DROPPED; i++) {
		result = f->interval(ctx, 0, figure, why);
		if (result == TUNE_DROPPED)
			f->block(ctx);
	}
	if (result == TUNE_DROPPED) {
		size_t n = strlen(why);

		snprintf(why + n, TUNE_WHY - n, ", three times: tune when it is quiet");
	}
	return result;
}

bool tune_pilot(struct tune *t, const struct tune_fabric *f, void *ctx, char why[TUNE_WHY])
{
	double x[TUNE_PILOTS], guarded[MEASURES][TUNE_PILOTS], figure[MEASURES];

	t->starved = NAN;
	for (size_t i = 0; i < TUNE_PILOTS; i++) {
		if (try_pilot(f, ctx, figure, why) != TUNE_COUNTED)
			return false;
		x[i] = figure[t->measure];
		t->starved = fmax(t->starved, figure[MEASURE_STARVING]);
		for (size_t k = 0; k < t->guards; k++)
			guarded[k][i] = figure[t->guard[k].measure];
		if (isnan(x[i])) {
			snprintf(why, TUNE_WHY, "nothing was counted that shows %s: %s",
				 measure_names[t->measure],
				 measures[t->measure].modelled ?
				 MODELLED_NEEDS :
				 "it needs traffic, and an interval that is long enough");
			return false;
		}
	}
	f->block(ctx);
	for (size_t k = 0; k < t->guards; k++)
		t->guard[k].scale = tune_noise(guarded[k], TUNE_PILOTS);
	t->scale = tune_noise(x, TUNE_PILOTS);
	if (isnan(t->scale)) {
		snprintf(why, TUNE_WHY, "%s is 0 in all intervals of the present settings: give another measure, or longer intervals",
			 measure_names[t->measure]);
		return false;
	}
	return true;
}

/* Return true if every candidate without a verdict violates a guard: the block need not go on. */
static bool is_last_hope_gone(const struct tune *t, const struct tune_block *b)
{
	char why[TUNE_WHY];

	for (size_t i = 1; i < t->n; i++)
		if (t->outcome[i].verdict == TUNE_OPEN && !tune_violates(t, b, i, why))
			return false;
	return true;
}

/* Measure an interval of candidate @i; false if the block is over. */
static bool measure(struct tune *t, struct tune_block *b, size_t i, const struct tune_fabric *f,
		    void *ctx)
{
	char why[TUNE_WHY] = "";
	enum tune_result result = f->interval(ctx, i, b->figure[i], why);

	b->measured[i] = result == TUNE_COUNTED;
	/* tune_violates() drops a candidate without a figure, but not the present settings */
	if (result == TUNE_COUNTED && !i && isnan(b->figure[i][t->measure])) {
		result = TUNE_DROPPED;
		snprintf(why, sizeof(why), "nothing was counted that shows %s",
			 measure_names[t->measure]);
	}
	if (result == TUNE_COUNTED)
		return !is_last_hope_gone(t, b);
	snprintf(b->dropped, sizeof(b->dropped), "%s", why);
	if (result == TUNE_ENDED)
		snprintf(t->ended, sizeof(t->ended), "%s", why);
	return false;
}

void tune_run(struct tune *t, const struct tune_fabric *f, void *ctx)
{
	while (!tune_is_over(t)) {
		struct tune_block *b = tune_begin(t);

		for (size_t k = 0; k < b->n && measure(t, b, b->order[k], f, ctx); k++)
			;
		tune_take(t);
		f->block(ctx);
	}
}
