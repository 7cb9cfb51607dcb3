// SPDX-License-Identifier: GPL-2.0-only
/*
 * Look-up tables in routers: the table of turns agrees with them, packets without a route are
 * dropped and counted, registers show the tables, and without datelines rings deadlock.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include <seastar/mmr.h>

#include "lib/model.h"
#include "sim/route/generate.h"
#include "sim/route/step.h"
#include "sim/routers/seastar/router.h"
#include "sim/run/deadlock.h"

/**
 * struct world - tables in a fabric
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

static void build(struct world *w, const char *keys)
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
	w->t = route_tables_loaded(w->made, w->p->nid, w->p->dateline);
	ss_config_default(&cfg, w->p->topo.size[0], w->p->topo.size[1], w->p->topo.size[2],
			  w->p->topo.size[SS_MESH]);
	cfg.seastar.tables = 1;
	w->f = model_new(&cfg);
	model_tables(w->f, &w->t);
}

static void demolish(struct world *w)
{
	model_free(w->f);
	route_tables_free(w->made);
	route_plan_free(w->p);
}

/* Change an entry in all forms of the tables. */
static void change(struct world *w, u32 router, u32 in, u32 dest, u8 entry)
{
	route_tables_set_local(w->made, SS_PORT_ID(router, in), w->p->nid[dest], entry);
	w->t = route_tables_loaded(w->made, w->p->nid, w->p->dateline);
	model_tables(w->f, &w->t);
}

static void is_looked_up(const struct ss_routing *rt, u32 router, u32 in, u32 vc, u32 dest)
{
	struct ss_hop fast = ss_route(rt, router, in, vc, dest);
	struct ss_hop slow = ss_route_by_tables(rt, router, in, vc, dest);

	assert_int_equal(fast.port, slow.port);
	assert_int_equal(fast.vc, slow.vc);
	assert_int_equal(fast.drop, slow.drop);
}

/* Follow a packet hop by hop; on both VCs of its class, compare turns with look-ups. */
static void follow(struct world *w, u32 source, u32 dest)
{
	const struct ss_routing *rt = &ss_seastar(w->f)->routing;
	u32 here = source, in = SEASTAR_PORT_PROC, hops = 0, vc = 0;
	struct ss_hop hop;

	while (here != dest) {
		assert_true(hops++ < w->p->topo.routers);
		is_looked_up(rt, here, in, vc ^ 1, dest);
		is_looked_up(rt, here, in, vc, dest);
		hop = ss_route(rt, here, in, vc, dest);
		if (hop.drop)
			return;
		vc = hop.vc;
		here = w->p->peer[SS_PORT_ID(here, hop.port)];
		in = ss_opposite(hop.port);
	}
	is_looked_up(rt, here, in, vc, dest);
	assert_int_equal(ss_route(rt, here, in, vc, dest).port, SEASTAR_PORT_PROC);
}

static void follow_all(struct world *w)
{
	for (u32 source = 0; source < w->p->topo.routers; source++)
		for (u32 dest = 0; dest < w->p->topo.routers; dest++)
			if (source != dest)
				follow(w, source, dest);
}

/* Only routers that must look routes up do so, and packets take the routes of the tables. */
static void turns_are_what_tables_say(void **state)
{
	static const struct {
		const char *keys;
		u32 least, most;	/* routers that look up */
	} plans[] = {
		{ "topology=5x6x8 assignment=v0", 0, 0 },
		{ "topology=5x6x8 assignment=v1", 0, 0 },
		{ "topology=5x6x8 assignment=v3", 0, 0 },
		{ "topology=5x6x8 assignment=counted", 0, 0 },
		{ "topology=4x4x4 assignment=v2 regions=0-1,2-3", 0, 0 },
		{ "topology=8x4x3 mesh=y assignment=v3 regions=0-3,4-7", 0, 0 },
		{ "topology=5x6x8 assignment=v3 dateline=1,2,3", 0, 0 },
		{ "topology=5x6x8 assignment=v3 down=5:+x", 1, 40 },
		{ "topology=5x6x8 mesh=y assignment=counted down=5:+x,77:-z", 1, 40 },
		{ "topology=8x4x3 assignment=v3 regions=0-3,4-7 down=40:+x", 1, 40 },
	};
	struct world w;

	(void)state;
	for (u32 i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
		build(&w, plans[i].keys);
		if (ss_tables_exceptions(w.f) < plans[i].least ||
		    ss_tables_exceptions(w.f) > plans[i].most)
			fail_msg("%s: %u routers look up", plans[i].keys,
				 ss_tables_exceptions(w.f));
		follow_all(&w);
		demolish(&w);
	}
}

