/* SPDX-License-Identifier: GPL-2.0-only */
/* Workloads: experiments by name, and their fabrics while they run. */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include "sim/run/runner.h"

/**
 * struct workload - an experiment to be measured
 * @name: name in results
 * @keys: keys of the experiment, as `seastar-sim run` takes them
 * @warmup: cycles before the counting of instructions
 * @counted: cycles whose instructions are counted; 0: none
 */
struct workload {
	const char *name;
	const char *keys;
	u32 warmup;
	u32 counted;
};

/* All workloads, ended by one without a name. */
extern const struct workload workloads[];

/* Find the workload @name, or NULL. */
const struct workload *workload_find(const char *name);

#define SATURATED	"source=closed window=64 period=8 bias=3/2/1"

/* The work of a fabric so far: events of the engine, and hops of packets and flits into routers. */
struct work {
	u64 events;
	u64 packets;
	u64 flits;
};

/* A fabric that is being run. */
struct subject {
	struct sim_experiment *experiment;
	struct runner run;
};

/*
 * Make a fabric from @keys, and from the keys @more unless that is NULL, to be run by @threads.
 * Deliveries are not reported, so that only the engine is measured.
 */
void subject_begin(struct subject *s, const char *keys, const char *more, u32 threads);

/* Count all that `seastar-sim run` counts, from now on. */
void subject_observe(struct subject *s);

struct work subject_done(const struct subject *s);
void subject_end(struct subject *s);

/* Print an error and end the program. */
void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif /* BENCH_WORKLOAD_H */
