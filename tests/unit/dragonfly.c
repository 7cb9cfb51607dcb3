// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Dragonfly where it can be worked out by hand: its links, its latency without load, and what
 * its links allow (docs/dragonfly-router.md).
 */
#include <math.h>
#include <stdlib.h>

#include "test.h"

#include "lib/model.h"
#include "sim/core/engine.h"
#include "sim/routers/dragonfly/dragonfly.h"

static struct ss_config config(u32 h, u32 routing)
{
	struct ss_config cfg;

	ss_dragonfly_config_default(&cfg, h, 2 * h, h, routing, SS_DRAGONFLY_SIMULATOR);
	return cfg;
}

/* Check that each link leads back to its origin, and each group to each other one by one link. */
static void check_links(const struct ss_dragonfly *d)
{
	u32 groups = d->a * d->h + 1, routers = groups * d->a;
	u32 *links = calloc((size_t)groups * groups, sizeof(*links));

	assert_non_null(links);
	for (u32 r = 0; r < routers; r++) {
		for (u32 port = d->p; port < d->p + d->a - 1 + d->h; port++) {
			u32 back, again, to = ss_dragonfly_neighbour(d, r, port, &back);
			bool global = port >= d->p + d->a - 1;

			assert_true(to < routers && to != r);
			assert_int_equal(global, to / d->a != r / d->a);
			assert_int_equal(ss_dragonfly_neighbour(d, to, back, &again), r);
			assert_int_equal(again, port);
			links[r / d->a * groups + to / d->a] += global;
		}
	}
	for (u32 i = 0; i < groups * groups; i++)
		assert_int_equal(links[i], i / groups != i % groups);
	free(links);
}

static void links_are_pairs_and_join_all_groups(void **state)
{
	static const u32 shapes[][3] = {
		{ 1, 1, 1 }, { 1, 2, 1 }, { 3, 1, 4 }, { 2, 4, 2 }, { 1, 3, 2 }, { 3, 6, 3 },
		{ 4, 8, 4 }, { 8, 16, 8 }, { 2, 5, 3 },
	};

	(void)state;
	for (u32 i = 0; i < 2 * sizeof(shapes) / sizeof(shapes[0]); i++) {
		const u32 *s = shapes[i / 2];

		check_links(&(struct ss_dragonfly){ s[0], s[1], s[2], i % 2 });
	}
}

/* Sec. 1.2.1: the first router reaches the h groups before its own, the last one those after it. */
static void palm_tree_is_as_in_the_thesis(void **state)
{
	(void)state;
	for (u32 h = 1; h <= 8; h++) {
		const struct ss_dragonfly d = { h, 2 * h, h, SS_ARRANGE_PALM };
		u32 groups = 2 * h * h + 1, group = groups / 2, first = group * d.a, back;

		for (u32 i = 1; i <= h; i++) {
			u32 to = ss_dragonfly_neighbour(&d, first, d.p + d.a - 1 + i - 1, &back);

			assert_int_equal(to / d.a, (group + groups - i) % groups);
			to = ss_dragonfly_neighbour(&d, first + d.a - 1,
						    d.p + d.a - 1 + h - i, &back);
			assert_int_equal(to / d.a, (group + i) % groups);
		}
	}
}

/* Headers have no age here: its field holds the numbers of both nodes at their routers. */
_Static_assert(2 * SS_NODE_BITS <= SS_HDR_AGE_BITS, "both nodes have place");
_Static_assert(SS_DRAGONFLY_MOST <= 1 << SS_NODE_BITS, "all nodes of a router have");

static void sizes_are_those_of_the_thesis(void **state)
{
	/* h, routers, nodes */
	static const u32 sizes[][3] = {
		{ 2, 36, 72 }, { 3, 114, 342 }, { 4, 264, 1056 }, { 8, 2064, 16512 },
		{ 16, 16416, 262656 },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct ss_config cfg = config(sizes[i][0], SS_ROUTE_MIN);

		assert_null(ss_config_check(&cfg));
		assert_int_equal(ss_config_routers(&cfg), sizes[i][1]);
		assert_int_equal(ss_config_nodes(&cfg), sizes[i][2]);
	}
}

