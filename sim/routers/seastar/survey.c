// SPDX-License-Identifier: GPL-2.0-only
/*
 * The survey of look-up tables finds the turns that most tables have in common.  Routers that
 * differ are marked, and only these use their look-up tables.
 *
 * A turn of the processors' tables becomes a common one if three of four entries agree.  A router
 * goes by the common turns if none of its tables differs from them in an entry that a packet may
 * come to.  A packet may come from any neighbour one of whose tables leads here, whether or not
 * that neighbour goes by the common turns.
 *
 * Most of the time goes into the local tables, with an entry per router, input and node id of the
 * region.  They are read twice: once to count the entries of each turn, once to compare.  Eight
 * entries are compared at once, a byte each of a word.  The packets for node ids of other regions
 * have one entry per region and parity.
 *
 * A survey reads tables and a configuration only: it takes long, and the fabric may run, or be
 * locked, meanwhile.
 */
#include "turns.h"

#define NODES	4	/* values of the lowest bits of two node ids */
#define CODES	16	/* codes of entries: the port, and 8 for the upper half */
#define UPPER	8
#define OTHER	15	/* code of entries that have not the form of a turn */

#define PLACES	(SEASTAR_DIMS + 1)	/* dimensions of the next hop, and the destination */

#define WORDS	(SS_TABLE_BLOCK / 8)
#define ONES	0x0101010101010101ULL	/* the lowest bit of each byte */
#define NO_GOAL	U64_MAX	/* place for node ids that no router has */
#define KEPT	1024	/* blocks whose ports are kept, by the lowest bits of their numbers */

/**
 * struct ss_leads - the ports to which entries lead
 * @block: number of a block, or SS_NO_ROUTER
 * @ports: by entry: a byte with a bit for each port
 */
struct ss_leads {
	u32 block;
	u64 ports[WORDS];
};

/**
 * struct ss_poll - a survey being made
 * @rt: routing by the tables, in memory of the survey; its places get the marks
 * @topo: the topology
 * @stop: called now and then; returns true to give up; or NULL
 * @ctx: argument of @stop
 * @stopped: the poll was given up
 * @turns: number of turns
 * @routers: number of routers
 * @region: the region whose node ids are goals
 * @blocks: set of the blocks of local tables that have goals
 * @turn: the turns of @rt
 * @place: the places of @rt
 * @goal: by node id in @region: the place of its router, or NO_GOAL
 * @leads: by router in the region or beside it: the ports to which its entries lead, for the goals
 * of a block
 * @kept: the same for blocks of entries
 * @votes: by turn, lowest bits and code: number of entries
 * @entry: by turn and lowest bits: the entry for packets that enter the ring, and in the high byte
 * that for the others; 0: any entry, since the turn is not valid
 * @links: by router: a bit for each port that has a link
 * @from: by router: a bit for each input port that a packet for the goal may come to
 */
struct ss_poll {
	struct ss_routing rt;
	struct ss_topology topo;
	bool (*stop)(void *ctx);
	void *ctx;
	bool stopped;
	u32 turns;
	u32 routers;
	u32 region;
	u64 blocks;
	u8 *turn;
	u64 *place;
	u64 *goal;
	u64 (*leads)[WORDS];
	struct ss_leads *kept;
	u32 (*votes)[NODES][CODES];
	u16 (*entry)[NODES];
	u8 *links;
	u8 *from;
};

static u32 words_of(u32 routers)
{
	return (routers + 63) / 64;
}

u8 *ss_survey_turns(const struct ss_survey *s)
{
	return (u8 *)&s->looks_up[words_of(s->routers)];
}

size_t ss_survey_bytes(const struct ss_config *cfg)
{
	size_t bytes = sizeof(struct ss_survey) +
		       words_of(ss_config_routers(cfg)) * sizeof(u64) + ss_turns(cfg->size);

	return (bytes + sizeof(u64) - 1) & ~(sizeof(u64) - 1);
}

