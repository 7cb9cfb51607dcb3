// SPDX-License-Identifier: GPL-2.0-only
/* Throughput and latency of the four algorithms on the 8-ary 2-cube: Table 1. */
#include "cqr.h"

/* Random permutations, as many as in the paper. They take nearly all of the time of all parts. */
#define PERMUTATIONS	1000

enum column { LOAD, ACCEPTED, LATENCY, X, Y };
enum row { MIN_AD, GOAL, GAL, CQR, CQR_8, CQR_FREE };
enum part { BENIGN, HARD, AVERAGE, HOT_ROW, HOT_CROSS, LOW, LOW_28 };

static const struct paper_column columns[] = {
	[LOAD] = COLUMN("load", "offered", "/experiment/load"),
	[ACCEPTED] = COLUMN("accepted", "flits", "/load/accepted"),
	[LATENCY] = COLUMN("latency", "cycles", "/latency/mean"),
	[X] = COLUMN("x links", "of packet", "/dimensions/0/hops"),
	[Y] = COLUMN("y links", "of packet", "/dimensions/1/hops"),
	{ 0 }
};

static const struct paper_row rows[] = {
	[MIN_AD] = { .name = "MIN AD", .keys = "routing=minad" },
	[GOAL] = { .name = "GOAL", .keys = "routing=goal" },
	[GAL] = { .name = "GAL", .keys = CQR_GAL },
	[CQR] = { .name = "CQR", .keys = "routing=cqr" },
	[CQR_8] = { .name = "CQR, threshold 8", .keys = "routing=cqr threshold=8" },
	[CQR_FREE] = { .name = "CQR, stars uncounted", .keys = "routing=cqr occupancy=free" },
	{ 0 }
};

#define TABLE(cell, a, b, c, d) \
	{ \
		[MIN_AD] = { [cell] = a }, [GOAL] = { [cell] = b }, \
		[GAL] = { [cell] = c }, [CQR] = { [cell] = d }, \
	}

static const double benign[PAPER_ROWS][PAPER_COLUMNS] = TABLE(LOAD, 1, 0.75, 1, 1);
static const double hard[PAPER_ROWS][PAPER_COLUMNS] = TABLE(LOAD, 0.33, 0.53, 0.53, 0.53);
static const double average[PAPER_ROWS][PAPER_COLUMNS] = TABLE(LOAD, 0.63, 0.67, 0.73, 0.70);
static const double spots[PAPER_ROWS][PAPER_COLUMNS] = TABLE(LOAD, 0.46, 0.48, 0.49, 0.49);
static const double low[PAPER_ROWS][PAPER_COLUMNS] = TABLE(LATENCY, 4.45, 6.17, 4.45, 4.45);

#define OPEN		CQR_TORUS "arrivals=poisson warmup=3000 measure=4000 "
#define FEWER		"warmup=200 measure=400"
#define SPOTS(list)	"pattern=uniform-self weight=64 pattern2=hot-spots lengths2=1 weight2=20 spots2=" list

static const struct paper_search fine = { .step = 10000, .highest = 1000000 };
static const struct paper_search coarse = { .step = 20000, .highest = 1000000 };

