// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Bubble router, where it can be worked out by hand, and whether its rings stay in motion.
 * LONG=1 runs each ring for 10^7 cycles.
 */
#include <stdlib.h>

#include "test.h"

#include "lib/alone.h"
#include "sim/routers/bubble/bubble.h"
#include "sim/run/deadlock.h"

/* The three routers of the paper, and its central arbiter. */
static const struct {
	u32 routing, crossbar;
} routers[] = {
	{ SS_ROUTE_DOR, SS_CROSSBAR_OAC },
	{ SS_ROUTE_ADAPTIVE, SS_CROSSBAR_OAC },
	{ SS_ROUTE_ADAPTIVE, SS_CROSSBAR_SIC },
	{ SS_ROUTE_ADAPTIVE, SS_CROSSBAR_WAVE },
};

#define ROUTERS	(sizeof(routers) / sizeof(routers[0]))

static struct ss_config config(u32 router, u32 kx, u32 ky, u32 kz)
{
	struct ss_config cfg;

	ss_bubble_config_default(&cfg, kx, ky, kz, routers[router].routing,
				 routers[router].crossbar);
	return cfg;
}

/* Return the hops of the shorter way from router 0 to router @to in a ring of @k. */
static u32 hops(u32 k, u32 to)
{
	return to < k - to ? to : k - to;
}

/* Compare latencies with the formula of docs/bubble-router.md, section 3. */
static void a_packet_alone_takes_what_the_formula_says(void **state)
{
	static const u32 delays[][2] = { { 0, 1 }, { 3, 1 }, { 4, 1 }, { 17, 9 }, { 255, 250 } };
	static const u32 lengths[] = { 1, 2, 20, 256 };

	(void)state;
	for (u32 i = 0; i < ROUTERS * 5 * 4; i++) {
		struct ss_config cfg = config(i % ROUTERS, 6, 5, 4);
		const u32 *delay = delays[i / ROUTERS % 5];
		u32 length = lengths[i / ROUTERS / 5];

		cfg.link_delay = delay[1];
		/* 0: the default */
		if (delay[0])
			cfg.router_delay = delay[0];
		cfg.max_packet = length;
		cfg.input_depth = 2 * length;
		for (u32 other = 1; other < 120; other += 17) {
			u64 h = hops(6, other / 20) + hops(5, other / 4 % 5) + hops(4, other % 4);
			u64 expected = (h + 1) * cfg.router_delay + length;
			struct latencies l = latencies_alone(&cfg, other, length, 20000);

			assert_true(l.count);
			assert_int_equal(l.least, expected);
			assert_int_equal(l.most, expected);
		}
	}
}

/* Table 2 of the paper: cycles per hop, and phits of a queue. */
static void defaults_are_those_of_the_paper(void **state)
{
	static const u32 expected[ROUTERS][3] = {
		{ 4, 160, 1 }, { 4, 80, 2 }, { 5, 80, 2 }, { 4, 80, 2 },
	};

	(void)state;
	for (u32 i = 0; i < ROUTERS; i++) {
		struct ss_config cfg = config(i, 8, 8, 1);

		assert_null(ss_config_check(&cfg));
		assert_int_equal(cfg.router_delay, expected[i][0]);
		assert_int_equal(cfg.input_depth, expected[i][1]);
		assert_int_equal(cfg.vcs, expected[i][2]);
		assert_int_equal(cfg.max_packet, 20);
	}
}

static u64 delivered(struct ss_fabric *f)
{
	u64 n = 0;

	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		struct ss_source_stats s;

		ss_read_source(f, r, &s);
		n += s.stat[SEASTAR_SRC_DELIVERED];
	}
	return n;
}

#define GLANCE	500	/* cycles in which an overloaded fabric delivers at least one packet */

/*
 * Check that a fabric overloaded for @cycles delivers in each GLANCE cycles, and that no ring
 * stalls.
 */
static void assert_moves(const struct ss_config *cfg, u32 pattern, u64 cycles)
{
	struct ss_traffic t = {
		.pattern = pattern, .load = SEASTAR_PPM, .source = SEASTAR_SOURCE_OPEN,
		.requests = SEASTAR_PPM, .lengths = ss_lengths_one(cfg->max_packet), .queue = 4,
	};
	struct ss_fabric *f = model_new(cfg);
	struct sim_deadlock d = { 0 };
	u64 before = 0;

	model_traffic(f, &t);
	for (u64 i = 0; i < cycles / GLANCE; i++) {
		u64 now;

		ss_fabric_run(f, GLANCE);
		now = delivered(f);
		assert_true(now > before);
		before = now;
		if (i % 64 == 0)
			assert_false(sim_deadlock_find(NULL, f, &d));
	}
	model_free(f);
}

