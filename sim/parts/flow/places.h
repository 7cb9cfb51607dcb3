/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Free places for packets in a queue, as its sender counts them.
 *
 * A place that a packet leaves comes back to the sender as a credit.  The cycle in which it does is
 * known as soon as the packet is granted, and kept in a ring.  Places are counted when their
 * credits become known: whether so many are free by a cycle depends on one of the last credits.
 */
#ifndef SS_PLACES_H
#define SS_PLACES_H

#include "sim/core/port.h"

/**
 * struct ss_places - places of one queue
 * @free: those that are free, or will be by the credits known
 * @next: where the next credit goes in the ring, modulo its places
 */
struct ss_places {
	u16 free;
	u16 next;
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

static __always_inline u32 ss_places_at(u32 shift, u32 i)
{
	return i & ((1U << shift) - 1);
}

/*
 * The cycle in which credit number @i is back, 0 the last one, 1 the one before it; 0: there was
 * none, or so many came after it that it must be.
 */
static __always_inline u64 ss_places_back(const struct ss_places *p, const u64 *ring, u32 shift,
					  u32 i)
{
	return i >> shift ? 0 : ring[ss_places_at(shift, p->next - 1 - i)];
}

/*
 * A credit will be back in cycle @t, later than those before it; @now: a cycle that the sender has
 * already reached.
 */
static __always_inline void ss_places_add(struct ss_places *p, u64 *ring, u32 shift, u64 now,
					  u64 t)
{
	u64 *place = &ring[ss_places_at(shift, p->next)];

	if (ss_broken(*place > now))
		return;
	*place = t;
	p->next++;
	p->free++;
}

/* The cycle in which @want places are free by the credits known; U64_MAX if they do not suffice. */
static __always_inline u64 ss_places_when(const struct ss_places *p, const u64 *ring, u32 shift,
					  u32 want)
{
	return p->free < want ? U64_MAX : ss_places_back(p, ring, shift, p->free - want);
}

/* The number of credits that are not back before cycle @t. */
static inline u32 ss_places_coming(const struct ss_places *p, const u64 *ring, u32 shift, u64 t)
{
	u32 n = 0;

	while (ss_places_back(p, ring, shift, n) && ss_places_back(p, ring, shift, n) >= t)
		n++;
	return n;
}

#endif /* SS_PLACES_H */
