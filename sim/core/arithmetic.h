/* SPDX-License-Identifier: GPL-2.0-only */
/* Integer functions for layouts of routers and checks of configurations. */
#ifndef SS_ARITHMETIC_H
#define SS_ARITHMETIC_H

#include "port.h"

/* Return log2 of @n, which is not 0, rounded down. */
static inline u32 ss_log2(u32 n)
{
	return 31 - __builtin_clz(n);
}

/* Return the number of bits that @n takes; 0 for 0. */
static inline u32 ss_bits(u32 n)
{
	return n ? ss_log2(n) + 1 : 0;
}

static inline u32 ss_least(u32 a, u32 b)
{
	return a < b ? a : b;
}

static inline u32 ss_most(u32 a, u32 b)
{
	return a > b ? a : b;
}

/* Return true if @n is from @least to @most, both included. */
static inline bool ss_is_between(u32 n, u32 least, u32 most)
{
	return n >= least && n <= most;
}

/* Round @bytes up to whole cache lines. */
static inline size_t ss_lines(size_t bytes)
{
	return (bytes + 63) & ~(size_t)63;
}

#endif /* SS_ARITHMETIC_H */