/* Hops of a minimal path, which minimal() finds along the links. */
struct hops {
	u32 local, global;
};

static struct hops minimal(const struct ss_dragonfly *d, u32 r, u32 to)
{
	struct hops h = { 0, 0 };
	u32 group = to / d->a;

	if (r / d->a != group) {
		u32 owner = r / d->a * d->a, port, end = 0, back;

		for (;; owner++) {
			for (port = d->p + d->a - 1; port < d->p + d->a - 1 + d->h; port++) {
				end = ss_dragonfly_neighbour(d, owner, port, &back);
				if (end / d->a == group)
					break;
			}
			if (end / d->a == group)
				break;
		}
		h.local += owner != r;
		h.global++;
		r = end;
	}
	h.local += r != to;
	return h;
}

static void check_parts(const struct ss_delivery *d)
{
	s64 sum = 0;

	for (u32 i = 0; i < SS_LATENCY_PARTS; i++) {
		assert_true(d->part[i] >= 0);
		sum += d->part[i];
	}
	assert_int_equal(sum, d->cycle - d->birth);
}

struct seen {
	u64 packets, least, most;
	u64 more;	/* cycles above the latency of the shortest path without waiting */
};

static void note(void *ctx, const struct ss_delivery *d)
{
	struct seen *seen = ctx;
	u64 latency = d->cycle - d->birth;

	check_parts(d);
	seen->more += latency - d->part[SS_LATENCY_BASE];
	if (!seen->packets++ || latency < seen->least)
		seen->least = latency;
	if (latency > seen->most)
		seen->most = latency;
}

/* Let node 0 and node @other of @f send each other a packet of @length; return their latencies. */
static struct seen exchange(struct ss_fabric *f, u32 other, u32 length)
{
	u32 nodes = ss_fabric_nodes(f), *list = malloc(nodes * sizeof(*list));
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_PERMUTATION, .permutation = list,
		.source = SS_SOURCE_BATCH, .batch = 1, .requests = SEASTAR_PPM,
		.lengths = ss_lengths_one(length),
	};
	struct seen seen = { 0 };

	assert_non_null(list);
	for (u32 i = 0; i < nodes; i++)
		list[i] = i;
	list[0] = other;
	list[other] = 0;
	ss_fabric_on_delivery(f, note, &seen);
	model_traffic(f, &t);
	free(list);
	ss_fabric_run(f, 5000);
	assert_int_equal(seen.packets, 2);
	return seen;
}

/*
 * Return the latency by docs/dragonfly-router.md, section 3: 1 + (H + 1) (router + crossbar) +
 * links + length.
 */
static u64 formula(const struct ss_config *cfg, struct hops h, u32 length)
{
	u64 router = cfg->router_delay + cfg->dragonfly.crossbar_delay;

	return 1 + (h.local + h.global + 1) * router + h.local * (u64)cfg->link_delay +
	       h.global * (u64)cfg->dragonfly.global_delay + length;
}

static void check_alone(u32 routing)
{
	static const struct {
		u32 router, crossbar, local, global, length, speedup;
	} cases[] = {
		{ 5, 3, 10, 100, 8, 2 }, { 0, 3, 10, 100, 8, 2 }, { 0, 1, 1, 1, 1, 1 },
		{ 7, 2, 3, 2, 5, 1 }, { 255, 255, 255, 255, 256, 2 },
	};

	for (u32 i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
		struct ss_config cfg = config(2, routing);
		struct ss_fabric *f;

		cfg.size[3] = i % 2;
		cfg.router_delay = cases[i / 2].router;
		cfg.dragonfly.crossbar_delay = cases[i / 2].crossbar;
		cfg.link_delay = cases[i / 2].local;
		cfg.dragonfly.global_delay = cases[i / 2].global;
		cfg.dragonfly.speedup = cases[i / 2].speedup;
		cfg.max_packet = cases[i / 2].length;
		cfg.input_depth = cfg.max_packet;
		cfg.dragonfly.output_depth = cfg.max_packet;
		f = model_new(&cfg);
		for (u32 other = 1; other < ss_fabric_nodes(f); other++) {
			struct hops h = minimal(ss_dragonfly_of(cfg.size), 0,
						other / ss_dragonfly_of(cfg.size)->p);
			struct seen seen = exchange(f, other, cfg.max_packet);

			assert_int_equal(seen.least, formula(&cfg, h, cfg.max_packet));
			assert_int_equal(seen.most, seen.least);
			assert_int_equal(seen.more, 0);
		}
		model_free(f);
	}
}