static const struct paper_part parts[] = {
	[BENIGN] = {
		.name = "benign",
		.keys = OPEN "pattern=uniform-self", .reduced = FEWER,
		.what = "Uniform random traffic; a node may draw itself. Loads are multiples of 0.01, up to 1.",
		.search = &fine, .paper = benign,
	},
	[HARD] = {
		.name = "hard",
		.keys = CQR_TORUS "arrivals=poisson warmup=6000 measure=6000 pattern=tornado", .reduced = FEWER,
		.what = "Tornado traffic in both dimensions.",
		.search = &fine, .paper = hard,
	},
	[AVERAGE] = {
		.name = "average",
		.keys = CQR_TORUS "arrivals=poisson warmup=4000 measure=3000 pattern=permutation",
		.reduced = FEWER,
		.what = "Random permutations: seeds 1 to 1,000, and at reduced size 1 to 3, draw one each. Loads are multiples of 0.02.",
		.draw = PAPER_DRAWS_PERMUTATION, .seeds = PERMUTATIONS,
		.search = &coarse, .paper = average,
	},
	[HOT_ROW] = {
		.name = "hot row",
		.keys = OPEN SPOTS("0,1,2,3,4"), .reduced = FEWER,
		.what = "Uniform random traffic where five neighbours in a row are five times as likely as others. The paper does not define its hot spots.",
		.seeds = 3, .search = &fine, .paper = spots,
	},
	[HOT_CROSS] = {
		.name = "hot cross",
		.keys = OPEN SPOTS("19,26,27,28,35"), .reduced = FEWER,
		.what = "The same with a node and its four neighbours.",
		.seeds = 3, .search = &fine, .paper = spots,
	},
	[LOW] = {
		.name = "low load",
		.keys = CQR_TORUS "arrivals=poisson warmup=5000 measure=20000 load=0.2 pattern=uniform-self",
		.reduced = FEWER,
		.what = "Uniform random traffic at 0.2. The paper does not give the load.",
		.paper = low,
	},
	[LOW_28] = {
		.name = "low load 0.28",
		.keys = CQR_TORUS "arrivals=poisson warmup=5000 measure=20000 load=0.28 pattern=uniform-self",
		.reduced = FEWER,
		.what = "The same at 0.28, where MIN AD takes as long as in the paper: chosen by that row alone.",
		.paper = low,
	},
	{ 0 }
};

#define THETA(in, who, name, from, to, theirs, reason) \
	{ \
		.text = name, .part = in, .a = { who, LOAD }, .alone = true, .least = from, \
		.most = to, .paper = theirs, .why = { [in] = reason }, \
	}
#define MEAN_OVER(in, one, other, name, from) \
	{ \
		.text = name, .part = in, .a = { one, LOAD }, .b = { other, LOAD }, \
		.of_means = true, .least = from, .most = PAPER_MORE, \
	}
#define MEAN_NEAR(who, name, theirs, reason) \
	{ \
		.text = name, .part = AVERAGE, .a = { who, LOAD }, .alone = true, .of_means = true, \
		.least = (theirs) - 0.07, .most = (theirs) + 0.07, .paper = theirs, \
		.why = { [AVERAGE] = reason }, \
	}
#define LATENCY_NEAR(in, who, name, theirs, reason) \
	{ \
		.text = name, .part = in, .a = { who, LATENCY }, .alone = true, \
		.least = 0.95 * (theirs), .most = 1.05 * (theirs), .paper = theirs, \
		.why = { [in] = reason }, \
	}

#define LOAD_UNKNOWN \
	"The paper does not give the load. At 0.28, where MIN AD takes as long as there, GOAL does, too (the part below)."

