// SPDX-License-Identifier: GPL-2.0-only
/* Checks of the oracle's Dragonfly against values worked out by hand. */
#include <stdlib.h>

#include <lengths.h>

#include "dragonfly.h"
#include "oracle/check.h"

static struct ss_config usual(u32 p, u32 a, u32 h)
{
	return (struct ss_config){
		.kind = &ss_dragonfly_kind,
		.topology = &ss_dragonfly_topology,
		.size = { p, a, h, SS_ARRANGE_PALM },
		.classes = 1,
		.max_packet = 8,
		.routing = SS_ROUTE_MIN,
		.vcs = 2,
		.dragonfly = {
			.global_vcs = 1,
			.inject_vcs = 3,
			.global_depth = 256,
			.inject_depth = 256,
			.output_depth = 32,
			.crossbar_delay = 1,
			.global_delay = 100,
			.speedup = 2,
			.input_speedup = 1,
			.iterations = 3,
			.transit = 1,
		},
		.input_depth = 32,
		.router_delay = 5,
		.link_delay = 10,
		.eject = { 1, 1 },
		.inject = { 0, 1 },
		.ack_delay = 33,
		.seed = 1,
		.regions = 1,
	};
}

static struct ss_traffic traffic(u32 pattern, u32 source)
{
	return (struct ss_traffic){
		.pattern = pattern,
		.source = source,
		.load = SEASTAR_PPM,
		.window = 1,
		.distance = 1,
		.groups = 1,
		.lengths = ss_lengths_one(8),
		.requests = SEASTAR_PPM,
	};
}

/* The first delivery at a node, and the number of deliveries. */
struct first {
	u32 node;
	u64 latency, count;
};

static void keep_first(void *ctx, const struct ss_delivery *d)
{
	struct first *f = ctx;

	if (d->dest == f->node && !f->count++)
		f->latency = d->cycle - d->birth;
}

/* Configure an h = 2 network for adaptive @routing: VCs for any routing, and usual thresholds. */
static struct ss_config adaptive(u32 routing, u32 trigger)
{
	struct ss_config cfg = usual(2, 4, 2);

	cfg.routing = routing;
	cfg.vcs = 5;
	cfg.dragonfly.global_vcs = 2;
	cfg.dragonfly.adaptive = (struct ss_adaptive){
		.misrouting = routing == SS_ROUTE_OLM ? SS_MISROUTE_MM : SS_MISROUTE_RRG,
		.trigger = trigger,
		.factor = 200,
		.link_percent = 150,
		.link_packets = 1,
		.candidate_percent = 100,
		.contention = 3,
		.group_contention = 4,
		.period = 100,
		.alpha = 50,
	};
	return cfg;
}

/* Check the latency between two nodes that send to each other and never wait. */
static void alone_in(struct tap *tap, struct ss_config cfg, u32 from, u32 to, u64 latency)
{
	struct ss_traffic t = traffic(SEASTAR_PATTERN_PERMUTATION, SEASTAR_SOURCE_CLOSED);
	struct first first = { .node = to };
	struct oracle *o;
	u32 list[72];

	o = oracle_new(&cfg, MUTANT_NONE);
	for (u32 i = 0; i < 72; i++)
		list[i] = i == from ? to : i == to ? from : i;
	t.permutation = list;
	oracle_on_delivery(o, keep_first, &first);
	oracle_set_traffic(o, &t);
	oracle_run(o, 400);
	tap_point(tap, first.latency == latency,
		  "latency from node %u to %u, routing %u: %llu expected, %llu seen", from, to,
		  cfg.routing, (unsigned long long)latency, (unsigned long long)first.latency);
	oracle_free(o);
}

static void alone(struct tap *tap, u32 arrangement, u32 from, u32 to, u64 latency)
{
	struct ss_config cfg = usual(2, 4, 2);

	cfg.size[3] = arrangement;
	alone_in(tap, cfg, from, to, latency);
}

/* Check that adaptive @routing is minimal in an idle network. */
static void idle(struct tap *tap, u32 routing)
{
	alone_in(tap, adaptive(routing, SS_TRIGGER_CREDITS), 2, 64, 1 + 4 * 6 + 10 + 100 + 10 + 8);
}

/*
 * Check a global link with room for one packet beyond it: each packet waits for a round trip of
 * credits.
 */