static void a_packet_alone_takes_what_the_formula_says(void **state)
{
	(void)state;
	check_alone(SS_ROUTE_MIN);
}

/* Nothing is occupied, and no counter reaches its threshold. */
static void adaptive_routing_of_a_packet_alone_is_minimal(void **state)
{
	(void)state;
	for (u32 routing = SS_ROUTE_LISTED; routing < SS_DRAGONFLY_ROUTINGS_END; routing++)
		if (ss_dragonfly_routing_has(routing, SS_ROUTING_ADAPTS))
			check_alone(routing);
}

/* By any intermediate router: two minimal ways, each of at most l g l. */
static void valiant_takes_two_minimal_ways(void **state)
{
	struct ss_config cfg = config(2, SS_ROUTE_VAL);
	const struct ss_dragonfly *d = ss_dragonfly_of(cfg.size);
	struct ss_fabric *f = model_new(&cfg);

	(void)state;
	for (u32 other = 8; other < 72; other += 5) {
		struct seen seen = exchange(f, other, 8);
		bool found = false;

		for (u32 via = d->a; via < 36; via++) {
			struct hops a = minimal(d, 0, via), b = minimal(d, via, other / d->p);
			struct hops both = { a.local + b.local, a.global + b.global };

			found |= formula(&cfg, both, 8) == seen.least;
		}
		assert_true(found);
	}
	model_free(f);
}

/* Return the flits accepted per node per cycle when all nodes send as fast as they can. */
static double accepted(u32 h, u32 routing, u32 pattern, u32 groups)
{
	struct ss_config cfg = config(h, routing);
	struct ss_traffic t = {
		.pattern = pattern, .source = SEASTAR_SOURCE_OPEN, .load = SEASTAR_PPM,
		.requests = SEASTAR_PPM, .lengths = ss_lengths_one(8), .drops = 1, .distance = 1,
		.groups = groups,
	};
	struct ss_fabric *f = model_new(&cfg);
	const u64 cycles = 8000;
	u64 flits = 0;

	model_traffic(f, &t);
	ss_fabric_run(f, 6000);
	ss_reset_sources(f);
	ss_fabric_run(f, cycles);
	for (u32 n = 0; n < ss_fabric_nodes(f); n++) {
		struct ss_source_stats s;

		ss_read_source(f, n, &s);
		flits += s.stat[SEASTAR_SRC_FLITS];
	}
	model_free(f);
	return (double)flits / cycles / (2 * h * h * (2 * h * h + 1));
}

/* Minimal ways from one group to another share a link; ways to h other groups have h links. */
static void links_bound_minimal_routing(void **state)
{
	(void)state;
	for (u32 h = 2; h <= 4; h++) {
		double one = accepted(h, SS_ROUTE_MIN, SS_PATTERN_ADVERSARIAL, 1);
		double all = accepted(h, SS_ROUTE_MIN, SS_PATTERN_ADVERSARIAL, h);
		double bound = 1.0 / (2 * h * h);

		assert_true(one > 0.99 * bound && one < 1.002 * bound);
		assert_true(all > 0.8 * h * bound && all < 1.002 * h * bound);
	}
}

/* There are as many global links as nodes, and each packet crosses two of them, or one. */
static void links_bound_valiant(void **state)
{
	(void)state;
	for (u32 h = 2; h <= 3; h++) {
		double adversarial = accepted(h, SS_ROUTE_VAL, SS_PATTERN_ADVERSARIAL, 1);
		double uniform = accepted(h, SS_ROUTE_VAL, SEASTAR_PATTERN_UNIFORM, 1);

		assert_true(adversarial > 0.38 && adversarial < 0.5);
		assert_true(uniform > 0.38);
	}
}

