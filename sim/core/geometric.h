/* SPDX-License-Identifier: GPL-2.0-only */
/* Geometric random numbers, the number of failures in a row, by integers only. */
#ifndef SS_GEOMETRIC_H
#define SS_GEOMETRIC_H

#include "rng.h"

/* Return floor(2^64 num / den) for num < den < 2^63. */
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
 * Fill @power with the chances, in 2^-64ths, of 2^j failures in a row, where @q is the chance of
 * one: each is the square of the one before.  Return: the number of powers before they become 0, at
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
 * Return the chance of an event of @chance and then one of @power, in 2^-64ths, where @chance 0
 * stands for 1.
 */
static inline u64 ss_geometric_after(u64 chance, u64 power)
{
	return chance ? ss_mulhi(chance, power) : power;
}

/*
 * Find the largest k with @draw / 2^64 < @chance q^k, where @chance 0 stands for 1.  The bits of k
 * are found from the highest on, by comparing @draw with products of @powers.
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