/* A line of four, x; from 0 to 2, on the rule's VC: an entry of router 1 is changed. */
static void drops_are_counted(void **state)
{
	static const struct {
		u8 entry;
		enum ss_drop why;
	} bad[] = {
		{ SS_ROUTE_NONE, SS_DROP_NO_ROUTE },
		{ SEASTAR_PORT_PROC | SS_ROUTE_KEEP << 4, SS_DROP_NO_ROUTE },
		{ SEASTAR_PORT_YP | SS_ROUTE_KEEP << 4, SS_DROP_NO_ROUTE },
		{ SEASTAR_PORT_XP | 3 << 4, SS_DROP_NO_ROUTE },
		{ SEASTAR_PORT_XP | SS_ROUTE_KEEP << 4 | 0x80, SS_DROP_NO_ROUTE },
		{ SEASTAR_PORT_XP | SS_ROUTE_VC1 << 4, SS_DROP_DATELINE },
	};
	struct ss_traffic t = model_window(SEASTAR_PATTERN_ALL_TO_ONE, 4);
	struct ss_source_stats s;
	u64 lost = 0, injected = 0, delivered = 0;
	struct world w;

	(void)state;
	t.target = 2;
	for (u32 i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		build(&w, "topology=4x1x1 assignment=v3 dateline=1");
		change(&w, 1, SEASTAR_PORT_XM, 2, bad[i].entry);
		assert_int_equal(ss_tables_exceptions(w.f), 1);
		model_traffic(w.f, &t);
		ss_fabric_run(w.f, 20000);
		for (u32 why = SS_DROP_NONE + 1; why < SS_DROPS; why++) {
			assert_int_equal(ss_tables_dropped(w.f, 1, why) > 0, why == bad[i].why);
			lost += ss_tables_dropped(w.f, 1, why);
		}
		for (u32 r = 0; r < 4; r++) {
			ss_read_source(w.f, r, &s);
			injected += s.stat[SEASTAR_SRC_INJECTED];
			delivered += s.stat[SEASTAR_SRC_DELIVERED];
		}
		injected -= ss_fabric_packets(w.f);
		demolish(&w);
	}
	assert_true(delivered > 0);
	assert_int_equal(injected, delivered + lost);
}

static u8 byte_of(u64 reg, u32 i)
{
	return reg >> 8 * (i % 8);
}

static void registers_show_tables(void **state)
{
	struct world w;

	(void)state;
	build(&w, "topology=8x4x3 assignment=v3 regions=0-3,4-7 dateline=7,2,0");
	for (u32 r = 0; r < w.p->topo.routers; r++) {
		assert_int_equal(ss_mmr_read(w.f, r, SS_MMR_RTR_NODE_ID), w.p->nid[r]);
		assert_int_equal(ss_mmr_read(w.f, r, SS_MMR_DATELINE_CONFIG),
				 0x8007 | 0x8002ULL << 16 | 0x8000ULL << 32);
		for (u32 port = 0; port < SS_PORTS; port++) {
			u32 id = SS_PORT_ID(r, port);

			for (u32 i = 0; i < 64; i++)
				assert_int_equal(byte_of(ss_mmr_read(w.f, r, SS_MMR_LUT(port) +
								     i / 8 * 8), i),
						 route_tables_local(w.made, id, i));
			for (u32 i = 0; i < SS_ROUTE_GLOBALS; i++)
				assert_int_equal(byte_of(ss_mmr_read(w.f, r, SS_MMR_PORT(port) +
								     SS_MMR_GLUT + i / 8 * 8), i),
						 route_tables_global(w.made, id,
								     i / 2 << 12 | i % 2));
		}
	}
	demolish(&w);
}