/*
 * A misrouted packet crosses two global links; all other packets to a group share a single one.
 * In transit PAR and OLM see congestion that UGAL does not see at the source.
 */
static void adaptive_routing_is_between_its_bounds(void **state)
{
	(void)state;
	for (u32 routing = SS_ROUTE_LISTED; routing < SS_DRAGONFLY_ROUTINGS_END; routing++) {
		double adversarial, uniform;

		if (!ss_dragonfly_routing_has(routing, SS_ROUTING_ADAPTS))
			continue;
		adversarial = accepted(3, routing, SS_PATTERN_ADVERSARIAL, 1);
		uniform = accepted(3, routing, SEASTAR_PATTERN_UNIFORM, 1);
		assert_true(adversarial > 5 / 18.0 && adversarial < 0.5 + 1 / 18.0);
		assert_true(uniform > 0.55);
	}
}

/* Sums over all packets delivered: parts of latency, misrouted ones, and most hops of a packet. */
struct crowd {
	u64 packets, misrouted;
	s64 part[SS_LATENCY_PARTS];
	u32 most_local, most_global;
};

static void note_parts(void *ctx, const struct ss_delivery *d)
{
	struct crowd *c = ctx;

	check_parts(d);
	c->packets++;
	c->misrouted += d->misrouted;
	for (u32 i = 0; i < SS_LATENCY_PARTS; i++)
		c->part[i] += d->part[i];
	c->most_local = d->hops[0] > c->most_local ? d->hops[0] : c->most_local;
	c->most_global = d->hops[1] > c->most_global ? d->hops[1] : c->most_global;
	if (!d->misrouted)
		assert_int_equal(d->part[SS_LATENCY_MISROUTING], 0);
}

static struct crowd crowd(u32 routing)
{
	struct ss_config cfg = config(2, routing);
	struct ss_traffic t = {
		.pattern = SS_PATTERN_ADVERSARIAL, .source = SEASTAR_SOURCE_OPEN,
		.load = SEASTAR_PPM / 2, .requests = SEASTAR_PPM, .lengths = ss_lengths_one(8),
		.distance = 1, .groups = 1,
	};
	struct ss_fabric *f = model_new(&cfg);
	struct crowd c = { 0 };

	ss_fabric_on_delivery(f, note_parts, &c);
	model_traffic(f, &t);
	ss_fabric_run(f, 6000);
	model_free(f);
	return c;
}

/* All minimal paths share one link: packets wait for it, unless the routing avoids it. */
static void latencies_are_the_sums_of_their_parts(void **state)
{
	struct crowd minimal = crowd(SS_ROUTE_MIN), olm = crowd(SS_ROUTE_OLM);

	(void)state;
	for (u32 routing = SS_ROUTE_LISTED; routing < SS_DRAGONFLY_ROUTINGS_END; routing++)
		assert_true(routing == SS_ROUTE_MIN || crowd(routing).packets > minimal.packets);
	assert_true(olm.packets > 2 * minimal.packets && olm.misrouted > olm.packets / 2);
	assert_int_equal(minimal.part[SS_LATENCY_MISROUTING], 0);
	assert_true(olm.part[SS_LATENCY_MISROUTING] > 50 * (s64)olm.packets);
	assert_true(minimal.part[SS_LATENCY_INJECTION] > 1000 * (s64)minimal.packets);
	assert_int_equal(minimal.most_local, 2);
	assert_int_equal(minimal.most_global, 1);
	assert_int_equal(olm.most_global, 2);
}

