/* SPDX-License-Identifier: GPL-2.0-only */
/* The machine that measures. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <seastar/types.h>

u32 machine_processors(void);

/* Return the bytes of memory that this process has in use. */
u64 machine_resident(void);

/* Return the mean nanoseconds of a load from memory of @bytes: memory.c. */
double machine_wait(size_t bytes);

/* Add a description of this machine to the results. */
void machine_print(void);

#endif /* BENCH_MACHINE_H */
