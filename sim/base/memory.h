/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory.  A small allocation that fails ends the program; a fabric's may fail. */
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

/* Allocate @n times @size bytes, all zero. */
static inline void *sim_alloc(size_t n, size_t size)
{
	return sim_need(calloc(n ? n : 1, size));
}

static inline char *sim_copy(const char *text)
{
	return sim_need(strdup(text));
}

/* Grow @p to @n times @size bytes; new bytes are not zero. */
static inline void *sim_grow(void *p, size_t n, size_t size)
{
	return sim_need(reallocarray(p, n, size));
}

/*
 * Map a large block of memory, all zero and 64-byte aligned, or return NULL.  Pages that are never
 * touched take no memory: a fabric has far fewer packets than it could have.
 */
void *sim_map(size_t bytes);
void sim_unmap(void *p);

#endif /* SIM_MEMORY_H */
