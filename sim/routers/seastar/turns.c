// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of turns has what most look-up tables have in common.  Routers that differ are marked,
 * and only these use their look-up tables.
 *
 * A survey goes through the goals of packets: a router of the same region, or the odd or the even
 * node ids of another region.  The turn that the processor's tables have at most routers becomes
 * the common one, if three of four agree.  A router goes by the common turns if none of its tables
 * differs from them, and none that a packet may come to lacks the entry.  A packet may come from
 * any neighbour one of whose tables leads here, whether or not that neighbour goes by the common
 * turns.
 *
 * A survey reads tables and a configuration only: it takes long, and the fabric may run, or be
 * locked, meanwhile.
 */
#include "turns.h"

#define NODES	4	/* values of the lowest bits of two node ids */
#define OTHER	0xff	/* entry that has not the form of a turn */

/**
 * struct ss_poll - a survey being made
 * @rt: routing by the tables, in memory of the survey; its places get the marks
 * @stride: by dimension: difference of the numbers of neighbours
 * @turn: the turns of @rt
 * @place: the places of @rt
 * @turns: number of turns
 * @routers: number of routers
 * @vote: by turn and lowest bits: the candidate for the majority
 * @votes: votes for @vote minus votes against it
 * @asked: by turn: number of entries seen in the second round
 * @against: number of these that differ from @vote
 * @leads: by router: a bit for each input port that a packet for the goal may come to
 * @stop: called now and then; returns true to give up; or NULL
 * @ctx: argument of @stop
 * @stopped: the poll was given up
 */
struct ss_poll {
	struct ss_routing rt;
	u32 stride[SEASTAR_DIMS];
	u8 *turn;
	u64 *place;
	u32 turns;
	u32 routers;
	u8 *vote;
	u32 *votes;
	u32 *asked;
	u32 *against;
	u8 *leads;
	bool (*stop)(void *ctx);
	void *ctx;
	bool stopped;
};

static u32 words_of(u32 routers)
{
	return (routers + 63) / 64;
}

size_t ss_survey_bytes(const struct ss_config *cfg)
{
	size_t bytes = sizeof(struct ss_survey) +
		       words_of(ss_config_routers(cfg)) * sizeof(u64) + ss_turns(cfg->size);

	return (bytes + sizeof(u64) - 1) & ~(sizeof(u64) - 1);
}

size_t ss_survey_scratch(const struct ss_config *cfg)
{
	size_t turns = ss_turns(cfg->size), routers = ss_config_routers(cfg);

	return routers * (sizeof(u64) + 1) + turns * (NODES * (sizeof(u32) + 1) + 2 * sizeof(u32));
}

static u8 *turns_in(struct ss_survey *to)
{
	return (u8 *)&to->looks_up[words_of(to->routers)];
}

static void init(struct ss_poll *s, const struct ss_config *cfg, const struct ss_tables *t,
		 struct ss_survey *to, void *scratch)
{
	struct ss_topology topo;

	ss_config_topology(cfg, &topo);
	memset(to, 0, ss_survey_bytes(cfg));
	memset(scratch, 0, ss_survey_scratch(cfg));
	to->routers = topo.routers;
	to->turns = ss_turns(cfg->size);
	s->routers = topo.routers;
	s->turns = to->turns;
	s->turn = turns_in(to);
	s->place = scratch;
	s->votes = (u32 *)(s->place + s->routers);
	s->asked = s->votes + s->turns * NODES;
	s->against = s->asked + s->turns;
	s->vote = (u8 *)(s->against + s->turns);
	s->leads = s->vote + s->turns * NODES;
	s->stride[2] = 1;
	s->stride[1] = topo.size[2];
	s->stride[0] = topo.size[1] * topo.size[2];
	ss_routing_init(&s->rt, &topo, cfg->vcs, cfg->assignment, SS_TIES_PAIR, s->place);
	ss_routing_keep_turns(&s->rt, s->turn);
	ss_routing_load(&s->rt, &topo, t);
}

/*
 * Return true if the survey is given up.  Called per router, or per goal, which takes a pass over
 * the routers.
 */
static bool is_stopped(struct ss_poll *s)
{
	ss_relax();
	if (s->stop && !s->stopped)
		s->stopped = s->stop(s->ctx);
	return s->stopped;
}

/* Return the number of routers in a plane of constant x. */
static u32 plane_of(const struct ss_poll *s)
{
	return s->stride[0];
}

