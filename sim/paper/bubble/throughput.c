// SPDX-License-Identifier: GPL-2.0-only
/* What the six routers accept at most: Table 4. */
#include "bubble.h"

enum column { AT_40, AT_60, AT_100, MOST, LOAD, NS };
enum part { RANDOM, BIMODAL, TRANSPOSE, SHUFFLE, REVERSAL };

/* Rows: the routers with ties=pair, then with the others; further ones after all of them. */
enum row {
	PLUS = BUBBLE_ROUTERS,
	PACKET = 2 * BUBBLE_ROUTERS,
	VCDOR_160 = 3 * BUBBLE_ROUTERS, VCDOR_240, VCADA_SIC_160,
	BDOR_ONE,
};

enum { L_25, L_275, L_30, L_40, L_50, L_60, L_80, L_100, LOADS };

static const u32 loads[] = {
	[L_25] = 250000, [L_275] = 275000, [L_30] = 300000, [L_40] = 400000, [L_50] = 500000,
	[L_60] = 600000, [L_80] = 800000, [L_100] = 1000000, 0
};

static const struct paper_column columns[] = {
	[AT_40] = { .name = "at 0.4", .unit = "phits/c" },
	[AT_60] = { .name = "at 0.6", .unit = "phits/c" },
	[AT_100] = { .name = "at 1", .unit = "phits/c" },
	[MOST] = { .name = "most", .unit = "phits/c" },
	[LOAD] = { .name = "at load", .unit = "offered" },
	[NS] = { .name = "most/ns", .unit = "phits/ns", .clock = -1 },
	{ 0 }
};

static bool figures(u32 part, const char *keys, u32 seed, double *cells, struct sim_error *err)
{
	struct bubble_point at[LOADS];
	u32 best = 0;

	(void)part;
	for (u32 i = 0; i < LOADS; i++) {
		if (!bubble_run(keys, loads[i], seed, &at[i], err))
			return false;
		if (at[i].accepted > at[best].accepted)
			best = i;
	}
	cells[AT_40] = at[L_40].accepted;
	cells[AT_60] = at[L_60].accepted;
	cells[AT_100] = at[L_100].accepted;
	cells[MOST] = at[best].accepted;
	cells[LOAD] = loads[best] / 1e6;
	cells[NS] = at[best].accepted;
	return true;
}

const struct paper_measure measure_bubble_throughput = {
	.command = "seastar-sim run", .check = bubble_check, .runs = 1, .loads = loads,
	.figures = figures,
};

static const struct paper_row rows[] = {
	BUBBLE_ROWS("", ""),
	BUBBLE_ROWS(", ties=plus", " ties=plus"),
	BUBBLE_ROWS(", ties=packet", " ties=packet"),
	[VCDOR_160] = { .name = "VCDOR, queues 160", .keys = VCDOR_KEYS " input_depth=160", .cycle = VCDOR_CYCLE },
	[VCDOR_240] = { .name = "VCDOR, queues 240", .keys = VCDOR_KEYS " input_depth=240", .cycle = VCDOR_CYCLE },
	[VCADA_SIC_160] = {
		.name = "VCAda-SIC, queues 160", .keys = VCADA_SIC_KEYS " input_depth=160", .cycle = VCADA_SIC_CYCLE
	},
	[BDOR_ONE] = {
		.name = "BDOR, plus, no bubble", .keys = BDOR_KEYS " ties=plus bubble=one deadlock=allowed", .cycle = BDOR_CYCLE
	},
	{ 0 }
};

#define ROW(most, ns)	{ [MOST] = most, [NS] = ns }

static const double random_load[PAPER_ROWS][PAPER_COLUMNS] = {
	[BADA_OAC] = ROW(43.6, 7.71),
	[BADA_SIC] = ROW(41.2, 6.66),
	[VCADA_OAC] = ROW(38.0, 6.05),
	[VCADA_SIC] = ROW(39.4, 5.24),
	[BDOR] = ROW(38.7, 7.38),
	[VCDOR] = ROW(36.7, 6.59),
};

static const double bimodal[PAPER_ROWS][PAPER_COLUMNS] = {
	[BADA_OAC] = ROW(36.8, 6.51),
	[BADA_SIC] = ROW(33.0, 5.34),
	[VCADA_OAC] = ROW(34.5, 5.49),
	[VCADA_SIC] = ROW(34.7, 4.63),
	[BDOR] = ROW(29.8, 5.67),
	[VCDOR] = ROW(28.1, 5.05),
};

