// SPDX-License-Identifier: GPL-2.0-only
/*
 * Surveys of look-up tables: their results do not change, a survey can be given up at each step,
 * and an amended survey routes like a new one.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "lib/model.h"
#include "sim/topology/cube.h"
#include "sim/route/generate.h"
#include "sim/routers/seastar/router.h"

/**
 * struct world - tables, and a fabric for them
 * @p: plan of the tables
 * @made: the tables
 * @t: the tables in the form of the fabric
 * @f: the fabric
 */
struct world {
	struct route_plan *p;
	struct route_tables *made;
	struct ss_tables t;
	struct ss_fabric *f;
};

static u32 below(u64 *state, u32 n)
{
	*state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (*state >> 33) % n;
}

/* Set the entry of input port @id for packets to router @dest. */
static void set_entry(struct world *w, u32 id, u32 dest, u8 entry)
{
	u16 nid = w->p->nid[dest];
	u8 block[SS_TABLE_BLOCK];

	if (route_region_of(w->p, SS_PORT_ROUTER(id)) == ss_route_region(nid)) {
		route_tables_set_local(w->made, id, nid, entry);
		return;
	}
	memcpy(block, w->made->block[w->made->global[id]], sizeof(block));
	block[ss_route_global(nid)] = entry;
	w->made->global[id] = route_tables_block(w->made, block);
}

/* Change random entries of random tables to random values. */
static void spoil(struct world *w, u32 entries)
{
	u64 state = entries;

	for (u32 i = 0; i < entries; i++) {
		u32 id = SS_PORT_ID(below(&state, w->p->topo.routers), below(&state, SS_PORTS));
		u32 dest = below(&state, w->p->topo.routers);

		set_entry(w, id, dest, ss_route_entry(below(&state, SS_PORTS), below(&state, 3)));
	}
	w->t = route_tables_loaded(w->made, w->p->nid, w->p->dateline);
}

static void build(struct world *w, const char *keys, u32 spoiled)
{
	struct route_missing missing = { 0 };
	char *words = strdup(keys), *rest = words, *word;
	struct ss_config cfg;
	struct sim_error err;

	w->p = route_plan_new();
	while ((word = strsep(&rest, " ")))
		assert_true(route_plan_set(w->p, word, &err));
	free(words);
	assert_true(route_plan_check(w->p, &err));
	w->made = route_generate(w->p, &missing);
	spoil(w, spoiled);
	ss_config_default(&cfg, w->p->topo.size[0], w->p->topo.size[1], w->p->topo.size[2],
			  w->p->topo.size[SS_MESH]);
	cfg.seastar.tables = 1;
	w->f = model_new(&cfg);
}

static void demolish(struct world *w)
{
	model_free(w->f);
	route_tables_free(w->made);
	route_plan_free(w->p);
}

static u32 digest(u32 sum, u8 byte)
{
	return (sum ^ byte) * 16777619U;
}

/* Return a hash (FNV-1a) of the table of turns and the set of routers that look their tables up. */
static u32 digest_of(const struct ss_fabric *f)
{
	const struct ss_routing *rt = &ss_seastar(f)->routing;
	u32 sum = 2166136261U;

	for (u32 i = 0; i < ss_turns(rt->radix); i++)
		sum = digest(sum, rt->turn[i]);
	for (u32 r = 0; r < ss_fabric_routers(f); r++)
		sum = digest(sum, rt->place[r] >> SS_PLACE_LOOKS_UP & 1);
	return sum;
}

static const struct {
	const char *keys;
	u32 spoiled;	/* number of random entries that are changed */
	u32 marked;	/* number of routers that look their tables up */
	u32 digest;
} rows[] = {
	{ "topology=5x6x8 assignment=v0", 0, 0, 0x502d4a87 },
	{ "topology=5x6x8 assignment=v3", 0, 0, 0xd11f0447 },
	{ "topology=5x6x8 assignment=counted", 3, 4, 0xf22bdb57 },
	{ "topology=2x2x2 assignment=v2", 0, 0, 0xa3418ad5 },
	{ "topology=2x3x4 mesh=x assignment=v1", 40, 19, 0x0c2f81b0 },
	{ "topology=8x4x3 mesh=y assignment=v3 regions=0-3,4-7", 0, 0, 0x1f7741a6 },
	{ "topology=8x4x3 assignment=v3 regions=0-3,4-7", 5, 5, 0x63b983d3 },
	{ "topology=8x4x3 assignment=v3 regions=0-3,4-7 down=40:+x", 60, 47, 0x47d12dd7 },
	{ "topology=9x3x2 assignment=v0 regions=0-2,3-5,6-8", 1, 1, 0x01e6ec7b },
	{ "topology=5x6x8 assignment=v3 dateline=1,2,3", 0, 0, 0xb0488427 },
	{ "topology=5x6x8 mesh=y assignment=counted down=5:+x,77:-z", 10, 16, 0x4f7bbb72 },
	{ "topology=4x4x4 assignment=v3", 2000, 64, 0x31d34c5a },
	{ "topology=16x1x1 assignment=v3 dateline=3,0,0", 7, 1, 0xb3b052af },
	{ "topology=2x4x4 assignment=v3 regions=0-0,1-1", 6, 1, 0x3a019fbc },
	{ "topology=65x1x1 mesh=x assignment=v0", 0, 65, 0x87b8c34c },
};