static u32 region_of(const struct ss_poll *s, u32 r)
{
	return ss_route_region(s->rt.tables->nid[r]);
}

static u32 is_odd(const struct ss_routing *rt, u32 r)
{
	return rt->tables->nid[r] & 1;
}

/* Return true if each region is whole planes of y and z. */
static bool has_planes(const struct ss_poll *s)
{
	for (u32 r = 0; r < s->routers; r++)
		if (region_of(s, r) != region_of(s, r - r % plane_of(s)))
			return false;
	return true;
}

/* Return the first dimension in which two places differ, or SEASTAR_DIMS. */
static u32 dim_of(u64 here, u64 there)
{
	return __builtin_ctzll((here ^ there) | 1ULL << 16 * SEASTAR_DIMS) / 16;
}

static u32 turn_at(const struct ss_routing *rt, u32 dim, u32 from, u32 to)
{
	return rt->turns_from[dim] + from * rt->turns_row[dim] + to;
}

/* Convert @entry, of a packet that enters a ring of @dim at router @r, to the form of a turn. */
static u8 said(const struct ss_routing *rt, u32 r, u32 dim, u8 entry)
{
	u32 port = ss_route_port(entry), vc = ss_route_vc(entry);
	bool dateline = rt->place[r] >> (SS_PLACE_DATELINES + dim) & 1;

	if (!ss_route_is_entry(entry) || port == SEASTAR_PORT_PROC || ss_port_dim(port) != dim ||
	    vc == SS_ROUTE_KEEP || !ss_route_has_link(rt, rt->place[r], port))
		return OTHER;
	/* a packet on VC1 is dropped there */
	if (dateline && vc == SS_ROUTE_VC1)
		return OTHER;
	return port | (dateline || vc == SS_ROUTE_VC1) << SS_TURN_UPPER;
}

/*
 * Do the round of votes, or the round of counts, for router @r, whose processor has @entry for
 * @turn.
 */
typedef void (*ask_fn)(struct ss_poll *s, u32 r, u32 dim, u32 turn, u32 nodes, u8 entry);

static void vote(struct ss_poll *s, u32 r, u32 dim, u32 turn, u32 nodes, u8 entry)
{
	u32 i = turn * NODES + nodes;
	u8 is = said(&s->rt, r, dim, entry);

	if (!s->votes[i])
		s->vote[i] = is;
	if (s->vote[i] == is)
		s->votes[i]++;
	else
		s->votes[i]--;
}

static void count(struct ss_poll *s, u32 r, u32 dim, u32 turn, u32 nodes, u8 entry)
{
	s->asked[turn]++;
	s->against[turn] += s->vote[turn * NODES + nodes] != said(&s->rt, r, dim, entry);
}

static void ask_region(struct ss_poll *s, u32 dest, ask_fn ask)
{
	const struct ss_tables *t = s->rt.tables;
	u64 there = s->place[dest];

	for (u32 r = 0; r < s->routers; r++) {
		u32 dim = dim_of(s->place[r], there);

		if (region_of(s, r) != region_of(s, dest)) {
			r += plane_of(s) - 1;
			continue;
		}
		if (r == dest)
			continue;
		ask(s, r, dim, turn_at(&s->rt, dim, ss_place_at(s->place[r], dim),
				       ss_place_at(there, dim)),
		    is_odd(&s->rt, r) << 1 | is_odd(&s->rt, dest),
		    ss_tables_local(t, SS_PORT_ID(r, SEASTAR_PORT_PROC), t->nid[dest]));
	}
}

/*
 * Do a round for node ids of region @region, odd or even ones, at routers of other regions: along
 * x.
 */
static void ask_others(struct ss_poll *s, u32 region, u32 odd, ask_fn ask)
{
	const struct ss_tables *t = s->rt.tables;

	for (u32 r = 0; r < s->routers && !is_stopped(s); r++) {
		u32 id = SS_PORT_ID(r, SEASTAR_PORT_PROC);

		for (u32 to = 0; to < s->rt.radix[0] && region_of(s, r) != region; to++)
			if (region_of(s, to * plane_of(s)) == region)
				ask(s, r, 0, turn_at(&s->rt, 0, r / plane_of(s), to),
				    is_odd(&s->rt, r) << 1 | odd,
				    ss_tables_global(t, id, region << 12 | odd));
	}
}

