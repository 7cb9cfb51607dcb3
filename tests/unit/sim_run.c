// SPDX-License-Identifier: GPL-2.0-only
/* Runs of experiments: what is measured agrees with the model and with itself. */
#define _GNU_SOURCE	/* asprintf() */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "lib/model.h"
#include "sim/base/stats.h"
#include "sim/routers/dragonfly/router.h"
#include "sim/run/bunch.h"
#include "sim/run/deadlock.h"
#include "sim/run/result.h"
#include "sim/run/starving.h"

static struct sim_experiment *experiment(const char *text)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;

	if (!sim_experiment_read(e, "test", text, &err) || !sim_experiment_check(e, &err))
		fail_msg("%s", err.text);
	return e;
}

static struct sim_result *result(const struct sim_experiment *e)
{
	struct sim_error err;
	struct sim_result *r = sim_run(e, 1, NULL, &err);

	if (!r)
		fail_msg("%s", err.text);
	return r;
}

static void assert_close(double seen, double want, double slack)
{
	if (!(fabs(seen - want) <= slack))
		fail_msg("expected %.9g to %g, seen %.9g", want, slack, seen);
}

static u64 hash_of(const struct sim_experiment *e)
{
	struct sim_result *r = result(e);
	u64 hash = r->hash;

	sim_result_free(r);
	return hash;
}

/* The same settings, given router by router, make the same run; other settings make another. */
static void routers_may_be_aged_differently(void **state)
{
	struct sim_experiment *e = experiment("topology = 4x4x4\nload = 0.4\nperiod = 8\n"
					      "bias = 3/2/1\nwarmup = 0\nmeasure = 2000\n");
	struct sim_settings *s = &e->phase[0].settings;
	struct ss_aging agings[64];
	u64 hash = hash_of(e);

	(void)state;
	for (u32 i = 0; i < 64; i++)
		agings[i] = s->aging;
	s->agings = agings;
	s->aging.period = 1;
	assert_true(hash_of(e) == hash);
	agings[17].select = 0;
	assert_true(hash_of(e) != hash);
	sim_experiment_free(e);
}

/* A reply counts as offered once: as many flits are delivered as offered. */
static void a_reply_is_offered_once(void **state)
{
	struct sim_experiment *e = experiment("topology = 4x4x4\nload = 0.1\nlengths = 3:1,9:1\n"
					      "reply = 1:1,2:3\nwarmup = 2000\nmeasure = 40000\n");
	struct sim_result *r = result(e);
	u64 delivered = 0;

	(void)state;
	assert_true(r->after.replies - r->before.replies > 10000);
	for (u32 i = 0; i < r->nodes; i++)
		delivered += r->measure->node[i].flits;
	assert_close(r->offered_flits / delivered, 1, 0.01);
	sim_result_free(r);
	sim_experiment_free(e);
}

/*
 * A packet's time in the network is its hops' links, router delays and queueing, and its
 * ejection: the sums over ports and the sum over deliveries must be the same. Traffic
 * ends in mid-run, so that no packet is under way when it is over.
 */
static void queueing_adds_up_to_latency(void **state)
{
	struct sim_experiment *e = experiment("topology = 4x3x5\nmesh = y\nload = 0.5\nlengths = 9\n"
					      "warmup = 0\nmeasure = 20000\neject = 1/1\n"
					      "period = 8\n[at 10000]\npattern = none\n");
	struct sim_result *r = result(e);
	u64 waited = 0, links = 0, packets = r->measure->latency.packets;

	(void)state;
	for (u32 p = 0; p < SS_PORTS; p++) {
		struct sim_port sum = sim_port_sum(r, p, 1);

		waited += sum.waited;
		if (p != SEASTAR_PORT_PROC)
			links += sum.sent;
		else
			assert_int_equal(sum.sent, packets);
	}
	assert_true(packets > 10000);
	assert_int_equal(r->measure->network.sum, waited + links * 8 + packets * 8);
	sim_result_free(r);
	sim_experiment_free(e);
}