size_t ss_survey_scratch(const struct ss_config *cfg)
{
	const struct ss_poll *s = NULL;
	size_t turns = ss_turns(cfg->size), routers = ss_config_routers(cfg);

	return SS_ROUTE_LOCALS * sizeof(*s->goal) + KEPT * sizeof(*s->kept) +
	       turns * (sizeof(*s->votes) + sizeof(*s->entry)) +
	       routers * (sizeof(*s->place) + sizeof(*s->leads) + sizeof(*s->links) +
			  sizeof(*s->from));
}

static void find_links(struct ss_poll *s)
{
	for (u32 r = 0; r < s->routers; r++)
		for (u32 port = SEASTAR_PORT_XP; port < SS_PORTS; port++)
			s->links[r] |= ss_route_has_link(&s->rt, s->place[r], port) << port;
}

static void init(struct ss_poll *s, const struct ss_config *cfg, const struct ss_tables *t,
		 struct ss_survey *to, void *scratch)
{
	memset(to, 0, ss_survey_bytes(cfg));
	memset(scratch, 0, ss_survey_scratch(cfg));
	ss_config_topology(cfg, &s->topo);
	s->routers = s->topo.routers;
	s->turns = ss_turns(cfg->size);
	to->routers = s->routers;
	to->turns = s->turns;
	s->turn = ss_survey_turns(to);
	s->goal = scratch;
	s->place = s->goal + SS_ROUTE_LOCALS;
	s->leads = (u64 (*)[WORDS])(s->place + s->routers);
	s->votes = (u32 (*)[NODES][CODES])(s->leads + s->routers);
	s->kept = (struct ss_leads *)(s->votes + s->turns);
	s->entry = (u16 (*)[NODES])(s->kept + KEPT);
	s->links = (u8 *)(s->entry + s->turns);
	s->from = s->links + s->routers;
	for (u32 i = 0; i < KEPT; i++)
		s->kept[i].block = SS_NO_ROUTER;
	ss_routing_init(&s->rt, &s->topo, cfg->vcs, cfg->assignment, SS_TIES_PAIR, s->place);
	ss_routing_keep_turns(&s->rt, s->turn);
	ss_routing_load(&s->rt, &s->topo, t);
	find_links(s);
}

/* Return true if the survey is given up.  Called per router and goal, or block of goals. */
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
	return s->topo.size[1] * s->topo.size[2];
}

static u32 region_of(const struct ss_poll *s, u32 r)
{
	return ss_route_region(s->rt.tables->nid[r]);
}

/* Return true if each region is whole planes of y and z. */
static bool has_planes(const struct ss_poll *s)
{
	for (u32 r = 0; r < s->routers; r++)
		if (region_of(s, r) != region_of(s, r - r % plane_of(s)))
			return false;
	return true;
}

/* Make the node ids of @region the goals. */
static void set_goals(struct ss_poll *s, u32 region)
{
	s->region = region;
	s->blocks = 0;
	memset(s->goal, 0xff, SS_ROUTE_LOCALS * sizeof(*s->goal));
	for (u32 r = 0; r < s->routers; r++) {
		u32 n = ss_route_local(s->rt.tables->nid[r]);

		if (region_of(s, r) != region)
			continue;
		s->goal[n] = s->place[r];
		s->blocks |= 1ULL << n / SS_TABLE_BLOCK;
	}
}

/* Find the turns of router @r to coordinate 0, by dimension. */
static void find_rows(const struct ss_poll *s, u32 r, u32 row[PLACES])
{
	for (u32 dim = 0; dim <= SEASTAR_DIMS; dim++)
		row[dim] = ss_turn_at(&s->rt, dim, ss_place_at(s->place[r], dim), 0);
}

/*
 * Fill @code with the codes of all entries at router @r, by dimension of the ring that the packet
 * enters.
 */