/* Rings at capacity 2: no stall. */
static void full_rings_stay_in_motion(void **state)
{
	static const u32 patterns[] = { SEASTAR_PATTERN_UNIFORM, SEASTAR_PATTERN_TORNADO };
	bool is_long = getenv("LONG");

	(void)state;
	for (u32 k = 4; k <= 8; k++) {
		for (u32 i = 0; i < ROUTERS * 2; i++) {
			struct ss_config cfg = config(i / 2, k, 1, 1);

			cfg.input_depth = 2 * cfg.max_packet;
			assert_moves(&cfg, patterns[i % 2], is_long ? 10000000 : 40000);
		}
	}
}

/* The same in two and three dimensions, where packets escape and come back. */
static void full_tori_stay_in_motion(void **state)
{
	static const u32 shapes[][3] = { { 4, 4, 1 }, { 5, 7, 1 }, { 4, 4, 4 } };

	(void)state;
	for (u32 i = 0; i < ROUTERS * 3 * 2; i++) {
		const u32 *k = shapes[i / ROUTERS % 3];
		struct ss_config cfg = config(i % ROUTERS, k[0], k[1], k[2]);

		cfg.input_depth = 2 * cfg.max_packet;
		/* packets soon choose one queue to wait for, which may be an adaptive one */
		cfg.escape.patience = 5;
		cfg.priority = i < ROUTERS * 3 || cfg.escape.crossbar == SS_CROSSBAR_WAVE ?
			       SS_PRIORITY_TURN : SS_PRIORITY_RECENT;
		assert_moves(&cfg, SEASTAR_PATTERN_UNIFORM, 20000);
		cfg.escape.bubble = SS_BUBBLE_CRITICAL;
		assert_moves(&cfg, SEASTAR_PATTERN_UNIFORM, 20000);
	}
}

/*
 * Without the bubble the same rings fill, and the detector says which queues stand.  In rings of
 * four and five packets of 20 phits hardly ever enter at once everywhere; those of one phit do.
 */
static void rings_without_a_bubble_deadlock(void **state)
{
	(void)state;
	for (u32 k = 4; k <= 8; k++) {
		struct ss_config cfg = config(0, k, 1, 1);
		struct ss_traffic t = {
			.pattern = SEASTAR_PATTERN_UNIFORM, .load = SEASTAR_PPM,
			.source = SEASTAR_SOURCE_OPEN, .requests = SEASTAR_PPM,
			.lengths = ss_lengths_one(k < 6 ? 1 : 20),
		};
		struct sim_deadlock d = { 0 };
		struct ss_fabric *f;
		u64 before;

		cfg.input_depth = 40;
		cfg.escape.bubble = SS_BUBBLE_ONE;
		cfg.may_deadlock = 1;
		cfg.ties = SS_TIES_PLUS;
		f = model_new(&cfg);
		model_traffic(f, &t);
		while (!sim_deadlock_find(NULL, f, &d)) {
			ss_fabric_run(f, 100);
			assert_true(ss_fabric_now(f) < 1000000);
		}
		/* the deadlock is a whole ring, in one direction */
		assert_int_equal(d.count, k);
		for (u32 i = 0; i < d.count; i++) {
			assert_int_equal(d.buffer[i].port, d.buffer[0].port);
			assert_int_equal(d.buffer[i].vc, 0);
			assert_false(d.buffer[i].staging || d.buffer[i].output);
		}
		free(d.buffer);
		/*
		 * in time it stops everything: each node's next packet in that direction waits for
		 * ever
		 */
		ss_fabric_run(f, 20000);
		before = delivered(f);
		ss_fabric_run(f, 20000);
		assert_int_equal(delivered(f), before);
		model_free(f);
	}
}

/*
 * Flow control alone: a ring of four queues of two places.  In a cycle each router sends at most
 * one packet into the next queue: the first of its own queue, or one of its node's.  All routers
 * decide by how the queues are at the beginning of the cycle.  A state is a number: of the queue
 * that has the critical bubble, and of packets in each queue.
 */
#define RING	4
#define PLACES	2
#define SIZES	(3 * 3 * 3 * 3)
#define STATES	(RING * SIZES)

