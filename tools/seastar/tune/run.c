// SPDX-License-Identifier: GPL-2.0-only
/* The course of an experiment. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tune.h"

#define MODELLED_NEEDS	\
	"it needs traffic, a software fabric, this version's module, and an interval that is long enough"
#define PILOT_TRIES	3	/* tries per interval, before the experiment is given up */
#define IDLE_PILOTS	2	/* idle ones that are measured again */
#define IDLE_SHARE	0.01	/* share of the busiest pilot's throughput that an idle one has */

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

/*
 * Leave out those of @n pilots that are idle beside the busiest one.  Returns how many are left, in
 * their order.
 */
static size_t leave_idle(struct tune *t, double pilot[][MEASURES], size_t n)
{
	size_t busy = 0;

	for (size_t i = 0; i < n; i++)
		t->busy = fmax(t->busy, IDLE_SHARE * pilot[i][MEASURE_THROUGHPUT]);
	for (size_t i = 0; i < n; i++)
		if (pilot[i][MEASURE_THROUGHPUT] > t->busy)
			memmove(pilot[busy++], pilot[i], sizeof(*pilot));
	return busy;
}

/*
 * Return false, with @why, if one of @n pilots that are not idle has no figure.  A single one may
 * still prove to be idle, beside a later one.
 */
static bool have_figures(const struct tune *t, double pilot[][MEASURES], size_t n,
			 char why[TUNE_WHY])
{
	size_t known = 0;

	while (known < n && !isnan(pilot[known][t->measure]))
		known++;
	if (n < 2 || known == n)
		return true;
	snprintf(why, TUNE_WHY, "nothing was counted that shows %s: %s", measure_names[t->measure],
		 measures[t->measure].modelled ?
		 MODELLED_NEEDS : "it needs traffic, and an interval that is long enough");
	return false;
}

/* Measure pilots until TUNE_PILOTS of them are not idle. */
static bool measure_pilots(struct tune *t, const struct tune_fabric *f, void *ctx,
			   double pilot[TUNE_PILOTS][MEASURES], char why[TUNE_WHY])
{
	uint32_t measured = 0;
	size_t n = 0;

	while (n < TUNE_PILOTS) {
		if (try_pilot(f, ctx, pilot[n], why) != TUNE_COUNTED)
			return false;
		measured++;
		n = leave_idle(t, pilot, n + 1);
		t->idle = measured - n;
		if (t->idle > IDLE_PILOTS) {
			snprintf(why, TUNE_WHY, "the fabric was idle in %u of %u intervals of the present settings: tune while it carries traffic, or give longer intervals",
				 t->idle, measured);
			return false;
		}
		if (!have_figures(t, pilot, n, why))
			return false;
	}
	return true;
}

static double pilot_noise(double pilot[TUNE_PILOTS][MEASURES], unsigned int measure)
{
	double x[TUNE_PILOTS];

	for (size_t i = 0; i < TUNE_PILOTS; i++)
		x[i] = pilot[i][measure];
	return tune_noise(x, TUNE_PILOTS);
}

bool tune_pilot(struct tune *t, const struct tune_fabric *f, void *ctx, char why[TUNE_WHY])
{
	double pilot[TUNE_PILOTS][MEASURES];

	t->starved = NAN;
	t->busy = 0;
	if (!measure_pilots(t, f, ctx, pilot, why))
		return false;
	f->block(ctx);
	for (size_t i = 0; i < TUNE_PILOTS; i++)
		t->starved = fmax(t->starved, pilot[i][MEASURE_STARVING]);
	for (size_t k = 0; k < t->guards; k++)
		t->guard[k].scale = pilot_noise(pilot, t->guard[k].measure);
	t->scale = pilot_noise(pilot, t->measure);
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
	/* without the present settings no candidate can be compared */
	if (result == TUNE_COUNTED && !i && tune_misses(t, b->figure[i], why))
		result = TUNE_DROPPED;
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
