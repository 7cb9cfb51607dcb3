// SPDX-License-Identifier: GPL-2.0-only
/* Latency by accepted load of the six routers, in ns: the curves of Figures 10 to 12. */
#include "bubble.h"

enum part { RANDOM, BIMODAL, TRANSPOSE, SHUFFLE, REVERSAL };

enum { AT_05, AT_10, AT_20, AT_30, AT_40, AT_50, AT_60, AT_80, LOADS };

static const u32 loads[] = {
	[AT_05] = 50000, [AT_10] = 100000, [AT_20] = 200000, [AT_30] = 300000,
	[AT_40] = 400000, [AT_50] = 500000, [AT_60] = 600000, [AT_80] = 800000, 0
};

/* Of each load: what is accepted, and the latency. */
#define ACCEPTED(load)	(2 * (load))
#define LATENCY(load)	(2 * (load) + 1)

#define AT(load) \
	{ .name = load, .unit = "phits/ns", .clock = -1 }, \
	{ .name = "at " load, .unit = "ns", .clock = 1 }

static const struct paper_column columns[] = {
	AT("0.05"), AT("0.1"), AT("0.2"), AT("0.3"), AT("0.4"), AT("0.5"), AT("0.6"), AT("0.8"),
	{ 0 }
};

static bool figures(u32 part, const char *keys, u32 seed, double *cells, struct sim_error *err)
{
	struct bubble_point at;

	(void)part;
	for (u32 i = 0; i < LOADS; i++) {
		if (!bubble_run(keys, loads[i], seed, &at, err))
			return false;
		cells[ACCEPTED(i)] = at.accepted;
		cells[LATENCY(i)] = at.latency;
	}
	return true;
}

const struct paper_measure measure_bubble_curves = {
	.command = "seastar-sim run", .check = bubble_check, .runs = 1, .loads = loads,
	.figures = figures,
};

static const struct paper_row rows[] = {
	BUBBLE_ROWS("", ""),
	{ 0 }
};

#define OPEN	BUBBLE_TORUS "warmup=10000 measure=10000 "
#define FEWER	"warmup=200 measure=400"

static const struct paper_part parts[] = {
	[RANDOM] = {
		.name = "random", .keys = OPEN "pattern=uniform lengths=20", .reduced = FEWER,
		.what = "Uniform random traffic.",
	},
	[BIMODAL] = {
		.name = "bimodal", .keys = OPEN "pattern=uniform lengths=20:7,200:1",
		.reduced = FEWER,
		.what = "One message in eight has 200 phits. The latencies are those of packets, and Bubble routers split a long message into ten.",
	},
	[TRANSPOSE] = {
		.name = "transpose", .keys = OPEN "pattern=transpose lengths=20", .reduced = FEWER,
		.what = "56 of the nodes send.",
	},
	[SHUFFLE] = {
		.name = "shuffle", .keys = OPEN "pattern=shuffle lengths=20", .reduced = FEWER,
		.what = "62 of the nodes send.",
	},
	[REVERSAL] = {
		.name = "bit reversal", .keys = OPEN "pattern=bit-reversal lengths=20",
		.reduced = FEWER, .what = "56 of the nodes send.",
	},
	{ 0 }
};

#define SPLIT \
	"All ten packets of a message count for the Bubble router, the last one with the latency of the message; for VCDOR the message counts once. If both carry messages whole, BAda-OAC has less latency (seastar-sim paper bubble base, bimodal, where nothing else differs)."
#define FEWER_NS(in, one, other, at, name) \
	{ \
		.text = "latency at " name, .part = in, .a = { one, LATENCY(at) }, \
		.b = { other, LATENCY(at) }, .least = 0, .most = 1, .why = { [BIMODAL] = SPLIT }, \
	}
#define MORE(in, one, other, at, name) \
	{ \
		.text = "accepted at " name, .part = in, .a = { one, ACCEPTED(at) }, \
		.b = { other, ACCEPTED(at) }, .least = 1, .most = PAPER_MORE, \
	}

static const struct paper_claim claims[] = {
	FEWER_NS(PAPER_EVERY, BDOR, BADA_OAC, AT_05, "0.05, BDOR over BAda-OAC"),
	FEWER_NS(PAPER_EVERY, BADA_OAC, VCDOR, AT_05, "0.05, BAda-OAC over VCDOR"),
	FEWER_NS(PAPER_EVERY, VCDOR, VCADA_OAC, AT_05, "0.05, VCDOR over VCAda-OAC"),
	FEWER_NS(PAPER_EVERY, VCADA_OAC, VCADA_SIC, AT_05, "0.05, VCAda-OAC over VCAda-SIC"),
	MORE(PAPER_EVERY, BADA_OAC, VCADA_OAC, AT_80, "0.8, BAda-OAC over VCAda-OAC"),
	MORE(PAPER_EVERY, BADA_OAC, VCDOR, AT_80, "0.8, BAda-OAC over VCDOR"),
	MORE(PAPER_EVERY, BDOR, VCDOR, AT_80, "0.8, BDOR over VCDOR"),
	{ 0 }
};

const struct paper_reproduction paper_curves = {
	.name = "curves",
	.place = "sec. 5.1, Figures 10 to 12",
	.title = "latency by load of the six routers on an 8x8 torus",
	.note = "Loads are 0.05 to 0.8 phits per sending node per cycle. The table has the phits per ns that all nodes accept, and the mean latency from birth to delivery in ns, by the cycle times of the paper's Table 2. Beyond saturation latencies grow with the measured time. The paper only draws its curves.",
	.seeds = 3, .measure = &measure_bubble_curves,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
