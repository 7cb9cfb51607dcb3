/* SPDX-License-Identifier: GPL-2.0-only */
/* The least recently granted arbiter of up to eight VCs. */
#ifndef SS_LEAST_RECENT_H
#define SS_LEAST_RECENT_H

#include "round_robin.h"

/*
 * Return the bit of a pair of VCs in an order.  An order of VCs by their last grants, the least
 * recent first, has a bit for each pair, set if the VC with the greater number comes first.  So 0
 * is the order by number.  Bits of pairs with VCs that a port does not have are ignored.
 */
static inline u32 ss_order_bit(u32 less, u32 greater)
{
	return greater * (greater - 1) / 2 + less;
}

/* Count those of the 2^@shift VCs that come before @v in @order. */
static inline u32 ss_order_place(u32 order, u32 v, u32 shift)
{
	u32 place = 0;

	for (u32 w = 0; w < v; w++)
		place += !(order >> ss_order_bit(w, v) & 1);
	for (u32 w = v + 1; w < 1U << shift; w++)
		place += order >> ss_order_bit(v, w) & 1;
	return place;
}

/* Move @v to the end of @order. */
static __always_inline void ss_order_move(u32 *order, u32 v)
{
	/* bits of the order that stay, and bits that are set, when the VC becomes the last */
	static const u32 pairs[8][2] = {
		{ ~0x0U, 0x20844b },
		{ ~0x1U, 0x410894 },
		{ ~0x6U, 0x821120 },
		{ ~0x38U, 0x1042200 },
		{ ~0x3c0U, 0x2084000 },
		{ ~0x7c00U, 0x4100000 },
		{ ~0x1f8000U, 0x8000000 },
		{ ~0xfe00000U, 0x0 },
	};

	*order = (*order & pairs[v][0]) | pairs[v][1];
}

/* Grant the first VC in @order that is in non-empty @set, and move it to the end. */
static __always_inline u32 ss_order_grant(u32 *order, u32 set)
{
	u32 v = ss_lowest(set);

	while (set &= set - 1) {
		u32 w = ss_lowest(set);

		if (*order >> ss_order_bit(v, w) & 1)
			v = w;
	}
	ss_order_move(order, v);
	return v;
}

#endif /* SS_LEAST_RECENT_H */