static void find_codes(const struct ss_poll *s, u32 r, u8 code[SEASTAR_DIMS][256])
{
	memset(code, OTHER, SEASTAR_DIMS * sizeof(*code));
	for (u32 port = SEASTAR_PORT_XP; port < SS_PORTS; port++) {
		u32 dim = ss_port_dim(port);
		bool dateline = s->place[r] >> (SS_PLACE_DATELINES + dim) & 1;

		if (!(s->links[r] >> port & 1))
			continue;
		/* a router on the dateline drops packets on VC1 */
		code[dim][ss_route_entry(port, SS_ROUTE_VC0)] = port | (dateline ? UPPER : 0);
		if (!dateline)
			code[dim][ss_route_entry(port, SS_ROUTE_VC1)] = port | UPPER;
	}
}

/* Count the entries of router @r's processor for the goals, which are in its own region. */
static void count_local(struct ss_poll *s, u32 r)
{
	u32 id = SS_PORT_ID(r, SEASTAR_PORT_PROC);
	const struct ss_tables *t = s->rt.tables;
	u64 here = s->place[r];
	u32 row[PLACES];
	u8 code[SEASTAR_DIMS][256];

	find_rows(s, r, row);
	find_codes(s, r, code);
	for (u32 n = 0; n < SS_ROUTE_LOCALS; n++) {
		u64 there = s->goal[n];
		u32 dim, turn;

		if (there == NO_GOAL)
			continue;
		dim = ss_turn_dim(here, there);
		if (dim == SEASTAR_DIMS)
			continue;
		turn = row[dim] + ss_place_at(there, dim);
		s->votes[turn][ss_turn_nodes(here, there)][code[dim][ss_tables_local(t, id, n)]]++;
	}
}

/* Count the entries of router @r's processor for the goals, which are in another region: along x */
static void count_global(struct ss_poll *s, u32 r)
{
	u32 id = SS_PORT_ID(r, SEASTAR_PORT_PROC), from = r / plane_of(s);
	u8 code[SEASTAR_DIMS][256];

	find_codes(s, r, code);
	for (u32 to = 0; to < s->topo.size[0]; to++) {
		u32 turn = ss_turn_at(&s->rt, 0, from, to);

		if (region_of(s, to * plane_of(s)) != s->region)
			continue;
		for (u64 odd = 0; odd < 2; odd++) {
			u8 entry = ss_tables_global(s->rt.tables, id, s->region << 12 | odd);
			u32 nodes = ss_turn_nodes(s->place[r], odd << SS_PLACE_ODD);

			s->votes[turn][nodes][code[0][entry]]++;
		}
	}
}

static void count(struct ss_poll *s)
{
	for (u32 region = 0; region < SS_ROUTE_REGIONS; region++) {
		set_goals(s, region);
		for (u32 r = 0; r < s->routers && s->blocks && !is_stopped(s); r++) {
			if (region_of(s, r) == region)
				count_local(s, r);
			else
				count_global(s, r);
		}
	}
}

/* Return the code that most entries of @votes have, the number of entries to *@all. */
static u32 most_of(const u32 votes[CODES], u32 *all)
{
	u32 most = 0;

	*all = 0;
	for (u32 code = 0; code < CODES; code++) {
		*all += votes[code];
		if (votes[code] > votes[most])
			most = code;
	}
	return most;
}

/*
 * Return the port of @turn, which is valid only if all of its destinations have that port in
 * common.
 */
static u8 found(const struct ss_poll *s, u32 turn)
{
	u32 asked = 0, agreed = 0, ports = 0, is = 0;

	for (u32 nodes = 0; nodes < NODES; nodes++) {
		u32 all, code = most_of(s->votes[turn][nodes], &all);

		asked += all;
		agreed += s->votes[turn][nodes][code];
		if (all)
			ports |= 1U << (code == OTHER ? OTHER : code & SS_TURN_PORT);
		is |= (all && code & UPPER) << (SS_TURN_UPPER + nodes);
	}
	if (4 * (u64)agreed <= 3 * (u64)asked || ports >> OTHER || (ports & (ports - 1)))
		return 0;
	return is | 1U << SS_TURN_KNOWN | __builtin_ctz(ports);
}