enum rule {
	TWO_AHEAD,	/* a node's packet needs two places in the next queue */
	LOCAL,		/* one place there, one in the router's own queue */
	LOCAL_TURNS,	/* the same, but one node at a time */
	CRITICAL,	/* one place there other than the critical bubble */
	CRITICAL_STAYS,	/* the same, but the mark is lost once a packet takes its place */
};

struct ring {
	u32 size[RING];
	u32 mark;	/* queue that has the critical bubble; RING: it is lost */
};

static struct ring ring_of(u32 n)
{
	struct ring r = { .mark = n / SIZES };

	for (u32 i = 0; i < RING; i++, n /= PLACES + 1)
		r.size[i] = n % (PLACES + 1);
	return r;
}

static bool may_inject(enum rule rule, const struct ring *r, u32 i)
{
	u32 there = (i + 1) % RING, ahead = PLACES - r->size[there], own = PLACES - r->size[i];

	switch (rule) {
	case TWO_AHEAD:
		return ahead >= 2;
	case CRITICAL:
	case CRITICAL_STAYS:
		return ahead >= (r->mark == there ? 2 : 1);
	default:
		return ahead >= 1 && own >= 1;
	}
}

/*
 * Return the state after @action, or -1 if it is impossible. @action has two bits per router: 0:
 * nothing, 1: go on, 2: inject.
 */
static int after(enum rule rule, const struct ring *r, u32 action)
{
	struct ring next = *r;
	u32 injected = 0, n;

	for (u32 i = 0; i < RING; i++) {
		u32 what = action >> 2 * i & 3, there = (i + 1) % RING;

		if (what == 3)
			return -1;
		if (what == 1 && (!r->size[i] || r->size[there] == PLACES))
			return -1;
		if (what == 2 && !may_inject(rule, r, i))
			return -1;
		injected += what == 2;
		next.size[i] -= what == 1;
		next.size[there] += what > 0;
		if (what == 1 && r->mark == there && r->size[there] == PLACES - 1)
			next.mark = rule == CRITICAL ? i : RING;
	}
	if (rule == LOCAL_TURNS && injected > 1)
		return -1;
	n = next.mark;
	for (u32 i = RING; i--;)
		n = n * (PLACES + 1) + next.size[i];
	return n;
}

/* Return true if all queues can become full, starting from empty ones. */
static bool ring_can_fill(enum rule rule)
{
	bool seen[STATES + SIZES] = { [0] = true }, fills = false;
	u32 list[STATES + SIZES] = { 0 }, n = 1;

	for (u32 done = 0; done < n; done++) {
		const struct ring r = ring_of(list[done]);

		fills |= list[done] % SIZES == SIZES - 1;
		for (u32 action = 0; action < 1U << 2 * RING; action++) {
			int next = after(rule, &r, action);

			if (next < 0 || seen[next])
				continue;
			seen[next] = true;
			list[n++] = next;
		}
	}
	return fills;
}

/* Show why the paper's local form is not built, and what a critical bubble is for. */
static void two_routers_that_inject_at_once_fill_a_ring(void **state)
{
	(void)state;
	assert_true(ring_can_fill(LOCAL));
	assert_false(ring_can_fill(LOCAL_TURNS));
	assert_false(ring_can_fill(TWO_AHEAD));
	assert_false(ring_can_fill(CRITICAL));
	assert_true(ring_can_fill(CRITICAL_STAYS));
}

/*
 * Return the packets that node 2 of a ring injects for the slow node 3, while packets of nodes 0
 * and 1 pass it.
 */
static u64 injected_in_passing(u32 router, u32 bubble)
{
	struct ss_config cfg = config(router, 8, 1, 1);
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_ALL_TO_ONE, .target = 3, .load = SEASTAR_PPM,
		.source = SEASTAR_SOURCE_OPEN, .requests = SEASTAR_PPM,
		.lengths = ss_lengths_one(20),
	};
	struct ss_source_stats before, after;
	struct ss_fabric *f;

	cfg.input_depth = 40;
	cfg.eject[1] = 2;
	cfg.escape.bubble = bubble;
	f = model_new(&cfg);
	model_traffic(f, &t);
	ss_fabric_run(f, 50000);
	ss_read_source(f, 2, &before);
	ss_fabric_run(f, 50000);
	ss_read_source(f, 2, &after);
	model_free(f);
	return after.stat[SEASTAR_SRC_INJECTED] - before.stat[SEASTAR_SRC_INJECTED];
}

