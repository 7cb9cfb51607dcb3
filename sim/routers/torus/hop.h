/* SPDX-License-Identifier: GPL-2.0-only */
/* The next hop of a packet in its quadrant (docs/torus-router.md, section 4). */
#ifndef SS_TORUS_HOP_H
#define SS_TORUS_HOP_H

#include "router.h"

/**
 * struct trs_hop - where a packet goes
 * @port: output; proc: nowhere now
 * @vc: beyond it
 * @ports: outputs that it may take, as bits
 */
struct trs_hop {
	u32 port;
	u32 vc;
	u32 ports;
};

/* Which VC of @o the packet gets, if the star channel it may take is @star. */
static __always_inline u32 trs_vc(const struct trs_output *o, u32 star)
{
	if (likely(o->free[SS_STAR_NONE]))
		return SS_STAR_NONE;
	return o->free[star] ? star : SS_TORUS_VCS;
}

/* Of dimensions whose queues are equally long, @ties, the one that a packet takes at router @r. */
static noinline u32 trs_tie(u32 ties, u64 header, u32 r)
{
	u64 draw = ss_mix(SS_HDR_SOURCE(header) | SS_HDR_GET(header, TID) << 16 | (u64)r << 32);
	u32 pick = ss_rng_below(draw, __builtin_popcount(ties));

	while (pick--)
		ties &= ties - 1;
	return ss_lowest(ties);
}

/*
 * The hop from router @r of a packet with @header from @from to @to, places, that goes minus in the
 * dimensions @minus.  Of the outputs that have a VC for it, it takes the one with most places free.
 */
static __always_inline struct trs_hop trs_hop(const struct trs_fabric *tf,
					      const struct trs_router *rt, u32 r, u64 header,
					      u64 from, u64 to, u32 minus)
{
	u64 at = tf->place[r], apart = at ^ to;
	u32 vcs = 0, ties = 0, most = 0;
	struct trs_hop hop = { 0 };
	bool lowest = true;

	for (u32 d = 0; d < SS_DIMS; d++) {
		u32 port, vc, free, star = SS_STAR_NONE;
		const struct trs_output *o;

		if (!ss_place_at(apart, d))
			continue;
		port = SEASTAR_PORT_XP + 2 * d + (minus >> d & 1);
		hop.ports |= 1U << port;
		o = &rt->output[port];
		if (lowest)
			star = ss_star(ss_place_at(at, d), ss_place_at(from, d), tf->last[d],
				       minus >> d & 1);
		lowest = false;
		vc = trs_vc(o, star);
		if (vc == SS_TORUS_VCS)
			continue;
		free = o->all;
		if (free > most)
			ties = 0;
		if (free >= most)
			ties |= 1U << d;
		most = free > most ? free : most;
		vcs |= vc << 4 * d;
	}
	if (ties) {
		u32 d = ss_several(ties) ? trs_tie(ties, header, r) : ss_lowest(ties);

		hop.port = SEASTAR_PORT_XP + 2 * d + (minus >> d & 1);
		hop.vc = vcs >> 4 * d & 15;
	}
	return hop;
}

/*
 * Nobody at router @rt can go out at any of @ports in cycle @t.  Return: will there be a place in
 * the next cycle, in which somebody may?  Otherwise whoever brings one wakes the router.
 */
static __always_inline bool trs_wait_for(struct trs_router *rt, u32 ports, u64 t)
{
	rt->wanted |= ports;
	return trs_fresh(rt, ports, t);
}

#endif /* SS_TORUS_HOP_H */
