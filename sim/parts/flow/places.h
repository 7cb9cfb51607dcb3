/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Free places for packets in a queue, as its sender counts them.
 *
 * A place that a packet leaves comes back to the sender as a credit.  The cycle in which it does is
 * known as soon as the packet is granted, and kept in a ring.  Places are counted as free when
 * their credits become known; the ring has the cycle from which a number of places really is free.
 */
#ifndef SS_PLACES_H
#define SS_PLACES_H

#include "sim/core/port.h"

/**
 * struct ss_places - places of one queue
 * @free: places that are free, or will be by credits under way
 * @next: place in the ring for the next credit, modulo the ring's size
 */
struct ss_places {
	u16 free;
	u16 next;
};

/*
 * Return log2 of the places of a ring.  A packet is granted when the one before it has left, and a
 * place comes back @delay cycles after its packet has left: so at a window's beginning the credits
 * on their way are at most those of @window and @delay cycles together.
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
 * Return the cycle in which credit number @i comes back, 0 the last one, 1 the one before it; 0 if
 * there was none, or so many came after it that it must have come back.
 */
static __always_inline u64 ss_places_back(const struct ss_places *p, const u64 *ring, u32 shift,
					  u32 i)
{
	return i >> shift ? 0 : ring[ss_places_at(shift, p->next - 1 - i)];
}

/*
 * Add a credit that comes back in cycle @t, later than those before it; @now: a cycle that the
 * sender has already reached.
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

/*
 * Return the cycle in which @want places are free by the known credits; U64_MAX if they do not
 * suffice.
 */
static __always_inline u64 ss_places_when(const struct ss_places *p, const u64 *ring, u32 shift,
					  u32 want)
{
	return p->free < want ? U64_MAX : ss_places_back(p, ring, shift, p->free - want);
}

/* Count the credits that are not back before cycle @t. */
static inline u32 ss_places_coming(const struct ss_places *p, const u64 *ring, u32 shift, u64 t)
{
	u32 n = 0;

	while (ss_places_back(p, ring, shift, n) && ss_places_back(p, ring, shift, n) >= t)
		n++;
	return n;
}

#endif /* SS_PLACES_H */
