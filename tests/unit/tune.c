// SPDX-License-Identifier: GPL-2.0-only
/*
 * The experiment of seastar tune, on simulated fabrics: claims about equal candidates are as seldom
 * as promised, also while the load drifts, where comparisons before and after are wrong; real
 * differences are found, guards end candidates, and dropped blocks do not count.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "rng.h"
#include "sim/base/stats.h"
#include "tools/seastar/tune/tune.h"

#define EXPERIMENTS	1000
#define BLOCKS		12

/* Allocate memory in place of the tool's print.c, which the test does not link. */
void *allocate(size_t n, size_t size)
{
	return calloc(n ? n : 1, size);
}

/* The drift of the load during an experiment, 30 % in all. */
enum drift { NONE, RAMP, STEP, BACK_AND_FORTH, WAVE, SAW, DRIFTS, GROWING_SAW = DRIFTS };

static const char *const drift_names[] = {
	"no drift", "a ramp", "a step", "a step and back", "a wave as long as a block",
	"a saw as long as a block", "a saw that grows"
};

/**
 * struct simulated - a simulated fabric
 * @key: key of the draws for its noise
 * @drift: drift of its load
 * @phase: phase of the drift, as a fraction of a block
 * @noise: standard deviation of a figure, as a fraction
 * @effect: factor of the wait, by candidate
 * @throughput: factor of the throughput, by candidate
 * @interval: number of intervals measured so far
 * @intervals: greatest number of intervals
 * @candidates: number of candidates
 * @drop: number of the first interval that is dropped, from 1 on; 0: none
 * @drops: number of consecutive intervals that are dropped
 * @end: number of the interval in which the experiment ends; 0: none
 * @blocks: number of blocks reported
 */
struct simulated {
	u64 key;
	enum drift drift;
	double phase;
	double noise;
	double effect[TUNE_CANDIDATES], throughput[TUNE_CANDIDATES];
	u32 interval, intervals, candidates;
	u32 drop, drops, end;
	u32 blocks;
};

static double uniform(u64 key, u64 n)
{
	return ((ss_rng_draw(key, n) >> 11) + 0.5) / 9007199254740992.0;
}

static double gaussian(u64 key, u64 n)
{
	return sqrt(-2 * log(uniform(key, 2 * n))) * cos(2 * M_PI * uniform(key, 2 * n + 1));
}

/* Return the load at an interval, 1 to 1.3 times the load without drift. */
static double load(const struct simulated *s, u32 interval)
{
	double done = (double)interval / s->intervals;
	double blocks = (double)interval / s->candidates + s->phase, part = blocks - floor(blocks);

	switch (s->drift) {
	case RAMP:
		return 1 + 0.3 * done;
	case STEP:
		return done + s->phase / 2 < 0.75 ? 1 : 1.3;
	case BACK_AND_FORTH:
		return done < 0.3 || done > 0.7 ? 1 : 1.3;
	case WAVE:
		return 1.15 + 0.15 * sin(2 * M_PI * part);
	case SAW:
		return 1 + 0.3 * part;
	case GROWING_SAW:
		return 1 + 0.3 * (interval % s->candidates) * (1 + interval / s->candidates);
	default:
		return 1;
	}
}

static double wait_at(struct simulated *s, size_t i)
{
	u32 n = s->interval++;

	return 5 * load(s, n) * s->effect[i] * (1 + s->noise * gaussian(s->key, n));
}

static enum tune_result simulate(void *ctx, size_t i, double figure[MEASURES], char why[TUNE_WHY])
{
	struct simulated *s = ctx;

	memset(figure, 0, MEASURES * sizeof(*figure));
	figure[MEASURE_WAIT] = wait_at(s, i);
	figure[MEASURE_THROUGHPUT] = 0.3 * s->throughput[i];
	figure[MEASURE_STARVING] = s->interval == 1 ? 3 : 2;
	snprintf(why, TUNE_WHY, "a link failed");
	if (s->interval >= s->drop && s->interval < s->drop + s->drops)
		return TUNE_DROPPED;
	return s->interval == s->end ? TUNE_ENDED : TUNE_COUNTED;
}

static void count_block(void *ctx)
{
	struct simulated *s = ctx;

	s->blocks++;
}

static const struct tune_fabric fabric = { .interval = simulate, .block = count_block };

static struct simulated simulated(u64 seed, u32 candidates, enum drift drift)
{
	struct simulated s = {
		.key = ss_rng_key(77, seed), .drift = drift, .noise = 0.02,
		.phase = uniform(ss_rng_key(78, seed), 0), .drops = 1,
		.intervals = BLOCKS * candidates, .candidates = candidates,
	};

