// SPDX-License-Identifier: GPL-2.0-only
/* The choice of the best candidate of seastar whatif: seastar-whatif(8) explains the rules. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/stats.h"
#include "sim/run/result.h"

#include "tools/seastar/base/print.h"

#include "whatif.h"

#define HARDLY	0.1	/* cycles per packet: smaller differences of waiting times count as none */
#define LITTLE	0.01	/* share of a figure: percentiles are not exact beyond it */

static struct estimate estimate(const double *x, uint32_t n)
{
	return (struct estimate){ stats_mean(x, n), stats_half_width(x, n) };
}

/* Compare each replay of a program with that of the present settings and the same seed. */
static void compare_completions(struct whatif *w, struct candidate *c)
{
	for (uint32_t k = 0; k < w->seeds; k++)
		c->run[k].figure[FIGURE_DIFFERENCE] = c->run[k].figure[FIGURE_COMPLETION] -
			w->candidate[0].run[k].figure[FIGURE_COMPLETION];
}

static void estimate_all(const struct whatif *w, struct candidate *c)
{
	double *x = allocate(w->seeds, sizeof(*x));

	for (unsigned int f = 0; f < FIGURES; f++) {
		for (uint32_t k = 0; k < w->seeds; k++)
			x[k] = c->run[k].figure[f];
		c->figure[f] = estimate(x, w->seeds);
	}
	free(x);
}

/*
 * Return true if figure @f of two candidates differs by no more than noise or LITTLE.  Runs with
 * one seed have the same packets to send, so their differences are judged.
 */
static bool judge_is_same(const struct whatif *w, const struct candidate *a,
			  const struct candidate *b, unsigned int f)
{
	double *x = allocate(w->seeds, sizeof(*x));
	struct estimate d;

	for (uint32_t k = 0; k < w->seeds; k++)
		x[k] = a->run[k].figure[f] - b->run[k].figure[f];
	d = estimate(x, w->seeds);
	free(x);
	return fabs(d.mean) <= LITTLE * fabs(a->figure[f].mean) || fabs(d.mean) <= d.half;
}

/*
 * Return true if a candidate's runs can be compared: no run deadlocked, since its figures end
 * there.
 */
static bool is_able(const struct whatif *w, const struct candidate *c)
{
	for (uint32_t k = 0; k < w->seeds; k++)
		if (c->run[k].why)
			return false;
	return !whatif_verdicts(w, c, SIM_DEADLOCK);
}

bool whatif_starves(const struct candidate *c)
{
	return c->figure[FIGURE_STARVED].mean > 0;
}

size_t whatif_starving(const struct whatif *w)
{
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++)
		n += whatif_starves(&w->candidate[i]);
	return n;
}

/* Return the candidate with the greatest or least figure among the candidates in @in. */
static size_t extreme(const struct whatif *w, const bool *in, unsigned int f, bool most)
{
	size_t found = 0;
	bool any = false;

	for (size_t i = 0; i < w->n; i++) {
		double x = w->candidate[i].figure[f].mean, y = w->candidate[found].figure[f].mean;

		if (!in[i] || (any && !(most ? x > y : x < y)))
			continue;
		found = i;
		any = true;
	}
	return found;
}

/* Remove from @in the candidates that figure @f distinguishes from candidate @i. */
static void keep_same(const struct whatif *w, bool *in, size_t i, unsigned int f)
{
	for (size_t k = 0; k < w->n; k++)
		in[k] = in[k] && (k == i || judge_is_same(w, &w->candidate[i], &w->candidate[k],
							  f));
}

/*
 * Keep in @in only the candidates that starve fewest nodes, except for noise.  Packets that are
 * never injected have no latency, so candidates that starve more nodes seem better.  Noise does not
 * count if another candidate starves none.
 */
static void leave_out_starving(const struct whatif *w, bool *in)
{
	size_t fewest = extreme(w, in, FIGURE_STARVED, false);

	if (whatif_starves(&w->candidate[fewest])) {
		keep_same(w, in, fewest, FIGURE_STARVED);
		return;
	}
	for (size_t i = 0; i < w->n; i++)
		in[i] &= !whatif_starves(&w->candidate[i]);
}

/*
 * Find the best: of those that starve fewest nodes, if any do, those with the highest throughput;
 * of these, those with the lowest 99 % latency, except for noise and a little; of these the one
 * with the fewest changes, and of these again the lowest latency.  The time to completion of a
 * program takes the place of both figures.
 */
static void find_best(struct whatif *w)
{
	unsigned int last = w->program.file ? FIGURE_COMPLETION : FIGURE_P99;
	bool *in = allocate(w->n, sizeof(*in));
	size_t i;

	for (i = 0; i < w->n; i++)
		in[i] = is_able(w, &w->candidate[i]);
	leave_out_starving(w, in);
	if (!w->program.file)
		keep_same(w, in, extreme(w, in, FIGURE_THROUGHPUT, true), FIGURE_THROUGHPUT);
	keep_same(w, in, extreme(w, in, last, false), last);
	w->best = extreme(w, in, last, false);
	for (i = 0; i < w->n; i++) {
		struct candidate *c = &w->candidate[i];

		c->tied = in[i];
		if (in[i] && c->changes < w->candidate[w->best].changes)
			w->best = i;
		else if (in[i] && c->changes == w->candidate[w->best].changes &&
			 c->figure[last].mean < w->candidate[w->best].figure[last].mean)
			w->best = i;
	}
	free(in);
}

static bool is_wait(unsigned int f)
{
	return f >= FIGURE_DIM_WAIT;
}

bool whatif_is_held(const struct whatif *w, unsigned int f)
{
	return !w->other_traffic && figures[f].text && isfinite(w->counted[f]);
}

double whatif_deviation(const struct whatif *w, unsigned int f)
{
	return 100 * (w->model[f].mean / w->counted[f] - 1);
}

bool whatif_is_off(const struct whatif *w, unsigned int f)
{
	double model = w->model[f].mean, counted = w->counted[f];

	if (!whatif_is_held(w, f) || (is_wait(f) && fabs(model - counted) < HARDLY))
		return false;
	if (fabs(model - counted) <= w->model[f].half)
		return false;
	return !(fabs(whatif_deviation(w, f)) <= WHATIF_BOUND);
}

uint32_t whatif_verdicts(const struct whatif *w, const struct candidate *c, uint32_t verdict)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < w->seeds; k++)
		n += c->run[k].verdict == verdict;
	return n;
}

void whatif_judge(struct whatif *w)
{
	for (size_t i = 0; i < w->n; i++) {
		compare_completions(w, &w->candidate[i]);
		estimate_all(w, &w->candidate[i]);
	}
	if (!w->replayed)
		memcpy(w->model, w->candidate[0].figure, sizeof(w->model));
	figures_of_counted(&w->s.counted, w->s.routers, w->counted);
	w->reproduced = !w->other_traffic;
	for (unsigned int f = 0; f < FIGURES; f++)
		w->reproduced &= !whatif_is_off(w, f);
	find_best(w);
}