/* If a source does not drop packets, they wait; if it does, none waits. */
static void sources_wait_or_drop(void **state)
{
	(void)state;
	for (u32 drops = 0; drops < 2; drops++) {
		struct ss_config cfg = config(2, SS_ROUTE_MIN);
		struct ss_traffic t = {
			.pattern = SS_PATTERN_ADVERSARIAL, .source = SEASTAR_SOURCE_OPEN,
			.load = SEASTAR_PPM, .requests = SEASTAR_PPM,
			.lengths = ss_lengths_one(8), .drops = drops, .distance = 1, .groups = 1,
		};
		struct ss_fabric *f = model_new(&cfg);
		u64 dropped = 0, waiting = 0;

		model_traffic(f, &t);
		ss_fabric_run(f, 4000);
		for (u32 n = 0; n < ss_fabric_nodes(f); n++) {
			struct ss_source_stats s;

			ss_read_source(f, n, &s);
			dropped += s.stat[SEASTAR_SRC_DROPPED];
			waiting += ss_source_waiting(&s);
		}
		assert_int_equal(dropped > 0, drops);
		assert_int_equal(waiting > 0, !drops);
		model_free(f);
	}
}

/*
 * Where transit has priority, a grant to transit does not move the pointer of the nodes.  Otherwise
 * the first node would have the next turn, and would inject more than the other one.
 */
static void transit_leaves_the_turn_of_nodes(void **state)
{
	struct ss_config cfg = config(2, SS_ROUTE_MIN);
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM, .source = SEASTAR_SOURCE_OPEN,
		.load = SEASTAR_PPM, .requests = SEASTAR_PPM, .lengths = ss_lengths_one(8),
		.drops = 1,
	};
	u64 injected[2] = { 0 };
	struct ss_fabric *f;

	(void)state;
	cfg.dragonfly.transit = 1;
	f = model_new(&cfg);
	model_traffic(f, &t);
	ss_fabric_run(f, 20000);
	for (u32 n = 0; n < ss_fabric_nodes(f); n++) {
		struct ss_source_stats s;

		ss_read_source(f, n, &s);
		injected[n % 2] += s.stat[SEASTAR_SRC_INJECTED];
	}
	assert_true(injected[0] > 0.995 * injected[1] && injected[0] < 1.005 * injected[1]);
	model_free(f);
}

/* Count, by VC, the packets that the nodes of a Dragonfly of h = 2 inject for node 0 at @load. */
static void count_injected(u32 select, u32 load, u64 packets[4])
{
	struct ss_config cfg = config(2, SS_ROUTE_MIN);
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_ALL_TO_ONE, .source = SEASTAR_SOURCE_OPEN,
		.load = load, .requests = SEASTAR_PPM, .lengths = ss_lengths_one(8), .drops = 1,
	};
	struct ss_fabric *f;

	cfg.dragonfly.inject_select = select;
	cfg.dragonfly.inject_vcs = 4;
	f = model_new(&cfg);
	model_traffic(f, &t);
	ss_fabric_run(f, 20000);
	memset(packets, 0, 4 * sizeof(*packets));
	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		u64 regs[SS_PORTS][SEASTAR_REGS];

		ss_read_regs(f, r, regs);
		for (u32 vc = 0; vc < 4; vc++)
			packets[vc] += regs[SS_DRAGONFLY_NODE][SEASTAR_REG_VC0_PKTS + vc];
	}
	model_free(f);
}

/* Packets for one node enter one VC, any, or the emptiest: the first one while all are empty. */
static void packets_enter_the_vc_that_is_chosen(void **state)
{
	u64 n[4], sum;

	(void)state;
	count_injected(SS_INJECT_DESTINATION, 1000000, n);
	assert_true(n[0] && !n[1] && !n[2] && !n[3]);
	count_injected(SS_INJECT_RANDOM, 1000, n);
	sum = n[0] + n[1] + n[2] + n[3];
	/* 178 packets are expected, of which 44.4 are on each VC with a deviation of 5.8 */
	assert_in_range(sum, 111, 245);
	for (u32 vc = 0; vc < 4; vc++)
		assert_in_range(n[vc], sum / 4 - 29, sum / 4 + 29);
	count_injected(SS_INJECT_JSQ, 1000, n);
	assert_true(n[0] && !n[1] && !n[2] && !n[3]);
	/* all queues fill */
	count_injected(SS_INJECT_JSQ, 1000000, n);
	for (u32 vc = 1; vc < 4; vc++)
		assert_in_range(n[vc], 0.8 * n[0], 1.25 * n[0]);
}

