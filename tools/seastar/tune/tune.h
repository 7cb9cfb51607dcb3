/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An experiment with settings of a fabric: candidates alternate in randomised complete blocks, and
 * each is compared with the present settings within blocks, so that slow drift of the load cancels.
 * I. Bojinov, D. Simchi-Levi, J. Zhao, "Design and analysis of switchback experiments", Management
 * Science 69, 2023, explain why the order is randomised.
 *
 * Nothing here knows of devices: struct tune_fabric sets and measures.
 */
#ifndef TUNE_H
#define TUNE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measures.h"

#define TUNE_ERROR	0.05	/* chance of a wrong claim about any candidate, at any time */
#define TUNE_CANDIDATES	16	/* most of them, the present settings among them */
#define TUNE_PILOTS	5	/* intervals of the present settings, for their spread */
#define TUNE_WHY	256

enum tune_verdict {
	TUNE_OPEN,	/* not yet */
	TUNE_BETTER,
	TUNE_WORSE,
	TUNE_SAME,	/* no difference larger than the margin */
	TUNE_GUARDED,	/* a guard was violated */
	TUNE_VERDICTS
};

/* The result of an interval. */
enum tune_result {
	TUNE_COUNTED,
	TUNE_DROPPED,	/* the block cannot be used */
	TUNE_ENDED,	/* the experiment cannot go on */
};

/**
 * struct tune_guard - a bound on what candidates may make worse
 * @measure: enum tune_measure
 * @bound: greatest loss, as a fraction of the present settings' figure
 */
struct tune_guard {
	unsigned int measure;
	double bound;
};

/**
 * struct tune_block - one interval of each candidate that is still in question
 * @order: candidates, in the order of their intervals
 * @n: how many
 * @measured: intervals that were measured, by candidate
 * @figure: measured in them
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
 * @verdict: of it
 * @block: number of the block that decided, from 1 on; 0: none has
 * @why: a guard that it violated, in words
 * @difference: from the present settings, by block that counts: tune_difference()
 * @n: how many
 * @median: of the differences
 * @low: lower end of the interval of their centre; infinite while unknown
 * @high: the upper one
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
 * @n: candidates, of which number 0 are the present settings
 * @blocks: planned
 * @seed: of the orders
 * @measure: the primary one, enum tune_measure
 * @margin: smallest difference worth having, as a fraction
 * @scale: standard deviation that differences are expected to have, known before they are measured
 * @starved: most nodes that starved in a pilot; no number if that is not known
 * @guard: bounds on other measures
 * @guards: how many
 * @block: those done or begun
 * @done: how many
 * @outcome: by candidate; that of number 0 stays open
 * @ended: reason why it ended early; "": it did not
 */
struct tune {
	size_t n;
	uint32_t blocks;
	uint64_t seed;
	unsigned int measure;
	double margin;
	double scale;
	double starved;
	struct tune_guard guard[MEASURES];
	size_t guards;
	struct tune_block *block;
	uint32_t done;
	struct tune_outcome outcome[TUNE_CANDIDATES];
	char ended[TUNE_WHY];
};

/**
 * struct tune_fabric - a fabric that is experimented with
 * @interval: set candidate @i, let it settle, and measure an interval; or write @why not
 * @block: a block is done
 */
struct tune_fabric {
	enum tune_result (*interval)(void *ctx, size_t i, double figure[MEASURES],
				     char why[TUNE_WHY]);
	void (*block)(void *ctx);
};

void tune_start(struct tune *t);
void tune_free(struct tune *t);

/*
 * Measure some intervals of the present settings: differences are seen or not among their spread.
 * Each is tried again if it is dropped; f->block() ends what the next may be compared with.
 * Returns false with @why if that fails.
 */
bool tune_pilot(struct tune *t, const struct tune_fabric *f, void *ctx, char why[TUNE_WHY]);

/* Experiment until all candidates are decided, the blocks are used up, or @f ends it. */
void tune_run(struct tune *t, const struct tune_fabric *f, void *ctx);

/* Begin a block in its random order, and take it into account once it is measured. */
struct tune_block *tune_begin(struct tune *t);
void tune_take(struct tune *t);

/* Return true if no candidate is left to measure, or no block. */
bool tune_is_over(const struct tune *t);

/*
 * Write to @why which guard candidate @i violates, as far as it and the present settings were
 * measured in this block; false if none.
 */
bool tune_violates(const struct tune *t, const struct tune_block *b, size_t i, char why[TUNE_WHY]);

/*
 * Return the number of blocks in a row after which a candidate is left that starves more nodes in
 * each of them than the present settings ever did; 0: starving nodes are compared, not guarded.
 *
 * If the candidates are as good, the chance that any is left is TUNE_ERROR at most while the load
 * is steady, for as many blocks as are planned.  Simulated with loads that rise in a step or a
 * ramp, or go up and down, it is no more.  A load that rises within each block, each time further,
 * exceeds it: then orders alone decide, and five blocks in a row favour a candidate in 14 % of
 * those of 12.
 */
uint32_t tune_starving_blocks(const struct tune *t);

/**
 * struct tune_step - what is known of a candidate after a block
 * @block: its number, from 1 on
 * @difference: from the present settings, in this block
 * @low: lower end of the interval of the centre of all so far; infinite while unknown
 * @high: the upper one
 */
struct tune_step {
	uint32_t block;
	double difference, low, high;
};

/* Return the steps by which a candidate was judged, to be freed, and their number in @n. */
struct tune_step *tune_steps(const struct tune *t, size_t i, uint32_t *n);

/*
 * Return the median, over the blocks that count, of the differences of a measure between a
 * candidate and the present settings; no number if none is known, or if one figure is 0 in most
 * blocks and the other is not.  Two zeros are no difference here.
 */
double tune_median(const struct tune *t, size_t i, unsigned int measure);

/* Return the best of the candidates that are better; 0: keep the present settings. */
size_t tune_winner(const struct tune *t);

/*
 * Return the logarithm of @to / @from, at most that of TUNE_FACTOR: it is symmetric, so candidates
 * that are equal have differences of either sign alike, and a load that grows by a factor between
 * two intervals adds to it.  It is no number if either is none, or both are 0: two zeros show no
 * difference, nor that there is none.  tune_relative() makes it a fraction of @from.
 */
#define TUNE_FACTOR	1000.0
double tune_difference(double to, double from);
double tune_relative(double difference);

/* Count the changes of settings, and those back, if no candidate is decided early. */
uint32_t tune_changes(const struct tune *t);

/* Return the fewest blocks after which anything can be decided. */
uint32_t tune_least(const struct tune *t);

/*
 * Return the standard deviation of differences, as @n intervals of the same settings show it; no
 * number if all are 0.
 */
double tune_noise(const double *figure, size_t n);

/* Return the smallest difference that is seen with a chance of some 80 %, under noise of @scale. */
double tune_visible(const struct tune *t);

#endif /* TUNE_H */
