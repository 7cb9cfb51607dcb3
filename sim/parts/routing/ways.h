/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of ways: all that a hop needs, in one entry.
 *
 * The table of turns (dimension_order.h) is in it four times: for packets from the ports of each
 * dimension, and from proc.  So an entry is for packets that go on in their ring, or for packets
 * that enter it, and names the bits of the VC to clear and to set.  Behind each of the four come
 * entries that are not valid, for routers that use their look-up tables.
 */
#ifndef SS_WAYS_H
#define SS_WAYS_H

#include "dimension_order.h"

/* The lowest bits of an entry are SS_TURN_PORT.  Then follow pairs of VC bits: */
#define SS_WAY_SET	3	/* four pairs: set, by the lowest bits of the node ids */
#define SS_WAY_CLEAR	11	/* cleared before */
#define SS_WAY_NOT	13	/* the entry is not valid for packets that have them */
#define SS_WAY_APART	15	/* the entry is not valid */

#define SS_WAYS_APART	SS_TURNS_RADIX	/* entries that are not valid */

/* Return the entries of the table of ways for a fabric of @radix; 0: it has none. */
static inline u32 ss_ways(const u32 radix[SEASTAR_DIMS])
{
	u32 turns = ss_turns(radix);

	return turns ? (SEASTAR_DIMS + 1) * (turns + SS_WAYS_APART) : 0;
}

/* Compute the entry for @turn, at coordinate @from, of packets that enter the ring or go on. */
static inline u16 ss_way(const struct ss_routing *rt, u32 dim, u32 from, u32 turn, bool enters)
{
	bool dateline = from == ss_route_dateline(rt, dim);
	u32 half = rt->vcs / 2, way = turn & SS_TURN_PORT;

	if (!(turn >> SS_TURN_KNOWN & 1))
		return 1U << SS_WAY_APART;
	for (u32 nodes = 0; nodes < 4; nodes++) {
		bool upper = enters ? turn >> (SS_TURN_UPPER + nodes) & 1 : dateline;

		way |= upper * half << (SS_WAY_SET + 2 * nodes);
	}
	if (enters)
		return way | half << SS_WAY_CLEAR;
	/* on the upper half, which does not cross a dateline; the rule never puts a packet there */
	return way | dateline * half << SS_WAY_NOT;
}

/*
 * Return the row of a router at @place: for each dimension, in 16 bits, its entry for coordinate 0,
 * and above them that for packets at their destination.
 */
static inline u64 ss_way_row(const struct ss_routing *rt, u64 place)
{
	u64 apart = ss_turns(rt->radix), row = 0;

	for (u32 d = 0; d <= SEASTAR_DIMS; d++) {
		u64 from = rt->turns_from[d] + ss_place_at(place, d) * rt->turns_row[d];

		row |= (place >> SS_PLACE_LOOKS_UP & 1 ? apart : from) << 16 * d;
	}
	return row;
}

/* Let router @id go by its place, which has changed. */
static inline void ss_ways_move(const struct ss_routing *rt, u32 id)
{
	((u64 *)rt->row)[id] = ss_way_row(rt, rt->place[id]);
}

/* Fill the table of ways, if there is one, for @routers routers, from the table of turns. */
static inline void ss_routing_keep_ways(struct ss_routing *rt, u32 routers)
{
	u32 turns = ss_turns(rt->radix);
	u16 *way = (u16 *)rt->way;

	if (!rt->turn || !way)
		return;
	for (u32 in = 0; in < SEASTAR_PORTS; in++)
		rt->ways_from[in] = (turns + SS_WAYS_APART) *
				    (in == SEASTAR_PORT_PROC ? SEASTAR_DIMS : ss_port_dim(in));
	for (u32 in = 0; in <= SEASTAR_DIMS; in++) {
		const u8 *turn = rt->turn;

		for (u32 d = 0; d < SEASTAR_DIMS; d++)
			for (u32 i = 0; i < rt->radix[d] * rt->radix[d]; i++)
				*way++ = ss_way(rt, d, i / rt->radix[d], *turn++, d != in);
		for (u32 i = 0; i < SS_PLACE_ABOVE; i++)
			*way++ = *turn++ & SS_TURN_PORT;
		for (u32 i = 0; i < SS_WAYS_APART; i++)
			*way++ = 1U << SS_WAY_APART;
	}
	for (u32 r = 0; r < routers; r++)
		ss_ways_move(rt, r);
}

/* Return the hop in cases that the table of ways does not cover; no coin is tossed. */
static noinline struct ss_hop ss_route_apart(const struct ss_routing *rt, u32 id, u32 in, u32 vc,
					     u32 dest)
{
	struct ss_hop hop;

	if (rt->tables)
		hop = ss_route_by_tables(rt, id, in, vc, dest);
	else
		hop = ss_route_tossed(rt, id, in, vc, dest, 0);
	if (!hop.drop && rt->broken && rt->broken[id] >> hop.port & 1) {
		hop.port = SEASTAR_PORT_PROC;
		hop.vc = vc;
		hop.drop = SS_DROP_LINK;
	}
	return hop;
}

/*
 * Return the hop of a packet for @dest in @vc of input port @in of router @id.  There are few
 * branches, since none could be predicted.
 */
static __always_inline struct ss_hop ss_route(const struct ss_routing *rt, u32 id, u32 in, u32 vc,
					      u32 dest)
{
	u64 here = rt->place[id], there = rt->place[dest];
	struct ss_hop hop = { .drop = SS_DROP_NONE };
	u32 shift, way, nodes;

	if (unlikely(!rt->way))
		return ss_route_apart(rt, id, in, vc, dest);
	/* the first dimension in which they differ, as the bit where it begins */
	shift = __builtin_ctzll((here ^ there) | 1ULL << 16 * SEASTAR_DIMS) & ~15U;
	way = rt->way[rt->ways_from[in] + (u16)(rt->row[id] >> shift) + (u16)(there >> shift)];
	if (unlikely((vc | 1U << (SS_WAY_APART - SS_WAY_NOT)) & way >> SS_WAY_NOT))
		return ss_route_apart(rt, id, in, vc, dest);
	/* the router looks nothing up, so the first shift gives twice its bit SS_PLACE_ODD */
	nodes = (here >> SS_PLACE_LOOKS_UP) + (there >> SS_PLACE_ODD);
	hop.port = way & SS_TURN_PORT;
	hop.vc = (vc & ~(way >> SS_WAY_CLEAR & 3)) | (way >> SS_WAY_SET >> 2 * nodes & 3);
	return hop;
}

#endif /* SS_WAYS_H */