/* Find the turns of the rings of @dim from coordinate @from; router @r has that coordinate. */
static void find_turns(struct ss_poll *s, u32 dim, u32 from, u32 r)
{
	bool dateline = s->place[r] >> (SS_PLACE_DATELINES + dim) & 1;

	for (u32 to = 0; to < s->topo.size[dim]; to++) {
		u32 turn = ss_turn_at(&s->rt, dim, from, to);

		s->turn[turn] = found(s, turn);
		if (!s->turn[turn])
			continue;
		for (u32 nodes = 0; nodes < NODES; nodes++)
			s->entry[turn][nodes] =
				ss_turn_entry(s->turn[turn], true, dateline, nodes) |
				ss_turn_entry(s->turn[turn], false, dateline, nodes) << 8;
	}
}

static void find_all_turns(struct ss_poll *s)
{
	u32 stride = 1;

	for (u32 dim = SEASTAR_DIMS; dim--; stride *= s->topo.size[dim])
		for (u32 from = 0; from < s->topo.size[dim]; from++)
			find_turns(s, dim, from, from * stride);
	for (u32 at = 0; at < SS_PLACE_ABOVE; at++)
		for (u32 nodes = 0; nodes < NODES; nodes++)
			s->entry[s->rt.turns_from[SEASTAR_DIMS] + at][nodes] =
				ss_route_entry(SEASTAR_PORT_PROC, SS_ROUTE_KEEP) << 8;
}

static void mark(struct ss_poll *s, u32 r)
{
	s->place[r] |= 1ULL << SS_PLACE_LOOKS_UP;
}

static bool is_marked(const struct ss_poll *s, u32 r)
{
	return s->place[r] >> SS_PLACE_LOOKS_UP & 1;
}

/* Return a byte per byte of @word: 1 if it is not 0. */
static u64 not_zero(u64 word)
{
	u64 low = 0x7f * ONES;

	return ((word | ((word & low) + low)) >> 7) & ONES;
}

/**
 * struct ss_entries - the entries of an input for the goals of a block
 * @block: the entries; NULL: all are in @word
 * @word: entries for even and odd node ids in turn
 */
struct ss_entries {
	const u8 *block;
	u64 word;
};

static struct ss_entries entries_of(const struct ss_poll *s, u32 r, u32 in, u32 block)
{
	const struct ss_tables *t = s->rt.tables;
	u32 id = SS_PORT_ID(r, in);
	struct ss_entries e = { 0 };

	if (region_of(s, r) == s->region) {
		e.block = t->block[t->local[id][block]];
		return e;
	}
	for (u32 odd = 0; odd < 2; odd++)
		e.word |= (u64)ss_tables_global(t, id, s->region << 12 | odd) << 8 * odd;
	e.word *= 0x0001000100010001ULL;
	return e;
}

static u64 word_of(const struct ss_entries *e, u32 w)
{
	return e->block ? ss_bytes(&e->block[8 * w]) : e->word;
}

static u64 port_bit(u8 entry)
{
	return ss_route_is_entry(entry) ? 1U << ss_route_port(entry) : 0;
}

/* Return the ports to which the entries of @block lead, a bit each in a byte per entry. */
static const u64 *ports_of_block(struct ss_poll *s, u32 block)
{
	struct ss_leads *kept = &s->kept[block % KEPT];

	if (kept->block == block)
		return kept->ports;
	kept->block = block;
	memset(kept->ports, 0, sizeof(kept->ports));
	for (u32 i = 0; i < SS_TABLE_BLOCK; i++)
		kept->ports[i / 8] |= port_bit(s->rt.tables->block[block][i]) << i % 8 * 8;
	return kept->ports;
}

