/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Dimension-order routing on a k-ary n-cube, with datelines (docs/model.md, section 3), by a rule
 * or by look-up tables (docs/routing.md).
 *
 * Most entries of look-up tables follow a rule, too: the output depends on the coordinates in one
 * dimension, and the VC of a packet that enters a ring on these and the lowest bits of two node
 * ids.  Such hops are in the table of turns, which stays in the cache.  Look-up tables are used
 * where turns are not known, and by routers whose tables differ from the rule.
 */
#ifndef SS_ROUTE_H
#define SS_ROUTE_H

#include "sim/core/fabric.h"
#include "sim/core/rng.h"
#include "sim/topology/cube.h"

#include "tables.h"

/**
 * struct ss_routing - the data that routes depend on
 * @place: ss_route_place() of each router
 * @radix: routers along each dimension
 * @mesh: bit d set where dimension d is a mesh
 * @vcs: virtual channels per class
 * @assignment: &enum ss_assignment, the choice of virtual channels
 * @ties: &enum ss_ties
 * @turn: table of turns: the hop by the rule (SS_TURN_KNOWN and so on) of a packet in a ring or
 * entering it, by its coordinate and the coordinate at which it leaves the ring; NULL: the rule is
 * computed for each hop
 * @turns_from: first entry of @turn for each dimension, and then for packets at their destination
 * @turns_row: entries of @turn per coordinate of a packet, by dimension
 * @way: table of ways, made from @turn (ways.h); NULL: there is none
 * @row: row of each router in @way
 * @ways_from: first entry of @way for each input port
 * @tables: look-up tables that route packets; NULL: the rule routes them
 * @broken: by router, the outputs for which packets are dropped; such a router uses its look-up
 * tables. NULL: all outputs work
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
	const u16 *way;
	const u64 *row;
	u32 ways_from[SEASTAR_PORTS];
	const struct ss_tables *tables;
	u8 *broken;
};

#define SS_TURN_PORT	7U	/* the output */
/* bit: the entry is valid; not half way round, where the hop depends on more than the ring */
#define SS_TURN_KNOWN	3
#define SS_TURN_UPPER	4	/* first of four bits: who enters the ring leaves on the upper half
				 * of its VCs, by the lowest bits of the node ids of the router and
				 * of the destination
				 */
#define SS_TURN_ALWAYS	(15U << SS_TURN_UPPER)

#define SS_TURNS_RADIX	64	/* the largest radix that has a table of turns */

/**
 * struct ss_hop - a hop of a packet
 * @port: output port
 * @vc: VC of the output
 * @drop: &enum ss_drop
 */
struct ss_hop {
	u8 port;
	u8 vc;
	u8 drop;
};

/*
 * A router's place in a word, so that one comparison shows the differences of two places.  The word
 * has the router's coordinates in 16 bits each, and above them a bit for each ring whose dateline
 * the router has.  Then follow a bit that is set if the router uses its look-up tables and, if
 * there are tables, the lowest bit of its node id.
 */
#define SS_PLACE_DATELINES	(16 * SEASTAR_DIMS)
#define SS_PLACE_LOOKS_UP	(SS_PLACE_DATELINES + SEASTAR_DIMS)
#define SS_PLACE_ODD		(SS_PLACE_LOOKS_UP + 1)
/* number of values of the bits above the coordinates */
#define SS_PLACE_ABOVE		(1U << (SEASTAR_DIMS + 2))

static inline u64 ss_route_place(const struct ss_topology *t, u32 id,
				 const struct ss_tables *tables)
{
	struct ss_coord c = ss_coord_of(t, id);
	u64 place = 0;

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		u32 dateline = tables ? tables->dateline[d] : t->size[d] - 1;

		place |= (u64)c.at[d] << 16 * d;
		if (c.at[d] == dateline && ss_is_torus(t, d))
			place |= 1ULL << (SS_PLACE_DATELINES + d);
	}
	return tables ? place | (tables->nid[id] & 1ULL) << SS_PLACE_ODD : place;
}

/*
 * Return the entries of the table of turns for a fabric of @radix, or 0 if it is too large for one.
 */
