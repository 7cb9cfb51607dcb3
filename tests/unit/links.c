// SPDX-License-Identifier: GPL-2.0-only
/*
 * Links that go down under load, and come up again or are avoided by new tables: every lost packet
 * is counted.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include <seastar/mmr.h>

#include "lib/model.h"
#include "sim/topology/cube.h"
#include "sim/route/generate.h"
#include "sim/run/deadlock.h"

#define ROUTER	21	/* (1,1,1) of 4x4x4 */
#define PORT	SEASTAR_PORT_XP

/**
 * struct world - a fabric of 4x4x4 that sends from each node to each other
 * @p: plans of its tables, without and with the link down
 * @made: the tables
 * @t: the tables in the form of the fabric
 * @f: the fabric
 */
struct world {
	struct route_plan *p[2];
	struct route_tables *made[2];
	struct ss_tables t[2];
	struct ss_fabric *f;
};

static void load(struct world *w, u32 which)
{
	model_tables(w->f, &w->t[which]);
}

static void plan(struct world *w, u32 which)
{
	static const char *const words[] = { "topology=4x4x4", "assignment=v3", "down=21:+x" };
	struct route_missing missing = { 0 };
	struct sim_error err;

	w->p[which] = route_plan_new();
	for (u32 i = 0; i < 2 + which; i++)
		assert_true(route_plan_set(w->p[which], words[i], &err));
	assert_true(route_plan_check(w->p[which], &err));
	w->made[which] = route_generate(w->p[which], &missing);
	assert_int_equal(missing.pairs, 0);
	w->t[which] = route_tables_loaded(w->made[which], w->p[which]->nid,
					  w->p[which]->dateline);
}

static void begin(struct world *w)
{
	struct ss_traffic t = {
		.pattern = SS_PATTERN_ALL_TO_ALL, .source = SS_SOURCE_BATCH, .batch = 8,
		.lengths = { { 1, 9 }, { 1, 1 } }, .requests = SEASTAR_PPM / 2,
	};
	struct ss_config cfg;

	plan(w, 0);
	plan(w, 1);
	ss_config_default(&cfg, 4, 4, 4, 0);
	cfg.seastar.tables = 1;
	w->f = model_new(&cfg);
	load(w, 0);
	model_traffic(w->f, &t);
	ss_fabric_run(w->f, 1500);
}

static void end(struct world *w)
{
	model_free(w->f);
	for (u32 i = 0; i < 2; i++) {
		route_tables_free(w->made[i]);
		route_plan_free(w->p[i]);
	}
}

/* Take the link down in both directions. */
static void take_down(struct world *w, bool drops)
{
	u32 other = ss_neighbour(&w->p[0]->topo, ROUTER, PORT);

	ss_link_fail(w->f, ROUTER, PORT, drops);
	ss_link_fail(w->f, other, ss_opposite(PORT), drops);
}

static void bring_up(struct world *w)
{
	ss_link_restore(w->f, ROUTER, PORT);
	ss_link_restore(w->f, ss_neighbour(&w->p[0]->topo, ROUTER, PORT), ss_opposite(PORT));
}

static u64 dropped(const struct world *w)
{
	u64 n = 0;

	for (u32 r = 0; r < 64; r++)
		for (u32 why = SS_DROP_NONE + 1; why < SS_DROPS; why++)
			n += ss_tables_dropped(w->f, r, why);
	return n;
}

/*
 * Check that injected packets are delivered, dropped or still in the network; return the number in
 * the network.
 */
static u64 conserved(const struct world *w)
{
	u64 injected = 0, delivered = 0;

	for (u32 r = 0; r < 64; r++) {
		struct ss_source_stats s;

		ss_read_source(w->f, r, &s);
		injected += s.stat[SEASTAR_SRC_INJECTED];
		delivered += s.stat[SEASTAR_SRC_DELIVERED];
	}
	assert_int_equal(injected, delivered + dropped(w) + ss_fabric_packets(w->f));
	return ss_fabric_packets(w->f);
}

static bool deadlocks(const struct world *w)
{
	struct sim_crew *crew = sim_crew_new(w->f);
	struct sim_deadlock d = { 0 };
	bool found = sim_deadlock_find(crew, w->f, &d);

	sim_crew_free(crew);
	free(d.buffer);
	return found;
}

static u64 reg(const struct world *w, enum seastar_reg reg)
{
	u64 regs[SEASTAR_REGS];

	ss_read_port_regs(w->f, ROUTER, PORT, regs);
	return regs[reg];
}

static void packets_wait_for_a_link(void **state)
{
	struct world w;
	u64 stalled;

	(void)state;
	begin(&w);
	take_down(&w, false);
	assert_int_equal(ss_mmr_read(w.f, ROUTER, SS_MMR_PORT(PORT) + SS_MMR_LINK_STATUS),
			 SS_MMR_LINK_PRESENT);
	stalled = reg(&w, SEASTAR_REG_STALLED);
	ss_fabric_run(w.f, 200000);
	assert_true(conserved(&w) > 0);
	assert_false(deadlocks(&w));
	/* to its output, a link that is down is a link without credits */
	assert_true(reg(&w, SEASTAR_REG_STALLED) > stalled + 190000);
	bring_up(&w);
	assert_false(ss_link_is_down(w.f, ROUTER, PORT));
	ss_fabric_run(w.f, 200000);
	assert_int_equal(conserved(&w), 0);
	assert_int_equal(dropped(&w), 0);
	for (u32 r = 0; r < 64; r++)
		assert_true(ss_source_done(w.f, r));
	end(&w);
}

static void packets_are_dropped_with_a_link(void **state)
{
	struct world w;
	u64 before;

	(void)state;
	begin(&w);
	take_down(&w, true);
	before = dropped(&w);
	assert_true(before > 0);
	conserved(&w);
	ss_fabric_run(w.f, 2000);
	assert_true(dropped(&w) > before);
	conserved(&w);
	bring_up(&w);
	before = dropped(&w);
	ss_fabric_run(w.f, 200000);
	assert_int_equal(dropped(&w), before);
	assert_int_equal(conserved(&w), 0);
	end(&w);
}

/* New tables lead around the link; only packets in its staging buffers are lost. */
static void packets_are_routed_around_a_link(void **state)
{
	struct world w;

	(void)state;
	begin(&w);
	take_down(&w, false);
	ss_fabric_run(w.f, 1000);
	assert_int_equal(dropped(&w), 0);
	load(&w, 1);
	assert_in_range(dropped(&w), 1, 2 * 4 * SS_PORTS * 16);
	conserved(&w);
	ss_fabric_run(w.f, 300000);
	assert_int_equal(conserved(&w), 0);
	assert_false(deadlocks(&w));
	/* when the link is up again, the former tables lead over it */
	bring_up(&w);
	load(&w, 0);
	assert_int_equal(ss_tables_exceptions(w.f), 0);
	end(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packets_wait_for_a_link),
		cmocka_unit_test(packets_are_dropped_with_a_link),
		cmocka_unit_test(packets_are_routed_around_a_link),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
