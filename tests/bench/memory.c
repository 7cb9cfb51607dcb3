// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measure the time of a load from memory.  Each load depends on the one before, and the loads visit
 * all lines of a range of memory in an order that a processor cannot predict.  The time shows how
 * much other programs use the machine's caches and memory.
 */
#include <stdlib.h>
#include <time.h>

#include "sim/base/memory.h"

#include "machine.h"
#include "rng.h"

#define LINE	64

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

/* Link all lines of @mem into a ring in random order: each has the address of the next. */
static void lay_way(char *mem, u32 lines)
{
	u32 *order = sim_alloc(lines, sizeof(*order));

	for (u32 i = 0; i < lines; i++) {
		u32 j = ss_mix(i) % (i + 1);

		order[i] = order[j];
		order[j] = i;
	}
	for (u32 i = 0; i < lines; i++)
		*(char **)(mem + (size_t)order[i] * LINE) =
			mem + (size_t)order[(i + 1) % lines] * LINE;
	free(order);
}

double machine_wait(size_t bytes)
{
	u32 lines = bytes / LINE, loads = 1000000;
	char *mem = sim_map(bytes), *at = mem;
	double begin, best = 1;

	if (!mem)
		return 0;
	lay_way(mem, lines);
	for (u32 i = 0; i < 3; i++) {
		begin = now();
		for (u32 k = 0; k < loads; k++) {
			at = *(char **)at;
			/* keep the compiler from removing the load */
			asm volatile("" : "+r" (at));
		}
		begin = now() - begin;
		if (begin < best)
			best = begin;
	}
	sim_unmap(mem);
	return best / loads * 1e9;
}