/* A result agrees with the model's own source statistics of the same cycles. */
static void sums_agree_with_the_model(void **state)
{
	struct sim_experiment *e = experiment("topology = 4x4x4\nload = 0.3\nlengths = 1:1,9:1\n"
					      "warmup = 5000\nmeasure = 20000\nseed = 7\n");
	struct ss_traffic t = e->phase[0].settings.traffic;
	struct ss_fabric *f = model_new(&e->config);
	struct sim_result *r = result(e);
	u64 packets = 0, flits = 0, sum = 0, network = 0, longest = 0, seen = 0;

	(void)state;
	model_traffic(f, &t);
	ss_fabric_run(f, 5000);
	ss_reset_sources(f);
	ss_fabric_run(f, 20000);
	for (u32 n = 0; n < 64; n++) {
		struct ss_source_stats s;

		ss_read_source(f, n, &s);
		packets += s.stat[SEASTAR_SRC_DELIVERED];
		flits += s.stat[SEASTAR_SRC_FLITS];
		sum += s.stat[SEASTAR_SRC_LAT_SUM];
		network += s.stat[SEASTAR_SRC_NET_SUM];
		if (s.stat[SEASTAR_SRC_LAT_MAX] > longest)
			longest = s.stat[SEASTAR_SRC_LAT_MAX];
		assert_int_equal(s.stat[SEASTAR_SRC_DELIVERED], r->measure->node[n].packets);
		seen += r->measure->node[n].flits;
	}
	assert_int_equal(r->measure->latency.packets, packets);
	assert_int_equal(seen, flits);
	assert_int_equal(r->measure->latency.sum, sum);
	assert_int_equal(r->measure->network.sum, network);
	assert_int_equal(r->measure->latency.max, longest);
	model_free(f);
	/* the hash has statistics in it that were reset above and not in the run */
	f = model_new(&e->config);
	model_traffic(f, &t);
	ss_fabric_run(f, 25000);
	assert_int_equal(r->hash, ss_state_hash(f));
	model_free(f);
	sim_result_free(r);
	sim_experiment_free(e);
}

/* Batches add up to the cycles measured, and points of the series to all cycles of the run. */
static void parts_make_the_whole(void **state)
{
	struct sim_experiment *e = experiment("topology = 4x4\nload = 0.4\nwarmup = 1003\n"
					      "measure = 5003\nbatches = 10\ninterval = 700\n");
	struct sim_result *r = result(e);
	u64 packets = 0, latency = 0, cycles = 0, delivered = 0, at = 0;

	(void)state;
	for (u32 i = 0; i < r->batches; i++) {
		packets += r->batch[i].tally.packets;
		latency += r->batch[i].tally.latency;
		cycles += r->batch[i].cycles;
	}
	assert_int_equal(r->batches, 10);
	assert_int_equal(cycles, 5003);
	assert_int_equal(packets, r->measure->latency.packets);
	assert_int_equal(latency, r->measure->latency.sum);
	for (u32 i = 0; i < r->points; i++) {
		assert_int_equal(r->point[i].from, at);
		at += r->point[i].cycles;
		delivered += r->point[i].tally.packets;
	}
	assert_int_equal(at, 1003 + 5003);
	assert_int_equal(r->points, 9);
	assert_true(delivered > packets);
	assert_int_equal(r->point[8].totals.injected, delivered + r->point[8].totals.in_network);
	sim_result_free(r);
	sim_experiment_free(e);
}

/* A series by birth counts all delivered packets, and so every packet born long before the end. */
static void series_by_birth_has_the_same_packets(void **state)
{
	struct sim_experiment *e = experiment("router = dragonfly\ndragonfly = 2\nrouting = val\n"
					      "load = 0.3\nwarmup = 500\nmeasure = 3130\n"
					      "interval = 100\nseries = birth\n"
					      "[at 1050]\npattern = adversarial\n");
	struct sim_result *r = result(e);
	struct sim_tally born = { 0 }, delivered = { 0 };
	u64 before = 0;

	(void)state;
	assert_int_equal(r->points, 37);
	for (u32 i = 0; i < r->points; i++) {
		const struct sim_tally *t = &r->measure->born[i];
		u64 offered = r->point[i].totals.offered - before;

		before += offered;
		sim_tally_add(&born, t);
		sim_tally_add(&delivered, &r->point[i].tally);
		assert_true(t->packets <= offered && t->misrouted <= t->packets);
		if (i < 20)
			assert_int_equal(t->packets, offered);
	}
	assert_int_equal(born.packets, delivered.packets);
	assert_int_equal(born.latency, delivered.latency);
	assert_int_equal(born.misrouted, delivered.misrouted);
	assert_true(born.misrouted > born.packets / 2);
	sim_result_free(r);
	sim_experiment_free(e);
}

struct seen {
	u64 warmed, now, last;
	bool measuring;
};

static void see(void *to, const char *doing, u64 now, u64 last)
{
	struct seen *s = to;

	assert_true(now > s->now && now <= last);
	s->now = now;
	s->last = last;
	if (!strcmp(doing, "measuring")) {
		s->measuring = true;
		return;
	}
	assert_string_equal(doing, "warm-up");
	assert_false(s->measuring);
	s->warmed = now;
}