static void ask_all(struct ss_poll *s, ask_fn ask)
{
	for (u32 dest = 0; dest < s->routers && !is_stopped(s); dest++)
		ask_region(s, dest, ask);
	for (u32 region = 0; region < SS_ROUTE_REGIONS; region++)
		for (u32 odd = 0; odd < 2; odd++)
			ask_others(s, region, odd, ask);
}

/*
 * Return the port of @turn, which is valid only if all of its destinations have that port in
 * common.
 */
static u8 found(const struct ss_poll *s, u32 turn)
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

/*
 * Return true if @entry, of input @in of router @r for a destination at @to of @dim, agrees with
 * the turn.
 */
static bool agrees(const struct ss_routing *rt, u32 r, u32 in, u32 dim, u32 to, u32 odd, u8 entry)
{
	u32 from = ss_place_at(rt->place[r], dim);
	u8 turn = rt->turn[turn_at(rt, dim, from, to)];
	u32 upper = SS_TURN_UPPER + (is_odd(rt, r) << 1 | odd);

	if (!(turn >> SS_TURN_KNOWN & 1))
		return true;
	if (dim == SEASTAR_DIMS || ss_port_dim(in) == dim)
		return entry == ss_route_entry(turn & SS_TURN_PORT, SS_ROUTE_KEEP);
	return said(rt, r, dim, entry) ==
	       ((turn & SS_TURN_PORT) | (turn >> upper & 1) << SS_TURN_UPPER);
}

/*
 * Return true if the table of input @in of router @r agrees with the turns for a packet to @dest.
 */
static bool agrees_for(const struct ss_routing *rt, u32 r, u32 in, u32 dest)
{
	u64 there = rt->place[dest];
	u32 dim = dim_of(rt->place[r], there);

	return agrees(rt, r, in, dim, ss_place_at(there, dim), is_odd(rt, dest),
		      ss_tables_entry(rt->tables, r, in, dest));
}

bool ss_turns_agree(const struct ss_fabric *f, u32 r, u32 in, u32 dest)
{
	return agrees_for(&ss_seastar(f)->routing, r, in, dest);
}

static void mark(struct ss_poll *s, u32 r)
{
	s->place[r] |= 1ULL << SS_PLACE_LOOKS_UP;
}

static bool is_marked(const struct ss_poll *s, u32 r)
{
	return s->place[r] >> SS_PLACE_LOOKS_UP & 1;
}

/* Record that packets for the goal come to the router behind the port of @entry of router @r. */
static void lead(struct ss_poll *s, u32 r, u8 entry)
{
	u32 port = ss_route_port(entry), dim = ss_port_dim(port), step, back;
	u64 here = s->place[r];

	if (!ss_route_is_entry(entry) || port == SEASTAR_PORT_PROC ||
	    !ss_route_has_link(&s->rt, here, port))
		return;
	step = s->stride[dim];
	back = step * (s->rt.radix[dim] - 1);
	if (ss_port_plus(port))
		r = ss_place_at(here, dim) == s->rt.radix[dim] - 1 ? r - back : r + step;
	else
		r = ss_place_at(here, dim) ? r - step : r + back;
	s->leads[r] |= 1U << ss_opposite(port);
}

/* Return true if @plane is in @region, or beside it. */
static bool is_near(const struct ss_poll *s, u32 plane, u32 region)
{
	u32 k = s->rt.radix[0];

	return region_of(s, plane * plane_of(s)) == region ||
	       region_of(s, (plane + 1) % k * plane_of(s)) == region ||
	       region_of(s, (plane + k - 1) % k * plane_of(s)) == region;
}

/*
 * Mark the routers in the region of router @dest, or beside it, whose tables for it differ from the
 * turns.
 */
static void mark_near(struct ss_poll *s, u32 dest)
{
	u32 region = region_of(s, dest);

	for (u32 r = 0; r < s->routers; r++) {
		if (!is_near(s, r / plane_of(s), region)) {
			r += plane_of(s) - 1;
			continue;
		}
		for (u32 in = 0; in < SS_PORTS; in++)
			lead(s, r, ss_tables_entry(s->rt.tables, r, in, dest));
		s->leads[r] |= (r != dest) << SEASTAR_PORT_PROC;
	}
	for (u32 r = 0; r < s->routers; r++) {
		for (u32 set = s->leads[r]; set && !is_marked(s, r); set &= set - 1)
			if (!agrees_for(&s->rt, r, __builtin_ctz(set), dest))
				mark(s, r);
		s->leads[r] = 0;
	}
}