/*
 * Section 2.3.1 of the paper: passing packets take each place that becomes free, so a node that
 * needs two at once never gets them. Adaptive queues need one place, and so do rings whose critical
 * bubble is elsewhere.
 */
static void adaptive_queues_end_starvation(void **state)
{
	(void)state;
	assert_int_equal(injected_in_passing(0, SS_BUBBLE_TWO), 0);
	assert_true(injected_in_passing(0, SS_BUBBLE_CRITICAL) > 50);
	assert_true(injected_in_passing(1, SS_BUBBLE_TWO) > 50);
}

/*
 * Return the number of nodes that inject nothing, in a ring of eight where each sends to its
 * mirror.
 */
static u32 silent_nodes(u32 router, u32 priority, u32 depth)
{
	struct ss_config cfg = config(router, 8, 1, 1);
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_COMPLEMENT, .load = SEASTAR_PPM,
		.source = SEASTAR_SOURCE_OPEN, .requests = SEASTAR_PPM,
		.lengths = ss_lengths_one(20),
	};
	struct ss_source_stats before[8], after;
	struct ss_fabric *f;
	u32 n = 0;

	cfg.input_depth = depth;
	cfg.eject[1] = 2;
	cfg.priority = priority;
	f = model_new(&cfg);
	model_traffic(f, &t);
	ss_fabric_run(f, 5000);
	for (u32 r = 0; r < 8; r++)
		ss_read_source(f, r, &before[r]);
	ss_fabric_run(f, 100000);
	for (u32 r = 0; r < 8; r++) {
		ss_read_source(f, r, &after);
		n += after.stat[SEASTAR_SRC_INJECTED] == before[r].stat[SEASTAR_SRC_INJECTED];
	}
	model_free(f);
	return n;
}

/*
 * Round robin and a token may miss a node each time that a place in an adaptive queue is free; the
 * least-recent policy does not (docs/bubble-router.md, section 4).
 */
static void the_least_recent_do_not_starve(void **state)
{
	(void)state;
	assert_true(silent_nodes(1, SS_PRIORITY_TURN, 40));
	assert_true(silent_nodes(2, SS_PRIORITY_TURN, 40));
	for (u32 depth = 40; depth <= 160; depth *= 2) {
		assert_int_equal(silent_nodes(1, SS_PRIORITY_RECENT, depth), 0);
		assert_int_equal(silent_nodes(2, SS_PRIORITY_RECENT, depth), 0);
	}
}

/*
 * Return the flits per 1,000 cycles that node 1 of a pair receives when node 0 sends as fast as it
 * can.
 */
static u64 to_the_other(struct ss_config *cfg, u32 length)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_ALL_TO_ONE, .target = 1, .batch = 1000000,
		.source = SS_SOURCE_BATCH, .requests = SEASTAR_PPM,
		.lengths = ss_lengths_one(length),
	};
	struct ss_fabric *f = model_new(cfg);
	struct ss_source_stats before, after;

	model_traffic(f, &t);
	ss_fabric_run(f, 3000);
	ss_read_source(f, 0, &before);
	ss_fabric_run(f, 1000 * length);
	ss_read_source(f, 0, &after);
	model_free(f);
	return (after.stat[SEASTAR_SRC_FLITS] - before.stat[SEASTAR_SRC_FLITS]) / length;
}

/* With enough places a link is never idle. */
static void packets_follow_each_other_without_a_gap(void **state)
{
	(void)state;
	for (u32 i = 0; i < ROUTERS; i++) {
		for (u32 length = 1; length <= 20; length++) {
			struct ss_config cfg = config(i, 2, 1, 1);

			cfg.ties = SS_TIES_PLUS;
			cfg.max_packet = length;
			cfg.input_depth = 20 * length;
			assert_in_range(to_the_other(&cfg, length), 999, 1001);
		}
	}
}

/* A place is free again when the credit that is sent with the last phit has come. */
static void a_place_takes_its_time(void **state)
{
	(void)state;
	for (u32 length = 1; length <= 20; length++) {
		struct ss_config cfg = config(0, 2, 1, 1);
		/* 4 cycles from grant to arrival, L - 1 to the last phit, 2 to the credit */
		u32 turn = 4 + length - 1 + 2, expected;

		cfg.max_packet = length;
		cfg.input_depth = 2 * length;
		cfg.escape.bubble = SS_BUBBLE_TWO;
		/* both places must be free for a packet to enter the ring */
		expected = 1000 * length / turn;
		assert_in_range(to_the_other(&cfg, length), expected - 2, expected + 2);
	}
}