/* A watch sees the warm-up, then the measuring to its end, and changes nothing. */
static void a_run_can_be_watched(void **state)
{
	static const char *const texts[] = {
		"topology = 4x4\nload = 0.3\nmax_cycles = 300000\n",
		"topology = 4x4\nload = 0.3\nwarmup = 5000\nmeasure = 9000\n",
	};

	(void)state;
	for (u32 i = 0; i < 2; i++) {
		struct sim_experiment *e = experiment(texts[i]);
		struct seen seen = { 0 };
		const struct sim_watch watch = { see, &seen, NULL };
		struct sim_result *r = result(e), *watched;
		struct sim_error err;

		watched = sim_run(e, 1, &watch, &err);
		assert_non_null(watched);
		assert_int_equal(watched->hash, r->hash);
		assert_int_equal(seen.warmed, r->warmup);
		assert_int_equal(seen.now, r->warmup + r->measured);
		assert_int_equal(seen.last, i ? 14000 : 300000);
		sim_result_free(watched);
		sim_result_free(r);
		sim_experiment_free(e);
	}
}

/* The list of a permutation of 64 nodes in which two send to each other. */
static void swap_two(char *text)
{
	for (u32 i = 0; i < 64; i++)
		text += sprintf(text, "%s%u", i ? "," : "", i < 2 ? 1 - i : i);
}

/* From cycle 4000 on, two of 64 nodes send: later cycles count for two senders, earlier for 64. */
static void senders_count_while_they_send(void **state)
{
	char list[256], text[512];
	struct sim_experiment *e;
	struct sim_result *r;
	double accepted[16];
	u64 flits = 0;

	(void)state;
	swap_two(list);
	snprintf(text, sizeof(text), "topology = 4x4x4\nload = 0.3\nwarmup = 1000\n"
		 "measure = 8000\nbatches = 16\ninterval = 1000\n[at 4000]\npattern = permutation\n"
		 "permutation = %s\n", list);
	e = experiment(text);
	r = result(e);
	assert_int_equal(r->senders, 64);
	for (u32 i = 0; i < r->nodes; i++) {
		flits += r->measure->node[i].flits;
		assert_true(r->sends[i]);
		assert_int_equal(r->sending[i], i < 2 ? 8000 : 3000);
	}
	assert_close(sim_load(r, flits), flits / (64 * 3000.0 + 2 * 5000.0), 0);
	assert_close(sim_load(r, flits), 0.3, 0.02);
	assert_close(sim_load(r, r->offered_flits), 0.3, 0.02);
	assert_close(sim_fairness(r).max, 0.3, 0.1);
	assert_close(sim_fairness(r).min, 0.3, 0.1);
	for (u32 i = 0; i < r->points; i++)
		assert_int_equal(r->point[i].tally.sender_cycles, i < 4 ? 64000 : 2000);
	assert_int_equal(sim_batch_accepted(r, accepted), r->batches);
	assert_close(accepted[0], 0.3, 0.05);
	assert_close(accepted[r->batches - 1], 0.3, 0.2);
	sim_result_free(r);
	sim_experiment_free(e);
}

/* Flits delivered when no node sends any more are counted for the nodes that had sent. */
static void a_drained_fabric_had_senders(void **state)
{
	struct sim_experiment *e = experiment("topology = 4x4x4\nload = 0.3\nwarmup = 1000\n"
					      "measure = 8000\nbatches = 16\ninterval = 1000\n"
					      "[at 4000]\npattern = none\n");
	struct sim_result *r = result(e);
	double accepted[16];
	u64 flits = 0;

	(void)state;
	for (u32 i = 0; i < r->nodes; i++)
		flits += r->measure->node[i].flits;
	assert_int_equal(r->senders, 64);
	assert_close(sim_load(r, flits), flits / (64 * 3000.0), 0);
	assert_close(sim_load(r, flits), 0.3, 0.02);
	assert_true(isnan(sim_tally_load(&r->point[8].tally, r->point[8].tally.flits)));
	/* six of the batches end before the change */
	assert_int_equal(sim_batch_accepted(r, accepted), 6);
	sim_result_free(r);
	sim_experiment_free(e);
}

static enum sim_verdict verdict_of(const char *text)
{
	struct sim_experiment *e = experiment(text);
	struct sim_result *r = result(e);
	enum sim_verdict verdict = r->verdict;

	sim_result_free(r);
	sim_experiment_free(e);
	return verdict;
}

#define TWO_SWAP	"topology = 8\nmesh = x\npattern = permutation\nlengths = 1\neject = 1/1\n" \
			"warmup = 5000\nmeasure = 20000\n"

