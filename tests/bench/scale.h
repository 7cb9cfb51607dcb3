/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Measurements of named workloads, and of rates by threads, size and load.  Most functions only
 * prepare a measurement: they make fabrics and warm them up.  Then bench_all() makes the
 * repetitions of all measurements in turn, so that none has the machine's better moments alone.
 */
#ifndef BENCH_SCALE_H
#define BENCH_SCALE_H

#include "measure.h"

/* Measure a workload in one thread. */
void bench_workload(const char *name);

/* Measure how much statistics slow a workload down. */
void bench_statistics(const char *name);

/*
 * Measure a workload in one thread, and in more up to the number of processors; and its memory.  If
 * it is saturated, it is a point of the series of sizes, too.
 */
void bench_threads(const char *name);

/* Measure saturated tori of 64 to 16,384 routers. */
void bench_sizes(void);

/* Measure the fabric of @keys under loads from 0.1 to saturation. */
void bench_loads(const char *name, const char *keys);

/* Make the repetitions of all prepared measurements in turn, and add the results. */
void bench_all(void);

/* Measure the memory of the largest fabric, and its time without traffic, at once. */
void bench_memory(void);

#endif /* BENCH_SCALE_H */