static inline u32 ss_turns(const u32 radix[SEASTAR_DIMS])
{
	u32 n = SS_PLACE_ABOVE;

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		if (radix[d] > SS_TURNS_RADIX)
			return 0;
		n += radix[d] * radix[d];
	}
	return n;
}

/* Initialize @rt for a fabric of shape @t, with a place for each router. */
static inline void ss_routing_init(struct ss_routing *rt, const struct ss_topology *t, u32 vcs,
				   u32 assignment, u32 ties, u64 *place)
{
	rt->place = place;
	rt->mesh = t->size[SS_MESH];
	rt->vcs = vcs;
	rt->assignment = assignment;
	rt->ties = ties;
	rt->turn = NULL;
	rt->way = NULL;
	rt->tables = NULL;
	rt->broken = NULL;
	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		rt->radix[d] = t->size[d];
	for (u32 r = 0; r < t->routers; r++) {
		place[r] = ss_route_place(t, r, NULL);
		/* on the upper half from the start, because of the dateline */
		if (assignment == SS_ASSIGN_CROSSING)
			place[r] = place[r] << 16 >> 16;
	}
}

static inline u32 ss_place_at(u64 place, u32 dim)
{
	return place >> 16 * dim & 0xffff;
}

/*
 * Return true if a packet takes the + side in @dim from @here to @dest, whose coordinates differ in
 * it.  Half way round, the tie is broken by the parity of both places, by a coin, which is @toss,
 * or always for +.  By parity half of the packets from one router go either way, and half of those
 * to one router; except in the last dimension, where these share a ring.
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
	if (rt->ties == SS_TIES_PLUS)
		return true;
	if (rt->ties == SS_TIES_PACKET)
		return ss_mix(toss + dim) & 1;
	/* the destination's own coordinate in this dimension is left out */
	return !((both ^ both >> 16 ^ both >> 32 ^ to) & 1);
}

/*
 * Return true if a packet that enters the ring of @dim at coordinate @from, and leaves it at
 * another, @to, leaves the dateline's router along the ring.  It is the last router of the
 * ring, for both directions.
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
 * Return the half of its class, 0 or 1, on which a packet starts that crosses no dateline.  The
 * pair of its routers in the ring decides, so that neither all packets from one router nor all to
 * one have the same half.  In rings of eight or more that is true of patterns with a fixed distance
 * or sum, too.
 */
static inline u32 ss_route_side(u32 from, u32 to)
{
	return (from ^ to >> 1) & 1;
}

/*
 * Return true if a packet that enters a ring so starts on the upper half, under an assignment that
 * uses both.
 */
static inline u32 ss_route_upper(const struct ss_routing *rt, u32 dim, u32 from, u32 to, bool plus)
{
	bool crosses = ss_route_crosses(rt, dim, from, to, plus);

	if (rt->assignment == SS_ASSIGN_CROSSING)
		return crosses;
	return !crosses && ss_route_side(from, to);
}

/*
 * Return the hop of a packet for @dest in @vc of input port @in of router @id; @toss: see
 * ss_route_plus().
 */
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
		/* start on the class's first half, in the packet's lane */
		hop.vc &= ~half;
		if (rt->assignment != SS_ASSIGN_LOWER)
			hop.vc += half * ss_route_upper(rt, dim, from, to, plus);
	}
	hop.port = ss_dim_port(dim, plus);
	if (here >> (SS_PLACE_DATELINES + dim) & 1)
		hop.vc += half;
	return hop;
}

/*
 * Compute the entry of the table of turns for a packet in the ring of @dim that goes from @from to
 * @to; 0: the table has none.
 */
static inline u8 ss_turn(const struct ss_routing *rt, u32 dim, u32 from, u32 to)
{
	bool torus = !(rt->mesh >> dim & 1), plus, upper;
	u32 k = rt->radix[dim], ahead = to > from ? to - from : to + k - from;

	if (from == to || (torus && 2 * ahead == k))
		return 0;
	plus = torus ? 2 * ahead < k : to > from;
	upper = (rt->assignment != SS_ASSIGN_LOWER && ss_route_upper(rt, dim, from, to, plus)) ||
		(rt->assignment != SS_ASSIGN_CROSSING && torus && from == k - 1);
	return 1U << SS_TURN_KNOWN | upper * SS_TURN_ALWAYS | ss_dim_port(dim, plus);
}

