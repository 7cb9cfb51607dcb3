/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Credits on their way back to a sender.
 *
 * A packet of n flits that leaves an input buffer sends back n credits, one a cycle: a ramp, known
 * whole when its first flit moves.  Ramps of one link never overlap, because an input port passes
 * one flit per cycle.
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
 * @have: credits of all known ramps, with those that have not come yet, less what was spent; by
 * SS_WITHHELD less while they are withheld
 * @ramps: ramps that were added, modulo 2^16
 * @poor: set of VCs that may have fewer credits than a sender needs
 *
 * A ring of ramps keeps the latest ones, so that credits that have not come yet can be left out.
 * There are few of them: with ss_credits_enough() or more a sender has what it needs, in any case.
 */
struct ss_credits {
	s16 have[8];
	u16 ramps;
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
 * Return a number of credits with which @want of them have come: ramps of up to @want flits bring
 * one credit per cycle, and are known up to @delay and @window cycles ahead.
 */
static inline u32 ss_credits_enough(u32 want, u32 delay, u32 window)
{
	return 2 * want + delay + window;
}

/* Spend @len credits of @vc; @enough: ss_credits_enough(). */
static __always_inline void ss_credits_spend(struct ss_credits *c, u32 vc, u32 len, u32 enough)
{
	c->have[vc] -= len;
	c->poor |= (c->have[vc] < (int)enough) << vc;
}

/* Forget that VCs may be poor that have @enough credits (ss_credits_enough()). */
static inline void ss_credits_review(struct ss_credits *c, u32 enough)
{
	for (u32 poor = c->poor; poor; poor &= poor - 1) {
		u32 vc = __builtin_ctz(poor);

		c->poor &= ~((c->have[vc] >= (int)enough) << vc);
	}
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

/* Return the place of the ramp before the last @i ones in a ring of 2^@shift. */
static __always_inline u32 ss_ramp_place(const struct ss_credits *c, u32 shift, u32 i)
{
	return (c->ramps - 1 - i) & ((1U << shift) - 1);
}

/* Add a ramp to @ring, of 2^@shift places. */
static __always_inline void ss_credits_add(struct ss_credits *c, u64 *ring, u32 shift, u64 ramp)
{
	ring[c->ramps & ((1U << shift) - 1)] = ramp;
	c->ramps++;
	c->have[ss_ramp_vc(ramp)] += ss_ramp_len(ramp);
}

/*
 * Return the credits of @vc that have come by cycle @t, not before the window; negative while they
 * are withheld.
 */
static inline int ss_credits_at(const struct ss_credits *c, const u64 *ring, u32 shift, u32 vc,
				u64 t)
{
	int n = c->have[vc];

	for (u32 i = 0; i >> shift == 0; i++) {
		u64 ramp = ring[ss_ramp_place(c, shift, i)], left = ss_ramp_end(ramp) - t;

		if (ss_ramp_end(ramp) <= t)
			break;
		if (ss_ramp_vc(ramp) == vc)
			n -= left < ss_ramp_len(ramp) ? left : ss_ramp_len(ramp);
	}
	return n;
}

/*
 * Return the cycle in which @vc, which has fewer now, will have @want credits by the known ramps;
 * U64_MAX if they do not suffice.
 */
static inline u64 ss_credits_when(const struct ss_credits *c, const u64 *ring, u32 shift, u32 vc,
				  u32 want)
{
	int more = c->have[vc] - (int)want;

	if (more < 0)
		return U64_MAX;
	for (u32 i = 0; i >> shift == 0; i++) {
		u64 ramp = ring[ss_ramp_place(c, shift, i)];

		if (ss_ramp_vc(ramp) != vc)
			continue;
		if (more < (int)ss_ramp_len(ramp))
			return ss_ramp_end(ramp) - more;
		more -= ss_ramp_len(ramp);
	}
	return U64_MAX;
}

#endif /* SS_CREDIT_H */