static const double transpose[PAPER_ROWS][PAPER_COLUMNS] = {
	[BADA_OAC] = ROW(30.6, 5.40),
	[BADA_SIC] = ROW(27.7, 4.47),
	[VCADA_OAC] = ROW(26.2, 4.18),
	[VCADA_SIC] = ROW(27.3, 3.64),
	[BDOR] = ROW(14.0, 2.66),
	[VCDOR] = ROW(14.7, 2.64),
};

static const double shuffle[PAPER_ROWS][PAPER_COLUMNS] = {
	[BADA_OAC] = ROW(28.7, 5.08),
	[BADA_SIC] = ROW(26.5, 4.28),
	[VCADA_OAC] = ROW(28.8, 4.59),
	[VCADA_SIC] = ROW(29.1, 3.87),
	[BDOR] = ROW(19.0, 3.61),
	[VCDOR] = ROW(20.6, 3.70),
};

static const double reversal[PAPER_ROWS][PAPER_COLUMNS] = {
	[BADA_OAC] = ROW(34.1, 6.03),
	[BADA_SIC] = ROW(33.3, 5.38),
	[VCADA_OAC] = ROW(32.3, 5.15),
	[VCADA_SIC] = ROW(32.7, 4.36),
	[BDOR] = ROW(12.5, 2.35),
	[VCDOR] = ROW(12.4, 2.35),
};

#define OPEN	BUBBLE_TORUS "warmup=5000 measure=10000 "
#define FEWER	"warmup=100 measure=200"

static const struct paper_part parts[] = {
	[RANDOM] = {
		.name = "random", .keys = OPEN "pattern=uniform lengths=20", .reduced = FEWER,
		.what = "Uniform random traffic.", .paper = random_load,
	},
	[BIMODAL] = {
		.name = "bimodal", .keys = OPEN "pattern=uniform lengths=20:7,200:1",
		.reduced = FEWER,
		.what = "One message in eight has 200 phits, the others have 20; Bubble routers split it into ten packets. The paper does not give the share.",
		.paper = bimodal,
	},
	[TRANSPOSE] = {
		.name = "transpose", .keys = OPEN "pattern=transpose lengths=20", .reduced = FEWER,
		.what = "56 of the nodes send. At equal rates of all BDOR carries 14 phits per cycle if ties go to +, and 16 if they are divided.",
		.paper = transpose,
	},
	[SHUFFLE] = {
		.name = "shuffle", .keys = OPEN "pattern=shuffle lengths=20", .reduced = FEWER,
		.what = "62 of the nodes send.", .paper = shuffle,
	},
	[REVERSAL] = {
		.name = "bit reversal", .keys = OPEN "pattern=bit-reversal lengths=20",
		.reduced = FEWER, .what = "56 of the nodes send.", .paper = reversal,
	},
	{ 0 }
};

#define NEAR(in, who, at, name, theirs, reason) \
	{ \
		.text = name ", within 10 %", .part = in, .a = { who, at }, .alone = true, \
		.of_means = true, .least = 0.9 * (theirs), .most = 1.1 * (theirs), \
		.paper = theirs, .why = { [in] = reason }, \
	}
#define AHEAD(in, one, other, name, reason) \
	{ \
		.text = "phits per ns, " name, .part = in, .a = { one, NS }, .b = { other, NS }, \
		.least = 1, .most = PAPER_MORE, .why = { [in] = reason }, \
	}