	for (size_t i = 0; i < TUNE_CANDIDATES; i++) {
		s.effect[i] = 1;
		s.throughput[i] = 1;
	}
	return s;
}

static struct tune experiment(u64 seed, u32 candidates)
{
	struct tune t = {
		.n = candidates, .blocks = BLOCKS, .seed = seed, .measure = MEASURE_WAIT,
		.margin = 0.001, .scale = 0.02 * M_SQRT2,
	};

	tune_start(&t);
	return t;
}

static bool claims_any(const struct tune *t)
{
	for (size_t i = 1; i < t->n; i++)
		if (t->outcome[i].verdict == TUNE_BETTER || t->outcome[i].verdict == TUNE_WORSE)
			return true;
	return false;
}

/* Return true if a Student's interval of @d does not cover 0. */
static bool differs(const double *d, u32 n)
{
	return fabs(stats_mean(d, n)) > stats_half_width(d, n);
}

/* Measure all intervals of one candidate, then of the other; return true if the means differ. */
static bool claims_before_and_after(struct simulated s)
{
	double x[2][BLOCKS], half;

	s.candidates = 2;
	s.intervals = 2 * BLOCKS;
	for (u32 k = 0; k < 2; k++)
		for (u32 i = 0; i < BLOCKS; i++)
			x[k][i] = wait_at(&s, k);
	half = stats_student(STATS_95, 2 * BLOCKS - 2) *
	       sqrt((stats_variance(x[0], BLOCKS) + stats_variance(x[1], BLOCKS)) / BLOCKS);
	return fabs(stats_mean(x[0], BLOCKS) - stats_mean(x[1], BLOCKS)) > half;
}

/* Alternate in a fixed order, and look at Student's interval after each block. */
static bool claims_alternating(struct simulated s)
{
	double d[BLOCKS];

	s.candidates = 2;
	s.intervals = 2 * BLOCKS;
	for (u32 i = 0; i < BLOCKS; i++) {
		double first = wait_at(&s, 0);

		d[i] = tune_difference(wait_at(&s, 1), first);
		if (i && differs(d, i + 1))
			return true;
	}
	return false;
}

/* The candidates are as good as the present settings: no claim is right. */
static void equal_candidates_are_seldom_claimed(void **state)
{
	(void)state;
	for (u32 candidates = 2; candidates <= 4; candidates += 2) {
		for (enum drift drift = NONE; drift < DRIFTS; drift++) {
			u32 claims = 0, before = 0, alternating = 0;

			for (u64 seed = 0; seed < EXPERIMENTS; seed++) {
				struct simulated s = simulated(seed, candidates, drift);
				struct tune t = experiment(seed, candidates);

				before += claims_before_and_after(s);
				alternating += claims_alternating(s);
				tune_run(&t, &fabric, &s);
				claims += claims_any(&t);
				tune_free(&t);
			}
			print_message("%u equal, %s: %u of %u claim a difference; before and after %u, alternating %u\n",
				      candidates - 1, drift_names[drift], claims, EXPERIMENTS,
				      before, alternating);
			assert_true(claims <= TUNE_ERROR * EXPERIMENTS);
			if (drift != NONE && drift != WAVE && drift != SAW &&
			    drift != BACK_AND_FORTH)
				assert_true(before > 10 * TUNE_ERROR * EXPERIMENTS);
			if (drift != BACK_AND_FORTH)
				assert_true(alternating > 2 * TUNE_ERROR * EXPERIMENTS);
		}
	}
}

/* Return true if the interval contained the true difference after each block. */
static bool holds(struct tune *t, struct simulated *s, double truth)
{
	for (u32 block = 0; block < BLOCKS; block++) {
		struct tune_block *b = tune_begin(t);
		char why[TUNE_WHY];

		for (size_t k = 0; k < b->n; k++) {
			simulate(s, b->order[k], b->figure[b->order[k]], why);
			b->measured[b->order[k]] = true;
		}
		tune_take(t);
		if (truth < t->outcome[1].low || truth > t->outcome[1].high)
			return false;
		t->outcome[1].verdict = TUNE_OPEN;	/* to look at later blocks, too */
	}
	return true;
}

