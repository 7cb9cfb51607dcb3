/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory: for what is small, or the program ends; a fabric's may be refused. */
#ifndef SIM_MEMORY_H
#define SIM_MEMORY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void *sim_need(void *p)
{
	if (p)
		return p;
	fputs("seastar-sim: out of memory\n", stderr);
	exit(EXIT_FAILURE);
}

/* All zero. */
static inline void *sim_alloc(size_t n, size_t size)
{
	return sim_need(calloc(n ? n : 1, size));
}

static inline char *sim_copy(const char *text)
{
	return sim_need(strdup(text));
}

/* @p with room for @n of @size; what is new is not zero. */
static inline void *sim_grow(void *p, size_t n, size_t size)
{
	return sim_need(reallocarray(p, n, size));
}

/*
 * Much memory, all zero and 64-byte aligned, or NULL.  What is not touched takes no room:
 * the packets that a fabric could have are many more than it has.
 */
void *sim_map(size_t bytes);
void sim_unmap(void *p);

#endif /* SIM_MEMORY_H */