/* In each direction four nodes send more over a link than it carries: neglected nodes starve. */
static void who_starves_is_counted(void **state)
{
	struct sim_experiment *e = experiment(TWO_SWAP "load = 0.35\nqueue = 5\n"
					      "permutation = 4,5,6,7,0,1,2,3\n");
	struct sim_result *r = result(e);
	struct sim_starving s = sim_starving(r);

	(void)state;
	assert_int_equal(s.rule, SIM_STARVING_BY_OFFERED);
	assert_true(s.senders >= 2);
	assert_true(s.share < 0.9);
	assert_true(r->own[s.worst].unserved > r->own[s.worst].born / 10);
	assert_int_equal(r->verdict, SIM_SATURATED);
	sim_result_free(r);
	sim_experiment_free(e);
	e = experiment(TWO_SWAP "load = 0.2\npermutation = 4,5,6,7,0,1,2,3\n");
	r = result(e);
	s = sim_starving(r);
	assert_int_equal(s.senders, 0);
	assert_true(s.share > 0.9);
	assert_int_equal(r->verdict, SIM_OK);
	sim_result_free(r);
	sim_experiment_free(e);
}

/* Check sim_open_starves() just below and above its bounds. */
static void starving_nodes_are_told_apart(void **state)
{
	(void)state;
	assert_false(sim_open_starves(0, 1, 0, 1));
	assert_false(sim_open_starves(5010, 501, 0, 1));
	assert_true(sim_open_starves(5010, 502, 0, 1));
	assert_false(sim_open_starves(100, 60, 0, 1));
	assert_true(sim_open_starves(100, 75, 0, 1));
	assert_false(sim_open_starves(5010, 1000, 100, 1));
	/* with messages of 10 packets the bound is 5 sqrt(20 * 5010) = 1582.7 packets */
	assert_false(sim_open_starves(5010, 1582, 0, 10));
	assert_true(sim_open_starves(5010, 1583, 0, 10));
}

/*
 * In bursts batches have different numbers of packets, and some have none: their latencies count by
 * the packets, so that the mean of the batches is the mean of the run.
 */
static void batches_count_by_their_packets(void **state)
{
	struct sim_experiment *e = experiment("topology = 4x4\nload = 0.005\nburst = 100\n"
					      "warmup = 10000\nmeasure = 100000\n");
	struct sim_result *r = result(e);
	double latency[32], network[32];
	u32 empty = 0;

	(void)state;
	assert_int_equal(r->batches, 32);
	for (u32 i = 0; i < r->batches; i++)
		empty += !r->batch[i].tally.packets;
	assert_in_range(empty, 1, 24);
	assert_int_equal(sim_batch_latency(r, latency), 32);
	assert_int_equal(sim_batch_network(r, network), 32);
	assert_close(stats_mean(latency, 32), sim_spread_mean(&r->measure->latency), 0.0001);
	assert_close(stats_mean(network, 32), sim_spread_mean(&r->measure->network), 0.0001);
	for (u32 i = 0; i < r->batches; i++)
		if (!r->batch[i].tally.packets)
			assert_close(latency[i], sim_spread_mean(&r->measure->latency), 0.0001);
	sim_result_free(r);
	sim_experiment_free(e);
}

#define IN_BURSTS	"topology = 4x4\nburst = 100\nwarmup = 10000\n"

/*
 * A burst that is under way at the end is no growing backlog: of these stable runs, seeds 1, 5 and
 * 7 end in one.  An overload in bursts is seen all the same, unless the run has too few of them.
 */
static void bursts_under_way_are_no_overload(void **state)
{
	const struct sim_settings calm = { .traffic = { .source = SEASTAR_SOURCE_OPEN } };
	const struct sim_settings bursty = {
		.traffic = { .source = SEASTAR_SOURCE_OPEN, .burst = 100 },
	};
	struct sim_experiment *e = experiment("topology = 4x4\nload = 0.1\nburst = 100\n"
					      "warmup = 1000\nmeasure = 2000\n");
	struct sim_result *r = result(e);

	(void)state;
	assert_int_equal(r->verdict, SIM_NOT_STEADY);
	assert_non_null(strstr(r->why, "too short for its bursts"));
	assert_close(sim_chance(&e->config, &calm, 16), 16, 0);
	assert_close(sim_chance(&e->config, &bursty, 16), 16 + 3 * 4 * 100, 0);
	sim_result_free(r);
	sim_experiment_free(e);
	assert_int_equal(verdict_of(IN_BURSTS "load = 0.1\nmeasure = 40000\nseed = 1\n"), SIM_OK);
	assert_int_equal(verdict_of(IN_BURSTS "load = 0.1\nmeasure = 40000\nseed = 5\n"), SIM_OK);
	assert_int_equal(verdict_of(IN_BURSTS "load = 0.1\nmeasure = 40000\nseed = 7\n"), SIM_OK);
	assert_int_equal(verdict_of(IN_BURSTS "load = 0.5\nmeasure = 40000\n"), SIM_SATURATED);
}

