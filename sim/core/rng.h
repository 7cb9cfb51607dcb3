/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counter-based random numbers: draw n of stream s is a pure function of
 * (seed, s, n), so results cannot depend on the order of evaluation.  The mix
 * is the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
 */
#ifndef SS_RNG_H
#define SS_RNG_H

#include "port.h"

#define SS_GOLDEN	0x9e3779b97f4a7c15ULL

static inline u64 ss_mix(u64 z)
{
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/* Return the key of stream @s under @seed. */
static inline u64 ss_rng_key(u64 seed, u64 s)
{
	return ss_mix(ss_mix(seed + SS_GOLDEN) ^ (s * SS_GOLDEN));
}

/* Further streams of a source: their keys are ss_rng_key(its key, number). */
#define SS_STREAM_PARTS	1	/* draw n: the part packet n belongs to */
#define SS_STREAM_REPLIES	2	/* draw n: the length of reply n */
#define SS_STREAM_QUADRANTS	3	/* draws of packet n: its quadrant (torus) */
#define SS_STREAM_ROUTES	4	/* draw n: the way of packet n (dragonfly, vc) */
#define SS_STREAM_ATTEMPTS	5	/* draws of an attempt to route a packet (dragonfly) */
#define SS_STREAM_REPLY_ROUTES	6	/* draw n: the way of reply n (dragonfly) */
#define SS_STREAM_INJECT_VCS	7	/* draws 2n, 2m + 1: VC of packet n, reply m (dragonfly) */
#define SS_STREAM_LINKS	8	/* and beyond, by port: draw n: good bits before the n-th bad one */

/* Return draw @n of the stream with @key. */
static inline u64 ss_rng_draw(u64 key, u64 n)
{
	return ss_mix(key + (n + 1) * SS_GOLDEN);
}

/* Return the upper half of a 64 by 64 bit product. */
static inline u64 ss_mulhi(u64 a, u64 b)
{
#ifdef __SIZEOF_INT128__
	return (u64)(((__uint128_t)a * b) >> 64);
#else
	u64 al = (u32)a, ah = a >> 32, bl = (u32)b, bh = b >> 32;
	u64 mid = ah * bl + (al * bl >> 32);

	return ah * bh + (mid >> 32) + ((al * bh + (u32)mid) >> 32);
#endif
}

/* Map a draw to 0 .. @n - 1 with equal chances (to within @n / 2^64). */
static inline u32 ss_rng_below(u64 draw, u32 n)
{
	return (u32)ss_mulhi(draw, n);
}

#endif /* SS_RNG_H */
