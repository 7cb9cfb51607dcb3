/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Free places for packets in a queue, as its sender counts them.
 *
 * A place that a packet leaves comes back to the sender as a credit.  The cycle in which it does is
 * known as soon as the packet is granted, and kept in a ring until somebody asks.
 */
#ifndef SS_PLACES_H
#define SS_PLACES_H

#include "sim/core/port.h"

/**
 * struct ss_places - places of one queue
 * @free: those whose credits have been folded in, less those that have been taken
 * @first: the oldest credit in the ring
 * @count: credits in the ring
 */
struct ss_places {
	u16 free;
	u16 first;
	u16 count;
};

/*
 * log2 of the places of a ring.  A packet is granted when the one before it has left, and the place
 * of that one is back @delay cycles after it has: so the credits of a window of @window cycles that
 * are not back when it begins are no more than both together.
 */
static inline u32 ss_places_shift(u32 delay, u32 window)
{
	return 32 - __builtin_clz(delay + window);
}

/* The cycle in which credit number @i is back, 0 the oldest. */
static __always_inline u64 ss_places_back(const struct ss_places *p, const u64 *ring, u32 shift,
					  u32 i)
{
	return ring[(p->first + i) & ((1U << shift) - 1)];
}

/* Fold in the credits that are back by cycle @t. */
static __always_inline void ss_places_fold(struct ss_places *p, const u64 *ring, u32 shift, u64 t)
{
	while (p->count && ss_places_back(p, ring, shift, 0) <= t) {
		p->first = (p->first + 1) & ((1U << shift) - 1);
		p->count--;
		p->free++;
	}
}

/*
 * A credit will be back in cycle @t, later than those before it; @now: a cycle that the sender has
 * already reached.
 */
static __always_inline void ss_places_add(struct ss_places *p, u64 *ring, u32 shift, u64 now,
					  u64 t)
{
	if (unlikely(p->count >> shift)) {
		ss_places_fold(p, ring, shift, now);
		if (ss_broken(p->count >> shift))
			return;
	}
	ring[(p->first + p->count) & ((1U << shift) - 1)] = t;
	p->count++;
}

/*
 * The cycle in which @want places will be free by the credits known, if there are fewer now;
 * U64_MAX if they do not suffice.
 */
static __always_inline u64 ss_places_when(const struct ss_places *p, const u64 *ring, u32 shift,
					  u32 want)
{
	u32 lacking = want - p->free;

	return lacking > p->count ? U64_MAX : ss_places_back(p, ring, shift, lacking - 1);
}

#endif /* SS_PLACES_H */