/* A run by rule goes on until batches are long enough for an interval, however precise it is. */
static void a_rule_asks_for_long_batches(void **state)
{
	struct sim_experiment *e = experiment("topology = 4x4\npattern = tornado\nsource = closed\n"
					      "window = 64\n");
	struct sim_result *r = result(e);

	(void)state;
	assert_int_equal(r->verdict, SIM_OK);
	assert_false(sim_batches_are_short(r));
	assert_true(r->measured < e->max_cycles);
	sim_result_free(r);
	sim_experiment_free(e);
	e = experiment("topology = 4x4\npattern = tornado\nsource = closed\nwindow = 64\n"
		       "max_cycles = 50000\n");
	r = result(e);
	assert_true(sim_batches_are_short(r));
	assert_int_equal(r->verdict, SIM_IMPRECISE);
	sim_result_free(r);
	sim_experiment_free(e);
}

/* A node busy with replies injects hardly any requests, though it injects many packets in all. */
static void who_only_answers_starves(void **state)
{
	struct sim_experiment *e = experiment("topology = 3\nmesh = x\npattern = neighbour\n"
					      "source = closed\nwindow = 64\nlengths = 1\nreply = 9\n"
					      "eject = 1/1\nwarmup = 5000\nmeasure = 20000\n");
	struct sim_result *r = result(e);
	struct sim_starving s = sim_starving(r);

	(void)state;
	assert_int_equal(s.rule, SIM_STARVING_BY_MEAN);
	assert_int_equal(s.senders, 1);
	assert_int_equal(s.worst, 1);
	assert_true(r->injected[1] > 1000);
	assert_true(sim_served(r, 1) < 20);
	assert_int_equal(r->verdict, SIM_STARVED);
	sim_result_free(r);
	sim_experiment_free(e);
}

static void changes_and_batches_are_not_judged(void **state)
{
	static const char *const texts[] = {
		"topology = 4x4\nsource = batch\n",
		"topology = 4x4\npattern = none\n",
		"topology = 4x4\nsource = closed\nwarmup = 1000\nmeasure = 100\n",
		"topology = 4x4\nwarmup = 1000\nmeasure = 9000\n[at 2000]\nselect = rr\n",
	};

	(void)state;
	for (u32 i = 0; i < 4; i++) {
		struct sim_experiment *e = experiment(texts[i]);
		struct sim_result *r = result(e);

		assert_int_equal(sim_starving(r).rule, SIM_STARVING_NOT_JUDGED);
		assert_int_equal(sim_starving(r).senders, 0);
		sim_result_free(r);
		sim_experiment_free(e);
	}
}

static void verdicts_are_told_apart(void **state)
{
	(void)state;
	assert_int_equal(verdict_of("topology = 4x4\nload = 0.2\n"), SIM_OK);
	assert_int_equal(verdict_of("topology = 4x4\nload = 0.6\n"), SIM_SATURATED);
	assert_int_equal(verdict_of("topology = 4x4\nload = 0.6\nqueue = 4\n"), SIM_SATURATED);
	assert_int_equal(verdict_of("topology = 4x4\nsource = closed\nwindow = 40\n"), SIM_OK);
	assert_int_equal(verdict_of("topology = 4x4\nload = 0.3\nwarmup = 0\nmeasure = 20000\n"
				    "[at 10000]\nload = 0.1\n"), SIM_TRANSIENT);
	assert_int_equal(verdict_of("topology = 4x4\nload = 0.2\nwarmup = 5000\nmeasure = 20000\n"
				    "[at 4000]\nload = 0.1\n"), SIM_OK);
	assert_int_equal(verdict_of("topology = 4x4\npattern = none\n"), SIM_IDLE);
	assert_int_equal(verdict_of("topology = 4\ndown = 0:+x\nassignment = counted\n"),
			 SIM_LOSSY);
	/* a result can be imprecise only if a run has max_cycles or a precision of its own */
	assert_int_equal(verdict_of("topology = 4x4\nload = 0.2\nmax_cycles = 20000\n"
				    "precision = 0.1\n"), SIM_IMPRECISE);
	assert_int_equal(verdict_of("topology = 4x4\nload = 0.2\nwarmup = 2000\n"
				    "measure = 3000\n"), SIM_OK);
	assert_int_equal(verdict_of("topology = 4x4\nload = 0.2\nwarmup = 2000\n"
				    "measure = 3000\nprecision = 1\n"), SIM_IMPRECISE);
	assert_int_equal(verdict_of("topology = 1\n"), SIM_IDLE);
}

