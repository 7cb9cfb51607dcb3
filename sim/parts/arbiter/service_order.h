/* SPDX-License-Identifier: GPL-2.0-only */
/* The one served longest ago, of up to sixteen. */
#ifndef SS_SERVICE_ORDER_H
#define SS_SERVICE_ORDER_H

#include "round_robin.h"

/*
 * An order by service is a word of sixteen numbers of four bits, the one served longest ago in the
 * lowest.  Who has never been served comes before all who have, by number.
 */
#define SS_SERVICE_ORDER	0xfedcba9876543210ULL

/* Find the one of non-empty @set that was served longest ago. */
static inline u32 ss_longest_ago(u64 order, u32 set)
{
	if (!ss_several(set))
		return ss_lowest(set);
	while (!(set >> (order & 15) & 1))
		order >>= 4;
	return order & 15;
}

/* Note in @order that @who is served: those behind it move up by one, and it comes last. */
static inline void ss_service(u64 *order, u32 who)
{
	const u64 ones = 0x1111111111111111ULL;
	/* the number becomes 0, the only one from which a borrow is taken before any other */
	u64 others = *order ^ who * ones;
	u32 at = ss_lowest((others - ones) & ~others & 8 * ones) & ~3U;
	u64 before = *order & ((1ULL << at) - 1);

	*order = before | *order >> at >> 4 << at | (u64)who << 60;
}

#endif /* SS_SERVICE_ORDER_H */
