/* SPDX-License-Identifier: GPL-2.0-only */
/* Workloads: experiments by name, and their fabrics while they run. */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include "sim/run/runner.h"

/**
 * struct workload - an experiment to be measured
 * @name: in results
 * @keys: as `seastar-sim run` takes them
 * @warmup: cycles before those whose instructions are counted
 * @counted: these; 0: none
 */
struct workload {
	const char *name;
	const char *keys;
	u32 warmup;
	u32 counted;
};

/* Ended by one without a name. */
extern const struct workload workloads[];

/* Find the workload @name, or NULL. */
const struct workload *workload_find(const char *name);

#define SATURATED	"source=closed window=64 period=8 bias=3/2/1"

/* The work of a fabric so far; a hop counts where it enters a router. */
struct work {
	u64 events;
	u64 packets;
	u64 flits;
};

/* A fabric under way. */
struct subject {
	struct sim_experiment *experiment;
	struct runner run;
};

/*
 * Make a fabric of @keys, and of those in @more if that is not NULL, run by @threads. The engine
 * runs alone, without calls for deliveries.
 */
void subject_begin(struct subject *s, const char *keys, const char *more, u32 threads);

/* Have all counted that `seastar-sim run` counts. */
void subject_observe(struct subject *s);

struct work subject_done(const struct subject *s);
void subject_end(struct subject *s);

/* End the program with a reason. */
void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif /* BENCH_WORKLOAD_H */
