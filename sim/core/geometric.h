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

/* @chance of something and then @power, where @chance 0 stands for 1. */
static inline u64 ss_geometric_after(u64 chance, u64 power)
{
	return chance ? ss_mulhi(chance, power) : power;
}

/*
 * Find the largest k with @draw / 2^64 < @chance q^k, where @chance 0 stands for 1.  It is found
 * bit by bit, from the highest: that of the last of the @powers that is enough by itself.
 */
static inline u64 ss_geometric(u64 draw, u64 chance, const u64 *power, u32 powers)
{
	u64 k = 0;
	u32 bits = 0;

	while (bits < powers && draw < ss_geometric_after(chance, power[bits]))
		bits++;
	while (bits--) {
		u64 next = ss_geometric_after(chance, power[bits]);

		chance = draw < next ? next : chance;
		k = 2 * k + (draw < next);
	}
	return k;
}

#endif /* SS_GEOMETRIC_H */
