/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An experiment with settings of a fabric.  A candidate is one choice of settings.  In each block,
 * every candidate without a verdict is measured once, in random order.  It is compared with the
 * present settings in the same block, so slow drift of the load cancels.
 * I. Bojinov, D. Simchi-Levi, J. Zhao, "Design and analysis of switchback experiments", Management
 * Science 69, 2023, explain why the order is randomised.
 *
 * The functions here do not depend on devices: struct tune_fabric has the functions that set and
 * measure.
 */
#ifndef TUNE_H
#define TUNE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measures.h"

#define TUNE_ERROR	0.05	/* chance of a wrong claim about any candidate, at any time */
#define TUNE_CANDIDATES	16	/* most candidates, counting the present settings */
#define TUNE_PILOTS	5	/* intervals of the present settings, for their spread */
#define TUNE_WHY	256

enum tune_verdict {
	TUNE_OPEN,	/* no verdict yet */
	TUNE_BETTER,
	TUNE_WORSE,
	TUNE_SAME,	/* no difference larger than the margin */
	TUNE_GUARDED,	/* dropped, since it violated a guard */
	TUNE_VERDICTS
};

/* The result of an interval. */
enum tune_result {
	TUNE_COUNTED,
	TUNE_DROPPED,	/* the block cannot be used */
	TUNE_ENDED,	/* the experiment cannot go on */
};

/**
 * struct tune_guard - a bound on the loss in a measure: candidates beyond it are dropped
 * @measure: the measure, an enum tune_measure
 * @bound: greatest allowed loss, as a fraction of the present settings' figure
 * @scale: standard deviation of differences of the measure, by tune_pilot(); NaN if unknown
 */
struct tune_guard {
	unsigned int measure;
	double bound;
	double scale;
};

/**
 * struct tune_block - one interval of each candidate that has no verdict yet
 * @order: candidates, in the order of their intervals
 * @n: number of candidates in @order
 * @measured: true if the interval of the candidate was measured, by candidate
 * @figure: measured figures, by candidate
 * @dropped: reason why the block does not count; "": it counts
 */
struct tune_block {
	size_t order[TUNE_CANDIDATES];
	size_t n;
	bool measured[TUNE_CANDIDATES];
	double figure[TUNE_CANDIDATES][MEASURES];
	char dropped[TUNE_WHY];
};

/**
 * struct tune_outcome - the state of a candidate
 * @verdict: the verdict so far
 * @block: number of the block that decided, from 1 on; 0: undecided
 * @why: reason for TUNE_GUARDED, in words; else ""
 * @difference: one tune_difference() from the present settings per block that counts, sorted
 * @n: number of differences
 * @median: median of the differences
 * @low: lower end of the confidence interval of their centre; -INFINITY while unknown
 * @high: upper end of that interval; INFINITY while unknown
 */
struct tune_outcome {
	enum tune_verdict verdict;
	uint32_t block;
	char why[TUNE_WHY];
	double *difference;
	uint32_t n;
	double median, low, high;
};

/**
 * struct tune - an experiment; tune_start() needs the fields up to @guards
 * @n: number of candidates; candidate 0 is the present settings
 * @blocks: greatest number of blocks
 * @seed: seed of the random orders
 * @measure: the measure that decides, an enum tune_measure
 * @margin: smallest difference worth having, as a fraction of the present settings' figure
 * @scale: expected standard deviation of the differences, by tune_pilot()
 * @starved: most nodes that starved in an interval of tune_pilot(); NaN if unknown
 * @busy: throughput below which an interval is idle, by tune_pilot(); NaN if unknown
 * @idle: number of intervals of tune_pilot() that were idle, and were measured again
 * @guard: bounds on other measures
 * @guards: number of bounds
 * @block: blocks that are done or begun
 * @done: number of blocks that are done or begun
 * @outcome: state of each candidate; candidate 0 stays TUNE_OPEN
 * @ended: reason why the experiment ended early; "": it did not
 */
struct tune {
	size_t n;
	uint32_t blocks;
	uint64_t seed;
	unsigned int measure;
	double margin;
	double scale;
	double starved;
	double busy;
	uint32_t idle;
	struct tune_guard guard[MEASURES];
	size_t guards;
	struct tune_block *block;
	uint32_t done;
	struct tune_outcome outcome[TUNE_CANDIDATES];
	char ended[TUNE_WHY];
};

/**
 * struct tune_fabric - the functions of a fabric that is experimented with
 * @interval: sets candidate @i, lets it settle, and measures an interval; or writes the reason why
 *	it cannot to @why
 * @block: called at the end of a block
 */
struct tune_fabric {
	enum tune_result (*interval)(void *ctx, size_t i, double figure[MEASURES],
				     char why[TUNE_WHY]);
	void (*block)(void *ctx);
};

void tune_start(struct tune *t);
void tune_free(struct tune *t);

/*
 * Measure TUNE_PILOTS intervals of the present settings, and set @scale, @starved, @busy and the
 * guards' scales by them.  A dropped interval is measured again, and so are two idle ones at most.
 * f->block() is called after each dropped one, and at the end.
 * Returns false, with the reason in @why, if that fails.
 */
bool tune_pilot(struct tune *t, const struct tune_fabric *f, void *ctx, char why[TUNE_WHY]);

