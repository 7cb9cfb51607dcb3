/* SPDX-License-Identifier: GPL-2.0-only */
/* The next hop of a packet in its quadrant (docs/torus-router.md, section 4). */
#ifndef SS_TORUS_HOP_H
#define SS_TORUS_HOP_H

#include "router.h"

/**
 * struct trs_hop - a hop of a packet
 * @port: output port; proc: no hop is possible now
 * @vc: VC of the queue at the other end of the link
 */
struct trs_hop {
	u32 port;
	u32 vc;
};

/* Return the set of outputs that a packet at place @at may take to place @to. */
static inline u32 trs_outputs(u64 at, u64 to, u32 minus)
{
	u32 ports = 0;

	for (u32 d = 0; d < SS_DIMS; d++)
		if (ss_place_at(at ^ to, d))
			ports |= 1U << ss_dim_port(d, !(minus >> d & 1));
	return ports;
}

/*
 * Return true if star channels are open in dimension @d to a packet that has to move there, and in
 * other dimensions in which @apart is not zero; @lowest: @d is the first of these dimensions.
 */
static __always_inline bool trs_has_stars(const struct trs_fabric *tf, u64 apart, u32 d,
					  bool lowest)
{
	if (likely(tf->fabric.cfg.torus.stars == SS_STARS_LOWEST))
		return lowest;
	return !ss_place_beyond(apart, d);
}

/*
 * Return the VC behind output @o in dimension @d that a packet from place @from gets at place @at,
 * which is @apart from its destination; @lowest as for trs_has_stars().  SS_TORUS_VCS: none.
 */
static __always_inline u32 trs_vc(const struct trs_fabric *tf, const struct trs_output *o, u32 d,
				  u64 at, u64 from, u64 apart, bool minus, bool lowest)
{
	u32 star;

	if (likely(o->free[SS_STAR_NONE]))
		return SS_STAR_NONE;
	if (!trs_has_stars(tf, apart, d, lowest))
		return SS_TORUS_VCS;
	star = ss_star(ss_place_at(at, d), ss_place_at(from, d), tf->last[d], minus);
	return o->free[star] ? star : SS_TORUS_VCS;
}

/* Choose the dimension that a packet takes at router @r, among @ties of equal queues. */
static noinline u32 trs_tie(u32 ties, u64 header, u32 r)
{
	u64 draw = ss_mix(SS_HDR_SOURCE(header) | SS_HDR_GET(header, TID) << 16 | (u64)r << 32);
	u32 pick = ss_rng_below(draw, (ties & 1) + (ties >> 1 & 1) + (ties >> 2));

	while (pick--)
		ties &= ties - 1;
	return ss_lowest(ties);
}

/*
 * Return the hop from router @r of a packet with @header, at place @from on its way to place @to,
 * that goes minus in the dimensions @minus.  Of the outputs that have a VC for it, it takes the one
 * with most free places.
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
		u32 port, vc, free, back = minus >> d & 1;
		const struct trs_output *o;

		if (!ss_place_at(apart, d))
			continue;
		port = SEASTAR_PORT_XP + 2 * d + back;
		o = &rt->output[port];
		vc = trs_vc(tf, o, d, at, from, apart, back, lowest);
		lowest = false;
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
 * Make router @rt wait, since no flit can leave by any of @ports in cycle @t.  Returns true if
 * there will be a place in the next cycle.  Otherwise the event that frees one wakes the router.
 */
static __always_inline bool trs_wait_for(struct trs_router *rt, u32 ports, u64 t)
{
	rt->wanted |= ports;
	return trs_fresh(rt, ports, t);
}

#endif /* SS_TORUS_HOP_H */
