/* SPDX-License-Identifier: GPL-2.0-only */
/* Geometric random numbers: how often in a row something does not happen, by integers only. */
#ifndef SS_GEOMETRIC_H
#define SS_GEOMETRIC_H

#include "rng.h"

/* floor(2^64 num / den) for num < den < 2^63. */
static inline u64 ss_fraction(u64 num, u64 den)
{
	u64 q = 0;

	for (int i = 0; i < 64; i++) {
		num *= 2;
		q *= 2;
		if (num >= den) {
			num -= den;
			q++;
		}
	}
	return q;
}

/*
 * Fill @power with the chances, in 2^-64ths, that it does not happen 2^j times in a row, if @q is
 * that it does not once: square after square.  Return: how many there are before they are 0, at
 * most @most.
 */
static inline u32 ss_geometric_powers(u64 q, u64 *power, u32 most)
{
	u32 n;

	for (n = 0; n < most && q; n++) {
		power[n] = q;
		q = ss_mulhi(q, q);
	}
	return n;
}

/*
 * The largest k with @draw / 2^64 < @chance q^k, where @chance 0 stands for 1, found bit by bit
 * from the top: in as many multiplications as there are @powers.
 */
static inline u64 ss_geometric(u64 draw, u64 chance, const u64 *power, u32 powers)
{
	u64 k = 0;

	for (const u64 *p = power + powers; p-- > power; ) {
		u64 next = chance ? ss_mulhi(chance, *p) : *p;

		chance = draw < next ? next : chance;
		k = 2 * k + (draw < next);
	}
	return k;
}

#endif /* SS_GEOMETRIC_H */
