// SPDX-License-Identifier: GPL-2.0-only
/* Decisions of an experiment: differences within blocks, their intervals, guards and verdicts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/sequence.h"

#include "tools/seastar/base/print.h"

#include "tune.h"

double tune_difference(double to, double from)
{
	double bound = log(TUNE_FACTOR);

	if (isnan(to) || isnan(from) || (to == 0 && from == 0))
		return NAN;
	return fmax(-bound, fmin(bound, log(to / from)));
}

double tune_relative(double difference)
{
	return expm1(difference);
}

/* Return a difference of a measure, with the sign changed if less of the measure is better. */
static double gain(unsigned int measure, double difference)
{
	return measures[measure].more ? difference : -difference;
}

/* Return true if a measure has a figure, which for throughput is more than 0. */
static bool is_shown(unsigned int measure, const double *figure)
{
	return measures[measure].more ? figure[measure] > 0 : !isnan(figure[measure]);
}

bool tune_misses(const struct tune *t, const double *figure, char why[TUNE_WHY])
{
	if (figure[MEASURE_THROUGHPUT] < t->busy)
		snprintf(why, TUNE_WHY, "the fabric was idle");
	else if (!is_shown(t->measure, figure))
		snprintf(why, TUNE_WHY, "nothing was counted that shows %s",
			 measure_names[t->measure]);
	else
		return false;
	return true;
}

static bool misses(const struct tune *t, const double *figure)
{
	char why[TUNE_WHY];

	return tune_misses(t, figure, why);
}

/*
 * Return true, with @why, if candidate @i missed all of the last tune_row() blocks, apart from
 * those that were dropped because of links and the like.  A block that the present settings missed
 * ends such a row: pauses of the load come to both.
 */
static bool is_lost(const struct tune *t, size_t i, char why[TUNE_WHY])
{
	uint32_t row = tune_row(t), n = 0;
	size_t length;

	for (uint32_t k = t->done; k-- && n < row;) {
		const struct tune_block *b = &t->block[k];

		if (b->measured[0] && misses(t, b->figure[0]))
			return false;
		if (*b->dropped || !b->measured[i] || !b->measured[0])
			continue;
		if (!tune_misses(t, b->figure[i], why))
			return false;
		n++;
	}
	if (n < row)
		return false;
	length = strlen(why);
	snprintf(why + length, TUNE_WHY - length,
		 " in %u blocks in a row, but not with the present settings", row);
	return true;
}

static bool guard_is_violated(const struct tune_guard *g, const double *to, const double *from,
			      char why[TUNE_WHY])
{
	double d = tune_relative(tune_difference(to[g->measure], from[g->measure]));

	/* an unknown figure violates nothing, and a 0 of the present settings bounds nothing */
	if (from[g->measure] == 0 || !(gain(g->measure, d) < -g->bound))
		return false;
	snprintf(why, TUNE_WHY, "%s %+.1f %%, and %.4g %% %s was the most",
		 measure_names[g->measure], 100 * d, 100 * g->bound,
		 measures[g->measure].more ? "less" : "more");
	return true;
}

/* Return the most nodes that starved with the present settings so far. */
static double most_starving(const struct tune *t)
{
	double most = t->starved;

	for (uint32_t i = 0; i < t->done; i++)
		if (t->block[i].measured[0])
			most = fmax(most, t->block[i].figure[0][MEASURE_STARVING]);
	return most;
}

/*
 * Return the fewest nodes that starved with candidate @i in the last @n blocks that count.
 * Returns NaN if fewer blocks count, or one has no figure.
 */
static double least_starving(const struct tune *t, size_t i, uint32_t n)
{
	double least = INFINITY;

	for (uint32_t k = t->done; k-- && n;) {
		const struct tune_block *b = &t->block[k];

		if (*b->dropped || !b->measured[i] || !b->measured[0])
			continue;
		if (isnan(b->figure[i][MEASURE_STARVING]))
			return NAN;
		least = fmin(least, b->figure[i][MEASURE_STARVING]);
		n--;
	}
	return n ? NAN : least;
}

/*
 * Return true, with @why, if candidate @i starved more nodes in each of the last
 * tune_starving_blocks() blocks than the present settings ever did.
 */
static bool starves(const struct tune *t, size_t i, char why[TUNE_WHY])
{
	uint32_t blocks = tune_starving_blocks(t);
	double least = blocks ? least_starving(t, i, blocks) : NAN, most = most_starving(t);

	if (!(least > most))
		return false;
	snprintf(why, TUNE_WHY, "%.0f nodes or more starved in %u blocks in a row, and %.0f at most with the present settings",
		 least, blocks, most);
	return true;
}

bool tune_violates(const struct tune *t, const struct tune_block *b, size_t i, char why[TUNE_WHY])
{
	const double *to = b->figure[i], *from = b->figure[0];

	if (!b->measured[i] || !b->measured[0])
		return false;
	/* a candidate that stops the fabric misses each block */
	if (is_lost(t, i, why) || starves(t, i, why))
		return true;
	if (misses(t, to) || misses(t, from))
		return false;
	for (size_t k = 0; k < t->guards; k++)
		if (guard_is_violated(&t->guard[k], to, from, why))
			return true;
	return false;
}

/* Return the verdict by the interval of @o: TUNE_SAME if all of it is within the margin. */
static enum tune_verdict judge(const struct tune *t, const struct tune_outcome *o)
{
	bool more = measures[t->measure].more;

