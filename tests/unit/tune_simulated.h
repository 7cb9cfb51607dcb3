/* SPDX-License-Identifier: GPL-2.0-only */
/* Simulated fabrics for experiments of seastar tune: noise, drifting loads, dropped intervals. */
#ifndef TESTS_TUNE_SIMULATED_H
#define TESTS_TUNE_SIMULATED_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "rng.h"
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
 * @noise: standard deviation of a wait, as a fraction
 * @flow_noise: standard deviation of a throughput, as a fraction
 * @effect: factor of the wait, by candidate
 * @throughput: factor of the throughput, by candidate
 * @interval: number of intervals measured so far
 * @intervals: greatest number of intervals
 * @candidates: number of candidates
 * @drop: number of the first interval that is dropped, from 1 on; 0: none
 * @drops: number of consecutive intervals that are dropped
 * @pause: share of the intervals in which the load pauses
 * @paused: number of an interval in which it does, from 1 on; 0: none
 * @end: number of the interval in which the experiment ends; 0: none
 * @blocks: number of blocks reported
 */
struct simulated {
	u64 key;
	enum drift drift;
	double phase;
	double noise, flow_noise;
	double effect[TUNE_CANDIDATES], throughput[TUNE_CANDIDATES];
	u32 interval, intervals, candidates;
	u32 drop, drops, end, paused;
	double pause;
	u32 blocks;
};

static inline double uniform(u64 key, u64 n)
{
	return ((ss_rng_draw(key, n) >> 11) + 0.5) / 9007199254740992.0;
}

static inline double gaussian(u64 key, u64 n)
{
	return sqrt(-2 * log(uniform(key, 2 * n))) * cos(2 * M_PI * uniform(key, 2 * n + 1));
}

/* Return the load at an interval, 1 to 1.3 times the load without drift. */
static inline double load(const struct simulated *s, u32 interval)
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

static inline double wait_at(struct simulated *s, size_t i)
{
	u32 n = s->interval++;

	return 5 * load(s, n) * s->effect[i] * (1 + s->noise * gaussian(s->key, n));
}

/* Return true if the load pauses in the interval that was measured last. */
static inline bool pauses(const struct simulated *s)
{
	return s->interval == s->paused || uniform(s->key, s->interval + 5000000) < s->pause;
}

static inline enum tune_result simulate(void *ctx, size_t i, double figure[MEASURES],
					char why[TUNE_WHY])
{
	struct simulated *s = ctx;

	memset(figure, 0, MEASURES * sizeof(*figure));
	figure[MEASURE_WAIT] = wait_at(s, i);
	/* other draws than those of the wait */
	figure[MEASURE_THROUGHPUT] = 0.3 * s->throughput[i] *
				     (1 + s->flow_noise * gaussian(s->key, s->interval + 1000000));
	figure[MEASURE_STARVING] = s->interval == 1 ? 3 : 2;
	if (pauses(s)) {
		figure[MEASURE_WAIT] = NAN;
		figure[MEASURE_THROUGHPUT] /= 1000;
	}
	snprintf(why, TUNE_WHY, "a link failed");
	if (s->interval >= s->drop && s->interval < s->drop + s->drops)
		return TUNE_DROPPED;
	return s->interval == s->end ? TUNE_ENDED : TUNE_COUNTED;
}

static inline void count_block(void *ctx)
{
	struct simulated *s = ctx;

	s->blocks++;
}

static const struct tune_fabric fabric = { .interval = simulate, .block = count_block };

static inline struct simulated simulated(u64 seed, u32 candidates, enum drift drift)
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

static inline struct tune experiment(u64 seed, u32 candidates)
{
	struct tune t = {
		.n = candidates, .blocks = BLOCKS, .seed = seed, .measure = MEASURE_WAIT,
		.margin = 0.001, .scale = 0.02 * M_SQRT2,
	};

	tune_start(&t);
	return t;
}

#endif /* TESTS_TUNE_SIMULATED_H */