/* Return the sum of latencies of an overloaded Dragonfly of h = 2. */
static u64 latencies_of(const struct ss_config *cfg)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM, .source = SEASTAR_SOURCE_OPEN,
		.load = SEASTAR_PPM, .requests = SEASTAR_PPM, .lengths = ss_lengths_one(8),
		.drops = 1,
	};
	struct ss_fabric *f;
	u64 sum = 0;

	f = model_new(cfg);
	model_traffic(f, &t);
	ss_fabric_run(f, 3000);
	for (u32 n = 0; n < ss_fabric_nodes(f); n++) {
		struct ss_source_stats s;

		ss_read_source(f, n, &s);
		sum += s.stat[SEASTAR_SRC_LAT_SUM];
	}
	model_free(f);
	return sum;
}

static u64 latencies_with(u32 outputs, u32 inputs)
{
	struct ss_config cfg = config(2, SS_ROUTE_MIN);

	cfg.priority = outputs;
	cfg.dragonfly.input_priority = inputs;
	return latencies_of(&cfg);
}

/*
 * Two nodes of a router exchange a packet of 8 flits each, which never meet: each is routed for 5
 * cycles in its input's queue, and is in the output's from its grant until it leaves, 3 cycles
 * later.
 */
static void the_use_of_ports_is_counted(void **state)
{
	struct ss_usage usage[SS_USAGE_PORTS];
	struct ss_config cfg = config(2, SS_ROUTE_MIN);
	struct ss_fabric *f;

	(void)state;
	cfg.router_delay = 5;
	cfg.usage = 1;
	assert_true(ss_config_counts_usage(&cfg));
	f = model_new(&cfg);
	exchange(f, 1, 8);
	ss_usage(f, 0, usage);
	assert_int_equal(usage[0].vcs, 3);
	assert_int_equal(usage[0].input_requests, 2);
	assert_int_equal(usage[0].input_grants, 2);
	assert_int_equal(usage[0].output_requests, 2);
	assert_int_equal(usage[0].output_grants, 2);
	assert_int_equal(usage[0].flits[0], 2 * 8);
	assert_int_equal(usage[0].held[0], 2 * 8 * 5);
	assert_int_equal(usage[0].held[1], 0);
	assert_int_equal(usage[0].queued, 2 * 8 * 4);
	assert_int_equal(usage[1].vcs, 2);
	assert_int_equal(usage[1].input_requests + usage[2].output_requests, 0);
	/* the last router of group 0 leads to group 1, whose first router is beyond */
	exchange(f, 8, 8);
	ss_usage(f, 3, usage);
	assert_int_equal(usage[1].flits[0], 8);
	assert_int_equal(usage[2].output_grants, 1);
	assert_int_equal(usage[2].held[0], 8 * 5);
	model_free(f);
}

/*
 * Packets of one input that cross together are of different VCs: with one VC nothing differs, and
 * with three VCs a second and a third place do, but not a fourth.
 */
static void inputs_with_several_places_need_several_vcs(void **state)
{
	struct ss_config cfg;

	(void)state;
	/* one router per group: there are no local links */
	ss_dragonfly_config_default(&cfg, 4, 1, 2, SS_ROUTE_MIN, SS_DRAGONFLY_SIMULATOR);
	for (u32 vcs = 1; vcs <= 3; vcs += 2) {
		u64 latencies[4];

		cfg.dragonfly.inject_vcs = vcs;
		for (u32 i = 0; i < 4; i++) {
			cfg.dragonfly.input_speedup = i + 1;
			latencies[i] = latencies_of(&cfg);
		}
		for (u32 i = 1; i < 4; i++)
			assert_int_equal(latencies[i] == latencies[i - 1], i >= vcs);
	}
}

