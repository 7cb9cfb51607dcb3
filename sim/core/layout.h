/* SPDX-License-Identifier: GPL-2.0-only */
/* A layout hands memory out from one block. A first pass without memory only counts the bytes. */
#ifndef SS_LAYOUT_H
#define SS_LAYOUT_H

#include "arithmetic.h"

/**
 * struct ss_layout - a block of memory being handed out
 * @base: beginning of the memory; NULL while bytes are only counted
 * @used: bytes reserved so far
 */
struct ss_layout {
	char *base;
	size_t used;
};

/* Take @count times @size bytes, in whole cache lines; NULL while bytes are only counted. */
static inline void *ss_take(struct ss_layout *l, size_t count, size_t size)
{
	size_t at = l->used;

	l->used += ss_lines(count * size);
	return l->base ? l->base + at : NULL;
}

#endif /* SS_LAYOUT_H */