static const struct paper_claim claims[] = {
	NEAR(RANDOM, BADA_OAC, MOST, "BAda-OAC", 43.6,
	     "It accepts more than the paper's because ties are divided between both ways round a ring; with ties=plus, as the paper's BDOR on transpose suggests, it does not (below)."),
	NEAR(RANDOM, BADA_SIC, MOST, "BAda-SIC", 41.2,
	     "It accepts more than the paper's because ties are divided between both ways round a ring; with ties=plus, as the paper's BDOR on transpose suggests, it does not (below)."),
	NEAR(RANDOM, VCADA_OAC, MOST, "VCAda-OAC", 38.0,
	     "It accepts more than the paper's because ties are divided between both ways round a ring; with ties=plus, as the paper's BDOR on transpose suggests, it does not (below)."),
	NEAR(RANDOM, VCADA_SIC, MOST, "VCAda-SIC", 39.4, NULL),
	NEAR(RANDOM, BDOR, MOST, "BDOR", 38.7, NULL),
	NEAR(RANDOM, VCDOR, MOST, "VCDOR", 36.7, NULL),
	NEAR(RANDOM, PLUS + BADA_OAC, MOST, "BAda-OAC, ties=plus", 43.6, NULL),
	NEAR(RANDOM, PLUS + BADA_SIC, MOST, "BAda-SIC, ties=plus", 41.2, NULL),
	NEAR(RANDOM, PLUS + VCADA_OAC, MOST, "VCAda-OAC, ties=plus", 38.0, NULL),
	NEAR(BIMODAL, BADA_OAC, MOST, "BAda-OAC", 36.8,
	     "It accepts more than the paper's because ties are divided between both ways round a ring; with ties=plus, as the paper's BDOR on transpose suggests, it does not (below)."),
	NEAR(BIMODAL, BADA_SIC, MOST, "BAda-SIC", 33.0,
	     "It accepts more than the paper's because ties are divided between both ways round a ring; with ties=plus, as the paper's BDOR on transpose suggests, it does not (below)."),
	NEAR(BIMODAL, VCADA_OAC, MOST, "VCAda-OAC", 34.5, NULL),
	NEAR(BIMODAL, VCADA_SIC, MOST, "VCAda-SIC", 34.7,
	     "A message of 200 phits does not fit into the queues of 80, and an adaptive queue must then be empty before it may enter. With queues of 160 the paper's figure comes out, within 10 % (below)."),
	NEAR(BIMODAL, BDOR, MOST, "BDOR", 29.8, NULL),
	NEAR(BIMODAL, VCDOR, MOST, "VCDOR", 28.1,
	     "A message of 200 phits does not fit into the queues of 80, so it holds a VC of each of several links while it waits. With queues of 160 or 240 for each VC the paper's figure comes out, within 10 % (below)."),
	NEAR(BIMODAL, PLUS + BADA_OAC, MOST, "BAda-OAC, ties=plus", 36.8, NULL),
	NEAR(BIMODAL, PLUS + BADA_SIC, MOST, "BAda-SIC, ties=plus", 33.0, NULL),
	NEAR(BIMODAL, VCADA_SIC_160, MOST, "VCAda-SIC, queues of 160", 34.7, NULL),
	NEAR(BIMODAL, VCDOR_160, MOST, "VCDOR, queues of 160", 28.1, NULL),
	NEAR(BIMODAL, VCDOR_240, MOST, "VCDOR, queues of 240", 28.1, NULL),
	NEAR(TRANSPOSE, BADA_OAC, MOST, "BAda-OAC", 30.6,
	     "The direction of ties decides: with ties=packet each flow uses both ways round a ring, and the paper's figure comes out (below)."),
	NEAR(TRANSPOSE, BADA_SIC, MOST, "BAda-SIC", 27.7,
	     "It accepts more than the paper's because ties are divided between both ways round a ring; with ties=plus, as the paper's BDOR on transpose suggests, it does not (below)."),
	NEAR(TRANSPOSE, VCADA_OAC, MOST, "VCAda-OAC", 26.2, NULL),
	NEAR(TRANSPOSE, VCADA_SIC, MOST, "VCAda-SIC", 27.3, NULL),
	NEAR(TRANSPOSE, BDOR, MOST, "BDOR", 14.0, NULL),
	NEAR(TRANSPOSE, VCDOR, MOST, "VCDOR", 14.7, NULL),
	NEAR(TRANSPOSE, PACKET + BADA_OAC, MOST, "BAda-OAC, ties=packet", 30.6, NULL),
	NEAR(TRANSPOSE, PLUS + BADA_SIC, MOST, "BAda-SIC, ties=plus", 27.7, NULL),
	NEAR(SHUFFLE, BADA_OAC, MOST, "BAda-OAC", 28.7,
	     "Flows on links that are not full go on to rise with the load while others are at their limit, so the figure depends on the load: at a lower one it is within 10 % of the paper's (below)."),
	NEAR(SHUFFLE, BADA_SIC, MOST, "BAda-SIC", 26.5,
	     "Flows on links that are not full go on to rise with the load while others are at their limit, so the figure depends on the load: at a lower one it is within 10 % of the paper's (below)."),
	NEAR(SHUFFLE, VCADA_OAC, MOST, "VCAda-OAC", 28.8, NULL),
	NEAR(SHUFFLE, VCADA_SIC, MOST, "VCAda-SIC", 29.1, NULL),
	NEAR(SHUFFLE, BDOR, MOST, "BDOR", 19.0,
	     "Flows on links that are not full go on to rise with the load while others are at their limit, so the figure depends on the load: at a lower one it is within 10 % of the paper's (below)."),
	NEAR(SHUFFLE, VCDOR, MOST, "VCDOR", 20.6, NULL),
	NEAR(SHUFFLE, BADA_OAC, AT_60, "BAda-OAC at load 0.6", 28.7, NULL),
	NEAR(SHUFFLE, BADA_SIC, AT_60, "BAda-SIC at load 0.6", 26.5, NULL),
	NEAR(SHUFFLE, BDOR, AT_40, "BDOR at load 0.4", 19.0, NULL),
	NEAR(REVERSAL, BADA_OAC, MOST, "BAda-OAC", 34.1,
	     "It accepts more than the paper's because ties are divided between both ways round a ring; with ties=plus, as the paper's BDOR on transpose suggests, it does not (below)."),
	NEAR(REVERSAL, BADA_SIC, MOST, "BAda-SIC", 33.3, NULL),
	NEAR(REVERSAL, VCADA_OAC, MOST, "VCAda-OAC", 32.3,
	     "It accepts more than the paper's because ties are divided between both ways round a ring; with ties=plus, as the paper's BDOR on transpose suggests, it does not (below)."),
	NEAR(REVERSAL, VCADA_SIC, MOST, "VCAda-SIC", 32.7, NULL),
	NEAR(REVERSAL, BDOR, MOST, "BDOR", 12.5, NULL),
	NEAR(REVERSAL, VCDOR, MOST, "VCDOR", 12.4, NULL),
	NEAR(REVERSAL, PLUS + BADA_OAC, MOST, "BAda-OAC, ties=plus", 34.1, NULL),
	NEAR(REVERSAL, PLUS + VCADA_OAC, MOST, "VCAda-OAC, ties=plus", 32.3, NULL),
	{
		.text = "BDOR with ties=plus carries 14.0, within 5 %", .part = TRANSPOSE,
		.a = { PLUS + BDOR, MOST }, .alone = true, .of_means = true, .least = 0.95 * 14,
		.most = 1.05 * 14, .paper = 14,
	}, {
		.text = "BDOR with ties=plus at load 1 carries 14.0, within 5 %", .part = TRANSPOSE,
		.a = { PLUS + BDOR, AT_100 }, .alone = true, .of_means = true, .least = 0.95 * 14,
		.most = 1.05 * 14, .paper = 14,
		.why = { [TRANSPOSE] = "A packet that is injected needs two free places, a packet on its way needs one. Beyond saturation many nodes find no places, and starve, as the paper says of BDOR. With one place for all (bubble=one) it carries more (below)." },
	}, {
		.text = "at load 1, BDOR with one place for all over two", .part = TRANSPOSE,
		.a = { BDOR_ONE, AT_100 }, .b = { PLUS + BDOR, AT_100 }, .least = 1.1, .most = PAPER_MORE,
	}, {
		.text = "BDOR carries 14 to 16 if ties are divided", .part = TRANSPOSE,
		.a = { BDOR, MOST }, .alone = true, .of_means = true, .least = 14, .most = 16,
		.paper = 14,
	},
	AHEAD(RANDOM, BADA_OAC, BADA_SIC, "BAda-OAC over BAda-SIC", NULL),
	AHEAD(RANDOM, BADA_OAC, VCADA_OAC, "BAda-OAC over VCAda-OAC", NULL),
	AHEAD(RANDOM, BADA_OAC, VCADA_SIC, "BAda-OAC over VCAda-SIC", NULL),
	AHEAD(RANDOM, BADA_OAC, BDOR, "BAda-OAC over BDOR", NULL),
	AHEAD(RANDOM, BADA_OAC, VCDOR, "BAda-OAC over VCDOR", NULL),
	AHEAD(RANDOM, VCADA_OAC, VCADA_SIC, "VCAda-OAC over VCAda-SIC", NULL),
	AHEAD(BIMODAL, BADA_OAC, BADA_SIC, "BAda-OAC over BAda-SIC", NULL),
	AHEAD(BIMODAL, BADA_OAC, VCADA_OAC, "BAda-OAC over VCAda-OAC", NULL),
	AHEAD(BIMODAL, BADA_OAC, VCADA_SIC, "BAda-OAC over VCAda-SIC", NULL),
	AHEAD(BIMODAL, BADA_OAC, BDOR, "BAda-OAC over BDOR", NULL),
	AHEAD(BIMODAL, BADA_OAC, VCDOR, "BAda-OAC over VCDOR", NULL),
	AHEAD(BIMODAL, VCADA_OAC, VCADA_SIC, "VCAda-OAC over VCAda-SIC", NULL),
	AHEAD(TRANSPOSE, BADA_OAC, BADA_SIC, "BAda-OAC over BAda-SIC",
	      "As above: ties=pair leaves each flow one way round the ring. With ties=packet BAda-OAC is ahead of all (below)."),
	AHEAD(TRANSPOSE, BADA_OAC, VCADA_OAC, "BAda-OAC over VCAda-OAC",
	      "As above: with ties=packet BAda-OAC is ahead of all (below)."),
	AHEAD(TRANSPOSE, BADA_OAC, VCADA_SIC, "BAda-OAC over VCAda-SIC", NULL),
	AHEAD(TRANSPOSE, BADA_OAC, BDOR, "BAda-OAC over BDOR", NULL),
	AHEAD(TRANSPOSE, BADA_OAC, VCDOR, "BAda-OAC over VCDOR", NULL),
	AHEAD(TRANSPOSE, VCADA_OAC, VCADA_SIC, "VCAda-OAC over VCAda-SIC", NULL),
	AHEAD(TRANSPOSE, PACKET + BADA_OAC, PACKET + BADA_SIC, "ties=packet: BAda-OAC over BAda-SIC", NULL),
	AHEAD(TRANSPOSE, PACKET + BADA_OAC, PACKET + VCADA_OAC, "ties=packet: BAda-OAC over VCAda-OAC", NULL),
	AHEAD(TRANSPOSE, PACKET + BADA_OAC, PACKET + VCADA_SIC, "ties=packet: BAda-OAC over VCAda-SIC", NULL),
	AHEAD(TRANSPOSE, PACKET + BADA_OAC, PACKET + BDOR, "ties=packet: BAda-OAC over BDOR", NULL),
	AHEAD(TRANSPOSE, PACKET + BADA_OAC, PACKET + VCDOR, "ties=packet: BAda-OAC over VCDOR", NULL),
	AHEAD(SHUFFLE, BADA_OAC, BADA_SIC, "BAda-OAC over BAda-SIC", NULL),
	AHEAD(SHUFFLE, BADA_OAC, VCADA_OAC, "BAda-OAC over VCAda-OAC", NULL),
	AHEAD(SHUFFLE, BADA_OAC, VCADA_SIC, "BAda-OAC over VCAda-SIC", NULL),
	AHEAD(SHUFFLE, BADA_OAC, BDOR, "BAda-OAC over BDOR", NULL),
	AHEAD(SHUFFLE, BADA_OAC, VCDOR, "BAda-OAC over VCDOR", NULL),
	AHEAD(SHUFFLE, VCADA_OAC, VCADA_SIC, "VCAda-OAC over VCAda-SIC", NULL),
	AHEAD(REVERSAL, BADA_OAC, BADA_SIC, "BAda-OAC over BAda-SIC", NULL),
	AHEAD(REVERSAL, BADA_OAC, VCADA_OAC, "BAda-OAC over VCAda-OAC", NULL),
	AHEAD(REVERSAL, BADA_OAC, VCADA_SIC, "BAda-OAC over VCAda-SIC", NULL),
	AHEAD(REVERSAL, BADA_OAC, BDOR, "BAda-OAC over BDOR", NULL),
	AHEAD(REVERSAL, BADA_OAC, VCDOR, "BAda-OAC over VCDOR", NULL),
	AHEAD(REVERSAL, VCADA_OAC, VCADA_SIC, "VCAda-OAC over VCAda-SIC", NULL),
	{ 0 }
};

const struct paper_reproduction paper_bubble_throughput = {
	.name = "throughput",
	.place = "sec. 5.1, Table 4",
	.title = "what the six routers accept at most on an 8x8 torus",
	.note = "Phits per cycle that all nodes accept: at loads 0.4, 0.6 and 1, and the most over all loads, which are 0.25, 0.275, 0.3, 0.4, 0.5, 0.6, 0.8 and 1 phits per sending node per cycle; and the most in phits per ns by the cycle times of the paper's Table 2. The paper does not say at which load its figures were taken, nor which way a packet goes if both ways around a ring are equally long: ties=pair decides it by source and destination, plus takes the + direction, packet tosses a coin.",
	.seeds = 3, .measure = &measure_bubble_throughput,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
