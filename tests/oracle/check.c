// SPDX-License-Identifier: GPL-2.0-only
#include <lengths.h>
#include <seastar/packet.h>

#include "check.h"
#include "oracle.h"
#include "procedures.h"

static void expect(struct tap *tap, const char *what, u64 expected, u64 seen)
{
	tap_point(tap, seen == expected, "%s: %llu expected, %llu seen", what,
		  (unsigned long long)expected, (unsigned long long)seen);
}

/*
 * Return the age of a packet that arrives at @in and leaves at @out; the timestamp is the low eight
 * bits of these times, the epoch the ninth.
 */
static u32 age_through(enum mutant mutant, u32 age, u32 bias, u32 in, u32 out,
		       u64 *stored)
{
	struct aging a = { .mutant = mutant };
	struct new_age n;
	u64 head = age;

	a.REQ_AGE_BIAS[0] = bias;
	a.timestamp = in;
	a.epoch = in >> 8;
	procedure_1(&a, &head, true, 0);
	*stored = head & SS_AGE_SUM_MASK;
	a.timestamp = out;
	a.epoch = out >> 8;
	n = procedure_2(&a, head);
	procedure_2_winner(&a, &head, n.age);
	return head & SS_AGE_FIELD;
}

/* Check arrival and departure with values worked out by hand. */
static void aging_vectors(struct tap *tap)
{
	static const struct {
		u32 age, bias, in, out;
		u64 stored;
		u32 right, printed;
	} v[] = {
		{ 0, 1, 0, 5, 0x001, 6, 6 },
		{ 10, 3, 200, 250, 0x145, 63, 255 },
		{ 10, 3, 200, 256 + 10, 0x145, 79, 255 },
		{ 250, 7, 10, 20, 0x0f5, 255, 255 },
		{ 250, 0, 10, 256 + 44, 0x0f0, 255, 28 },
		{ 0, 0, 255, 256, 0x101, 1, 255 },
		{ 0, 0, 1, 1, 0x1ff, 0, 255 },
	};

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		u64 stored, again;
		u32 right = age_through(MUTANT_NONE, v[i].age, v[i].bias,
					v[i].in, v[i].out, &stored);
		u32 printed = age_through(MUTANT_P2_8, v[i].age, v[i].bias,
					  v[i].in, v[i].out, &again);

		tap_point(tap, stored == v[i].stored && right == v[i].right &&
			  printed == v[i].printed,
			  "age %u, bias %u, from %u to %u: 0x%03llx, %u (as printed %u) expected, 0x%03llx, %u (%u) seen",
			  v[i].age, v[i].bias, v[i].in, v[i].out,
			  (unsigned long long)v[i].stored, v[i].right,
			  v[i].printed, (unsigned long long)stored, right,
			  printed);
	}
}

/* Check every age, arrival and departure up to the end of the next epoch. */
static void aging_all_states(struct tap *tap)
{
	u32 states = 0, wrong = 0, printed_wrong = 0;

	for (u32 age = 0; age < 256; age++) {
		for (u32 in = 0; in < 256; in++) {
			for (u32 out = in; out < 512; out++) {
				u32 truth = age + out - in;
				u64 stored;

				if (truth > 255)
					truth = 255;
				states++;
				wrong += age_through(MUTANT_NONE, age, 0, in,
						     out, &stored) != truth;
				printed_wrong += age_through(MUTANT_P2_8, age,
						0, in, out, &stored) != truth;
			}
		}
	}
	expect(tap, "reachable states of an age", 25198592, states);
	expect(tap, "wrong ages", 0, wrong);
	expect(tap, "wrong ages with line 8 as printed", 8355840, printed_wrong);
}

/* Check that a packet in the network from cycle 10 to 2000 holds the epoch at cycle 1024. */
static void age_clock_trace(struct tap *tap)
{
	struct aging a = { .AGE_CLK_PERIOD = 2, .age_clock_period_reg = 2 };
	static const u32 expected[] = { 512, 1024, 2001, 2003, 2515, 3027 };
	u32 seen[8] = { 0 }, n = 0, old_age = 0;
	u64 head = 0;

	a.REQ_AGE_BIAS[0] = 1;
	for (u32 t = 1; t < 3200; t++) {
		u8 epoch = a.epoch;
		bool inhibit = a.inhibit;

		procedure_3(&a);
		if ((a.epoch != epoch || a.inhibit != inhibit) && n < 8)
			seen[n++] = t;
		if (t == 10)
			procedure_1(&a, &head, true, 0);
		if (t == 2000) {
			old_age = procedure_2(&a, head).age;
			procedure_2_winner(&a, &head, old_age);
		}
	}
	expect(tap, "changes of epoch and inhibit", 6, n);
	for (u32 i = 0; i < 6; i++)
		expect(tap, "cycle of such a change", expected[i], seen[i]);
	expect(tap, "age of the packet that held the epoch", 255, old_age);
}