#define ROWS	(sizeof(rows) / sizeof(*rows))

/* Compare with figures from earlier surveys, which were made in a fabric, under its lock. */
static void finds_what_it_always_found(void **state)
{
	struct world w;

	(void)state;
	for (u32 i = 0; i < ROWS; i++) {
		build(&w, rows[i].keys, rows[i].spoiled);
		model_tables(w.f, &w.t);
		if (ss_tables_exceptions(w.f) != rows[i].marked ||
		    digest_of(w.f) != rows[i].digest)
			fail_msg("%s, %u entries changed: %u routers look up, digest 0x%08x",
				 rows[i].keys, rows[i].spoiled, ss_tables_exceptions(w.f),
				 digest_of(w.f));
		demolish(&w);
	}
}

/*
 * Return true if the entry of input @in of router @r for packets to router @dest has the form that
 * the table of turns expects.
 */
static bool is_common(const struct ss_routing *rt, u32 r, u32 in, u32 dest)
{
	u8 entry = ss_tables_entry(rt->tables, r, in, dest);
	u32 here[SEASTAR_DIMS], there[SEASTAR_DIMS], dim = 0, odd, vc;
	u8 turn;

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		here[d] = ss_place_at(rt->place[r], d);
		there[d] = ss_place_at(rt->place[dest], d);
	}
	while (dim < SEASTAR_DIMS && here[dim] == there[dim])
		dim++;
	if (dim == SEASTAR_DIMS)
		return entry == ss_route_entry(SEASTAR_PORT_PROC, SS_ROUTE_KEEP);
	turn = rt->turn[rt->turns_from[dim] + here[dim] * rt->radix[dim] + there[dim]];
	if (!(turn & 1U << SS_TURN_KNOWN))
		return true;
	odd = 2 * (rt->tables->nid[r] % 2) + rt->tables->nid[dest] % 2;
	vc = turn & 1U << (SS_TURN_UPPER + odd) ? SS_ROUTE_VC1 : SS_ROUTE_VC0;
	/* routers on the dateline move packets to the upper half by themselves */
	if (here[dim] == rt->tables->dateline[dim] && !(rt->mesh & 1U << dim))
		vc = SS_ROUTE_VC0;
	if (in == ss_dim_port(dim, true) || in == ss_dim_port(dim, false))
		vc = SS_ROUTE_KEEP;
	return entry == ss_route_entry(turn & SS_TURN_PORT, vc);
}

/* Return true if an entry of any input of router @from leads packets for @dest to port @out. */
static bool leads(const struct ss_routing *rt, u32 from, u32 out, u32 dest)
{
	for (u32 in = 0; in < SS_PORTS; in++) {
		u8 entry = ss_tables_entry(rt->tables, from, in, dest);

		if (ss_route_is_entry(entry) && ss_route_port(entry) == out)
			return true;
	}
	return false;
}

/* Return true if a packet that may come to router @r meets an entry that differs from the turns. */
static bool has_to_look_up(const struct world *w, u32 r)
{
	const struct ss_routing *rt = &ss_seastar(w->f)->routing;

	for (u32 dest = 0; dest < w->p->topo.routers; dest++) {
		if (dest != r && !is_common(rt, r, SEASTAR_PORT_PROC, dest))
			return true;
		for (u32 in = SEASTAR_PORT_XP; in < SS_PORTS; in++) {
			u32 from = ss_neighbour(&w->p->topo, r, in);

			if (from != SS_NO_ROUTER && leads(rt, from, ss_opposite(in), dest) &&
			    !is_common(rt, r, in, dest))
				return true;
		}
	}
	return false;
}

#define ROUNDS	12	/* enough to notice each of the faults that were tried */

/* Compare the marks of surveys with their definition, router by router. */
static void marks_by_the_definition(void **state)
{
	const struct ss_routing *rt;
	struct world w;
	u32 marks = 0;

	(void)state;
	for (u32 i = 0; i < ROUNDS * ROWS; i++) {
		/* a fabric without a table of turns marks all routers */
		if (i % ROWS == ROWS - 1)
			continue;
		build(&w, rows[i % ROWS].keys, rows[i % ROWS].spoiled + i / ROWS * 3);
		model_tables(w.f, &w.t);
		rt = &ss_seastar(w.f)->routing;
		for (u32 r = 0; r < w.p->topo.routers; r++) {
			bool marked = rt->place[r] >> SS_PLACE_LOOKS_UP & 1;

			marks += marked;
			if (marked != has_to_look_up(&w, r))
				fail_msg("%s, %u entries changed: router %u is %smarked",
					 rows[i % ROWS].keys, rows[i % ROWS].spoiled + i / ROWS * 3,
					 r, marked ? "" : "not ");
		}
		demolish(&w);
	}
	assert_in_range(marks, 100, 10000);
}

