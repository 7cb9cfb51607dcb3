// SPDX-License-Identifier: GPL-2.0-only
/* The design of an experiment: the order of each block, and what it will cost and show. */
#include <math.h>
#include <stdlib.h>

#include "sim/base/sequence.h"
#include "sim/core/rng.h"

#include "tools/seastar/base/print.h"

#include "tune.h"

#define POWER	0.8416	/* 80 % quantile of the normal distribution */
/*
 * Factor of a visible difference, since its scale is an estimate.  The four differences of five
 * pilots overlap, and are worth 32/11, about three, independent ones.  With their true scale POWER
 * would be enough.  Simulated with the pilots' scale it gives 63 %, and with this factor 80 %.
 */
#define FEW_PILOTS	1.35
/*
 * Degrees of freedom of the law of chi-square that is taken for that of the pilots' squared scale.
 * By their variances these would be 32/11, but small scales are rarer than chi-square then has it,
 * and these are the ones that drop candidates.  Simulated with 6 to 100 blocks, a bound that is
 * announced with 5 % drops 4.8 to 4.9 %, one that is announced with 1 % drops 0.8 %.
 */
#define FREEDOM		3.3
#define SCALES		400	/* ratios of the pilots' scale to the true one, in an integral */
#define SCALES_MOST	4.0	/* the greatest of them */
#define MOST_BOUND	10	/* the greatest that a user may give */
#define STEPS		40	/* bisections of a range */

void tune_start(struct tune *t)
{
	t->block = allocate(t->blocks, sizeof(*t->block));
	for (size_t i = 0; i < t->n; i++) {
		t->outcome[i].difference = allocate(t->blocks, sizeof(double));
		t->outcome[i].low = -INFINITY;
		t->outcome[i].high = INFINITY;
	}
}

void tune_free(struct tune *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->outcome[i].difference);
	free(t->block);
}

/* Shuffle @order with the draws of its block: R. Durstenfeld, CACM 7, 1964. */
static void shuffle(const struct tune *t, uint32_t block, size_t *order, size_t n)
{
	u64 key = ss_rng_key(t->seed, block);

	for (size_t i = n; i > 1; i--) {
		size_t k = ss_rng_below(ss_rng_draw(key, i), i), other = order[k];

		order[k] = order[i - 1];
		order[i - 1] = other;
	}
}

/* Put the candidates that have no verdict yet, or @all, into a random order; return how many. */
static size_t order_block(const struct tune *t, uint32_t block, bool all,
			  size_t order[TUNE_CANDIDATES])
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		if (all || t->outcome[i].verdict == TUNE_OPEN)
			order[n++] = i;
	shuffle(t, block, order, n);
	return n;
}

struct tune_block *tune_begin(struct tune *t)
{
	struct tune_block *b = &t->block[t->done];

	*b = (struct tune_block){ 0 };
	b->n = order_block(t, t->done, false, b->order);
	t->done++;
	return b;
}

uint32_t tune_changes(const struct tune *t)
{
	size_t order[TUNE_CANDIDATES], last = 0;
	uint32_t changes = 0;

	for (uint32_t block = 0; block < t->blocks; block++) {
		size_t n = order_block(t, block, true, order);

		for (size_t i = 0; i < n; i++) {
			/* the former settings come back before each other candidate */
			if (order[i] != last)
				changes += (last != 0) + (order[i] != 0);
			last = order[i];
		}
	}
	return changes + (last != 0);
}

uint32_t tune_least(const struct tune *t)
{
	return sequence_least(TUNE_ERROR / (t->n - 1));
}

/*
 * Bound the chance that a candidate which changes nothing ever has greater figures in @k blocks in
 * a row than the present settings.  Of 2k figures in a random order, @k given ones are the greatest
 * with the chance 1 / C(2k, k), and each block may be the last of such a row.
 *
 * The bound does not rely on figures from before the k blocks: the load may have been lower then.
 */
static double row_chance(const struct tune *t, uint32_t k)
{
	double ways = 1;

	for (uint32_t i = 1; i <= k; i++)
		ways *= (double)(k + i) / i;
	return t->blocks / ways;
}

uint32_t tune_row(const struct tune *t)
{
	uint32_t k = 1;

	while (row_chance(t, k) > TUNE_ERROR / (t->n - 1))
		k++;
	return k;
}

uint32_t tune_starving_blocks(const struct tune *t)
{
	return t->measure == MEASURE_STARVING ? 0 : tune_row(t);
}

/* Return the chance that any of @n values of the standard normal law is beyond @bound. */
static double any_beyond(double bound, uint32_t n)
{
	return -expm1(n * log1p(-erfc(bound / M_SQRT2) / 2));
}

double tune_guard_chance(const struct tune *t, const struct tune_guard *g)
{
	double loss = measures[g->measure].more ? -log1p(-fmin(g->bound, 1)) : log1p(g->bound);
	double sum = 0, weights = 0;

	if (g->scale == 0)
		return 0;
	for (unsigned int i = 0; i < SCALES; i++) {
		double ratio = (i + 0.5) / SCALES * SCALES_MOST;
		double weight = pow(ratio, FREEDOM - 1) * exp(-FREEDOM / 2 * ratio * ratio);

		sum += weight * any_beyond(loss / g->scale * ratio, t->blocks);
		weights += weight;
	}
	return sum / weights;
}

double tune_guard_least(const struct tune *t, const struct tune_guard *g)
{
	double low = 0, high = MOST_BOUND;

	for (unsigned int i = 0; i < STEPS; i++) {
		struct tune_guard with = { g->measure, (low + high) / 2, g->scale };

		if (tune_guard_chance(t, &with) > TUNE_ERROR)
			low = with.bound;
		else
			high = with.bound;
	}
	return isnan(g->scale) ? NAN : high;
}

double tune_noise(const double *figure, size_t n)
{
	double squares = 0;
	size_t pairs = 0;

	for (size_t i = 1; i < n; i++) {
		double d = tune_difference(figure[i], figure[i - 1]);

		if (isnan(d))
			continue;
		squares += d * d;
		pairs++;
	}
	return pairs ? sqrt(squares / pairs) : NAN;
}

double tune_visible(const struct tune *t)
{
	double half = sequence_half_width(t->blocks, TUNE_ERROR / (t->n - 1));

	return FEW_PILOTS * t->scale * (half + POWER / sqrt(t->blocks));
}