static void credit_loop(struct tap *tap)
{
	struct ss_config cfg = usual(1, 1, 1);
	struct ss_traffic t = traffic(SEASTAR_PATTERN_ALL_TO_ONE, SEASTAR_SOURCE_OPEN);
	struct first seen = { .node = 1 };
	const u32 loop = 1 + 100 + 5 + 100, rounds = 10;
	struct oracle *o;
	u64 before;

	cfg.dragonfly.global_depth = 8;
	o = oracle_new(&cfg, MUTANT_NONE);
	t.target = 1;
	oracle_on_delivery(o, keep_first, &seen);
	oracle_set_traffic(o, &t);
	oracle_run(o, 1000);
	before = seen.count;
	oracle_run(o, rounds * loop);
	tap_point(tap, seen.count - before == rounds,
		  "packets over a global link one by one: %u expected, %llu seen", rounds,
		  (unsigned long long)(seen.count - before));
	oracle_free(o);
}

/*
 * Return the phits delivered per node and cycle if all nodes of each group send to the next group.
 */
static double adversarial_rate(struct tap *tap, struct ss_config cfg)
{
	struct ss_traffic t = traffic(SS_PATTERN_ADVERSARIAL, SEASTAR_SOURCE_OPEN);
	struct oracle *o = oracle_new(&cfg, MUTANT_NONE);
	const char *trouble;
	double rate = 0;

	t.drops = 1;
	oracle_set_traffic(o, &t);
	oracle_run(o, 3000);
	trouble = oracle_audit(o);
	tap_point(tap, !trouble, "adversarial: %s", trouble ? trouble : "all adds up");
	oracle_reset_sources(o);
	oracle_run(o, 3000);
	for (u32 node = 0; node < oracle_nodes(o); node++) {
		struct ss_source_stats s;

		oracle_read_source(o, node, &s);
		rate += s.stat[SEASTAR_SRC_FLITS] / 3000. / oracle_nodes(o);
	}
	oracle_free(o);
	return rate;
}

/*
 * Check that one link limits the traffic of the 2 h^2 nodes of a group to the next group: each node
 * gets 1 / (2 h^2) phits per cycle.
 */
static void adversarial(struct tap *tap)
{
	double rate = adversarial_rate(tap, usual(2, 4, 2));

	tap_point(tap, rate > .124 && rate < .126,
		  "adversarial: 0.125 phits per node and cycle expected, %.4f seen", rate);
}

/*
 * Check that adaptive routing uses all 2 h^2 global links of a group.  A misrouted packet takes
 * two of them, a minimal one takes only the link to the next group.  So a node gets at most (2 h^2
 * + 1) / (2 * 2 h^2) = 9/16 phits per cycle; most of that is required.
 */
static void adversarial_adapts(struct tap *tap, u32 routing, u32 trigger)
{
	double rate = adversarial_rate(tap, adaptive(routing, trigger));

	tap_point(tap, rate > .4 && rate < .563,
		  "adversarial, routing %u, trigger %u: 0.4 to 0.563 phits per node and cycle expected, %.4f seen",
		  routing, trigger, rate);
}

void check_dragonfly(struct tap *tap)
{
	/* paths: no link; l; g, by link 0 of group 0 to the last router of group 8; g l; l g l */
	alone(tap, SS_ARRANGE_PALM, 0, 1, 1 + 6 + 8);
	alone(tap, SS_ARRANGE_PALM, 0, 2, 1 + 2 * 6 + 10 + 8);
	alone(tap, SS_ARRANGE_PALM, 0, 70, 1 + 2 * 6 + 100 + 8);
	alone(tap, SS_ARRANGE_PALM, 0, 64, 1 + 3 * 6 + 100 + 10 + 8);
	alone(tap, SS_ARRANGE_PALM, 2, 64, 1 + 4 * 6 + 10 + 100 + 10 + 8);
	/* link 0 of group 0 is link 0 of group 1; link 7 of group 0 is link 0 of group 8 */
	alone(tap, SS_ARRANGE_CONSECUTIVE, 0, 8, 1 + 2 * 6 + 100 + 8);
	alone(tap, SS_ARRANGE_CONSECUTIVE, 6, 64, 1 + 2 * 6 + 100 + 8);
	credit_loop(tap);
	adversarial(tap);
	for (u32 routing = SS_ROUTE_LISTED; routing < SS_DRAGONFLY_ROUTINGS_END; routing++)
		if (ss_dragonfly_routing_has(routing, SS_ROUTING_ADAPTS))
			idle(tap, routing);
	adversarial_adapts(tap, SS_ROUTE_PB, SS_TRIGGER_CREDITS);
	for (u32 trigger = 0; trigger < SS_TRIGGERS; trigger++)
		adversarial_adapts(tap, SS_ROUTE_OLM, trigger);
}
