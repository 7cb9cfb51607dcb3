// SPDX-License-Identifier: GPL-2.0-only
/*
 * What look-up tables have in common is put into the table of turns, and the routers that it is not
 * true of are marked, so that only these look their tables up.
 *
 * Packets for a goal, a router of the same region or the odd or the even node ids of another, are
 * looked at goal by goal.  What the processor's tables say at most routers is the rule, if three of
 * four agree.  A router goes by it if no table of it says otherwise, and if none that a packet may
 * come to says nothing.  A packet may come from a neighbour one of whose tables leads here: so what
 * is decided here does not depend on other routers going by the rule, too.
 */
#include "turns.h"

#define NODES	4	/* values of the lowest bits of two node ids */
#define OTHER	0xff	/* is not in the form of a turn */

/**
 * struct ss_survey - what is found out
 * @f: the fabric
 * @rt: its routing; the tables are in it, and the turns, and the marks will be
 * @turn: those of @rt
 * @place: likewise
 * @turns: how many
 * @vote: by turn and lowest bits: what most say, if there is such a thing
 * @votes: how many more did than did not
 * @asked: by turn: how many were
 * @against: how many of these said otherwise
 * @leads: by router: a bit for each input port that a packet for the goal may come to
 * @plane: routers of a plane of x
 */
struct ss_survey {
	struct ss_fabric *f;
	struct ss_routing *rt;
	u8 *turn;
	u64 *place;
	u32 turns;
	u8 *vote;
	u32 *votes;
	u32 *asked;
	u32 *against;
	u8 *leads;
	u32 plane;
};

void ss_turns_except(struct ss_fabric *f, u32 r)
{
	u64 *place = (u64 *)ss_seastar(f)->routing.place;

	place[r] |= 1ULL << SS_PLACE_LOOKS_UP;
}

size_t ss_survey_bytes(const struct ss_fabric *f)
{
	size_t turns = ss_turns(f->cfg.radix);

	return turns * (NODES * (sizeof(u32) + 1) + 2 * sizeof(u32)) + f->topo.routers;
}

static void init(struct ss_survey *s, struct ss_fabric *f, void *scratch)
{
	struct ss_routing *rt = &ss_seastar(f)->routing;

	memset(scratch, 0, ss_survey_bytes(f));
	s->f = f;
	s->rt = rt;
	s->turn = (u8 *)rt->turn;
	s->place = (u64 *)rt->place;
	s->turns = ss_turns(f->cfg.radix);
	s->votes = scratch;
	s->asked = s->votes + s->turns * NODES;
	s->against = s->asked + s->turns;
	s->vote = (u8 *)(s->against + s->turns);
	s->leads = s->vote + s->turns * NODES;
	s->plane = f->topo.radix[1] * f->topo.radix[2];
}

static u32 region_of(const struct ss_survey *s, u32 r)
{
	return ss_route_region(s->rt->tables->nid[r]);
}

static u32 is_odd(const struct ss_survey *s, u32 r)
{
	return s->rt->tables->nid[r] & 1;
}

/* Is each region whole planes of y and z? */
static bool has_planes(const struct ss_survey *s)
{
	for (u32 r = 0; r < s->f->topo.routers; r++)
		if (region_of(s, r) != region_of(s, r - r % s->plane))
			return false;
	return true;
}

/* The first dimension in which two places differ, or SEASTAR_DIMS. */
static u32 dim_of(u64 here, u64 there)
{
	return __builtin_ctzll((here ^ there) | 1ULL << 16 * SEASTAR_DIMS) / 16;
}

static u32 turn_at(const struct ss_survey *s, u32 dim, u32 from, u32 to)
{
	return s->rt->turns_from[dim] + from * s->rt->turns_row[dim] + to;
}

/* As a turn, except for what @entry says of packets that enter a ring of @dim at router @r. */
static u8 said(const struct ss_survey *s, u32 r, u32 dim, u8 entry)
{
	u32 port = ss_route_port(entry), vc = ss_route_vc(entry);
	bool dateline = s->place[r] >> (SS_PLACE_DATELINES + dim) & 1;

	if (!ss_route_is_entry(entry) || port == SEASTAR_PORT_PROC || ss_port_dim(port) != dim ||
	    vc == SS_ROUTE_KEEP || !ss_route_has_link(s->rt, s->place[r], port))
		return OTHER;
	/* on VC1 it is dropped there */
	if (dateline && vc == SS_ROUTE_VC1)
		return OTHER;
	return port | (dateline || vc == SS_ROUTE_VC1) << SS_TURN_UPPER;
}

