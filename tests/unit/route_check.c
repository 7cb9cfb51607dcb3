// SPDX-License-Identifier: GPL-2.0-only
/* The proof of tables finds each planted fault; impossible plans are refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

#include "sim/base/file.h"
#include "sim/route/balance.h"
#include "sim/route/check.h"
#include "sim/route/generate.h"
#include "sim/route/step.h"

struct world {
	struct route_plan *p;
	struct route_tables *t;
	struct route_missing missing;
};

static struct route_plan *plan(const char *keys, struct sim_error *err)
{
	struct route_plan *p = route_plan_new();
	char *words = strdup(keys), *rest = words, *word;
	bool ok = true;

	err->text[0] = '\0';
	while (ok && (word = strsep(&rest, " ")))
		ok = route_plan_set(p, word, err);
	free(words);
	if (ok && route_plan_check(p, err))
		return p;
	route_plan_free(p);
	return NULL;
}

static void build(struct world *w, const char *keys)
{
	struct sim_error err;

	memset(w, 0, sizeof(*w));
	w->p = plan(keys, &err);
	assert_string_equal(err.text, "");
	w->t = route_generate(w->p, &w->missing);
}

static void demolish(struct world *w)
{
	route_tables_free(w->t);
	route_plan_free(w->p);
}

/*
 * Check that the proof finds @fault, and perhaps faults that follow from it; without @fault, that
 * it finds none.
 */
static void expect(struct world *w, enum route_fault fault)
{
	struct route_proof *proof = route_check(w->p, w->t);

	for (u32 i = 0; i < ROUTE_FAULTS && fault == ROUTE_FAULTS; i++)
		assert_int_equal(proof->fault[i], 0);
	if (fault < ROUTE_FAULTS && !proof->fault[fault])
		fail_msg("not found: %s", route_fault_texts[fault]);
	assert_int_equal(route_proof_holds(proof, w->missing.pairs), fault == ROUTE_FAULTS);
	assert_int_equal(route_proof_delivers(proof, w->missing.pairs),
			 fault == ROUTE_FAULTS || fault == ROUTE_LONGER);
	route_proof_free(proof);
}

/* Set the entry of @dest at input @in of @router, expect @fault, and put the entry back. */
static void expect_changed(struct world *w, u32 router, u32 in, u32 dest, u8 entry,
			   enum route_fault fault)
{
	u32 id = SS_PORT_ID(router, in);
	u8 before = route_tables_local(w->t, id, dest);

	route_tables_set_local(w->t, id, dest, entry);
	expect(w, fault);
	route_tables_set_local(w->t, id, dest, before);
}

/* Router (x,y,z) is 16 x + 4 y + z. */
static void planted_faults_are_found(void **state)
{
	const u8 keep = SS_ROUTE_KEEP;
	struct world w;

	(void)state;
	build(&w, "topology=4x4x4 mesh=x assignment=v3");
	expect(&w, ROUTE_FAULTS);
	expect_changed(&w, 0, SEASTAR_PORT_PROC, 16, ss_route_entry(7, keep), ROUTE_BAD_ENTRY);
	expect_changed(&w, 0, SEASTAR_PORT_PROC, 16,
		       ss_route_entry(SEASTAR_PORT_XP, SS_ROUTE_KEEP + 1), ROUTE_BAD_ENTRY);
	expect_changed(&w, 0, SEASTAR_PORT_PROC, 16, ss_route_entry(SEASTAR_PORT_XM, keep),
		       ROUTE_NO_LINK);
	expect_changed(&w, 0, SEASTAR_PORT_PROC, 16, ss_route_entry(SEASTAR_PORT_PROC, keep),
		       ROUTE_BAD_HOME);
	expect_changed(&w, 16, SEASTAR_PORT_XM, 32, ss_route_entry(SEASTAR_PORT_XM, keep),
		       ROUTE_BACK);
	/* a packet that goes along -z may not turn */
	expect_changed(&w, 2, SEASTAR_PORT_ZP, 1, ss_route_entry(SEASTAR_PORT_YP, SS_ROUTE_VC0),
		       ROUTE_BAD_TURN);
	/* a packet that leaves the dateline's router is to be on VC0 */
	expect_changed(&w, 12, SEASTAR_PORT_PROC, 0, ss_route_entry(SEASTAR_PORT_YP, SS_ROUTE_VC1),
		       ROUTE_BAD_DATELINE);
	/* (0,3,0) to (1,3,0) over the dateline of y, and then along x */
	route_tables_set_local(w.t, SS_PORT_ID(0, SEASTAR_PORT_YM), 28,
			       ss_route_entry(SEASTAR_PORT_XP, SS_ROUTE_VC0));
	expect_changed(&w, 12, SEASTAR_PORT_PROC, 28, ss_route_entry(SEASTAR_PORT_YP, SS_ROUTE_VC0),
		       ROUTE_BAD_ORDER);
	/* (0,0,0) to (0,0,1) by -z, three links */
	for (u32 i = 1; i < 4; i++)
		route_tables_set_local(w.t, SS_PORT_ID(i, SEASTAR_PORT_ZP), 1,
				       ss_route_entry(i == 1 ? SEASTAR_PORT_PROC : SEASTAR_PORT_ZM,
						      keep));
	expect_changed(&w, 0, SEASTAR_PORT_PROC, 1, ss_route_entry(SEASTAR_PORT_ZM, SS_ROUTE_VC0),
		       ROUTE_LONGER);
	expect(&w, ROUTE_FAULTS);
	demolish(&w);
}