/* A crossbar as fast as links fills no output's queue: without queues nothing is later. */
static void outputs_need_no_queues_without_speedup(void **state)
{
	struct ss_config cfg = config(2, SS_ROUTE_MIN);
	u64 with;

	(void)state;
	cfg.dragonfly.speedup = 1;
	cfg.dragonfly.sink = SS_SINK_PORT;
	with = latencies_of(&cfg);
	cfg.dragonfly.output_depth = 0;
	assert_int_equal(latencies_of(&cfg), with);
	/* with SS_SINK_IDLE, packets for one node may cross together while it receives none */
	cfg.dragonfly.sink = SS_SINK_IDLE;
	with = latencies_of(&cfg);
	cfg.dragonfly.output_depth = 32;
	assert_int_not_equal(latencies_of(&cfg), with);
}

/* Inputs have the policy of outputs, by default or by name, or another one. */
static void inputs_may_have_a_policy_of_their_own(void **state)
{
	(void)state;
	for (u32 out = 0; out < SS_PRIORITIES; out++) {
		u64 same = latencies_with(out, SS_INPUT_PRIORITY_SAME);

		for (u32 in = 0; in < SS_PRIORITIES; in++) {
			u64 sum = latencies_with(out, SS_INPUT_PRIORITY_OWN + in);

			if (in == out)
				assert_int_equal(sum, same);
			else
				assert_int_not_equal(sum, same);
		}
	}
}

/* Return the packets born per node per cycle in a balanced Dragonfly of h = 2. */
static double born_in_bursts(const struct ss_config *cfg, u32 pattern, u32 load, u64 cycles)
{
	struct ss_traffic t = {
		.pattern = pattern, .source = SEASTAR_SOURCE_OPEN, .load = load,
		.requests = SEASTAR_PPM, .lengths = ss_lengths_one(8), .drops = 1, .burst = 5,
		.distance = 1, .groups = 1,
	};
	struct ss_fabric *f = model_new(cfg);
	u32 nodes = ss_fabric_nodes(f);
	u64 born = 0;

	model_traffic(f, &t);
	ss_fabric_run(f, 4000);
	for (u32 n = 0; n < nodes; n++) {
		struct ss_source_stats s;

		ss_read_source(f, n, &s);
		born -= s.stat[SEASTAR_SRC_OFFERED];
	}
	ss_fabric_run(f, cycles);
	for (u32 n = 0; n < nodes; n++) {
		struct ss_source_stats s;

		ss_read_source(f, n, &s);
		born += s.stat[SEASTAR_SRC_OFFERED];
		assert_int_equal(s.stat[SEASTAR_SRC_DROPPED], 0);
		assert_int_equal(ss_source_waiting(&s), 0);
	}
	model_free(f);
	return (double)born / cycles / nodes;
}

/* Births follow the load while queues have room; else bursts wait, and links bound the births. */
static void bursts_freeze_without_room(void **state)
{
	struct ss_config cfg = config(2, SS_ROUTE_MIN);
	double few, many;

	(void)state;
	few = born_in_bursts(&cfg, SEASTAR_PATTERN_UNIFORM, 240000, 20000);
	many = born_in_bursts(&cfg, SS_PATTERN_ADVERSARIAL, 1000000, 20000);
	/* five standard deviations of 43,200 births are 0.072 of them, if one is 3 sqrt(43200) */
	assert_true(fabs(few / 0.03 - 1) < 0.072);
	assert_true(many * 8 > 0.99 / 8 && many * 8 < 1.002 / 8);
}

/* Output queues keep times in 24 bits: after long idle times they work as at the beginning. */
static void idle_queues_forget_what_left_them(void **state)
{
	struct ss_config cfg = config(1, SS_ROUTE_MIN);
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM, .source = SS_SOURCE_BATCH, .batch = 20,
		.requests = SEASTAR_PPM, .lengths = ss_lengths_one(8),
	}, none = { .pattern = SEASTAR_PATTERN_NONE };
	u64 done[2] = { 0 };

	(void)state;
	for (u32 i = 0; i < 2; i++) {
		struct ss_fabric *f = model_new(&cfg);
		struct seen seen = { 0 };

		model_traffic(f, &t);
		ss_fabric_run(f, 20000);
		model_traffic(f, &none);
		/* the longer idle time is more than half of the range of 24 bits */
		ss_fabric_run(f, i ? 9000000 : 1000);
		ss_fabric_on_delivery(f, note, &seen);
		model_traffic(f, &t);
		ss_fabric_run(f, 20000);
		assert_int_equal(seen.packets, 20 * ss_fabric_nodes(f));
		done[i] = seen.most;
		model_free(f);
	}
	assert_int_equal(done[0], done[1]);
}