/* Do one of the two rounds for router @r, whose processor has @entry for @turn. */
typedef void (*ask_fn)(struct ss_survey *s, u32 r, u32 dim, u32 turn, u32 nodes, u8 entry);

static void vote(struct ss_survey *s, u32 r, u32 dim, u32 turn, u32 nodes, u8 entry)
{
	u32 i = turn * NODES + nodes;
	u8 is = said(s, r, dim, entry);

	if (!s->votes[i])
		s->vote[i] = is;
	if (s->vote[i] == is)
		s->votes[i]++;
	else
		s->votes[i]--;
}

static void count(struct ss_survey *s, u32 r, u32 dim, u32 turn, u32 nodes, u8 entry)
{
	s->asked[turn]++;
	s->against[turn] += s->vote[turn * NODES + nodes] != said(s, r, dim, entry);
}

static void ask_region(struct ss_survey *s, u32 dest, ask_fn ask)
{
	const struct ss_tables *t = s->rt->tables;
	u64 there = s->place[dest];

	for (u32 r = 0; r < s->f->topo.routers; r++) {
		u32 dim = dim_of(s->place[r], there);

		if (region_of(s, r) != region_of(s, dest)) {
			r += s->plane - 1;
			continue;
		}
		if (r == dest)
			continue;
		ask(s, r, dim, turn_at(s, dim, ss_place_at(s->place[r], dim),
				       ss_place_at(there, dim)),
		    is_odd(s, r) << 1 | is_odd(s, dest),
		    ss_tables_local(t, SS_PORT_ID(r, SEASTAR_PORT_PROC), t->nid[dest]));
	}
}

/* The same for node ids of region @region, odd ones or even ones, from elsewhere: along x. */
static void ask_others(struct ss_survey *s, u32 region, u32 odd, ask_fn ask)
{
	const struct ss_tables *t = s->rt->tables;

	for (u32 r = 0; r < s->f->topo.routers; r++) {
		u32 id = SS_PORT_ID(r, SEASTAR_PORT_PROC);

		for (u32 to = 0; to < s->rt->radix[0] && region_of(s, r) != region; to++)
			if (region_of(s, to * s->plane) == region)
				ask(s, r, 0, turn_at(s, 0, r / s->plane, to),
				    is_odd(s, r) << 1 | odd,
				    ss_tables_global(t, id, region << 12 | odd));
	}
}

static void ask_all(struct ss_survey *s, ask_fn ask)
{
	for (u32 dest = 0; dest < s->f->topo.routers; dest++) {
		ask_region(s, dest, ask);
		ss_relax();
	}
	for (u32 region = 0; region < SS_ROUTE_REGIONS; region++)
		for (u32 odd = 0; odd < 2; odd++)
			ask_others(s, region, odd, ask);
}

/* What was found of @turn: known, if all have a port in common. */
static u8 found(const struct ss_survey *s, u32 turn)
{
	u8 port = OTHER, is = 0;

	if (4 * s->against[turn] >= s->asked[turn])
		return 0;
	for (u32 nodes = 0; nodes < NODES; nodes++) {
		u8 said = s->vote[turn * NODES + nodes];

		if (!s->votes[turn * NODES + nodes])
			continue;
		if (said == OTHER || (port != OTHER && port != (said & SS_TURN_PORT)))
			return 0;
		port = said & SS_TURN_PORT;
		is |= (said >> SS_TURN_UPPER & 1) << (SS_TURN_UPPER + nodes);
	}
	return port == OTHER ? 0 : is | 1U << SS_TURN_KNOWN | port;
}

/* Is @entry, of input @in of router @r for a destination at @to of @dim, what the turn says? */
static bool agrees(const struct ss_survey *s, u32 r, u32 in, u32 dim, u32 to, u32 odd, u8 entry)
{
	u32 from = ss_place_at(s->place[r], dim);
	u8 turn = s->turn[turn_at(s, dim, from, to)];
	u32 upper = SS_TURN_UPPER + (is_odd(s, r) << 1 | odd);

	if (!(turn >> SS_TURN_KNOWN & 1))
		return true;
	if (dim == SEASTAR_DIMS || ss_port_dim(in) == dim)
		return entry == ss_route_entry(turn & SS_TURN_PORT, SS_ROUTE_KEEP);
	return said(s, r, dim, entry) ==
	       ((turn & SS_TURN_PORT) | (turn >> upper & 1) << SS_TURN_UPPER);
}

static void mark(struct ss_survey *s, u32 r)
{
	ss_turns_except(s->f, r);
}

static bool is_marked(const struct ss_survey *s, u32 r)
{
	return s->place[r] >> SS_PLACE_LOOKS_UP & 1;
}