/* Packets to router 1 go on along +y for ever: no router on that way delivers them. */
static void circling_is_found(void **state)
{
	struct world w;

	(void)state;
	build(&w, "topology=1x4x1 assignment=v3");
	for (u32 i = 0; i < 4; i++) {
		route_tables_set_local(w.t, SS_PORT_ID(i, SEASTAR_PORT_YM), 1,
				       ss_route_entry(SEASTAR_PORT_YP, SS_ROUTE_KEEP));
		route_tables_set_local(w.t, SS_PORT_ID(i, SEASTAR_PORT_PROC), 1,
				       ss_route_entry(SEASTAR_PORT_YP, SS_ROUTE_VC0));
	}
	w.p->dateline[1] = 9;
	expect(&w, ROUTE_CIRCLING);
	demolish(&w);
}

/* An entry is missing, but the rules have a route for the pair: the proof finds the pair. */
static void a_missing_entry_is_found(void **state)
{
	struct route_proof *proof;
	struct world w;

	(void)state;
	build(&w, "topology=4x4x4");
	route_tables_set_local(w.t, SS_PORT_ID(0, SEASTAR_PORT_PROC), 16, SS_ROUTE_NONE);
	proof = route_check(w.p, w.t);
	assert_int_equal(proof->unroutable, 1);
	assert_false(route_proof_holds(proof, w.missing.pairs));
	route_proof_free(proof);
	demolish(&w);
}

/* Put all packets that are routed by the table of @port_id on VC0. */
static void put_on_vc0(struct world *w, u32 port_id, u32 routers)
{
	for (u32 dest = 0; dest < routers; dest++) {
		u8 entry = route_tables_local(w->t, port_id, dest);

		if (entry != SS_ROUTE_NONE)
			route_tables_set_local(w->t, port_id, dest,
					       ss_route_entry(ss_route_port(entry), SS_ROUTE_VC0));
	}
}

/*
 * Without a dateline rings have a cycle, except those of three, and of four: there neighbours
 * go opposite ways to the router half way round.
 */
static void rings_need_datelines(void **state)
{
	(void)state;
	for (u32 k = 3; k <= 16; k++) {
		struct route_proof *proof;
		char keys[64];
		struct world w;

		snprintf(keys, sizeof(keys), "topology=%ux1x1 assignment=v0", k);
		build(&w, keys);
		expect(&w, ROUTE_FAULTS);
		for (u32 i = 0; i < k << SS_PORT_SHIFT; i++)
			put_on_vc0(&w, i, k);
		w.p->dateline[0] = k;
		proof = route_check(w.p, w.t);
		assert_int_equal(proof->delivered, k * (k - 1));
		assert_int_equal(proof->cycle_length, k < 5 ? 0 : k);
		for (u32 i = 0; i < proof->cycle_length; i++)
			assert_int_equal(route_channel_vc(proof->cycle[i]), 0);
		route_proof_free(proof);
		demolish(&w);
	}
}

/* Equal blocks are kept once, in whatever order they are added. */
static void equal_blocks_are_shared(void **state)
{
	struct route_tables *t = route_tables_new(2);
	u32 blocks = t->blocks;

	(void)state;
	for (u32 i = 0; i < 2000; i++)
		route_tables_set_local(t, SS_PORT_ID(0, 1), i, i % 7);
	for (u32 i = 2000; i-- > 0;)
		route_tables_set_local(t, SS_PORT_ID(1, 2), i, i % 7);
	for (u32 i = 0; i < SS_TABLE_BLOCKS; i++)
		assert_int_equal(t->local[SS_PORT_ID(0, 1)][i], t->local[SS_PORT_ID(1, 2)][i]);
	for (u32 i = 0; i < SS_ROUTE_LOCALS; i++)
		assert_int_equal(route_tables_local(t, SS_PORT_ID(0, 1), i),
				 i < 2000 ? i % 7 : SS_ROUTE_NONE);
	assert_true(t->blocks > blocks);
	route_tables_free(t);
}