/* Return true if the rules accept an experiment; then the model must accept it, too. */
static bool model_takes(const char *text)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;
	bool taken = sim_experiment_read(e, "test", text, &err) && sim_experiment_check(e, &err);

	if (taken) {
		struct ss_traffic t = sim_traffic(&e->phase[e->phases - 1].settings);
		struct ss_fabric *f = model_new(&e->config);
		const char *why;
		u8 scratch[512];

		why = ss_traffic_check(f, &t, scratch);
		if (why)
			fail_msg("%s: %s", text, why);
		model_free(f);
	}
	sim_experiment_free(e);
	return taken;
}

static u32 model_takes_some(const char *pattern, const char *source)
{
	static const char *const patterns[] = {
		"none", "uniform", "all-to-one", "permutation", "bit-reversal", "hot-spots", "fft",
	};
	/* keys of the traffic, and of its second part */
	static const char *const others[][2] = {
		{ "", "" }, { "reply = 4", "" }, { "reply = 9", "" },
		{ "reply = 4\nrequests = 30", "" }, { "reply = 4", "requests = 30" },
		{ "max_packet = 4", "" }, { "lengths = 4\nmax_packet = 4", "" },
		{ "max_packet = 4", "lengths = 4" }, { "target = 8", "" }, { "", "target = 8" },
		{ "spots = 3", "" }, { "", "spots = 3,4,3" }, { "", "spots = 3,8" },
		{ "permutation = 1,0,3,2,5,4,7,6,8", "" }, { "permutation = 1,0,3,2,5,4,7,6", "" },
		{ "iterations = 2049", "" }, { "batch = 477218589", "" },
	};
	u32 taken = 0;

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		for (size_t k = 0; k < sizeof(others) / sizeof(others[0]); k++) {
			char text[256];

			snprintf(text, sizeof(text),
				 "topology = %zu\npattern = %s\nsource = %s\n%s\n"
				 "[part 2]\npattern = %s\n%s\n",
				 8 + k % 2, pattern, source, others[k][0], patterns[i],
				 others[k][1]);
			taken += model_takes(text);
			snprintf(text, sizeof(text),
				 "%s\ntopology = %zu\nwarmup = 9\nmeasure = 90\n"
				 "[part 2]\npattern = %s\n%s\n[at 50]\npattern = %s\nsource = %s",
				 others[k][0], 8 + k % 2, patterns[i], others[k][1], pattern,
				 source);
			taken += model_takes(text);
		}
	}
	return taken;
}

static void what_is_let_through_can_run(void **state)
{
	static const char *const patterns[] = {
		"uniform", "all-to-one", "permutation", "bit-reversal", "hot-spots", "all-to-all",
		"all-reduce", "fft",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		u32 open = model_takes_some(patterns[i], "open");
		u32 closed = model_takes_some(patterns[i], "closed");
		u32 batch = model_takes_some(patterns[i], "batch");

		assert_true(open + closed + batch > 0);
	}
	/* keys that become void are left out */
	assert_true(model_takes("warmup = 9\nmeasure = 90\nreply = 9\n"
				"[part 2]\npattern = tornado\n[at 50]\npattern = none\n"));
	assert_true(model_takes("warmup = 9\nmeasure = 90\nreply = 9\n"
				"[at 50]\nsource = batch\npattern = all-to-all\n"));
}

#define SMALL_BUFFERS	"topology = 8x8x8\nvcs = 1\ndeadlock = allowed\nload = 1\nlengths = 1\n" \
			"max_packet = 1\ninput_depth = 1\nstaging_depth = 1\nrouter_delay = 1\n" \
			"link_delay = 1\neject = 1/1\n"

static bool same_buffer(const struct ss_buffer *a, const struct ss_buffer *b)
{
	return a->router == b->router && a->port == b->port && a->vc == b->vc &&
	       a->staging == b->staging && (!a->staging || a->input == b->input);
}