/* Where packets come to that router @r sends on for the goal, by @entry. */
static void lead(struct ss_survey *s, u32 r, u8 entry)
{
	u32 port = ss_route_port(entry), peer;

	if (!ss_route_is_entry(entry) || port == SEASTAR_PORT_PROC)
		return;
	peer = s->f->wire[SS_PORT_ID(r, port)].to;
	if (peer != SS_NO_ROUTER)
		s->leads[SS_PORT_ROUTER(peer)] |= 1U << SS_PORT_OF(peer);
}

bool ss_turns_agree(const struct ss_fabric *f, u32 r, u32 in, u32 dest)
{
	struct ss_survey s = { .rt = &ss_seastar((struct ss_fabric *)f)->routing };
	u64 here, there;
	u32 dim;

	s.turn = (u8 *)s.rt->turn;
	s.place = (u64 *)s.rt->place;
	here = s.place[r];
	there = s.place[dest];
	dim = dim_of(here, there);
	return agrees(&s, r, in, dim, ss_place_at(there, dim), is_odd(&s, dest),
		      ss_tables_entry(s.rt->tables, r, in, dest));
}

/* Is @plane one of @region, or beside one? */
static bool is_near(const struct ss_survey *s, u32 plane, u32 region)
{
	u32 k = s->rt->radix[0];

	return region_of(s, plane * s->plane) == region ||
	       region_of(s, (plane + 1) % k * s->plane) == region ||
	       region_of(s, (plane + k - 1) % k * s->plane) == region;
}

/* Mark those in the region of router @dest, or beside it, whose tables for it say otherwise. */
static void mark_near(struct ss_survey *s, u32 dest)
{
	u32 region = region_of(s, dest), routers = s->f->topo.routers;

	for (u32 r = 0; r < routers; r++) {
		if (!is_near(s, r / s->plane, region)) {
			r += s->plane - 1;
			continue;
		}
		for (u32 in = 0; in < SS_PORTS; in++)
			lead(s, r, ss_tables_entry(s->rt->tables, r, in, dest));
		s->leads[r] |= (r != dest) << SEASTAR_PORT_PROC;
	}
	for (u32 r = 0; r < routers; r++) {
		for (u32 set = s->leads[r]; set && !is_marked(s, r); set &= set - 1)
			if (!ss_turns_agree(s->f, r, __builtin_ctz(set), dest))
				mark(s, r);
		s->leads[r] = 0;
	}
}

/* Does what router @r says of the node ids of @region that are @odd, or even, say otherwise? */
static bool differs(const struct ss_survey *s, u32 r, u32 in, u32 region, u32 odd)
{
	u8 entry = ss_tables_global(s->rt->tables, SS_PORT_ID(r, in), region << 12 | odd);

	for (u32 to = 0; to < s->rt->radix[0]; to++)
		if (region_of(s, to * s->plane) == region &&
		    !agrees(s, r, in, 0, to, odd, entry))
			return true;
	return false;
}

/* Mark those in other regions than @region. */
static void mark_far(struct ss_survey *s, u32 region, u32 odd)
{
	const struct ss_tables *t = s->rt->tables;
	u32 routers = s->f->topo.routers;

	for (u32 r = 0; r < routers; r++) {
		if (region_of(s, r) == region)
			continue;
		for (u32 in = 0; in < SS_PORTS; in++)
			lead(s, r, ss_tables_global(t, SS_PORT_ID(r, in), region << 12 | odd));
		s->leads[r] |= 1U << SEASTAR_PORT_PROC;
	}
	for (u32 r = 0; r < routers; r++) {
		u32 inputs = region_of(s, r) == region ? 0 : s->leads[r];

		for (u32 set = inputs; set && !is_marked(s, r); set &= set - 1)
			if (differs(s, r, __builtin_ctz(set), region, odd))
				mark(s, r);
		s->leads[r] = 0;
	}
}

static void mark_all(struct ss_survey *s)
{
	for (u32 dest = 0; dest < s->f->topo.routers; dest++) {
		mark_near(s, dest);
		ss_relax();
	}
	for (u32 region = 0; region < SS_ROUTE_REGIONS; region++)
		for (u32 odd = 0; odd < 2; odd++)
			mark_far(s, region, odd);
}

void ss_turns_survey(struct ss_fabric *f, void *scratch)
{
	struct ss_survey s;

	init(&s, f, scratch);
	if (!s.turns || !has_planes(&s)) {
		for (u32 r = 0; r < f->topo.routers; r++)
			mark(&s, r);
		return;
	}
	ask_all(&s, vote);
	ask_all(&s, count);
	for (u32 i = 0; i < s.rt->turns_from[SEASTAR_DIMS]; i++)
		s.turn[i] = found(&s, i);
	mark_all(&s);
}
