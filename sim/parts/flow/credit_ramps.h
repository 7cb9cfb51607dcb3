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
 * @poor: set of VCs with fewer than a sender wants to have, by @have alone
 * @first: oldest ramp in the ring
 * @count: ramps in the ring
 */
struct ss_credits {
	s16 have[8];
	u16 first;
	u16 count;
	u8 poor;
};

/*
 * Ramps are added in a window of @window cycles, known when they are sent, @delay
 * cycles before they start.  Those not over when it begins start after it, but for
 * one under way: so many places are needed.
 */
static inline u32 ss_ramps_size(u32 delay, u32 window)
{
	return delay + window + 2;
}

/*
 * Fold in the ramps that are over by cycle @t; @size is that of the ring, @want what
 * a sender wants to have.
 */
static __always_inline void ss_credits_fold(struct ss_credits *c, const u64 *ring,
					    u32 size, u64 t, u32 want)
{
	u32 first = c->first, count = c->count;

	for (; count; count--) {
		u64 ramp = ring[first];

		if (SS_RAMP_START(ramp) + SS_RAMP_LEN(ramp) - 1 > t)
			break;
		c->have[SS_RAMP_VC(ramp)] += SS_RAMP_LEN(ramp);
		first = first + 1 < size ? first + 1 : 0;
	}
	c->first = first;
	c->count = count;
	for (u32 poor = c->poor; poor; poor &= poor - 1) {
		u32 vc = __builtin_ctz(poor);

		if (c->have[vc] >= (int)want)
			c->poor &= ~(1U << vc);
	}
}

/* @len credits of @vc are used. */
static __always_inline void ss_credits_spend(struct ss_credits *c, u32 vc, u32 len, u32 want)
{
	c->have[vc] -= len;
	if (c->have[vc] < (int)want)
		c->poor |= 1U << vc;
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

/* The place of ramp number @i, 0 the oldest, in a ring of @size. */
static inline u32 ss_ramp_place(const struct ss_credits *c, u32 size, u32 i)
{
	u32 place = c->first + i;

	return place < size ? place : place - size;
}

/* Add a ramp; @now: cycle that whoever counts these credits has come to, or beyond. */
static __always_inline void ss_credits_add(struct ss_credits *c, u64 *ring, u32 size,
					   u64 now, u32 want, u64 ramp)
{
	if (unlikely(c->count >= size))
		ss_credits_fold(c, ring, size, now, want);
	if (ss_broken(c->count >= size))
		return;
	ring[ss_ramp_place(c, size, c->count)] = ramp;
	c->count++;
}

/*
 * The cycle in which @vc will have @want credits by the ramps known, if it has
 * fewer now; U64_MAX if they do not suffice.
 */
static inline u64 ss_credits_when(const struct ss_credits *c, const u64 *ring,
				  u32 size, u32 vc, u32 want)
{
	u32 have = c->have[vc];

	for (u32 i = 0; i < c->count; i++) {
		u64 ramp = ring[ss_ramp_place(c, size, i)];

		if (SS_RAMP_VC(ramp) != vc)
			continue;
		if (have + (int)SS_RAMP_LEN(ramp) >= want)
			return SS_RAMP_START(ramp) + want - have - 1;
		have += SS_RAMP_LEN(ramp);
	}
	return U64_MAX;
}

#endif /* SS_CREDIT_H */
