// SPDX-License-Identifier: GPL-2.0-only
/*
 * All nodes send to one node: the share of each in the packets that arrive, by round robin.
 *
 * Every node has packets waiting, so each output's grants are shared out: equally among the VCs
 * that have packets, and a VC's equally among the inputs that have some on it (docs/model.md,
 * section 5). An input divides its grants among its own VCs. The shares below are worked out by
 * hand, from the output to the common processor back to the sources.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "lib/model.h"

#define MOST	16

/**
 * struct lot - a fabric, and the expected shares of its nodes
 * @radix: radix of each dimension
 * @mesh: bit d set where dimension d is a mesh
 * @assignment: assignment of virtual channels
 * @target: node to which all nodes send
 * @parts: share of each node, as a part of @of
 * @of: sum of all @parts
 */
struct lot {
	const char *name;
	u32 radix[SS_DIMS];
	u32 mesh;
	u32 assignment;
	u32 target;
	u32 parts[MOST];
	u32 of;
};

static const struct lot lots[] = {
	{
		/*
		 * All on one VC. Half of what comes to a router's output is of its own node, half
		 * of those before.
		 */
		.name = "line of 8, lower", .radix = { 8, 1, 1 }, .mesh = 1,
		.assignment = SS_ASSIGN_LOWER, .target = 7,
		.parts = { 1, 1, 2, 4, 8, 16, 32 }, .of = 64,
	}, {
		/*
		 * Nodes 0, 2, 4, 6 are on VC1, nodes 1, 3, 5 on VC0. Each VC has half of the last
		 * link, and a node shares with those of its own kind: 6 has half of VC1, 4 half
		 * of the rest, and so on.
		 */
		.name = "line of 8, balanced", .radix = { 8, 1, 1 }, .mesh = 1,
		.assignment = SS_ASSIGN_BALANCED, .target = 7,
		.parts = { 1, 2, 1, 2, 2, 4, 4 }, .of = 16,
	}, {
		.name = "line of 6, lower", .radix = { 6, 1, 1 }, .mesh = 1,
		.assignment = SS_ASSIGN_LOWER, .target = 5,
		.parts = { 1, 1, 2, 4, 8 }, .of = 16,
	}, {
		/* Nodes 0, 2, 4 on VC0, 1 and 3 on VC1. */
		.name = "line of 6, balanced", .radix = { 6, 1, 1 }, .mesh = 1,
		.assignment = SS_ASSIGN_BALANCED, .target = 5,
		.parts = { 1, 2, 1, 2, 2 }, .of = 8,
	}, {
		/*
		 * 1, 2, 3 come down on VC0. 4 is half way round and goes up with 5, 6, 7, over
		 * the dateline at 7: VC1. Each VC has half of the processor.
		 */
		.name = "ring of 8, lower", .radix = { 8, 1, 1 }, .assignment = SS_ASSIGN_LOWER,
		.parts = { 0, 4, 2, 2, 1, 1, 2, 4 }, .of = 16,
	}, {
		/*
		 * 1 and 3 come down on VC1, 2 on VC0; the others go up on VC1. So 2 has all of
		 * VC0, half of the processor. VC1 is shared by two inputs.
		 */
		.name = "ring of 8, balanced", .radix = { 8, 1, 1 },
		.assignment = SS_ASSIGN_BALANCED,
		.parts = { 0, 4, 16, 4, 1, 1, 2, 4 }, .of = 32,
	}, {
		/*
		 * (x, y) is node 3 x + y. All on VC0. The processor of (0, 0) has two inputs: the
		 * row y = 0, and the column. That divides by three at (0, 1): its node, its row,
		 * and (0, 2), which divides by two.
		 */
		.name = "5x3, lower", .radix = { 5, 3, 1 }, .mesh = 3,
		.assignment = SS_ASSIGN_LOWER,
		.parts = { 0, 16, 8, 24, 8, 4, 12, 4, 2, 6, 2, 1, 6, 2, 1 }, .of = 96,
	}, {
		/*
		 * Along x, x = 1 and 3 are on VC1, 2 and 4 on VC0; along y, y = 1 is on VC1, 2 on
		 * VC0. The processor divides by two VCs and their two inputs: a quarter each for
		 * y = 1, y = 2, the odd and the even ones of row 0. At (0, 1) and (0, 2) half of
		 * that is the node's, the other half its row's, whose four nodes share it
		 * equally: a quarter for each VC's first, and the same for its last.
		 */
		.name = "5x3, balanced", .radix = { 5, 3, 1 }, .mesh = 3,
		.assignment = SS_ASSIGN_BALANCED,
		.parts = { 0, 4, 4, 4, 1, 1, 4, 1, 1, 4, 1, 1, 4, 1, 1 }, .of = 32,
	}, {
		/*
		 * (x, y) is node 4 x + y, the target is (1, 1). On VC1 its processor has (3, 1)
		 * and the column from y = 3, which have crossed a dateline, a quarter each; on
		 * VC0 (0, 1), (2, 1) and the columns from y = 0 and y = 2, an eighth each. A
		 * column divides by three: (1, y), and what comes from either side. (3, y) is
		 * half way round: it comes with (0, y) if y is even, with (2, y) if it is odd, on
		 * a VC of its own.
		 */
		.name = "4x4, lower", .radix = { 4, 4, 1 },
		.assignment = SS_ASSIGN_LOWER, .target = 5,
		.parts = { 1, 6, 1, 4, 2, 0, 2, 4, 2, 6, 2, 2, 1, 12, 1, 2 }, .of = 48,
	},
};

