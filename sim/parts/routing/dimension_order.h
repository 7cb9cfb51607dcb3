/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Dimension-order routing on a k-ary n-cube, with datelines (docs/model.md, section 3).
 */
#ifndef SS_ROUTE_H
#define SS_ROUTE_H

#include "sim/core/fabric.h"
#include "sim/core/rng.h"
#include "sim/core/topology.h"

/**
 * struct ss_routing - what routes depend on
 * @place: by router, ss_route_place()
 * @radix: of each dimension
 * @mesh: bit d set where dimension d is a mesh
 * @vcs: virtual channels a class
 * @assignment: &enum ss_assignment, of these
 * @ties: &enum ss_ties
 * @turn: what the rule says, SS_TURN_KNOWN and so on, of who is in a ring or enters it, by where
 *	that is and where it leaves the ring; NULL: it is asked each time
 * @turns_from: where those of each dimension begin; behind the last, those of who has come home
 * @turns_row: entries for each place to be in
 */
struct ss_routing {
	const u64 *place;
	u32 radix[SEASTAR_DIMS];
	u32 mesh;
	u32 vcs;
	u32 assignment;
	u32 ties;
	const u8 *turn;
	u32 turns_from[SEASTAR_DIMS + 1];
	u32 turns_row[SEASTAR_DIMS + 1];
};

#define SS_TURN_PORT	7U	/* the output */
#define SS_TURN_UPPER	8U	/* who enters the ring leaves on the upper half of its VCs */
#define SS_TURN_KNOWN	16U	/* not half way round, where not the ring alone decides */

#define SS_TURNS_RADIX	64	/* the most for which there is such a table */

/**
 * struct ss_hop - where a packet goes from a router
 * @port: the output
 * @vc: on which
 */
struct ss_hop {
	u8 port;
	u8 vc;
};

/*
 * A router's place in a word, so that one look tells in what two places differ: its
 * coordinates in 16 bits each, above them a bit for each ring whose dateline it is.
 */
static inline u64 ss_route_place(const struct ss_topology *t, u32 id)
{
	struct ss_coord c = ss_coord_of(t, id);
	u64 place = 0;

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		place |= (u64)c.at[d] << 16 * d;
		if (c.at[d] == t->radix[d] - 1 && ss_is_torus(t, d))
			place |= 1ULL << (48 + d);
	}
	return place;
}

/* Entries of the table of turns for a fabric of so many routers in each dimension, or 0. */
static inline u32 ss_turns(const u32 radix[SEASTAR_DIMS])
{
	u32 n = 1U << SEASTAR_DIMS;

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		if (radix[d] > SS_TURNS_RADIX)
			return 0;
		n += radix[d] * radix[d];
	}
	return n;
}

/* Make @rt for a fabric of shape @t, with a place for each router. */
static inline void ss_routing_init(struct ss_routing *rt, const struct ss_topology *t, u32 vcs,
				   u32 assignment, u32 ties, u64 *place)
{
	rt->place = place;
	rt->mesh = t->mesh;
	rt->vcs = vcs;
	rt->assignment = assignment;
	rt->ties = ties;
	rt->turn = NULL;
	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		rt->radix[d] = t->radix[d];
	for (u32 r = 0; r < t->routers; r++) {
		place[r] = ss_route_place(t, r);
		/* who is on the upper half because of the dateline is there from the start */
		if (assignment == SS_ASSIGN_CROSSING)
			place[r] = place[r] << 16 >> 16;
	}
}

static inline u32 ss_place_at(u64 place, u32 dim)
{
	return place >> 16 * dim & 0xffff;
}

/*
 * The side to take in @dim from @here to @dest, whose coordinates differ in it.  Half way round
 * it is by parity of where a packet is and where it goes, so that of those from one router half go
 * either way, and of those to one, too, but in the last dimension, where they share a ring; or by a
 * coin, of which @toss is the packet's.
 */
static inline bool ss_route_plus(const struct ss_routing *rt, u32 dim, u64 here, u64 dest,
				 u64 toss)
{
	u32 from = ss_place_at(here, dim), to = ss_place_at(dest, dim), k = rt->radix[dim], ahead;
	u64 both = dest ^ here >> 16 * dim << 16 * dim;

	if (rt->mesh >> dim & 1)
		return to > from;
	ahead = to > from ? to - from : to + k - from;
	if (2 * ahead != k)
		return 2 * ahead < k;
	if (rt->ties == SS_TIES_PACKET)
		return ss_mix(toss + dim) & 1;
	/* without the destination's own coordinate here */
	return !((both ^ both >> 16 ^ both >> 32 ^ to) & 1);
}

/*
 * Does a packet that enters the ring of @dim at coordinate @from, to leave it at another, @to,
 * leave the dateline's router along the ring?  That is the last one, as seen by either side.
 */
static inline bool ss_route_crosses(const struct ss_routing *rt, u32 dim, u32 from,
				    u32 to, bool plus)
{
	u32 last = rt->radix[dim] - 1;

	if (rt->mesh >> dim & 1)
		return false;
	return from == last || (plus ? to < from : to > from && to != last);
}

/*
 * On which half of its class does a packet start that crosses no dateline: 0 or 1?  By the pair
 * of its routers in the ring, so that neither those from one router, nor those to one all go one
 * way, nor, in rings of eight or more, those of a pattern whose distance is fixed or whose sum is.
 */