static void intervals_hold_the_difference(void **state)
{
	u32 held = 0;

	(void)state;
	for (u64 seed = 0; seed < EXPERIMENTS; seed++) {
		struct simulated s = simulated(seed, 2, NONE);
		struct tune t = experiment(seed, 2);

		s.effect[1] = 0.9;
		held += holds(&t, &s, tune_difference(0.9, 1));
		tune_free(&t);
	}
	print_message("of %u experiments %u hold the difference after each of %u blocks\n",
		      EXPERIMENTS, held, BLOCKS);
	assert_true(held >= (1 - TUNE_ERROR) * EXPERIMENTS);
}

/* The steps of a picture are those by which a candidate was judged. */
static void steps_lead_to_the_verdict(void **state)
{
	struct simulated s = simulated(1, 3, NONE);
	struct tune t = experiment(1, 3);
	struct tune_step *step;
	double widest = INFINITY;
	u32 n, bounded = 0;

	(void)state;
	s.effect[1] = 0.99;
	s.drop = 4;
	tune_run(&t, &fabric, &s);
	step = tune_steps(&t, 1, &n);
	assert_int_equal(n, t.outcome[1].n);
	assert_int_equal(step[0].block, 1);
	assert_int_equal(step[1].block, 3);
	assert_true(isinf(step[0].low) && isinf(step[0].high));
	assert_true(step[n - 1].low == t.outcome[1].low && step[n - 1].high == t.outcome[1].high);
	assert_int_equal(step[n - 1].block, t.done);
	assert_true(tune_median(&t, 1, t.measure) == t.outcome[1].median);
	for (u32 k = 0; k < n; k++) {
		assert_true(fabs(step[k].difference - tune_difference(0.99, 1)) < 0.15);
		assert_true(step[k].high - step[k].low <= widest * 1.2);
		widest = step[k].high - step[k].low;
		bounded += !isinf(widest);
	}
	assert_true(bounded >= 4);
	free(step);
	tune_free(&t);
}

static void real_differences_are_found(void **state)
{
	u32 right = 0, first = 0;

	(void)state;
	for (u64 seed = 0; seed < EXPERIMENTS; seed++) {
		struct simulated s = simulated(seed, 4, NONE);
		struct tune t = experiment(seed, 4);

		s.effect[1] = 0.8;
		s.effect[2] = 0.7;
		s.effect[3] = 1.3;
		tune_run(&t, &fabric, &s);
		right += t.outcome[1].verdict == TUNE_BETTER &&
			 t.outcome[2].verdict == TUNE_BETTER &&
			 t.outcome[3].verdict == TUNE_WORSE && tune_winner(&t) == 2;
		first += t.done;
		tune_free(&t);
	}
	print_message("of %u experiments %u are right, after %.1f of %u blocks\n", EXPERIMENTS,
		      right, (double)first / EXPERIMENTS, BLOCKS);
	assert_true(right >= 0.99 * EXPERIMENTS);
	/* the fewest that the method allows */
	assert_int_equal(first, 8 * EXPERIMENTS);
}

static struct tune run_one(struct simulated *s, double margin)
{
	struct tune t = experiment(1, 2);

	t.margin = margin;
	t.scale = s->noise * M_SQRT2;
	tune_run(&t, &fabric, s);
	return t;
}

static void small_differences_are_not_worth_having(void **state)
{
	struct simulated s = simulated(1, 2, NONE);
	struct tune t;

	(void)state;
	s.noise = 0.001;
	s.effect[1] = 0.98;
	t = run_one(&s, 0.05);
	assert_int_equal(t.outcome[1].verdict, TUNE_SAME);
	assert_int_equal(tune_winner(&t), 0);
	tune_free(&t);
	s.interval = 0;
	t = run_one(&s, 0.01);
	assert_int_equal(t.outcome[1].verdict, TUNE_BETTER);
	assert_int_equal(tune_winner(&t), 1);
	tune_free(&t);
	s = simulated(1, 2, NONE);
	s.noise = 0.5;
	t = run_one(&s, 0.01);
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	assert_int_equal(t.done, BLOCKS);
	tune_free(&t);
}

static void more_throughput_is_better(void **state)
{
	struct simulated s = simulated(1, 3, NONE);
	struct tune t = experiment(1, 3);

	(void)state;
	s.throughput[1] = 0.9;
	s.throughput[2] = 1.1;
	t.measure = MEASURE_THROUGHPUT;
	tune_run(&t, &fabric, &s);
	assert_int_equal(t.outcome[1].verdict, TUNE_WORSE);
	assert_int_equal(t.outcome[2].verdict, TUNE_BETTER);
	assert_int_equal(tune_winner(&t), 2);
	tune_free(&t);
}

static bool contains(const struct tune_block *b, size_t i)
{
	for (size_t k = 0; k < b->n; k++)
		if (b->order[k] == i)
			return true;
	return false;
}