/* Each buffer of a cycle waits for the next, and the cycle stays. */
static void a_deadlock_stays_one(void **state)
{
	struct sim_experiment *e = experiment(SMALL_BUFFERS);
	struct ss_traffic t = e->phase[0].settings.traffic;
	struct ss_fabric *f = model_new(&e->config);
	struct sim_deadlock d = { 0 };
	u64 stopped = 0;

	(void)state;
	model_traffic(f, &t);
	while (!sim_deadlock_find(NULL, f, &d)) {
		ss_fabric_run(f, 10);
		assert_true(ss_fabric_now(f) < 5000);
	}
	assert_int_equal(d.at, ss_fabric_now(f));
	assert_true(d.count >= 8);
	for (u32 round = 0; round < 20; round++) {
		for (u32 i = 0; i < d.count; i += 2) {
			struct ss_buffer next[SS_MAX_WAITS], between;

			assert_int_equal(ss_waits_for(f, &d.buffer[i], next, &between), 1);
			assert_true(same_buffer(&between, &d.buffer[i + 1]));
			assert_true(same_buffer(next, &d.buffer[(i + 2) % d.count]));
		}
		ss_fabric_run(f, 1000);
	}
	/* in time it stops everything */
	stopped = ss_fabric_packets(f);
	ss_reset_sources(f);
	ss_fabric_run(f, 10000);
	assert_int_equal(ss_fabric_packets(f), stopped);
	free(d.buffer);
	model_free(f);
	sim_experiment_free(e);
}

#define SHARED_VCS	"router = dragonfly\ndragonfly = 2\nreply = 8\nfull = drop\nreply_vcs = 0\n" \
			"reply_global_vcs = 0\n"

/* Likewise where requests wait for room for their replies, which have no VCs of their own. */
static void a_protocol_deadlock_stays_one(void **state)
{
	struct sim_experiment *e = experiment(SHARED_VCS "load = 1\ninject_depth = 16\n"
						       "input_depth = 16\nglobal_depth = 32\n");
	struct ss_traffic t = e->phase[0].settings.traffic;
	struct ss_fabric *f = model_new(&e->config);
	struct sim_deadlock d = { 0 };
	u32 replies = 0;

	(void)state;
	model_traffic(f, &t);
	while (!sim_deadlock_find(NULL, f, &d)) {
		ss_fabric_run(f, 10);
		assert_true(ss_fabric_now(f) < 5000);
	}
	for (u32 i = 0; i < d.count; i++)
		replies += d.buffer[i].port < ss_dragonfly_of(e->config.size)->p;
	assert_true(replies);
	for (u32 round = 0; round < 20; round++) {
		for (u32 i = 0; i < d.count; i++) {
			struct ss_buffer next[SS_MAX_WAITS];

			assert_int_equal(ss_waits_for(f, &d.buffer[i], next, NULL), 1);
			assert_true(same_buffer(next, &d.buffer[(i + 1) % d.count]));
		}
		ss_fabric_run(f, 1000);
	}
	free(d.buffer);
	model_free(f);
	sim_experiment_free(e);
}

static u32 front_of(const struct ss_fabric *f, const struct ss_buffer *b)
{
	const struct drf_router *rt = drf_router_at(f, b->router);

	return drf_slot_of(drf_fabric(f), rt, b->port, b->vc)->first;
}

/*
 * Check that in the next cycle no waiting buffer goes on, except for a request whose blocker makes
 * room before it.  Returns the number of waiting buffers.
 */
static u32 who_waits_stays(struct ss_fabric *f)
{
	const struct ss_config *cfg = ss_fabric_config(f);
	u32 ports = ss_config_ports(cfg), vcs = ss_config_port_vcs(cfg), n = 0;
	u32 all = ss_fabric_routers(f) * ports * vcs;
	struct { struct ss_buffer b, next; u32 front, of_next; } *wait = calloc(all, sizeof(*wait));

	assert_non_null(wait);
	for (u32 i = 0; i < all; i++) {
		struct ss_buffer next[SS_MAX_WAITS], b = {
			.router = i / vcs / ports, .port = i / vcs % ports, .vc = i % vcs,
		};

		if (!ss_waits_for(f, &b, next, NULL))
			continue;
		wait[n].b = b;
		wait[n].next = *next;
		wait[n].front = front_of(f, &b);
		wait[n++].of_next = front_of(f, next);
	}
	ss_fabric_run(f, 1);
	for (u32 i = 0; i < n; i++)
		if (wait[i].next.port >= ss_dragonfly_of(cfg->size)->p ||
		    front_of(f, &wait[i].next) == wait[i].of_next)
			assert_int_equal(front_of(f, &wait[i].b), wait[i].front);
	free(wait);
	return n;
}

