/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Credits on their way back to a sender.
 *
 * A packet of n flits that leaves an input buffer sends back n credits, one a
 * cycle: a ramp, known whole when its first flit moves.  Ramps of one link never
 * overlap, because an input port passes one flit a cycle.  They are kept until
 * somebody asks how many credits there are.
 */
#ifndef SS_CREDIT_H
#define SS_CREDIT_H

#include "port.h"

/* A ramp in one word: cycle of arrival of the first credit, VC, length. */
#define SS_RAMP(start, vc, len)	((u64)(start) << 7 | (vc) << 4 | (len))
#define SS_RAMP_START(ramp)	((ramp) >> 7)
#define SS_RAMP_VC(ramp)	((u32)(ramp) >> 4 & 7)
#define SS_RAMP_LEN(ramp)	((u32)(ramp) & 15)

/**
 * struct ss_credits - what a sender may still send, by VC
 * @have: credits of the ramps that have been folded in; below 0 while some of a
 *	ramp under way have been spent already
 * @first: oldest ramp in the ring
 * @count: ramps in the ring
 */
struct ss_credits {
	s16 have[8];
	u16 first;
	u16 count;
};

/*
 * Ramps not yet over when one is added start within @delay cycles and one may be
 * under way: the ring needs @delay + 2 places.
 */
static inline u32 ss_ramp_ring(u32 delay)
{
	u32 n = 4;

	while (n < delay + 2)
		n *= 2;
	return n;
}

/* Fold in the ramps that are over by cycle @t; @mask is the ring's size - 1. */
static inline void ss_credits_fold(struct ss_credits *c, const u64 *ring,
				   u32 mask, u64 t)
{
	while (c->count) {
		u64 ramp = ring[c->first];

		if (SS_RAMP_START(ramp) + SS_RAMP_LEN(ramp) - 1 > t)
			break;
		c->have[SS_RAMP_VC(ramp)] += SS_RAMP_LEN(ramp);
		c->first = (c->first + 1) & mask;
		c->count--;
	}
}

/* Credits of @vc in cycle @t, after ss_credits_fold() to @t. */
static inline u32 ss_credits_at(const struct ss_credits *c, const u64 *ring,
				u32 vc, u64 t)
{
	u64 ramp = ring[c->first];
	int n = c->have[vc];

	if (c->count && SS_RAMP_VC(ramp) == vc && SS_RAMP_START(ramp) <= t)
		n += t - SS_RAMP_START(ramp) + 1;
	return n;
}

/* Add a ramp at cycle @now. */
static inline void ss_credits_add(struct ss_credits *c, u64 *ring, u32 mask,
				  u64 now, u64 ramp)
{
	ss_credits_fold(c, ring, mask, now);
	if (ss_broken(c->count > mask))
		return;
	ring[(c->first + c->count) & mask] = ramp;
	c->count++;
}

/*
 * The cycle in which @vc will have @want credits by the ramps known, if it has
 * fewer now; U64_MAX if they do not suffice.
 */
static inline u64 ss_credits_when(const struct ss_credits *c, const u64 *ring,
				  u32 mask, u32 vc, u32 want)
{
	u32 have = c->have[vc];

	for (u32 i = 0; i < c->count; i++) {
		u64 ramp = ring[(c->first + i) & mask];

		if (SS_RAMP_VC(ramp) != vc)
			continue;
		if (have + (int)SS_RAMP_LEN(ramp) >= want)
			return SS_RAMP_START(ramp) + want - have - 1;
		have += SS_RAMP_LEN(ramp);
	}
	return U64_MAX;
}

#endif /* SS_CREDIT_H */