struct last {
	struct ss_delivery d;
	u32 count;
};

static void keep_first(void *ctx, const struct ss_delivery *d)
{
	struct last *l = ctx;

	if (!l->count++)
		l->d = *d;
}

static struct ss_traffic traffic_to(u32 target, u32 length)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_ALL_TO_ONE,
		.source = SEASTAR_SOURCE_CLOSED,
		.target = target,
		.window = 1,
		.requests = SEASTAR_PPM,
	};

	t.lengths = ss_lengths_one(length);
	return t;
}

static struct ss_config hardware(u32 kx, u32 ky, u32 kz, u32 mesh)
{
	return (struct ss_config){
		.kind = &ss_seastar_kind,
		.classes = SS_CLASSES,
		.topology = &ss_cube_topology,
		.size = { kx, ky, kz, mesh },
		.vcs = 2,
		.max_packet = 9,
		.input_depth = 96,
		.seastar.staging_depth = 16,
		.router_delay = 25,
		.link_delay = 8,
		.eject = { 5, 12 },
		.inject = { 1, 1 },
		.ack_delay = 33,
		.regions = 1,
		.seed = 1,
	};
}

/* Check the latency between two nodes when there is one packet at a time. */
static void empty_fabric(struct tap *tap, u32 length, u64 latency)
{
	struct ss_config cfg = hardware(2, 1, 1, 1);
	struct ss_traffic t = traffic_to(1, length);
	struct oracle *o = oracle_new(&cfg, MUTANT_NONE);
	struct last last = { .count = 0 };

	oracle_on_delivery(o, keep_first, &last);
	oracle_run(o, 7);
	oracle_set_traffic(o, &t);
	oracle_run(o, 200);
	expect(tap, "birth of the first packet", 7, last.d.birth);
	expect(tap, "its injection", 7, last.d.injected);
	expect(tap, "its latency", latency, last.d.cycle - 7);
	expect(tap, "its length in the header", length - 1,
	       SS_HDR_GET(last.d.header, LENGTH));
	expect(tap, "its age, two biases old", 2, last.d.header & SS_AGE_FIELD);
	expect(tap, "deliveries in 200 cycles",
	       1 + (199 - latency) / (latency + 33), last.count);
	oracle_free(o);
}

/* Stop all sources. */
static void stop_traffic(struct oracle *o)
{
	struct ss_traffic none = { .pattern = SEASTAR_PATTERN_NONE };

	oracle_set_traffic(o, &none);
}

/*
 * Check the counters of a link whose input buffers hold one packet.  A packet that is granted in t
 * reaches the other router in t + L, and leaves the input buffer from t + L + R on.  The last of
 * its credits is back L + 8 cycles later, when the next packet is granted.  In this time the
 * output is busy for nine cycles, and stalls for the others.  At the near end the next packet
 * moves to staging in t + 2, when two flits have left; the last of it leaves input proc in t + 10.
 * A new one is injected in t + 11, routed in t + 11 + R, and blocked until the next grant is two
 * cycles old.
 */
static void credit_loop(struct tap *tap)
{
	struct ss_config cfg = hardware(2, 1, 1, 1);
	struct ss_traffic t = traffic_to(1, 9);
	u64 before[SS_PORTS][SEASTAR_REGS], after[SS_PORTS][SEASTAR_REGS];
	const u32 loop = 8 + 25 + 8 + 8, rounds = 10;
	struct oracle *o;

	cfg.input_depth = 9;
	cfg.eject[0] = 1;
	cfg.eject[1] = 1;
	t.window = 40;
	o = oracle_new(&cfg, MUTANT_NONE);
	oracle_set_traffic(o, &t);
	oracle_run(o, 1000);
	oracle_read_regs(o, 0, before);
	oracle_run(o, rounds * loop);
	oracle_read_regs(o, 0, after);
	expect(tap, "STALLED", rounds * (loop - 9),
	       after[SEASTAR_PORT_XP][SEASTAR_REG_STALLED] -
	       before[SEASTAR_PORT_XP][SEASTAR_REG_STALLED]);
	expect(tap, "VC0_BLOCKED", rounds * (loop + 2 - (11 + 25)),
	       after[SEASTAR_PORT_PROC][SEASTAR_REG_VC0_BLOCKED] -
	       before[SEASTAR_PORT_PROC][SEASTAR_REG_VC0_BLOCKED]);
	expect(tap, "VC0_PKTS", rounds, after[SEASTAR_PORT_PROC][SEASTAR_REG_VC0_PKTS] -
	       before[SEASTAR_PORT_PROC][SEASTAR_REG_VC0_PKTS]);
	expect(tap, "VC0_FLITS", 9 * rounds,
	       after[SEASTAR_PORT_PROC][SEASTAR_REG_VC0_FLITS] -
	       before[SEASTAR_PORT_PROC][SEASTAR_REG_VC0_FLITS]);
	oracle_free(o);
}