/* Long messages of open sources go as packets of 20 phits, which arrive one by one. */
static void messages_are_split(void **state)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM, .load = SEASTAR_PPM / 10,
		.source = SEASTAR_SOURCE_OPEN, .requests = SEASTAR_PPM,
		.lengths = ss_lengths_one(200),
	};
	struct latencies l = { 0, 0, 0 };
	struct ss_source_stats s;
	u64 packets = 0, flits = 0;

	(void)state;
	for (u32 i = 0; i < ROUTERS; i++) {
		struct ss_config cfg = config(i, 4, 4, 1);
		struct ss_fabric *f = model_new(&cfg);

		ss_fabric_on_delivery(f, latencies_note, &l);
		model_traffic(f, &t);
		ss_fabric_run(f, 20000);
		for (u32 r = 0; r < 16; r++) {
			ss_read_source(f, r, &s);
			packets += s.stat[SEASTAR_SRC_DELIVERED];
			flits += s.stat[SEASTAR_SRC_FLITS];
		}
		model_free(f);
	}
	assert_true(packets > 0);
	assert_int_equal(packets, l.count);
	assert_int_equal(flits, 20 * packets);
}

static void what_cannot_be_is_refused(void **state)
{
	struct ss_config good, c;

	(void)state;
	good = config(1, 4, 4, 1);
	assert_null(ss_config_check(&good));
#define REFUSED(change) do { c = good; change; assert_non_null(ss_config_check(&c)); } while (0)
	REFUSED(c.input_depth = 39);	/* two packets of 20 phits need 40 */
	REFUSED(c.input_depth = 4097);
	REFUSED(c.max_packet = 0);
	REFUSED((c.max_packet = 257, c.input_depth = 4096));
	REFUSED(c.size[SS_MESH] = 1);
	REFUSED(c.vcs = 1);
	REFUSED(c.classes = 0);
	REFUSED(c.classes = 3);
	REFUSED(c.router_delay = 1);
	REFUSED(c.router_delay = 256);
	REFUSED((c.escape.crossbar = SS_CROSSBAR_SIC, c.router_delay = 2));
	REFUSED((c.link_delay = 4, c.router_delay = 4));
	REFUSED(c.routing = SS_ROUTE_CQR);
	REFUSED((c.routing = SS_ROUTE_DOR));	/* DOR with two VCs */
	REFUSED((c.routing = SS_ROUTE_DOR, c.vcs = 1, c.escape.crossbar = SS_CROSSBAR_SIC));
	REFUSED(c.escape.crossbar = SS_CROSSBARS);
	REFUSED((c.escape.crossbar = SS_CROSSBAR_WAVE, c.priority = SS_PRIORITY_RECENT));
	REFUSED((c.routing = SS_ROUTE_DOR, c.vcs = 1, c.escape.crossbar = SS_CROSSBAR_WAVE));
	REFUSED(c.ties = SS_TIES);
	REFUSED(c.escape.bubble = SS_BUBBLES);
	REFUSED(c.escape.bubble = SS_BUBBLE_ONE);	/* rings of four may deadlock */
	REFUSED(c.escape.patience = 0);
	REFUSED(c.priority = SS_PRIORITY_AGE);
	c = good;
	c.escape.bubble = SS_BUBBLE_ONE;
	c.may_deadlock = 1;
	assert_null(ss_config_check(&c));
	c = config(1, 3, 3, 3);
	c.escape.bubble = SS_BUBBLE_ONE;
	assert_null(ss_config_check(&c));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_packet_alone_takes_what_the_formula_says),
		cmocka_unit_test(defaults_are_those_of_the_paper),
		cmocka_unit_test(full_rings_stay_in_motion),
		cmocka_unit_test(full_tori_stay_in_motion),
		cmocka_unit_test(rings_without_a_bubble_deadlock),
		cmocka_unit_test(two_routers_that_inject_at_once_fill_a_ring),
		cmocka_unit_test(adaptive_queues_end_starvation),
		cmocka_unit_test(the_least_recent_do_not_starve),
		cmocka_unit_test(packets_follow_each_other_without_a_gap),
		cmocka_unit_test(a_place_takes_its_time),
		cmocka_unit_test(messages_are_split),
		cmocka_unit_test(what_cannot_be_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