/* Limit of a survey: the calls of is_over() so far, and the most calls that return false. */
struct patience {
	u64 asked;
	u64 most;
};

static bool is_over(void *ctx)
{
	struct patience *p = ctx;

	return ++p->asked > p->most;
}

static bool survey(const struct world *w, struct ss_survey *to, struct patience *patience)
{
	const struct ss_config *cfg = ss_fabric_config(w->f);
	void *scratch = model_memory(ss_survey_scratch(cfg));
	bool made = ss_survey_make(to, cfg, &w->t, scratch, is_over, patience);

	free(scratch);
	return made;
}

/* A survey asks is_over() for each router, per region and block of goals; true ends it. */
static void can_be_given_up(void **state)
{
	struct patience all = { .most = U64_MAX };
	struct ss_survey *to;
	struct world w;

	(void)state;
	build(&w, "topology=8x4x3 assignment=v3 regions=0-3,4-7", 20);
	to = model_memory(ss_survey_bytes(ss_fabric_config(w.f)));
	assert_true(survey(&w, to, &all));
	assert_true(all.asked > w.p->topo.routers * (3 + 4 * 2 * 2));
	for (u64 most = 0; most < all.asked; most += 1 + most / 4) {
		struct patience few = { .most = most };

		assert_false(survey(&w, to, &few));
		assert_int_equal(few.asked, most + 1);
	}
	free(to);
	demolish(&w);
}

static void is_looked_up(const struct ss_routing *rt, u32 r, u32 in, u32 vc, u32 dest)
{
	struct ss_hop fast = ss_route(rt, r, in, vc, dest);
	struct ss_hop slow = ss_route_by_tables(rt, r, in, vc, dest);

	assert_int_equal(fast.port, slow.port);
	assert_int_equal(fast.vc, slow.vc);
	assert_int_equal(fast.drop, slow.drop);
}

/* Follow a packet until it is delivered or dropped; compare each hop with the tables. */
static void follow(const struct world *w, u32 source, u32 dest)
{
	const struct ss_routing *rt = &ss_seastar(w->f)->routing;
	u32 here = source, in = SEASTAR_PORT_PROC, hops = 0, vc = 0;
	struct ss_hop hop;

	do {
		is_looked_up(rt, here, in, vc, dest);
		hop = ss_route(rt, here, in, vc, dest);
		if (hop.drop || hop.port == SEASTAR_PORT_PROC)
			return;
		vc = hop.vc;
		here = ss_neighbour(&w->p->topo, here, hop.port);
		in = ss_opposite(hop.port);
	} while (hops++ < 4 * w->p->topo.routers);
}

static void follow_all(const struct world *w)
{
	for (u32 source = 0; source < w->p->topo.routers; source++)
		for (u32 dest = 0; dest < w->p->topo.routers; dest++)
			if (source != dest)
				follow(w, source, dest);
}

/* Change the table of an input port for one router, and the survey with it. */
static void write_entry(struct world *w, struct ss_survey *s, u64 *state)
{
	u32 r = below(state, w->p->topo.routers), dest = below(state, w->p->topo.routers);
	u32 id = SS_PORT_ID(r, below(state, 2) ? SEASTAR_PORT_PROC : below(state, SS_PORTS));
	u8 entry = ss_route_entry(below(state, SS_PORTS), below(state, 3));

	set_entry(w, id, dest, entry);
	w->t = route_tables_loaded(w->made, w->p->nid, w->p->dateline);
	ss_survey_amend(s, ss_fabric_config(w->f), r, &entry, 1);
}

static void amended_it_routes_as_tables_say(void **state)
{
	struct ss_survey *s;
	u64 draw = 1;
	struct world w;
	u32 before;

	(void)state;
	for (u32 i = 0; i < ROWS; i++) {
		build(&w, rows[i].keys, rows[i].spoiled);
		s = model_survey(w.f, &w.t);
		for (u32 n = 0; n < 4; n++) {
			ss_tables_set(w.f, &w.t, s);
			before = ss_tables_exceptions(w.f);
			write_entry(&w, s, &draw);
			ss_tables_set(w.f, &w.t, s);
			assert_in_range(ss_tables_exceptions(w.f), before, before + 2);
			follow_all(&w);
		}
		free(s);
		demolish(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_what_it_always_found),
		cmocka_unit_test(marks_by_the_definition),
		cmocka_unit_test(can_be_given_up),
		cmocka_unit_test(amended_it_routes_as_tables_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
