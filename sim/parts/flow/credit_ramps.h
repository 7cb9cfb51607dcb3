/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Credits on their way back to a sender.
 *
 * A packet of n flits that leaves an input buffer sends back n credits, one a cycle: a ramp, known
 * whole when its first flit moves.  Ramps of one link never overlap, because an input port passes
 * one flit per cycle.  Ramps are kept in a ring until the credits are counted.
 */
#ifndef SS_CREDIT_H
#define SS_CREDIT_H

#include "port.h"

/* Pack a ramp into one word: cycle of arrival of its last credit, VC, length. */
static __always_inline u64 ss_ramp(u64 start, u32 vc, u32 len)
{
	return (start + len - 1) << 7 | vc << 4 | len;
}

static __always_inline u64 ss_ramp_end(u64 ramp)
{
	return ramp >> 7;
}

static __always_inline u32 ss_ramp_vc(u64 ramp)
{
	return ramp >> 4 & 7;
}

static __always_inline u32 ss_ramp_len(u64 ramp)
{
	return ramp & 15;
}

static __always_inline u64 ss_ramp_start(u64 ramp)
{
	return ss_ramp_end(ramp) + 1 - ss_ramp_len(ramp);
}

/**
 * struct ss_credits - credits of a sender, by VC
 * @have: credits of the ramps that have been folded in; negative if credits of a ramp under way are
 * spent already, and by SS_WITHHELD less while they are withheld
 * @poor: set of VCs with fewer credits than a sender needs, by @have alone
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
 * Return log2 of the places of a ring of ramps.  Ramps are added in a window of @window cycles,
 * when they are sent, @delay cycles before they start.  Ramps that are not over when the window
 * begins start after it, except for one under way: that bounds their number.
 */
static inline u32 ss_ramps_shift(u32 delay, u32 window)
{
	return 32 - __builtin_clz(delay + window + 1);
}

/*
 * Add the ramps that are over by cycle @t to @c->have; the ring has 2^@shift places, and a sender
 * needs @want credits.
 */
static __always_inline void ss_credits_fold(struct ss_credits *c, const u64 *ring,
					    u32 shift, u64 t, u32 want)
{
	u32 first = c->first, count = c->count;

	for (; count; count--) {
		u64 ramp = ring[first];

		if (ss_ramp_end(ramp) > t)
			break;
		c->have[ss_ramp_vc(ramp)] += ss_ramp_len(ramp);
		first = (first + 1) & ((1U << shift) - 1);
	}
	c->first = first;
	c->count = count;
	for (u32 poor = c->poor; poor; poor &= poor - 1) {
		u32 vc = __builtin_ctz(poor);

		if (c->have[vc] >= (int)want)
			c->poor &= ~(1U << vc);
	}
}

/* Spend @len credits of @vc. */
static __always_inline void ss_credits_spend(struct ss_credits *c, u32 vc, u32 len, u32 want)
{
	c->have[vc] -= len;
	c->poor |= (c->have[vc] < (int)want) << vc;
}

#define SS_WITHHELD	16384	/* more credits than there can be */

/* Withhold the credits of @vcs VCs from senders; they are counted on. */
static inline void ss_credits_withhold(struct ss_credits *c, u32 vcs)
{
	for (u32 vc = 0; vc < vcs; vc++)
		c->have[vc] -= SS_WITHHELD;
	c->poor = (1U << vcs) - 1;
}

/* Give the credits of ss_credits_withhold() back. */
static inline void ss_credits_release(struct ss_credits *c, u32 vcs)
{
	for (u32 vc = 0; vc < vcs; vc++)
		c->have[vc] += SS_WITHHELD;
}

/*
 * Return the credits of @vc in cycle @t, after ss_credits_fold() to @t; negative while they are
 * withheld.
 */
static inline int ss_credits_at(const struct ss_credits *c, const u64 *ring,
				u32 vc, u64 t)
{
	u64 ramp = ring[c->first];
	int n = c->have[vc];

	if (c->count && ss_ramp_vc(ramp) == vc && ss_ramp_start(ramp) <= t)
		n += t - ss_ramp_start(ramp) + 1;
	return n;
}

/* Return the place of ramp number @i, 0 the oldest, in a ring of 2^@shift. */
static inline u32 ss_ramp_place(const struct ss_credits *c, u32 shift, u32 i)
{
	return (c->first + i) & ((1U << shift) - 1);
}

/* Add a ramp.  @now: a cycle that the sender has already reached. */
static __always_inline void ss_credits_add(struct ss_credits *c, u64 *ring, u32 shift,
					   u64 now, u32 want, u64 ramp)
{
	if (unlikely(c->count >> shift)) {
		ss_credits_fold(c, ring, shift, now, want);
		if (ss_broken(c->count >> shift))
			return;
	}
	ring[ss_ramp_place(c, shift, c->count)] = ramp;
	c->count++;
}

/*
 * Return the cycle in which @vc, which has fewer now, will have @want credits by the known ramps;
 * U64_MAX if they do not suffice.
 */
static inline u64 ss_credits_when(const struct ss_credits *c, const u64 *ring,
				  u32 shift, u32 vc, u32 want)
{
	int have = c->have[vc];

	for (u32 i = 0; i < c->count; i++) {
		u64 ramp = ring[ss_ramp_place(c, shift, i)];

		if (ss_ramp_vc(ramp) != vc)
			continue;
		if (have + (int)ss_ramp_len(ramp) >= (int)want)
			return ss_ramp_start(ramp) + want - have - 1;
		have += ss_ramp_len(ramp);
	}
	return U64_MAX;
}

#endif /* SS_CREDIT_H */