/* Abts et al., Cray XT, sec. 4; by enumeration of all pairs, in parts of 1,000. */
static void balance_is_the_papers(void **state)
{
	static const struct {
		const char *keys;
		u32 mean[SEASTAR_DIMS];
	} known[] = {
		{ "topology=11x12x16 assignment=v0", { 424, 421, 398 } },
		{ "topology=11x12x16 assignment=v1", { 358, 356, 340 } },
		{ "topology=11x12x16 assignment=v2", { 358, 356, 340 } },
		{ "topology=11x12x16 assignment=v3", { 267, 273, 277 } },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		struct route_load *load;
		struct world w;

		build(&w, known[i].keys);
		load = route_count(w.p, w.t);
		for (u32 d = 0; d < SEASTAR_DIMS; d++) {
			struct route_balance b = route_balance_of(w.p, load, d);

			assert_int_equal(b.links, 2 * 2112);
			assert_int_equal((u32)(b.mean * 1000 + 0.5), known[i].mean[d]);
		}
		free(load);
		demolish(&w);
	}
}

static void plans_that_cannot_be_are_refused(void **state)
{
	static const struct {
		const char *keys, *why;
	} bad[] = {
		{ "regions=0-3", "topology is missing, as in topology=11x12x16" },
		{ "topology=8x4 regions=0-4,4-7", "regions: regions 0 and 1 overlap: plane 4 is in both" },
		{ "topology=8x4 regions=0-2,4-7", "regions: plane 3 is in no region" },
		{ "topology=8x4 regions=0-8", "regions: there is no plane 8: the last one is 7" },
		{ "topology=8x4 regions=3-0", "regions: '3-0' is not FIRST-LAST, planes of x" },
		{ "topology=9x1 regions=0,1,2,3,4,5,6,7,8", "regions: more than 8 are given" },
		{ "topology=32x32x32 regions=0-15,16-31", "regions: planes 0 to 15 have 16384 nodes, and a local table has 4096 entries" },
		{ "topology=2x100x100", "topology: a plane of y and z has 10000 nodes, and a region, which is of whole planes, at most 4096" },
		{ "topology=9x50x50", "topology: regions of at most 1 planes are needed for a local table of 4096 entries, and 8 such regions do not hold 9 planes" },
		{ "topology=8x4 regions=0-3,4-7 dateline=1 assignment=v3", "dateline: plane 1 is inside region 0; with assignment=v3 it is to be on an edge, 0 or 3" },
		{ "topology=8x4 dateline=8", "dateline: there is no coordinate 8 along x, whose last is 7" },
		{ "topology=8x4 dateline=a", "dateline: 'a' is not up to three coordinates, as in 10,11,15" },
		{ "topology=8x4 down=32:+x", "down: there is no router 32:+x: the last one is 31" },
		{ "topology=8x4 mesh=x down=0:-x", "down: '0:-x' is no link: the mesh ends there" },
		{ "topology=8x4 down=0:x", "down: '0:x' is not ROUTER:PORT, as in 12:+x" },
		{ "topology=8x4 assignment=v4", "assignment: 'v4' is none of v0, v1, v2, v3, counted" },
		{ "topology=8x4 datelin=3", "unknown key 'datelin': did you mean 'dateline'?" },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct sim_error err;

		assert_null(plan(bad[i].keys, &err));
		assert_string_equal(err.text, bad[i].why);
	}
}

/* Node ids of the routers of 2x2, and the error about them; NULL: the ids are valid. */
static void maps_of_ids_are_checked(void **state)
{
	static const struct {
		const char *ids, *why;
	} maps[] = {
		{ "3 2 1 0\n", NULL },
		{ "5 6 4096 4097", NULL },
		{ "3 2 1", ": there are 3 ids for 4 routers" },
		{ "3 2 1 0 4", ": there are more ids than the 4 routers" },
		{ "3 2 1 2", ": routers 1 and 3 have the same id, 2" },
		{ "3 2 1 32768", ": '32768' is not a node id, 0 to 32767" },
		{ "0 4096 1 2", ": plane 0 has ids of regions 0 and 1" },
	};
	char path[] = "/tmp/route_check.XXXXXX", keys[64];
	struct sim_error err;

	(void)state;
	close(mkstemp(path));
	snprintf(keys, sizeof(keys), "topology=2x2 ids=%s", path);
	for (u32 i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
		struct route_plan *p;

		assert_true(file_write(path, maps[i].ids, strlen(maps[i].ids), &err));
		p = plan(keys, &err);
		if (maps[i].why)
			assert_string_equal(err.text + strlen(path), maps[i].why);
		else
			assert_non_null(p);
		route_plan_free(p);
	}
	unlink(path);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(planted_faults_are_found),
	cmocka_unit_test(circling_is_found),
	cmocka_unit_test(a_missing_entry_is_found),
	cmocka_unit_test(rings_need_datelines),
	cmocka_unit_test(equal_blocks_are_shared),
	cmocka_unit_test(balance_is_the_papers),
	cmocka_unit_test(plans_that_cannot_be_are_refused),
	cmocka_unit_test(maps_of_ids_are_checked),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