static void guards_end_a_candidate_at_once(void **state)
{
	struct simulated s = simulated(1, 3, NONE);
	struct tune t = experiment(1, 3);

	(void)state;
	s.effect[1] = 0.5;
	s.throughput[1] = 0.95;
	s.throughput[2] = 0.99;
	t.guard[0] = (struct tune_guard){ MEASURE_THROUGHPUT, 0.02 };
	t.guards = 1;
	tune_run(&t, &fabric, &s);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_int_equal(t.outcome[1].block, 1);
	assert_string_equal(t.outcome[1].why, "throughput -5.0 %, and 2 % less was the most");
	assert_int_equal(t.outcome[2].verdict, TUNE_OPEN);
	for (u32 block = 1; block < t.done; block++)
		assert_false(contains(&t.block[block], 1));
	tune_free(&t);
}

/* The block that violates a guard was measured as the others were: it counts in both medians. */
static void a_guarded_block_counts(void **state)
{
	struct simulated s = simulated(1, 2, NONE);
	struct tune t = experiment(1, 2);

	(void)state;
	s.effect[1] = 0.5;
	s.throughput[1] = 0.95;
	t.guard[0] = (struct tune_guard){ MEASURE_THROUGHPUT, 0.02 };
	t.guards = 1;
	tune_run(&t, &fabric, &s);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_int_equal(t.outcome[1].block, 1);
	assert_int_equal(t.outcome[1].n, 1);
	assert_true(t.outcome[1].median < tune_difference(0.6, 1));
	assert_true(tune_median(&t, 1, t.measure) == t.outcome[1].median);
	tune_free(&t);
	/* a guard is stronger than what the same block decides */
	t = experiment(1, 2);
	for (u32 block = 0; block < tune_least(&t); block++) {
		struct tune_block *b = tune_begin(&t);

		b->measured[0] = true;
		b->measured[1] = true;
		b->figure[0][MEASURE_WAIT] = 5;
		b->figure[1][MEASURE_WAIT] = 4;
		b->figure[0][MEASURE_THROUGHPUT] = 0.3;
		b->figure[1][MEASURE_THROUGHPUT] = block + 1 < tune_least(&t) ? 0.3 : 0.2;
		t.guard[0] = (struct tune_guard){ MEASURE_THROUGHPUT, 0.02 };
		t.guards = 1;
		tune_take(&t);
	}
	assert_int_equal(t.outcome[1].n, tune_least(&t));
	assert_true(t.outcome[1].high < 0);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	tune_free(&t);
}

/* Take a block in which @present and @candidate nodes starved, the latter with candidate 1. */
static void take_starving(struct tune *t, double present, double candidate, const char *dropped)
{
	struct tune_block *b = tune_begin(t);

	for (size_t i = 0; i < 2; i++) {
		b->measured[i] = true;
		b->figure[i][MEASURE_WAIT] = 3;
		b->figure[i][MEASURE_STARVING] = i ? candidate : present;
	}
	snprintf(b->dropped, sizeof(b->dropped), "%s", dropped);
	tune_take(t);
}