/* Look an entry up in the table of turns; 0, an invalid one, if there is no table. */
static inline u32 ss_route_turn(const struct ss_routing *rt, u32 dim, u64 here, u64 there)
{
	if (!rt->turn)
		return 0;
	return rt->turn[rt->turns_from[dim] + ss_place_at(here, dim) * rt->turns_row[dim] +
			ss_place_at(there, dim)];
}

/* Return the coordinate of the routers on the dateline of @dim, or SS_NO_DATELINE. */
static inline u32 ss_route_dateline(const struct ss_routing *rt, u32 dim)
{
	if (rt->mesh >> dim & 1)
		return SS_NO_DATELINE;
	if (rt->tables)
		return rt->tables->dateline[dim];
	return rt->assignment == SS_ASSIGN_CROSSING ? SS_NO_DATELINE : rt->radix[dim] - 1;
}

/*
 * Fill @turn, of ss_turns() entries, as the table of turns of @rt; without entries @rt gets no
 * table.
 */
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
	/* at the destination, whichever datelines it is on */
	rt->turns_from[SEASTAR_DIMS] = n;
	rt->turns_row[SEASTAR_DIMS] = 0;
	memset(turn + n, 1U << SS_TURN_KNOWN | SEASTAR_PORT_PROC, SS_PLACE_ABOVE);
}

/*
 * Let @tables route packets, NULL: the rule.  The table of turns is not used with tables until it
 * has been made from them.
 */
static inline void ss_routing_load(struct ss_routing *rt, const struct ss_topology *t,
				   const struct ss_tables *tables)
{
	u64 *place = (u64 *)rt->place;

	rt->tables = tables;
	for (u32 r = 0; r < t->routers; r++)
		place[r] = ss_route_place(t, r, tables);
	if (rt->turn)
		ss_routing_keep_turns(rt, (u8 *)rt->turn);
}

/* Return true if the router at @here has a link behind network port @port. */
static inline bool ss_route_has_link(const struct ss_routing *rt, u64 here, u32 port)
{
	u32 dim = ss_port_dim(port), at = ss_place_at(here, dim), last = rt->radix[dim] - 1;

	if (!last)
		return false;
	return !(rt->mesh >> dim & 1) || at != (ss_port_plus(port) ? last : 0);
}

/* Return the hop by the look-up tables. */
static inline struct ss_hop ss_route_by_tables(const struct ss_routing *rt, u32 id, u32 in, u32 vc,
					       u32 dest)
{
	u8 entry = ss_tables_entry(rt->tables, id, in, dest);
	u32 half = rt->vcs / 2, port = ss_route_port(entry);
	struct ss_hop hop = { .port = SEASTAR_PORT_PROC, .vc = vc, .drop = SS_DROP_NO_ROUTE };

	if (!ss_route_is_entry(entry))
		return hop;
	if (port == SEASTAR_PORT_PROC && id != dest)
		return hop;
	if (port != SEASTAR_PORT_PROC &&
	    (id == dest || !ss_route_has_link(rt, rt->place[id], port)))
		return hop;
	if (ss_route_vc(entry) != SS_ROUTE_KEEP)
		vc &= ~half;
	if (ss_route_vc(entry) == SS_ROUTE_VC1)
		vc += half;
	hop.drop = SS_DROP_NONE;
	if (port != SEASTAR_PORT_PROC &&
	    rt->place[id] >> (SS_PLACE_DATELINES + ss_port_dim(port)) & 1) {
		if (vc & half)
			hop.drop = SS_DROP_DATELINE;
		else
			vc += half;
	}
	if (hop.drop)
		return hop;
	hop.port = port;
	hop.vc = vc;
	return hop;
}

/* Return the VC on which a packet from @src to @dest of @class_ enters port proc. */
static inline u32 ss_route_inject(const struct ss_routing *rt, u32 src,
				  u32 dest, u32 class_)
{
	u32 half = rt->vcs / 2;

	if (rt->assignment == SS_ASSIGN_BALANCED)
		src >>= 1;
	return class_ * rt->vcs + (half ? (src ^ dest) & (half - 1) : 0);
}

#endif /* SS_ROUTE_H */
