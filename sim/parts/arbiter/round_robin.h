/* SPDX-License-Identifier: GPL-2.0-only */
/* Sets of up to 64, and the round robin over them. */
#ifndef SS_ROUND_ROBIN_H
#define SS_ROUND_ROBIN_H

#include "sim/core/port.h"

static inline u32 ss_lowest(u64 set)
{
	return __builtin_ctzll(set);
}

static inline bool ss_several(u64 set)
{
	return set & (set - 1);
}

/* The number of members of @set, which has few. */
static inline u32 ss_members(u64 set)
{
	u32 n = 0;

	for (; set; set &= set - 1)
		n++;
	return n;
}

/* The first member of non-empty @set at or after @pointer, cyclically. */
static inline u32 ss_round_robin(u64 set, u32 pointer)
{
	u64 after = set >> pointer << pointer;

	return ss_lowest(after ? after : set);
}

/* Does @a's turn come before @b's after @last's?  Who is not after @last has to wait a round. */
static inline bool ss_is_before(u32 a, u32 b, u32 last)
{
	return a - last - 1 < b - last - 1;
}

#endif /* SS_ROUND_ROBIN_H */