/* Find the ports to which router @r's entries for the goals of @block lead. */
static void find_leads(struct ss_poll *s, u32 r, u32 block)
{
	const struct ss_tables *t = s->rt.tables;
	u64 *leads = s->leads[r], links = s->links[r] * ONES;

	memset(leads, 0, sizeof(*s->leads));
	for (u32 in = 0; in < SS_PORTS; in++) {
		const u64 *ports;
		u64 pair = 0;

		if (region_of(s, r) == s->region) {
			ports = ports_of_block(s, t->local[SS_PORT_ID(r, in)][block]);
			for (u32 w = 0; w < WORDS; w++)
				leads[w] |= ports[w];
			continue;
		}
		for (u32 odd = 0; odd < 2; odd++)
			pair |= port_bit(entries_of(s, r, in, block).word >> 8 * odd) << 8 * odd;
		for (u32 w = 0; w < WORDS; w++)
			leads[w] |= pair * 0x0001000100010001ULL;
	}
	for (u32 w = 0; w < WORDS; w++)
		leads[w] &= links;
}

/**
 * struct ss_agreed - entries that agree with the turns, for the goals of a block, a byte each
 * @enter: for packets that enter a ring
 * @keep: for packets in the ring, and at their destination; 0: any entry agrees
 * @in_ring: 0xff if the packet leaves in this dimension; SEASTAR_DIMS: it is at its destination
 */
struct ss_agreed {
	u64 enter[WORDS];
	u64 keep[WORDS];
	u64 in_ring[PLACES][WORDS];
};

static void agree(const struct ss_poll *s, u32 r, u32 block, struct ss_agreed *a)
{
	const u64 *goal = &s->goal[block * SS_TABLE_BLOCK];
	u64 here = s->place[r];
	u32 row[PLACES];

	find_rows(s, r, row);
	memset(a, 0, sizeof(*a));
	for (u32 i = 0; i < SS_TABLE_BLOCK; i++) {
		u32 dim, turn, w = i / 8, shift = i % 8 * 8;
		u64 entry;

		if (goal[i] == NO_GOAL)
			continue;
		dim = ss_turn_dim(here, goal[i]);
		turn = row[dim] + ss_place_at(goal[i], dim);
		entry = s->entry[turn][ss_turn_nodes(here, goal[i])];
		a->enter[w] |= (entry & 0xff) << shift;
		a->keep[w] |= (entry >> 8) << shift;
		a->in_ring[dim][w] |= 0xffULL << shift;
	}
}

/*
 * Find the inputs of router @r to which packets for the goals of a block may come, a bit each in a
 * byte per goal.
 */
static void find_inputs(const struct ss_poll *s, u32 r, const struct ss_agreed *a,
			u64 inputs[WORDS])
{
	for (u32 w = 0; w < WORDS; w++)
		inputs[w] = ONES & ~a->in_ring[SEASTAR_DIMS][w];
	for (u32 in = SEASTAR_PORT_XP; in < SS_PORTS; in++) {
		u32 peer = ss_neighbour(&s->topo, r, in);

		for (u32 w = 0; w < WORDS && peer != SS_NO_ROUTER; w++)
			inputs[w] |= (s->leads[peer][w] >> ss_opposite(in) & ONES) << in;
	}
}

/* Mark router @r if one of its entries for the goals of @block differs from the turns. */
static void compare(struct ss_poll *s, u32 r, u32 block)
{
	u64 differ[WORDS] = { 0 }, inputs[WORDS];
	struct ss_agreed a;

	agree(s, r, block, &a);
	for (u32 in = 0; in < SS_PORTS; in++) {
		struct ss_entries e = entries_of(s, r, in, block);
		u32 dim = ss_port_dim(in);

		for (u32 w = 0; w < WORDS; w++) {
			u64 keeps = a.in_ring[SEASTAR_DIMS][w], entry;

			if (dim < SEASTAR_DIMS)
				keeps |= a.in_ring[dim][w];
			entry = (a.enter[w] & ~keeps) | (a.keep[w] & keeps);
			differ[w] |= (not_zero(word_of(&e, w) ^ entry) & not_zero(a.keep[w])) << in;
		}
	}
	find_inputs(s, r, &a, inputs);
	for (u32 w = 0; w < WORDS; w++)
		if (differ[w] & inputs[w])
			mark(s, r);
}

