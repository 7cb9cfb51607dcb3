/* SPDX-License-Identifier: GPL-2.0-only */
/* An arbiter that grants the candidate served longest ago, of up to sixteen. */
#ifndef SS_SERVICE_ORDER_H
#define SS_SERVICE_ORDER_H

#include "round_robin.h"

/*
 * The order by service: sixteen numbers of four bits in a word, the candidate served longest ago in
 * the lowest bits.  Candidates that were never served come first, in ascending order.
 */
#define SS_SERVICE_ORDER	0xfedcba9876543210ULL

/* Return the member of non-empty @set that was served longest ago. */
static inline u32 ss_longest_ago(u64 order, u32 set)
{
	if (!ss_several(set))
		return ss_lowest(set);
	while (!(set >> (order & 15) & 1))
		order >>= 4;
	return order & 15;
}

/* Record in @order that @who was served: move it to the end. */
static inline void ss_service(u64 *order, u32 who)
{
	const u64 ones = 0x1111111111111111ULL;
	/* the number of @who becomes 0, the only one that subtraction borrows from first */
	u64 others = *order ^ who * ones;
	u32 at = ss_lowest((others - ones) & ~others & 8 * ones) & ~3U;
	u64 before = *order & ((1ULL << at) - 1);

	*order = before | *order >> at >> 4 << at | (u64)who << 60;
}

#endif /* SS_SERVICE_ORDER_H */