static void starving_nodes_are_guarded_always(void **state)
{
	struct tune t = experiment(1, 2);
	struct tune_block *b;

	(void)state;
	assert_int_equal(tune_starving_blocks(&t), 5);
	take_starving(&t, 0, 2, "");
	take_starving(&t, 0, 4, "");
	take_starving(&t, 0, 4, "");
	take_starving(&t, 0, 4, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	b = tune_begin(&t);
	b->figure[1][MEASURE_STARVING] = 3;
	b->measured[1] = true;
	assert_false(tune_violates(&t, b, 1, t.ended));
	b->measured[0] = true;
	tune_take(&t);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_int_equal(t.outcome[1].block, 5);
	assert_string_equal(t.outcome[1].why,
			    "2 nodes or more starved in 5 blocks in a row, and 0 at most with the present settings");
	assert_true(tune_is_over(&t));
	tune_free(&t);
}

/* A single noisy interval, blocks that are dropped, and unknown figures end no candidate. */
static void starving_is_seen_in_a_row(void **state)
{
	struct tune t = experiment(1, 2);

	(void)state;
	for (u32 block = 0; block < 4; block++)
		take_starving(&t, 0, 9, "");
	take_starving(&t, 0, NAN, "");
	for (u32 block = 0; block < 3; block++)
		take_starving(&t, 0, 9, "");
	take_starving(&t, 0, 0, "a link failed");
	take_starving(&t, 0, 9, "");
	take_starving(&t, 0, 9, "a link failed");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	take_starving(&t, 0, 9, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	tune_free(&t);
}

/* Zeros are no evidence: neither of a difference nor of none. */
static void zeros_do_not_count(void **state)
{
	struct tune t = experiment(1, 2);

	(void)state;
	t.measure = MEASURE_STARVING;
	for (u32 block = 0; block < 6; block++)
		take_starving(&t, 0, 0, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	assert_int_equal(t.outcome[1].n, 0);
	take_starving(&t, 0, 1, "");
	assert_int_equal(t.outcome[1].n, 1);
	tune_free(&t);
}

/* If starving nodes are the measure, the interval of the difference decides, and no guard. */
static void starving_is_compared_or_guarded(void **state)
{
	struct tune t = experiment(1, 2);

	(void)state;
	t.measure = MEASURE_STARVING;
	assert_int_equal(tune_starving_blocks(&t), 0);
	for (u32 block = 0; block < 5; block++)
		take_starving(&t, 10, 20, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	take_starving(&t, 10, 20, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_WORSE);
	tune_free(&t);
}

/*
 * Return the nodes that starve at an interval: a number with noise, which the drift of the load
 * by 30 % makes eight times as large.
 */
static double starving_at(struct simulated *s)
{
	double level = log(load(s, s->interval)) * 8 + s->noise * gaussian(s->key, s->interval);

	s->interval++;
	return exp(level);
}

static bool starving_ends_any(u64 seed, u32 candidates, u32 blocks, enum drift drift, double noise)
{
	struct simulated s = simulated(seed, candidates, drift);
	struct tune t = { .n = candidates, .blocks = blocks, .seed = seed };
	bool any = false;
	char why[TUNE_WHY];

	tune_start(&t);
	s.noise = noise;
	s.intervals = blocks * candidates;
	for (u32 i = 0; i < TUNE_PILOTS; i++) {
		t.starved = fmax(t.starved, starving_at(&s));
		s.interval = 0;
		s.key++;
	}
	for (u32 block = 0; block < blocks && !any; block++) {
		struct tune_block *b = tune_begin(&t);

		for (size_t k = 0; k < b->n; k++) {
			b->figure[b->order[k]][MEASURE_STARVING] = starving_at(&s);
			b->measured[b->order[k]] = true;
		}
		for (size_t i = 1; i < candidates; i++)
			any |= tune_violates(&t, b, i, why);
	}
	tune_free(&t);
	return any;
}

/* Return the number of experiments with equal candidates in which a candidate is dropped. */
static u32 left(u32 candidates, u32 blocks, enum drift drift, double noise)
{
	u32 ends = 0;

	for (u64 seed = 0; seed < EXPERIMENTS; seed++)
		ends += starving_ends_any(seed, candidates, blocks, drift, noise);
	print_message("%u equal, %u blocks, %s, noise %g: in %u of %u one is left\n",
		      candidates - 1, blocks, drift_names[drift], noise, ends, EXPERIMENTS);
	return ends;
}

static void equal_candidates_are_seldom_left(void **state)
{
	static const u32 candidates[] = { 2, 5, TUNE_CANDIDATES };
	static const double noise[] = { 1, 0.3, 0.1 };

	(void)state;
	for (u32 i = 0; i < 3; i++)
		/* TUNE_CANDIDATES take long, so only 12 blocks */
		for (u32 blocks = 12; blocks <= (i == 2 ? 12 : 30); blocks += 18)
			for (enum drift drift = NONE; drift < GROWING_SAW; drift++)
				for (u32 k = 0; k < 3; k++)
					assert_true(left(candidates[i], blocks, drift, noise[k]) <=
						    TUNE_ERROR * EXPERIMENTS);
}

/*
 * The exception: the second interval of each block has a greater load than any before it.  Then
 * only the order of the blocks decides.  In 9 / 2^6 = 14 % of orders of 12 blocks it puts the
 * candidate second in five blocks in a row.
 */
static void a_saw_that_grows_is_the_exception(void **state)
{
	(void)state;
	assert_in_range(left(2, 12, GROWING_SAW, 0.1), 0.10 * EXPERIMENTS, 0.18 * EXPERIMENTS);
}

/* A guard on latencies, which hardware does not count, has no effect. */
static void what_is_unknown_always_violates_no_guard(void **state)
{
	struct tune t = experiment(1, 2);
	struct tune_block *b = tune_begin(&t);

	(void)state;
	t.guard[0] = (struct tune_guard){ MEASURE_LATENCY, 0.05 };
	t.guards = 1;
	b->measured[0] = true;
	b->measured[1] = true;
	b->figure[0][MEASURE_LATENCY] = NAN;
	b->figure[1][MEASURE_LATENCY] = NAN;
	assert_false(tune_violates(&t, b, 1, t.ended));
	b->figure[1][MEASURE_LATENCY] = 100;
	assert_false(tune_violates(&t, b, 1, t.ended));
	b->figure[0][MEASURE_LATENCY] = 100;
	assert_false(tune_violates(&t, b, 1, t.ended));
	tune_free(&t);
}

/* A guard has no effect if the present settings' figure is 0: its bound is a fraction of that. */
static void a_figure_of_0_bounds_nothing(void **state)
{
	struct tune t = experiment(1, 2);
	struct tune_block *b = tune_begin(&t);

	(void)state;
	t.guard[0] = (struct tune_guard){ MEASURE_STALLED, 0.05 };
	t.guards = 1;
	b->measured[0] = true;
	b->measured[1] = true;
	b->figure[1][MEASURE_STALLED] = 0.001;
	assert_false(tune_violates(&t, b, 1, t.ended));
	b->figure[0][MEASURE_STALLED] = 0.0009;
	assert_true(tune_violates(&t, b, 1, t.ended));
	tune_free(&t);
}

static void what_only_a_candidate_hides_violates_a_guard(void **state)
{
	struct tune t = experiment(1, 2);
	struct tune_block *b = tune_begin(&t);

	(void)state;
	t.guard[0] = (struct tune_guard){ MEASURE_THROUGHPUT, 0.05 };
	t.guards = 1;
	b->measured[0] = true;
	b->measured[1] = true;
	b->figure[0][MEASURE_THROUGHPUT] = 0.3;
	b->figure[1][MEASURE_THROUGHPUT] = NAN;
	tune_take(&t);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_string_equal(t.outcome[1].why, "nothing was counted that shows throughput");
	tune_free(&t);
}

/* Candidate 1 stops the fabric: it is dropped, and blocks of the others count. */
static void what_stops_the_fabric_is_left_alone(void **state)
{
	struct simulated s = simulated(1, 3, NONE);
	struct tune t = experiment(1, 3);

	(void)state;
	s.effect[1] = NAN;
	s.effect[2] = 0.7;
	tune_run(&t, &fabric, &s);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_int_equal(t.outcome[1].block, 1);
	assert_string_equal(t.outcome[1].why, "nothing was counted that shows wait");
	assert_string_equal(t.block[0].dropped, "");
	assert_int_equal(t.outcome[2].verdict, TUNE_BETTER);
	assert_int_equal(t.outcome[2].n, t.done);
	tune_free(&t);
	/* without a figure of the present settings no candidate is to blame */
	s = simulated(1, 3, NONE);
	t = experiment(1, 3);
	s.effect[0] = NAN;
	s.effect[1] = NAN;
	tune_run(&t, &fabric, &s);
	for (u32 block = 0; block < BLOCKS; block++)
		assert_string_equal(t.block[block].dropped, "nothing was counted that shows wait");
	for (u32 i = 1; i < 3; i++) {
		assert_int_equal(t.outcome[i].verdict, TUNE_OPEN);
		assert_int_equal(t.outcome[i].n, 0);
	}
	tune_free(&t);
}

/* Likewise if throughput is compared, which is 0 then, but not unknown. */
static void no_throughput_is_left_alone(void **state)
{
	struct simulated s = simulated(1, 3, NONE);
	struct tune t = experiment(1, 3);

	(void)state;
	t.measure = MEASURE_THROUGHPUT;
	s.throughput[1] = 0;
	s.throughput[2] = 1.1;
	tune_run(&t, &fabric, &s);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_int_equal(t.outcome[1].block, 1);
	assert_string_equal(t.outcome[1].why, "nothing was counted that shows throughput");
	assert_int_equal(t.outcome[2].verdict, TUNE_BETTER);
	tune_free(&t);
	/* without a throughput of the present settings no candidate is to blame */
	s = simulated(1, 3, NONE);
	t = experiment(1, 3);
	t.measure = MEASURE_THROUGHPUT;
	s.throughput[0] = 0;
	s.throughput[1] = 0;
	tune_run(&t, &fabric, &s);
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	assert_int_equal(t.outcome[1].n, 0);
	tune_free(&t);
}

/* Nodes that starve with the present settings, too, are no fault of a candidate. */
static void starving_is_compared_with_the_most_so_far(void **state)
{
	struct tune t = experiment(1, 2);

	(void)state;
	t.starved = 2;
	for (u32 block = 0; block < 5; block++)
		take_starving(&t, 0, 2, "");
	take_starving(&t, 4, 3, "");
	for (u32 block = 0; block < 4; block++)
		take_starving(&t, 0, 5, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	take_starving(&t, 1, 5, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_string_equal(t.outcome[1].why,
			    "5 nodes or more starved in 5 blocks in a row, and 4 at most with the present settings");
	tune_free(&t);
}

/* Block whose third and last interval is dropped, after the present settings were measured. */
#define DROPPED	7
static void dropped_blocks_do_not_count(void **state)
{
	struct simulated s = simulated(1, 3, NONE);
	struct tune t = experiment(1, 3);

	(void)state;
	s.drop = 3 * DROPPED;
	tune_run(&t, &fabric, &s);
	assert_int_not_equal(t.block[DROPPED - 1].order[2], 0);
	assert_string_equal(t.block[DROPPED - 1].dropped, "a link failed");
	assert_string_equal(t.block[DROPPED].dropped, "");
	assert_int_equal(t.done, BLOCKS);
	assert_int_equal(s.blocks, BLOCKS);
	assert_int_equal(t.outcome[1].n, BLOCKS - 1);
	assert_int_equal(t.outcome[2].n, BLOCKS - 1);
	tune_free(&t);
	s = simulated(1, 2, NONE);
	s.end = 9;
	t = run_one(&s, 0.001);
	assert_string_equal(t.ended, "a link failed");
	assert_int_equal(t.done, 5);
	assert_int_equal(s.blocks, 5);
	assert_int_equal(t.outcome[1].n, 4);
	tune_free(&t);
}

/* A dropped pilot interval is measured again, after the end of a block. */
static void pilots_are_tried_again(void **state)
{
	struct simulated s = simulated(1, 2, NONE);
	struct tune t = experiment(1, 2);
	char why[TUNE_WHY];

	(void)state;
	t.scale = 0;
	s.drop = 3;
	s.drops = 2;
	assert_true(tune_pilot(&t, &fabric, &s, why));
	assert_int_equal(s.interval, TUNE_PILOTS + 2);
	assert_int_equal(s.blocks, 2 + 1);
	assert_true(t.scale > 0 && t.scale < 0.1);
	assert_true(t.starved == 3);
	s = simulated(1, 2, NONE);
	s.drop = 3;
	s.drops = 100;
	assert_false(tune_pilot(&t, &fabric, &s, why));
	assert_string_equal(why, "a link failed, three times: tune when it is quiet");
	s = simulated(1, 2, NONE);
	s.end = 2;
	assert_false(tune_pilot(&t, &fabric, &s, why));
	assert_int_equal(s.interval, 2);
	s = simulated(1, 2, NONE);
	s.effect[0] = NAN;
	assert_false(tune_pilot(&t, &fabric, &s, why));
	assert_string_equal(why,
			    "nothing was counted that shows wait: it needs traffic, and an interval that is long enough");
	s = simulated(1, 2, NONE);
	s.effect[0] = 0;
	assert_false(tune_pilot(&t, &fabric, &s, why));
	assert_string_equal(why,
			    "wait is 0 in all intervals of the present settings: give another measure, or longer intervals");
	tune_free(&t);
	/* neighbours of which one or both are 0 still give a standard deviation */
	assert_true(tune_noise((const double[]){ 0, 0, 3, 3 }, 4) > 0);
	assert_true(tune_noise((const double[]){ 0, 0, 3, 4 }, 4) < log(TUNE_FACTOR));
}

static void the_fewest_blocks_and_changes(void **state)
{
	struct tune t = experiment(1, 4);
	u32 changes = tune_changes(&t);

	(void)state;
	assert_int_equal(tune_least(&t), 8);
	/* settings change for each measurement, except between two of the same candidate */
	assert_in_range(changes, 5 * BLOCKS, 6 * BLOCKS);
	t.outcome[1].verdict = TUNE_WORSE;
	assert_int_equal(tune_changes(&t), changes);
	tune_free(&t);
	/* 1 / C(2 k, k) is 1/252, 1/924, 1/3432 and 1/12870 for k of 5 to 8 blocks */
	for (t.n = 2; t.n <= TUNE_CANDIDATES; t.n++)
		assert_int_equal(tune_starving_blocks(&t),
				 t.n == 2 ? 5 : t.n <= 4 ? 6 : t.n <= 15 ? 7 : 8);
	t.n = 2;
	t.blocks = 30;
	assert_int_equal(tune_starving_blocks(&t), 6);
}

/* Each of the six orders of three candidates comes in a sixth of the blocks. */
static void orders_are_random_and_complete(void **state)
{
	u32 count[6] = { 0 };

	(void)state;
	for (u64 seed = 0; seed < 1000; seed++) {
		struct tune t = experiment(seed, 3), again = experiment(seed, 3);

		for (u32 i = 0; i < BLOCKS; i++) {
			const struct tune_block *b = tune_begin(&t), *c = tune_begin(&again);

			assert_int_equal(b->n, 3);
			assert_int_equal(b->order[0] + b->order[1] + b->order[2], 3);
			assert_int_not_equal(b->order[0], b->order[1]);
			assert_memory_equal(b->order, c->order, sizeof(b->order));
			count[2 * b->order[0] + (b->order[1] < b->order[2])]++;
		}
		tune_free(&t);
		tune_free(&again);
	}
	for (u32 i = 0; i < 6; i++)	/* five standard errors of 12000 draws */
		assert_in_range(count[i], 2000 - 204, 2000 + 204);
}

static void the_plan_says_what_can_be_seen(void **state)
{
	u32 seen = 0;
	double promised = 0;

	(void)state;
	for (u64 seed = 0; seed < EXPERIMENTS; seed++) {
		struct simulated s = simulated(seed, 2, NONE);
		struct tune t = experiment(seed, 2);
		double x[1000];

		for (u32 i = 0; i < 1000; i++)
			x[i] = wait_at(&s, 0);
		t.scale = tune_noise(x, 1000);
		promised = tune_visible(&t);
		s.effect[1] = exp(-promised);
		tune_run(&t, &fabric, &s);
		seen += t.outcome[1].verdict == TUNE_BETTER;
		tune_free(&t);
	}
	print_message("%u of %u see a difference of %.1f %%, which is promised to be seen\n",
		      seen, EXPERIMENTS, 100 * promised);
	assert_in_range(seen, 0.75 * EXPERIMENTS, 0.95 * EXPERIMENTS);
}

static void differences_are_symmetric(void **state)
{
	(void)state;
	/* two zeros show nothing */
	assert_true(isnan(tune_difference(0, 0)));
	assert_true(tune_difference(5, 5) == 0);
	assert_true(fabs(tune_difference(3, 4) + tune_difference(4, 3)) < 0.000001);
	assert_true(fabs(tune_relative(tune_difference(3, 4)) + 0.25) < 0.000001);
	assert_true(tune_difference(5, 0) == log(TUNE_FACTOR));
	assert_true(tune_difference(0, 5) == -log(TUNE_FACTOR));
	assert_true(isnan(tune_difference(NAN, 5)));
	assert_true(isnan(tune_difference(5, NAN)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_candidates_are_seldom_claimed),
		cmocka_unit_test(intervals_hold_the_difference),
		cmocka_unit_test(steps_lead_to_the_verdict),
		cmocka_unit_test(real_differences_are_found),
		cmocka_unit_test(small_differences_are_not_worth_having),
		cmocka_unit_test(more_throughput_is_better),
		cmocka_unit_test(guards_end_a_candidate_at_once),
		cmocka_unit_test(a_guarded_block_counts),
		cmocka_unit_test(starving_nodes_are_guarded_always),
		cmocka_unit_test(starving_is_seen_in_a_row),
		cmocka_unit_test(starving_is_compared_or_guarded),
		cmocka_unit_test(zeros_do_not_count),
		cmocka_unit_test(equal_candidates_are_seldom_left),
		cmocka_unit_test(a_saw_that_grows_is_the_exception),
		cmocka_unit_test(what_is_unknown_always_violates_no_guard),
		cmocka_unit_test(a_figure_of_0_bounds_nothing),
		cmocka_unit_test(what_only_a_candidate_hides_violates_a_guard),
		cmocka_unit_test(what_stops_the_fabric_is_left_alone),
		cmocka_unit_test(no_throughput_is_left_alone),
		cmocka_unit_test(starving_is_compared_with_the_most_so_far),
		cmocka_unit_test(dropped_blocks_do_not_count),
		cmocka_unit_test(pilots_are_tried_again),
		cmocka_unit_test(the_fewest_blocks_and_changes),
		cmocka_unit_test(orders_are_random_and_complete),
		cmocka_unit_test(the_plan_says_what_can_be_seen),
		cmocka_unit_test(differences_are_symmetric),
	};

	return cmocka_run_group_tests_name("tune", tests, NULL, NULL);
}