	if (tune_relative(o->low) >= -t->margin && tune_relative(o->high) <= t->margin)
		return TUNE_SAME;
	if (o->low > 0)
		return more ? TUNE_BETTER : TUNE_WORSE;
	if (o->high < 0)
		return more ? TUNE_WORSE : TUNE_BETTER;
	return TUNE_OPEN;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sort the differences, whose order is not used, and return their median. */
static double median(double *x, uint32_t n)
{
	qsort(x, n, sizeof(*x), by_value);
	return (x[n / 2] + x[(n - 1) / 2]) / 2;
}

/*
 * Return the confidence interval of the centre of a candidate's @n differences.  Its error is
 * TUNE_ERROR divided by the number of candidates without the present settings.  So the chance of a
 * wrong claim about any of them is at most TUNE_ERROR (C. Bonferroni, 1936).
 */
static struct sequence_interval interval_of(const struct tune *t, const double *x, uint32_t n)
{
	return sequence_interval(x, n, TUNE_ERROR / (t->n - 1), t->scale);
}

static double difference_in(const struct tune *t, const struct tune_block *b, size_t i)
{
	return tune_difference(b->figure[i][t->measure], b->figure[0][t->measure]);
}

/* Add the difference of candidate @i in a block, and judge the candidate anew. */
static void take_difference(struct tune *t, const struct tune_block *b, size_t i)
{
	struct tune_outcome *o = &t->outcome[i];
	struct sequence_interval interval;

	o->difference[o->n++] = difference_in(t, b, i);
	o->median = median(o->difference, o->n);
	interval = interval_of(t, o->difference, o->n);
	o->low = interval.low;
	o->high = interval.high;
	o->verdict = judge(t, o);
	if (o->verdict != TUNE_OPEN)
		o->block = t->done;
}

/* Drop a candidate that violates a guard, even in a block that does not count. */
static void leave_guarded(struct tune *t, const struct tune_block *b, size_t i)
{
	struct tune_outcome *o = &t->outcome[i];

	if (!tune_violates(t, b, i, o->why))
		return;
	o->verdict = TUNE_GUARDED;
	o->block = t->done;
}

/* Return true if a block counts, and has a difference of candidate @i. */
static bool is_counted(const struct tune *t, const struct tune_block *b, size_t i)
{
	return !*b->dropped && b->measured[i] && b->measured[0] && !misses(t, b->figure[i]) &&
	       !misses(t, b->figure[0]) && !isnan(difference_in(t, b, i));
}

void tune_take(struct tune *t)
{
	const struct tune_block *b = &t->block[t->done - 1];

	for (size_t k = 0; k < b->n; k++) {
		size_t i = b->order[k];

		if (!i)
			continue;
		/* left out because of a loss, a block would bias the median */
		if (is_counted(t, b, i))
			take_difference(t, b, i);
		leave_guarded(t, b, i);
	}
}

struct tune_step *tune_steps(const struct tune *t, size_t i, uint32_t *n)
{
	const struct tune_outcome *o = &t->outcome[i];
	struct tune_step *step = allocate(t->done, sizeof(*step));
	double *x = allocate(t->done, sizeof(*x));

	*n = 0;
	for (uint32_t block = 0; block < t->done && *n < o->n; block++) {
		struct sequence_interval interval;

		if (!is_counted(t, &t->block[block], i))
			continue;
		x[*n] = difference_in(t, &t->block[block], i);
		interval = interval_of(t, x, *n + 1);
		step[*n] = (struct tune_step){
			block + 1, x[*n], interval.low, interval.high,
		};
		(*n)++;
	}
	free(x);
	return step;
}

double tune_median(const struct tune *t, size_t i, unsigned int measure)
{
	double *x = allocate(t->done, sizeof(*x)), result;
	uint32_t n = 0;

	for (uint32_t k = 0; k < t->done; k++) {
		const struct tune_block *b = &t->block[k];

		double to = b->figure[i][measure], from = b->figure[0][measure];

		if (!is_counted(t, b, i) || isnan(to) || isnan(from))
			continue;
		x[n++] = to || from ? tune_difference(to, from) : 0;
	}
	result = n ? median(x, n) : NAN;
	free(x);
	return fabs(result) < log(TUNE_FACTOR) ? result : NAN;
}

double tune_total(const struct tune *t, size_t i)
{
	double to = 0, from = 0;

	for (uint32_t k = 0; k < t->done; k++) {
		const struct tune_block *b = &t->block[k];

		if (!is_counted(t, b, i))
			continue;
		to += b->figure[i][t->measure];
		from += b->figure[0][t->measure];
	}
	return tune_difference(to, from);
}

bool tune_contradicts(const struct tune *t, size_t i)
{
	double total = tune_total(t, i), gained = gain(t->measure, total);
	enum tune_verdict verdict = t->outcome[i].verdict;

	if (!(fabs(tune_relative(total)) > t->margin))
		return false;
	return (verdict == TUNE_BETTER && gained < 0) || (verdict == TUNE_WORSE && gained > 0);
}

bool tune_is_over(const struct tune *t)
{
	size_t open = 0;

	for (size_t i = 1; i < t->n; i++)
		open += t->outcome[i].verdict == TUNE_OPEN;
	return !open || t->done == t->blocks || *t->ended;
}

size_t tune_winner(const struct tune *t)
{
	size_t winner = 0;

	for (size_t i = 1; i < t->n; i++) {
		if (t->outcome[i].verdict != TUNE_BETTER)
			continue;
		if (!winner || gain(t->measure, t->outcome[i].median) >
			       gain(t->measure, t->outcome[winner].median))
			winner = i;
	}
	return winner;
}
