/* SPDX-License-Identifier: GPL-2.0-only */
/* Measurements of how fast fabrics run. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "results.h"
#include "workload.h"

#define REPEATS	5

/* Clocks: other programs disturb processor time less; threads are compared by the wall clock. */
enum bench_time {
	BENCH_PROCESSOR,
	BENCH_CLOCK,
};

/* One repetition: its seconds by both clocks, and its work. */
struct sample {
	double wall;
	double cpu;
	struct work work;
};

/**
 * struct bench - a fabric being measured
 * @s: the fabric
 * @threads: number of threads that run the fabric
 * @cycles: cycles per repetition
 * @settled: true if the warm-up ended in steady state
 * @warmup: cycles of the warm-up
 * @resident: bytes of memory in use after the warm-up, less those before the fabric was made
 * @sample: the repetitions
 */
struct bench {
	struct subject s;
	u32 threads;
	u64 cycles;
	bool settled;
	u64 warmup;
	u64 resident;
	struct sample sample[REPEATS];
};

/* True to run all measurements for a few cycles only: the figures have no meaning. */
extern bool bench_trial;

/* Make a fabric and run it until it is in steady state. */
void bench_begin(struct bench *b, const char *keys, const char *more, u32 threads);
void bench_end(struct bench *b);

/* Return the processor seconds of a million cycles without traffic. */
double bench_idle(struct subject *s);

/* Measure a fabric once: repetition @i of REPEATS. */
void bench_repeat(struct bench *b, u32 i);

/* Return the seconds of repetition @repeat by the clock @time. */
double bench_seconds(const struct bench *b, u32 repeat, enum bench_time time);

/* Add the rate of flit-hops per second as @r, with threads, clock and warm-up in its note. */
void bench_add_rate(const struct bench *b, enum bench_time time, struct result r);

#endif /* BENCH_MEASURE_H */