/*
 * Return true if a table of router @r differs from the turns for node ids of @region that are odd,
 * or, if not @odd, even.
 */
static bool differs(const struct ss_poll *s, u32 r, u32 in, u32 region, u32 odd)
{
	u8 entry = ss_tables_global(s->rt.tables, SS_PORT_ID(r, in), region << 12 | odd);

	for (u32 to = 0; to < s->rt.radix[0]; to++)
		if (region_of(s, to * plane_of(s)) == region &&
		    !agrees(&s->rt, r, in, 0, to, odd, entry))
			return true;
	return false;
}

/* Mark the routers in other regions than @region whose tables for it differ from the turns. */
static void mark_far(struct ss_poll *s, u32 region, u32 odd)
{
	const struct ss_tables *t = s->rt.tables;

	for (u32 r = 0; r < s->routers && !is_stopped(s); r++) {
		if (region_of(s, r) == region)
			continue;
		for (u32 in = 0; in < SS_PORTS; in++)
			lead(s, r, ss_tables_global(t, SS_PORT_ID(r, in), region << 12 | odd));
		s->leads[r] |= 1U << SEASTAR_PORT_PROC;
	}
	for (u32 r = 0; r < s->routers && !is_stopped(s); r++) {
		u32 inputs = region_of(s, r) == region ? 0 : s->leads[r];

		for (u32 set = inputs; set && !is_marked(s, r); set &= set - 1)
			if (differs(s, r, __builtin_ctz(set), region, odd))
				mark(s, r);
		s->leads[r] = 0;
	}
}

static void mark_all(struct ss_poll *s)
{
	for (u32 dest = 0; dest < s->routers && !is_stopped(s); dest++)
		mark_near(s, dest);
	for (u32 region = 0; region < SS_ROUTE_REGIONS; region++)
		for (u32 odd = 0; odd < 2; odd++)
			mark_far(s, region, odd);
}

static void survey(struct ss_poll *s)
{
	if (!s->turns || !has_planes(s)) {
		for (u32 r = 0; r < s->routers; r++)
			mark(s, r);
		return;
	}
	ask_all(s, vote);
	ask_all(s, count);
	for (u32 i = 0; i < s->rt.turns_from[SEASTAR_DIMS]; i++)
		s->turn[i] = found(s, i);
	mark_all(s);
}

static void look_up(struct ss_survey *s, u32 r)
{
	s->looks_up[r / 64] |= 1ULL << r % 64;
}

bool ss_survey_make(struct ss_survey *to, const struct ss_config *cfg, const struct ss_tables *t,
		    void *scratch, bool (*stop)(void *ctx), void *ctx)
{
	struct ss_poll s = { .stop = stop, .ctx = ctx };

	init(&s, cfg, t, to, scratch);
	survey(&s);
	for (u32 r = 0; r < s.routers; r++)
		if (is_marked(&s, r))
			look_up(to, r);
	return !s.stopped;
}

void ss_survey_amend(struct ss_survey *s, const struct ss_config *cfg, u32 router,
		     const u8 *entry, u32 entries)
{
	struct ss_topology topo;
	u32 port, peer;

	ss_config_topology(cfg, &topo);
	look_up(s, router);
	for (u32 i = 0; i < entries; i++) {
		port = ss_route_port(entry[i]);
		if (!ss_route_is_entry(entry[i]) || port == SEASTAR_PORT_PROC)
			continue;
		peer = ss_neighbour(&topo, router, port);
		if (peer != SS_NO_ROUTER)
			look_up(s, peer);
	}
}

void ss_turns_except(struct ss_fabric *f, u32 r)
{
	u64 *place = (u64 *)ss_seastar(f)->routing.place;

	place[r] |= 1ULL << SS_PLACE_LOOKS_UP;
}

void ss_turns_load(struct ss_fabric *f, const struct ss_survey *s)
{
	const struct ss_routing *rt = &ss_seastar(f)->routing;

	if (rt->turn)
		memcpy((u8 *)rt->turn, &s->looks_up[words_of(s->routers)], s->turns);
	for (u32 r = 0; r < s->routers; r++)
		if (s->looks_up[r / 64] >> r % 64 & 1)
			ss_turns_except(f, r);
}