/*
 * Return true if there is a deadlock after @cycles of saturation.  Arbitration is by round robin,
 * which does not prefer packets on the ring to packets that enter the ring.
 */
static bool deadlocks(struct world *w, u64 cycles, struct sim_deadlock *d)
{
	static const u32 no_bias[SS_DIMS];
	struct ss_traffic t = model_window(SEASTAR_PATTERN_TORNADO, 64);
	struct sim_crew *crew = sim_crew_new(w->f);
	bool found;

	model_aging(w->f, SS_DEFAULT_PERIOD, 0, no_bias);
	model_traffic(w->f, &t);
	ss_fabric_run(w->f, cycles);
	found = sim_deadlock_find(crew, w->f, d);
	sim_crew_free(crew);
	return found;
}

static void rings_need_datelines(void **state)
{
	static const char *const assignments[] = { "v0", "v1", "v2", "v3", "counted" };
	struct sim_deadlock d = { 0 };
	u32 routers = 0;
	struct world w;
	char keys[64];

	(void)state;
	for (u32 k = 4; k <= 16; k += 3) {
		for (u32 a = 0; a < 5; a++) {
			snprintf(keys, sizeof(keys), "topology=%ux1x1 assignment=%s", k,
				 assignments[a]);
			build(&w, keys);
			assert_false(deadlocks(&w, 20000, &d));
			demolish(&w);
		}
	}
	/* all start on VC0, and stay there */
	build(&w, "topology=8x1x1 assignment=v3");
	for (u32 r = 0; r < 8; r++)
		for (u32 i = 1; i < 8; i++)
			route_tables_set_local(w.made, SS_PORT_ID(r, SEASTAR_PORT_PROC),
					       (r + i) % 8,
					       ss_route_entry(i < 4 ? SEASTAR_PORT_XP :
							      SEASTAR_PORT_XM, SS_ROUTE_VC0));
	w.t = route_tables_loaded(w.made, w.p->nid, w.p->dateline);
	w.t.dateline[0] = SS_NO_DATELINE;
	model_tables(w.f, &w.t);
	assert_true(deadlocks(&w, 200000, &d));
	/* the ring's eight inputs, and the staging buffers between them */
	assert_int_equal(d.count, 16);
	for (u32 i = 0; i < d.count; i++) {
		assert_int_equal(d.buffer[i].port,
				 d.buffer[i].staging ? SEASTAR_PORT_XP : SEASTAR_PORT_XM);
		assert_int_equal(d.buffer[i].vc, 0);
		routers |= 1U << d.buffer[i].router;
	}
	assert_int_equal(routers, 0xff);
	free(d.buffer);
	demolish(&w);
}

/* The rule comes back, and with it the former routes. */
static void rule_comes_back(void **state)
{
	struct ss_traffic t = model_window(SEASTAR_PATTERN_UNIFORM, 4);
	struct ss_fabric *f;
	struct ss_config cfg;
	struct world w;

	(void)state;
	build(&w, "topology=4x4x4 assignment=v0 down=9:+y");
	cfg = *ss_fabric_config(w.f);
	model_tables(w.f, NULL);
	assert_null(ss_tables_get(w.f));
	assert_int_equal(ss_tables_exceptions(w.f), 0);
	f = model_new(&cfg);
	model_traffic(f, &t);
	model_traffic(w.f, &t);
	ss_fabric_run(f, 3000);
	ss_fabric_run(w.f, 3000);
	assert_int_equal(ss_state_hash(w.f), ss_state_hash(f));
	model_free(f);
	demolish(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(turns_are_what_tables_say),
		cmocka_unit_test(drops_are_counted),
		cmocka_unit_test(registers_show_tables),
		cmocka_unit_test(rings_need_datelines),
		cmocka_unit_test(rule_comes_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