static const struct paper_claim claims[] = {
	THETA(BENIGN, MIN_AD, "MIN AD is stable up to 0.95 or more", 0.95, PAPER_MORE, 1, NULL),
	THETA(BENIGN, GOAL, "GOAL is stable up to 0.70 to 0.78", 0.70, 0.78, 0.75, NULL),
	THETA(BENIGN, GAL, "GAL is stable up to 0.90 or more", 0.90, PAPER_MORE, 1, NULL),
	THETA(BENIGN, CQR, "CQR is stable up to 0.90 or more", 0.90, PAPER_MORE, 1, NULL),
	THETA(BENIGN, CQR_8, "CQR with threshold 8 is stable up to 0.98 or more", 0.98, PAPER_MORE, 1, NULL),
	THETA(HARD, MIN_AD, "MIN AD is stable up to 1/3, within 3 %", 0.97 / 3, 1.03 / 3, 0.33, NULL),
	THETA(HARD, GOAL, "GOAL is stable up to 8/15, within 3 %", 0.97 * 8 / 15, 1.03 * 8 / 15, 0.53, NULL),
	THETA(HARD, GAL, "GAL is stable up to 8/15, within 3 %", 0.97 * 8 / 15, 1.03 * 8 / 15, 0.53,
	      "GAL takes the long way only while the queues of the short one are full, and this torus carries less with full queues (seastar-sim paper cqr torus). GOAL and CQR are stable up to the paper's load on the same network, and so is GAL on a ring (seastar-sim paper cqr tornado)."),
	THETA(HARD, CQR, "CQR is stable up to 8/15, within 3 %", 0.97 * 8 / 15, 1.03 * 8 / 15, 0.53, NULL),
	MEAN_OVER(AVERAGE, GOAL, MIN_AD, "GOAL over MIN AD", 1),
	MEAN_OVER(AVERAGE, GAL, GOAL, "GAL over GOAL", 1),
	{
		.text = "CQR over GOAL", .part = AVERAGE, .a = { CQR, LOAD }, .b = { GOAL, LOAD },
		.of_means = true, .least = 1, .most = PAPER_MORE,
		.why = { [AVERAGE] = "CQR counts the flits in all three queues of a channel, which the paper does not say. If those of the star queues do not count, or with threshold 8, it accepts more than GOAL (the rows below)." },
	},
	MEAN_OVER(AVERAGE, CQR_FREE, GOAL, "CQR over GOAL, if star queues do not count", 1),
	MEAN_OVER(AVERAGE, CQR_8, GOAL, "CQR with threshold 8 over GOAL", 1),
	MEAN_OVER(AVERAGE, GAL, CQR, "GAL over CQR", 1),
	MEAN_NEAR(MIN_AD, "MIN AD is within 0.07 of the paper", 0.63, NULL),
	MEAN_NEAR(GOAL, "GOAL is within 0.07 of the paper", 0.67, NULL),
	MEAN_NEAR(GAL, "GAL is within 0.07 of the paper", 0.73, NULL),
	MEAN_NEAR(CQR, "CQR is within 0.07 of the paper", 0.70, NULL),
	MEAN_NEAR(CQR_FREE, "CQR is within 0.07 of the paper, if star queues do not count", 0.70, NULL),
	MEAN_OVER(HOT_ROW, GAL, MIN_AD, "GAL over MIN AD", 1),
	MEAN_OVER(HOT_ROW, CQR, GOAL, "CQR over GOAL", 1),
	MEAN_OVER(HOT_CROSS, GAL, MIN_AD, "GAL over MIN AD", 1),
	MEAN_OVER(HOT_CROSS, CQR, GOAL, "CQR over GOAL", 1),
	LATENCY_NEAR(LOW, MIN_AD, "MIN AD takes 4.45 cycles, within 5 %", 4.45, NULL),
	LATENCY_NEAR(LOW, GOAL, "GOAL takes 6.17 cycles, within 5 %", 6.17, LOAD_UNKNOWN),
	LATENCY_NEAR(LOW, GAL, "GAL takes 4.45 cycles, within 5 %", 4.45, NULL),
	LATENCY_NEAR(LOW, CQR, "CQR takes 4.45 cycles, within 5 %", 4.45, NULL),
	LATENCY_NEAR(LOW_28, GOAL, "GOAL takes 6.17 cycles, within 5 %", 6.17, NULL),
	LATENCY_NEAR(LOW_28, GAL, "GAL takes 4.45 cycles, within 5 %", 4.45, NULL),
	LATENCY_NEAR(LOW_28, CQR, "CQR takes 4.45 cycles, within 5 %", 4.45, NULL),
	{
		.text = "GOAL's latency over MIN AD's", .part = LOW, .a = { GOAL, LATENCY },
		.b = { MIN_AD, LATENCY }, .least = 1.25, .most = 1.45,
	},
	{ 0 }
};

const struct paper_reproduction paper_table1 = {
	.name = "table1",
	.place = "sec. 4.2, Table 1",
	.title = "throughput and latency of the four algorithms on an 8x8 torus",
	.note = "Each part is a row of the table. A throughput is the highest load, in flits per node per cycle, of which 98 % are accepted; the other figures of its row are those at this load.",
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
