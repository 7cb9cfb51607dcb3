/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The figures: named workloads, and how rates change with threads, size and load.  All that is
 * to be measured is said first; then the repetitions of each are spread over the whole time, so
 * that none has the machine's better moments.
 */
#ifndef BENCH_SCALE_H
#define BENCH_SCALE_H

#include "measure.h"

/* Measure a workload in one thread. */
void bench_workload(const char *name);

/* Measure how much statistics slow a workload down. */
void bench_statistics(const char *name);

/* Measure a workload in one thread, and in more, up to the number of processors; and as a size. */
void bench_threads(const char *name);

/* Measure saturated tori of 64 to 16,384 routers. */
void bench_sizes(void);

/* Measure the fabric of @keys under loads from 0.1 to saturation. */
void bench_loads(const char *name, const char *keys);

/* Measure all of the above, in turn, and add the results. */
void bench_all(void);

/* Measure the largest fabric: its memory, and its costs when idle. */
void bench_memory(void);

#endif /* BENCH_SCALE_H */