/* Check that no deadlock is reported while packets move; return the number of waiting buffers. */
static u32 check_shared(const char *routing)
{
	char *text = NULL;
	struct sim_experiment *e;
	struct ss_traffic t;
	struct ss_fabric *f;
	struct sim_deadlock d = { 0 };
	u32 waiting = 0;

	assert_true(asprintf(&text, SHARED_VCS "load = 1\n%s", routing) > 0);
	e = experiment(text);
	t = e->phase[0].settings.traffic;
	f = model_new(&e->config);
	model_traffic(f, &t);
	assert_int_equal(ss_fabric_waits(f), 1);
	for (u32 i = 0; i < 300; i++) {
		ss_fabric_run(f, 7);
		assert_false(sim_deadlock_find(NULL, f, &d));
		waiting += who_waits_stays(f);
	}
	model_free(f);
	sim_experiment_free(e);
	free(text);
	return waiting;
}

static void shared_vcs_are_no_deadlock(void **state)
{
	(void)state;
	assert_true(check_shared("routing = min\n") > 1000);
	check_shared("routing = val\nvcs = 4\nglobal_vcs = 2\n");
	check_shared("routing = ugal\nvcs = 4\nglobal_vcs = 2\ndecision = always\n");
	check_shared("routing = par\nvcs = 5\nglobal_vcs = 2\n");
	check_shared("routing = olm\nvcs = 3\nglobal_vcs = 2\nlocal_misrouting = yes\n");
}

/* No protocol deadlock is searched for where replies have VCs of their own. */
static void own_vcs_are_not_searched(void **state)
{
	struct sim_experiment *e = experiment("router = dragonfly\ndragonfly = 2\nreply = 8\n");
	struct ss_traffic t = e->phase[0].settings.traffic;
	struct ss_fabric *f = model_new(&e->config);

	(void)state;
	model_traffic(f, &t);
	assert_int_equal(ss_fabric_waits(f), 0);
	model_free(f);
	sim_experiment_free(e);
}

/* With datelines the same fabric, as full as it can be, is never taken for a deadlock. */
static void saturation_is_no_deadlock(void **state)
{
	struct sim_experiment *e = experiment(SMALL_BUFFERS);
	struct ss_traffic t = e->phase[0].settings.traffic;
	struct sim_deadlock d = { 0 };
	struct ss_fabric *f;

	(void)state;
	e->config.vcs = 2;
	f = model_new(&e->config);
	model_traffic(f, &t);
	for (u32 i = 0; i < 300; i++) {
		ss_fabric_run(f, 7);
		assert_false(sim_deadlock_find(NULL, f, &d));
	}
	assert_int_equal(d.count, 0);
	model_free(f);
	sim_experiment_free(e);
}

static void a_run_names_its_deadlock(void **state)
{
	struct sim_experiment *e = experiment(SMALL_BUFFERS);
	struct sim_result *r = result(e);

	(void)state;
	assert_int_equal(r->verdict, SIM_DEADLOCK);
	assert_true(r->deadlock.count >= 8);
	assert_false(r->steady);
	sim_result_free(r);
	sim_experiment_free(e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(routers_may_be_aged_differently),
		cmocka_unit_test(a_reply_is_offered_once),
		cmocka_unit_test(queueing_adds_up_to_latency),
		cmocka_unit_test(sums_agree_with_the_model),
		cmocka_unit_test(parts_make_the_whole),
		cmocka_unit_test(series_by_birth_has_the_same_packets),
		cmocka_unit_test(a_run_can_be_watched),
		cmocka_unit_test(senders_count_while_they_send),
		cmocka_unit_test(a_drained_fabric_had_senders),
		cmocka_unit_test(who_starves_is_counted),
		cmocka_unit_test(starving_nodes_are_told_apart),
		cmocka_unit_test(batches_count_by_their_packets),
		cmocka_unit_test(bursts_under_way_are_no_overload),
		cmocka_unit_test(a_rule_asks_for_long_batches),
		cmocka_unit_test(who_only_answers_starves),
		cmocka_unit_test(changes_and_batches_are_not_judged),
		cmocka_unit_test(verdicts_are_told_apart),
		cmocka_unit_test(what_is_let_through_can_run),
		cmocka_unit_test(a_deadlock_stays_one),
		cmocka_unit_test(a_protocol_deadlock_stays_one),
		cmocka_unit_test(shared_vcs_are_no_deadlock),
		cmocka_unit_test(own_vcs_are_not_searched),
		cmocka_unit_test(saturation_is_no_deadlock),
		cmocka_unit_test(a_run_names_its_deadlock),
	};

	return cmocka_run_group_tests_name("sim_run", tests, NULL, NULL);
}