#define refused(change, sentence)						\
	do {									\
		struct ss_config c = config(2, SS_ROUTE_VAL);			\
										\
		change;								\
		assert_string_equal(ss_config_check(&c), sentence);		\
	} while (0)

static void impossible_configurations_are_refused(void **state)
{
	(void)state;
	refused(c.size[2] = 17, "a Dragonfly has p and h from 1 to 16, and a from 1 to 32");
	refused(c.size[3] = 2, "there is no such arrangement of global links");
	refused(c.vcs = 3, "{vcs} are too few: {routing} needs {0} on local ports to exclude deadlock");
	refused(c.dragonfly.global_vcs = 1, "{global_vcs} are too few: {routing} needs {0} to exclude deadlock");
	refused(c.dragonfly.inject_vcs = 0, "a port has 1 to 16 virtual channels");
	refused(c.dragonfly.output_depth = 7, "{output_depth} is less than {max_packet}: a packet moves when there is room for all of it");
	refused(c.usage = 2, "the use of ports is counted or not");
	refused(c.dragonfly.input_priority = 4, "there is no such priority of arbiters");
	refused(c.dragonfly.inject_select = SS_INJECT_SELECTS, "pointer, valiant, order, sink, transit, output_time, entry or inject_select is unknown");
	refused(c.dragonfly.output_depth = 0, "{output_depth}: the crossbar is faster than links, which needs queues at outputs: give 'speedup' = 1");
	refused(c.dragonfly.speedup = 3, "the speedup must be 1 or 2");
	refused(c.dragonfly.input_speedup = 5, "an input sends 1 to 4 packets at a time");
	refused(c.dragonfly.iterations = 5, "an allocator has 1 to 4 iterations");
	refused(c.inject[0] = 1, "nodes of a Dragonfly inject a packet per cycle, whatever its flits");
	refused(c.eject[1] = 2, "nodes of a Dragonfly take a flit per cycle");
	refused(c.classes = 2, "a Dragonfly has one class of packets");
	refused(c.routing = SS_ROUTE_DOR, "a Dragonfly has no such routing");
	refused(c.regions = 10, "there must be 1 to 64 regions, and a router or a group of routers in each");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(links_are_pairs_and_join_all_groups),
		cmocka_unit_test(palm_tree_is_as_in_the_thesis),
		cmocka_unit_test(sizes_are_those_of_the_thesis),
		cmocka_unit_test(a_packet_alone_takes_what_the_formula_says),
		cmocka_unit_test(adaptive_routing_of_a_packet_alone_is_minimal),
		cmocka_unit_test(valiant_takes_two_minimal_ways),
		cmocka_unit_test(links_bound_minimal_routing),
		cmocka_unit_test(links_bound_valiant),
		cmocka_unit_test(adaptive_routing_is_between_its_bounds),
		cmocka_unit_test(latencies_are_the_sums_of_their_parts),
		cmocka_unit_test(sources_wait_or_drop),
		cmocka_unit_test(transit_leaves_the_turn_of_nodes),
		cmocka_unit_test(packets_enter_the_vc_that_is_chosen),
		cmocka_unit_test(the_use_of_ports_is_counted),
		cmocka_unit_test(inputs_with_several_places_need_several_vcs),
		cmocka_unit_test(outputs_need_no_queues_without_speedup),
		cmocka_unit_test(inputs_may_have_a_policy_of_their_own),
		cmocka_unit_test(bursts_freeze_without_room),
		cmocka_unit_test(idle_queues_forget_what_left_them),
		cmocka_unit_test(impossible_configurations_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
