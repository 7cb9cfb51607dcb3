/* SPDX-License-Identifier: GPL-2.0-only */
/* Sets of up to 64 members, and round robin over them. */
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

/* Count the members of @set, which has few. */
static inline u32 ss_members(u64 set)
{
	u32 n = 0;

	for (; set; set &= set - 1)
		n++;
	return n;
}

/* Return the first member of non-empty @set at or after @pointer, cyclically. */
static inline u32 ss_round_robin(u64 set, u32 pointer)
{
	u64 after = set >> pointer << pointer;

	return ss_lowest(after ? after : set);
}

/*
 * Return true if the turn of @a comes before that of @b when @last was granted last.  Candidates up
 * to @last wait for the next round.
 */
static inline bool ss_is_before(u32 a, u32 b, u32 last)
{
	return a - last - 1 < b - last - 1;
}

#endif /* SS_ROUND_ROBIN_H */