static inline u32 ss_route_side(u32 from, u32 to)
{
	return (from ^ to >> 1) & 1;
}

/* Does a packet that enters a ring so start on the upper half, where not all start on the lower? */
static inline u32 ss_route_upper(const struct ss_routing *rt, u32 dim, u32 from, u32 to, bool plus)
{
	bool crosses = ss_route_crosses(rt, dim, from, to, plus);

	if (rt->assignment == SS_ASSIGN_CROSSING)
		return crosses;
	return !crosses && ss_route_side(from, to);
}

/* Where a packet for @dest goes that is in @vc of input port @in of router @id: ss_route_plus(). */
static inline struct ss_hop ss_route_tossed(const struct ss_routing *rt, u32 id, u32 in, u32 vc,
					    u32 dest, u64 toss)
{
	struct ss_hop hop = { .port = SEASTAR_PORT_PROC, .vc = vc };
	u64 here = rt->place[id], there = rt->place[dest];
	u32 half = rt->vcs / 2, dim, from, to;
	bool plus;

	if (id == dest)
		return hop;
	dim = __builtin_ctzll(here ^ there) / 16;
	from = ss_place_at(here, dim);
	to = ss_place_at(there, dim);
	if (ss_port_dim(in) == dim) {
		plus = !ss_port_plus(in);
	} else {
		plus = ss_route_plus(rt, dim, here, there, toss);
		/* start on the class's first half, in the lane it has */
		hop.vc &= ~half;
		if (rt->assignment != SS_ASSIGN_LOWER)
			hop.vc += half * ss_route_upper(rt, dim, from, to, plus);
	}
	hop.port = ss_dim_port(dim, plus);
	if (here >> (48 + dim) & 1)
		hop.vc += half;
	return hop;
}

/* What the rule says of a packet that is in the ring of @dim, at @from, and leaves it at @to. */
static inline u8 ss_turn(const struct ss_routing *rt, u32 dim, u32 from, u32 to)
{
	bool torus = !(rt->mesh >> dim & 1), plus, upper;
	u32 k = rt->radix[dim], ahead = to > from ? to - from : to + k - from;

	if (from == to || (torus && 2 * ahead == k))
		return 0;
	plus = torus ? 2 * ahead < k : to > from;
	upper = (rt->assignment != SS_ASSIGN_LOWER && ss_route_upper(rt, dim, from, to, plus)) ||
		(rt->assignment != SS_ASSIGN_CROSSING && torus && from == k - 1);
	return SS_TURN_KNOWN | upper * SS_TURN_UPPER | ss_dim_port(dim, plus);
}

/* Have @rt keep in @turn, of ss_turns(), what it says, unless that is nothing. */
static inline void ss_routing_keep_turns(struct ss_routing *rt, u8 *turn)
{
	u32 n = 0;

	if (!ss_turns(rt->radix))
		return;
	rt->turn = turn;
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		rt->turns_from[d] = n;
		rt->turns_row[d] = rt->radix[d];
		for (u32 from = 0; from < rt->radix[d]; from++)
			for (u32 to = 0; to < rt->radix[d]; to++)
				turn[n++] = ss_turn(rt, d, from, to);
	}
	/* whichever datelines it is on */
	rt->turns_from[SEASTAR_DIMS] = n;
	rt->turns_row[SEASTAR_DIMS] = 0;
	memset(turn + n, SS_TURN_KNOWN | SEASTAR_PORT_PROC, 1U << SEASTAR_DIMS);
}

/*
 * As ss_route_tossed(), where no coin is tossed, for packets that came here by it; without
 * branches, since none could be foretold.
 */
static inline struct ss_hop ss_route(const struct ss_routing *rt, u32 id, u32 in, u32 vc, u32 dest)
{
	u64 here = rt->place[id], there = rt->place[dest];
	u32 half = rt->vcs / 2, dim, turn, entered, on, straight;
	struct ss_hop hop;

	if (unlikely(!rt->turn))
		return ss_route_tossed(rt, id, in, vc, dest, 0);
	dim = __builtin_ctzll((here ^ there) | 1ULL << 16 * SEASTAR_DIMS) / 16;
	turn = rt->turn[rt->turns_from[dim] + ss_place_at(here, dim) * rt->turns_row[dim] +
			ss_place_at(there, dim)];
	if (unlikely(!(turn & SS_TURN_KNOWN)))
		return ss_route_tossed(rt, id, in, vc, dest, 0);
	entered = (vc & ~half) + (turn & SS_TURN_UPPER ? half : 0);
	on = vc + (here >> (48 + dim) & 1 ? half : 0);
	hop.port = turn & SS_TURN_PORT;
	straight = dim == ss_port_dim(in);
	straight |= dim == SEASTAR_DIMS;
	hop.vc = entered ^ ((entered ^ on) & -straight);
	return hop;
}

/* The VC on which a packet from @src to @dest of @class_ enters port proc. */
static inline u32 ss_route_inject(const struct ss_routing *rt, u32 src,
				  u32 dest, u32 class_)
{
	u32 half = rt->vcs / 2;

	if (rt->assignment == SS_ASSIGN_BALANCED)
		src >>= 1;
	return class_ * rt->vcs + (half ? (src ^ dest) & (half - 1) : 0);
}

#endif /* SS_ROUTE_H */
