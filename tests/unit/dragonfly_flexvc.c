// SPDX-License-Identifier: GPL-2.0-only
/* Dragonflies with FlexVC: which of them deadlock, and by which rules hops take VCs. */
#include <stdlib.h>

#include "test.h"

#include "lib/model.h"
#include "sim/routers/dragonfly/dragonfly.h"
#include "sim/run/deadlock.h"

/* Make fabric @cfg with a flexible order of VCs, at more load than it accepts. */
static struct ss_fabric *overload(struct ss_config *cfg, bool replies)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM, .source = SEASTAR_SOURCE_OPEN,
		.load = SEASTAR_PPM, .requests = SEASTAR_PPM,
		.lengths = ss_lengths_one(8), .drops = 1,
	};
	struct ss_fabric *f;

	cfg->dragonfly.order = SS_ORDER_FLEXIBLE;
	if (replies)
		t.reply = ss_lengths_one(8);
	f = model_new(cfg);
	model_traffic(f, &t);
	return f;
}

/* Make an overloaded fabric that may deadlock. */
static struct ss_fabric *overloaded(u32 routing, u32 reserved, bool replies)
{
	struct ss_config cfg;

	ss_dragonfly_config_default(&cfg, 2, 4, 2, routing, SS_DRAGONFLY_SIMULATOR);
	cfg.dragonfly.shared = !replies;
	cfg.dragonfly.reserved = reserved;
	return overload(&cfg, replies);
}

static u64 delivered(struct ss_fabric *f)
{
	u64 n = 0;

	for (u32 i = 0; i < ss_fabric_nodes(f); i++) {
		struct ss_source_stats s;

		ss_read_source(f, i, &s);
		n += s.stat[SEASTAR_SRC_DELIVERED];
	}
	return n;
}

/*
 * Memory without a reserve, and replies without VCs of their own, deadlock: the detector finds the
 * cycle of waits.
 */
static void flexible_vcs_may_deadlock(void **state)
{
	static const u32 routings[] = { SS_ROUTE_MIN, SS_ROUTE_VAL, SS_ROUTE_VAL_GROUP };

	(void)state;
	for (u32 i = 0; i < 6; i++) {
		struct ss_fabric *f = overloaded(routings[i / 2], 0, i % 2);
		struct sim_deadlock d = { 0 };
		u64 before;

		while (!sim_deadlock_find(NULL, f, &d)) {
			ss_fabric_run(f, 10);
			assert_true(ss_fabric_now(f) < 200000);
		}
		assert_true(d.count >= 2);
		/* in time the deadlock stops all packets */
		ss_fabric_run(f, 20000);
		before = delivered(f);
		ss_fabric_run(f, 5000);
		assert_int_equal(delivered(f), before);
		free(d.buffer);
		model_free(f);
	}
}

/* Replies wait for requests if, in their sources' groups, they may take only VCs of requests. */
static void replies_limited_by_group_may_deadlock(void **state)
{
	struct sim_deadlock d = { 0 };
	struct ss_config cfg;

	(void)state;
	ss_dragonfly_config_default(&cfg, 2, 4, 2, SS_ROUTE_MIN, SS_DRAGONFLY_TEXT);
	cfg.dragonfly.reply_vcs = cfg.vcs;
	cfg.dragonfly.reply_global_vcs = cfg.dragonfly.global_vcs;
	for (u32 group = 0; group < 2; group++) {
		struct ss_fabric *f;

		cfg.dragonfly.vc_limit_group = group;
		f = overload(&cfg, true);
		while (!sim_deadlock_find(NULL, f, &d) && ss_fabric_now(f) < 20000)
			ss_fabric_run(f, 10);
		assert_int_equal(d.count >= 2, group);
		model_free(f);
	}
	free(d.buffer);
}

/* FOGSim v5 limits VCs by group, and has ties go to the highest VC; the thesis limits by path. */
static void rules_say_which_vcs_hops_may_take(void **state)
{
	struct ss_config cfg;

	(void)state;
	ss_dragonfly_config_default(&cfg, 2, 4, 2, SS_ROUTE_MIN, SS_DRAGONFLY_SIMULATOR);
	assert_true(cfg.dragonfly.vc_limit_group);
	assert_int_equal(cfg.dragonfly.vc_select, SS_SELECT_JSQ_HIGHEST);
	ss_dragonfly_config_default(&cfg, 2, 4, 2, SS_ROUTE_MIN, SS_DRAGONFLY_TEXT);
	assert_false(cfg.dragonfly.vc_limit_group);
	assert_int_equal(cfg.dragonfly.vc_select, SS_SELECT_JSQ);
}

/* With room for a packet reserved for each VC, none waits for ever, however full the network is. */
static void flexible_vcs_with_a_reserve_go_on(void **state)
{
	(void)state;
	for (u32 i = 0; i < 2; i++) {
		struct ss_fabric *f = overloaded(i ? SS_ROUTE_VAL : SS_ROUTE_MIN, 25, false);
		struct sim_deadlock d = { 0 };

		while (ss_fabric_now(f) < 4000) {
			ss_fabric_run(f, 10);
			assert_false(sim_deadlock_find(NULL, f, &d));
		}
		model_free(f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flexible_vcs_may_deadlock),
		cmocka_unit_test(replies_limited_by_group_may_deadlock),
		cmocka_unit_test(rules_say_which_vcs_hops_may_take),
		cmocka_unit_test(flexible_vcs_with_a_reserve_go_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