/* Experiment until all candidates are decided, the blocks are used up, or @f ends it. */
void tune_run(struct tune *t, const struct tune_fabric *f, void *ctx);

/* Begin a block, with its candidates in random order; and judge the candidates by it at its end. */
struct tune_block *tune_begin(struct tune *t);
void tune_take(struct tune *t);

/* Return true if no candidate is left to measure, or no block. */
bool tune_is_over(const struct tune *t);

/*
 * Return true, with the reason in @why, if the figures of an interval show nothing about settings,
 * since the fabric was idle, or has no figure of the measure.  Such an interval counts neither for
 * nor against its candidate, nor the present settings.
 */
bool tune_misses(const struct tune *t, const double *figure, char why[TUNE_WHY]);

/*
 * Return true, with @why, if candidate @i violates a guard in a block, or has missed so many in a
 * row that it seems to stop the fabric.  Return false if the candidate or the present settings were
 * not measured in the block.
 */
bool tune_violates(const struct tune *t, const struct tune_block *b, size_t i, char why[TUNE_WHY]);

/*
 * Return the number of blocks in a row after which a candidate is dropped that missed each of them,
 * while the present settings missed none.  If no candidate stops the fabric, and the load pauses at
 * random, the chance that the experiment drops any is at most TUNE_ERROR.
 */
uint32_t tune_row(const struct tune *t);

/*
 * Return the number of blocks in a row after which a candidate is dropped that starved more nodes
 * in each of them than the present settings ever did.  0: the measure that decides is starving
 * nodes, so no guard is needed.
 *
 * If no candidate starves more nodes and the load is steady, the chance that the experiment drops
 * any is at most TUNE_ERROR.  Simulations with loads that rise in a step or a ramp, or go up and
 * down, do not exceed it.  A load that rises within each block, each time further, does: then only
 * the order decides, and drops a candidate in 14 % of experiments of 12 blocks.
 */
uint32_t tune_starving_blocks(const struct tune *t);

/*
 * Return the chance that a guard drops a candidate that changes nothing, in all blocks together.
 * Differences are taken as normal.  Their standard deviation is unknown: the guard's scale, by few
 * pilots, may be too small.  So the chance is a mean over the standard deviations that are likely
 * by that scale.  A bound that is chosen for a chance of this function has it.
 * Returns NaN if the guard has no scale.
 */
double tune_guard_chance(const struct tune *t, const struct tune_guard *g);

/* Return the smallest bound of a guard with which tune_guard_chance() is at most TUNE_ERROR. */
double tune_guard_least(const struct tune *t, const struct tune_guard *g);

/**
 * struct tune_step - the state of a candidate's differences after a block
 * @block: number of the block, from 1 on
 * @difference: tune_difference() from the present settings in this block
 * @low: lower end of the confidence interval after this block; -INFINITY while unknown
 * @high: upper end of that interval; INFINITY while unknown
 */
struct tune_step {
	uint32_t block;
	double difference, low, high;
};

/* Return a step per block by which a candidate was judged, to be freed; set @n to their number. */
struct tune_step *tune_steps(const struct tune *t, size_t i, uint32_t *n);

/*
 * Return the median, over the blocks that count, of tune_difference() of a measure between a
 * candidate and the present settings.  Two zeros have the difference 0 here.
 * Returns NaN if no difference is known, or if one figure is 0 in most blocks and the other is not.
 */
double tune_median(const struct tune *t, size_t i, unsigned int measure);

/*
 * Return tune_difference() between the sums of the measure over all blocks that count.  Blocks with
 * large figures weigh more in it than in the median.  Returns NaN if no block counts.
 */
double tune_total(const struct tune *t, size_t i);

/*
 * Return true if the verdict of a candidate is better or worse, but tune_total() is on the other
 * side of 0 by more than the margin: then the effect depends on the load.
 */
bool tune_contradicts(const struct tune *t, size_t i);

/* Return the best of the candidates that are better; 0: keep the present settings. */
size_t tune_winner(const struct tune *t);

/*
 * Return the logarithm of @to / @from, within plus or minus that of TUNE_FACTOR.  Differences of
 * equal candidates are symmetric about 0, and a load that grows by a factor between two intervals
 * adds a constant.
 * Returns NaN if a figure is NaN, or both are 0: zeros show neither a difference nor equality.
 * tune_relative() converts a difference to a fraction of @from.
 */
#define TUNE_FACTOR	1000.0
double tune_difference(double to, double from);
double tune_relative(double difference);

/* Count the changes of settings, with restorations, if no candidate is decided early. */
uint32_t tune_changes(const struct tune *t);

/* Return the fewest blocks after which anything can be decided. */
uint32_t tune_least(const struct tune *t);

/*
 * Return the standard deviation of the differences between successive ones of @n figures of the
 * same settings.  Returns NaN if there is no difference, as when all figures are 0.
 */
double tune_noise(const double *figure, size_t n);

/*
 * Return the smallest difference of one candidate that @blocks blocks detect with a chance of about
 * 80 %.  It allows for @scale being that of a few pilots.
 *
 * Pilots follow one another.  In a block of many candidates two intervals are farther apart, so a
 * load that wanders makes them differ more, and the chance is less.
 */
double tune_visible(const struct tune *t);

#endif /* TUNE_H */