/*
 * Check the share of each source in the deliveries of an 8-ary mesh, in which all send to the last
 * node.  A window of 8 keeps the buffers full, as the shares of round robin suppose.  Yet the
 * buffers hold the whole window: a packet does not age in the source queue, and its age must show
 * how long it has waited.
 */
static void merging(struct tap *tap, u64 select, const double expected[7],
		    double tolerance)
{
	struct ss_config cfg = hardware(8, 1, 1, 1);
	struct ss_traffic t = traffic_to(7, 9);
	struct ss_source_stats s;
	struct oracle *o;
	double share[7], all = 0;

	cfg.input_depth = 64;
	t.window = 8;
	o = oracle_new(&cfg, MUTANT_NONE);
	for (u32 id = 0; id < 8; id++) {
		oracle_set_select(o, id, select);
		oracle_set_period(o, id, 16);
	}
	oracle_set_traffic(o, &t);
	oracle_run(o, 30000);
	oracle_reset_sources(o);
	oracle_run(o, 150000);
	for (u32 id = 0; id < 7; id++) {
		oracle_read_source(o, id, &s);
		share[id] = s.stat[SEASTAR_SRC_DELIVERED];
		all += share[id];
	}
	for (u32 id = 0; id < 7; id++) {
		double error = share[id] / all / expected[id] - 1;

		tap_point(tap, error < tolerance && error > -tolerance,
			  "share of node %u by %s: %.4f expected, %.4f seen", id,
			  select ? "age" : "round robin", expected[id],
			  share[id] / all);
	}
	oracle_free(o);
}

/* Check that flits, credits and packets add up at all times, and that the network empties. */
static void conservation(struct tap *tap, const struct ss_config *cfg,
			 u32 cycles)
{
	struct oracle *o = oracle_new(cfg, MUTANT_NONE);
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM,
		.source = SEASTAR_SOURCE_OPEN,
		.load = 700000,
		.lengths = {
			{ 1, 2, 3, 4, 5, 6, 7, 8, 9 }, { 1, 1, 1, 1, 1, 1, 1, 1, 1 }
		},
		.requests = 500000,
	};
	u64 injected = 0, delivered = 0;
	const char *trouble = NULL;

	for (u32 id = 0; id < oracle_routers(o); id++)
		oracle_set_period(o, id, 1 + id % 5);
	oracle_set_traffic(o, &t);
	for (u32 i = 0; i < 4 * cycles && !trouble; i++) {
		if (i == cycles)
			stop_traffic(o);
		oracle_run(o, 1);
		trouble = oracle_audit(o);
	}
	tap_point(tap, !trouble, "%ux%ux%u: %s", cfg->size[0], cfg->size[1],
		  cfg->size[2], trouble ? trouble : "all adds up");
	for (u32 id = 0; id < oracle_routers(o); id++) {
		struct ss_source_stats s;

		oracle_read_source(o, id, &s);
		injected += s.stat[SEASTAR_SRC_INJECTED];
		delivered += s.stat[SEASTAR_SRC_DELIVERED];
	}
	tap_point(tap, injected && injected == delivered,
		  "%llu packets injected, %llu delivered in the end",
		  (unsigned long long)injected, (unsigned long long)delivered);
	oracle_free(o);
}

void check_by_hand(struct tap *tap)
{
	static const double halves[7] = { 1. / 64, 1. / 64, 1. / 32, 1. / 16,
					  1. / 8, 1. / 4, 1. / 2 };
	static const double sevenths[7] = { 1. / 7, 1. / 7, 1. / 7, 1. / 7,
					    1. / 7, 1. / 7, 1. / 7 };
	struct ss_config torus = hardware(4, 3, 2, 0);
	struct ss_config mixed = hardware(5, 1, 4, 1);

	aging_vectors(tap);
	aging_all_states(tap);
	age_clock_trace(tap);
	/* two routers and a link; the ninth flit comes 96/5 cycles after the first */
	empty_fabric(tap, 1, 25 + 8 + 25);
	empty_fabric(tap, 9, 25 + 8 + 25 + 19);
	credit_loop(tap);
	merging(tap, 0, halves, 0.02);
	merging(tap, ~0ULL, sevenths, 0.03);
	conservation(tap, &torus, 1500);
	mixed.input_depth = 12;
	mixed.vcs = 4;
	conservation(tap, &mixed, 1500);
}
