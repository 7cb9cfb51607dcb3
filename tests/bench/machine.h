/* SPDX-License-Identifier: GPL-2.0-only */
/* The machine that measures. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <seastar/types.h>

u32 machine_processors(void);

/* Bytes of memory that this process has in use. */
u64 machine_resident(void);

/* Nanoseconds of a load somewhere in so many bytes, on the average: memory.c */
double machine_wait(size_t bytes);

/* Add to the results what machine this is. */
void machine_tell(void);

#endif /* BENCH_MACHINE_H */