/* Return true if @plane is in the region of the goals, or beside it. */
static bool is_near(const struct ss_poll *s, u32 plane)
{
	u32 k = s->topo.size[0];

	return region_of(s, plane * plane_of(s)) == s->region ||
	       region_of(s, (plane + 1) % k * plane_of(s)) == s->region ||
	       region_of(s, (plane + k - 1) % k * plane_of(s)) == s->region;
}

/*
 * Mark the routers in the region of the goals, or beside it, whose tables for these differ from the
 * turns.
 */
static void mark_near(struct ss_poll *s)
{
	memset(s->leads, 0, s->routers * sizeof(*s->leads));
	for (u64 set = s->blocks; set; set &= set - 1) {
		u32 block = __builtin_ctzll(set);

		for (u32 r = 0; r < s->routers && !is_stopped(s); r++)
			if (is_near(s, r / plane_of(s)))
				find_leads(s, r, block);
		for (u32 r = 0; r < s->routers && !is_stopped(s); r++)
			if (!is_marked(s, r) && is_near(s, r / plane_of(s)))
				compare(s, r, block);
	}
}

/* Record that packets for the goal come to the router behind the port of @entry of router @r. */
static void lead(struct ss_poll *s, u32 r, u8 entry)
{
	u32 port = ss_route_port(entry);

	if (ss_route_is_entry(entry) && s->links[r] >> port & 1)
		s->from[ss_neighbour(&s->topo, r, port)] |= 1U << ss_opposite(port);
}

/*
 * Return true if a table of router @r differs from the turns for goals whose node ids are odd, or,
 * if not @odd, even.
 */
static bool differs(const struct ss_poll *s, u32 r, u32 in, u64 odd)
{
	u8 entry = ss_tables_global(s->rt.tables, SS_PORT_ID(r, in), s->region << 12 | odd);

	for (u32 to = 0; to < s->topo.size[0]; to++)
		if (region_of(s, to * plane_of(s)) == s->region &&
		    !ss_turn_agrees(&s->rt, r, in, to | odd << SS_PLACE_ODD, entry))
			return true;
	return false;
}

/* Mark the routers in other regions whose tables differ from the turns. */
static void mark_far(struct ss_poll *s, u32 odd)
{
	const struct ss_tables *t = s->rt.tables;

	for (u32 r = 0; r < s->routers && !is_stopped(s); r++) {
		if (region_of(s, r) == s->region)
			continue;
		for (u32 in = 0; in < SS_PORTS; in++)
			lead(s, r, ss_tables_global(t, SS_PORT_ID(r, in), s->region << 12 | odd));
		s->from[r] |= 1U << SEASTAR_PORT_PROC;
	}
	for (u32 r = 0; r < s->routers && !is_stopped(s); r++) {
		u32 inputs = region_of(s, r) == s->region ? 0 : s->from[r];

		for (u32 set = inputs; set && !is_marked(s, r); set &= set - 1)
			if (differs(s, r, __builtin_ctz(set), odd))
				mark(s, r);
		s->from[r] = 0;
	}
}

static void survey(struct ss_poll *s)
{
	if (!s->turns || !has_planes(s)) {
		for (u32 r = 0; r < s->routers; r++)
			mark(s, r);
		return;
	}
	count(s);
	find_all_turns(s);
	for (u32 region = 0; region < SS_ROUTE_REGIONS && !s->stopped; region++) {
		set_goals(s, region);
		mark_near(s);
		for (u32 odd = 0; odd < 2; odd++)
			mark_far(s, odd);
	}
}

bool ss_survey_make(struct ss_survey *to, const struct ss_config *cfg, const struct ss_tables *t,
		    void *scratch, bool (*stop)(void *ctx), void *ctx)
{
	struct ss_poll s = { .stop = stop, .ctx = ctx };

	init(&s, cfg, t, to, scratch);
	survey(&s);
	for (u32 r = 0; r < s.routers; r++)
		if (is_marked(&s, r))
			to->looks_up[r / 64] |= 1ULL << r % 64;
	return !s.stopped;
}