static void count(const struct lot *l, u32 arbiter, u64 injected[MOST])
{
	static const u32 no_bias[SS_DIMS];
	struct ss_traffic t = model_window(SEASTAR_PATTERN_ALL_TO_ONE, 16);
	struct ss_config cfg;
	struct ss_fabric *f;

	ss_config_default(&cfg, l->radix[0], l->radix[1], l->radix[2], l->mesh);
	cfg.seastar.arbiter = arbiter;
	cfg.assignment = l->assignment;
	t.target = l->target;
	f = model_new(&cfg);
	model_aging(f, SS_DEFAULT_PERIOD, 0, no_bias);
	model_traffic(f, &t);
	ss_fabric_run(f, 40000);
	ss_reset_sources(f);
	ss_fabric_run(f, 400000);
	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		struct ss_source_stats s;

		ss_read_source(f, r, &s);
		injected[r] = s.injected;
	}
	model_free(f);
}

static void shares_are_those_worked_out(void **state)
{
	(void)state;
	for (u32 i = 0; i < sizeof(lots) / sizeof(lots[0]); i++) {
		const struct lot *l = &lots[i];
		u64 injected[MOST] = { 0 }, all = 0, parts = 0;

		count(l, SS_ARBITER_STAGED, injected);
		for (u32 r = 0; r < MOST; r++) {
			all += injected[r];
			parts += l->parts[r];
		}
		assert_int_equal(parts, l->of);
		for (u32 r = 0; r < MOST; r++) {
			u64 expected = all * l->parts[r] / l->of;

			if (injected[r] + 8 < expected || injected[r] > expected + 8)
				fail_msg("%s: node %u: expected %llu of %llu packets, seen %llu",
					 l->name, r,
					 (unsigned long long)expected, (unsigned long long)all,
					 (unsigned long long)injected[r]);
		}
	}
}

/* The pointer of the flat arbiter moves past the slots of VC0 whenever VC1 is granted. */
static void flat_arbiters_starve_three_nodes(void **state)
{
	const struct lot *tree = &lots[sizeof(lots) / sizeof(lots[0]) - 1];
	u64 injected[MOST];

	(void)state;
	count(tree, SS_ARBITER_FLAT, injected);
	assert_int_equal(injected[0] + injected[8] + injected[12], 0);
}

/**
 * struct way - counts of a node's injections
 * @own: requests injected
 * @replied: replies injected
 * @row: consecutive replies so far while a request waits
 * @longest: most consecutive replies while a request waited
 */
struct way {
	u64 own;
	u64 replied;
	u32 row;
	u32 longest;
};

static void look(struct ss_fabric *f, u32 router, struct way *w)
{
	struct ss_source_stats s;
	u64 own;

	ss_read_source(f, router, &s);
	own = s.stat[SEASTAR_SRC_INJECTED] - s.replied;
	if (own != w->own || ss_source_waiting(&s) == s.replies - s.replied)
		w->row = 0;
	else
		w->row += s.replied - w->replied;
	w->own = own;
	w->replied = s.replied;
	if (w->row > w->longest)
		w->longest = w->row;
}

/* Return the most consecutive replies of any of three nodes in a line. */
static u32 replies_in_a_row(bool turns)
{
	struct ss_traffic t = model_window(SEASTAR_PATTERN_NEIGHBOUR, 64);
	struct way way[3] = { 0 };
	struct ss_config cfg;
	struct ss_fabric *f;
	u32 longest = 0;

	/* requests of one flit always have room in the processor's input */
	t.lengths = ss_lengths_one(1);
	t.reply = ss_lengths_one(9);
	t.reply_turns = turns;
	ss_config_default(&cfg, 3, 1, 1, 1);
	cfg.eject[0] = 1;
	cfg.eject[1] = 1;
	f = model_new(&cfg);
	model_traffic(f, &t);
	for (u32 cycle = 0; cycle < 50000; cycle++) {
		ss_fabric_run(f, 1);
		for (u32 r = 0; r < 3; r++)
			look(f, r, &way[r]);
	}
	model_free(f);
	for (u32 r = 0; r < 3; r++)
		longest = way[r].longest > longest ? way[r].longest : longest;
	return longest;
}

/* With turns a request that can go waits for one reply; else for as many as there are. */
static void requests_have_turns_with_replies(void **state)
{
	(void)state;
	assert_int_equal(replies_in_a_row(true), 1);
	assert_true(replies_in_a_row(false) > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_are_those_worked_out),
		cmocka_unit_test(flat_arbiters_starve_three_nodes),
		cmocka_unit_test(requests_have_turns_with_replies),
	};

	return cmocka_run_group_tests_name("shares", tests, NULL, NULL);
}
