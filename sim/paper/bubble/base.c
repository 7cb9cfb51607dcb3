// SPDX-License-Identifier: GPL-2.0-only
/* Latency without load of the six routers: Table 3. */
#include "bubble.h"

enum column { CYCLES, NS };
enum part { RANDOM, TRANSPOSE, SHUFFLE, REVERSAL, BIMODAL, SPLIT };

static const struct paper_column columns[] = {
	[CYCLES] = COLUMN("latency", "cycles", "/latency/mean"),
	[NS] = {
		.name = "latency", .unit = "ns", .value = "/latency/mean", .scale = 1, .clock = 1,
	},
	{ 0 }
};

static const struct paper_row rows[] = {
	BUBBLE_ROWS("", ""),
	{ 0 }
};

#define TABLE(a, b, c, d, e, f) \
	{ \
		[BADA_OAC] = { [NS] = a }, [BADA_SIC] = { [NS] = b }, \
		[VCADA_OAC] = { [NS] = c }, [VCADA_SIC] = { [NS] = d }, \
		[BDOR] = { [NS] = e }, [VCDOR] = { [NS] = f }, \
	}

static const double random_load[PAPER_ROWS][PAPER_COLUMNS] =
	TABLE(229.5, 282.7, 281.7, 374.4, 212.9, 248.7);
static const double bimodal[PAPER_ROWS][PAPER_COLUMNS] =
	TABLE(350.0, 418.9, 419.0, 541.5, 330.5, 373.9);
static const double transpose[PAPER_ROWS][PAPER_COLUMNS] =
	TABLE(238.3, 295.3, 293.7, 391.9, 221.4, 260.2);
static const double shuffle[PAPER_ROWS][PAPER_COLUMNS] =
	TABLE(230.4, 284.6, 286.3, 376.8, 212.0, 247.3);
static const double reversal[PAPER_ROWS][PAPER_COLUMNS] =
	TABLE(239.0, 296.2, 296.6, 392.9, 225.2, 264.8);

/* About 0.05 % of the bisection's bandwidth (sec. 5.1.1): a node sends every 40,000 cycles. */
#define LOW	BUBBLE_TORUS "load=0.0005 warmup=1000 "
#define OPEN	LOW "measure=6000000 "
/* Of two lengths there must be more for the same interval. */
#define MIXED	LOW "measure=24000000 pattern=uniform lengths=20:7,200:1"
#define FEWER	"measure=60000"

static const struct paper_part parts[] = {
	[RANDOM] = {
		.name = "random", .keys = OPEN "pattern=uniform lengths=20", .reduced = FEWER,
		.what = "Uniform random traffic, to other nodes.", .paper = random_load,
	},
	[TRANSPOSE] = {
		.name = "transpose", .keys = OPEN "pattern=transpose lengths=20", .reduced = FEWER,
		.what = "Node (x, y) sends to (y, x). Nodes that would send to themselves are silent.",
		.paper = transpose,
	},
	[SHUFFLE] = {
		.name = "shuffle", .keys = OPEN "pattern=shuffle lengths=20", .reduced = FEWER,
		.what = "Perfect shuffle of the node's number.", .paper = shuffle,
	},
	[REVERSAL] = {
		.name = "bit reversal", .keys = OPEN "pattern=bit-reversal lengths=20",
		.reduced = FEWER,
		.what = "The bits of the node's number are reversed.", .paper = reversal,
	},
	[BIMODAL] = {
		.name = "bimodal", .keys = MIXED " max_packet=200 input_depth=400", .reduced = FEWER,
		.what = "Uniform random traffic; one message in eight has 200 phits, the others have 20. The paper does not give the share. All routers carry a message whole here, in queues of 400, so that its latency counts once.",
		.paper = bimodal,
	},
	[SPLIT] = {
		.name = "bimodal, split", .keys = MIXED, .reduced = FEWER,
		.what = "The same; Bubble routers split a message of 200 phits into ten packets, as in the paper. Latencies of all ten count, and are those of packets, not of messages.",
	},
	{ 0 }
};

#define NEAR(in, who, name, theirs) \
	{ \
		.text = name ", within 3 %", .part = in, .a = { who, NS }, .alone = true, \
		.of_means = true, .least = 0.97 * (theirs), .most = 1.03 * (theirs), .paper = theirs, \
	}
#define SOONER(in, one, other, name) \
	{ \
		.text = name, .part = in, .a = { one, NS }, .b = { other, NS }, \
		.least = 0, .most = 1, \
	}

static const struct paper_claim claims[] = {
	NEAR(RANDOM, BADA_OAC, "BAda-OAC", 229.5),
	NEAR(RANDOM, BADA_SIC, "BAda-SIC", 282.7),
	NEAR(RANDOM, VCADA_OAC, "VCAda-OAC", 281.7),
	NEAR(RANDOM, VCADA_SIC, "VCAda-SIC", 374.4),
	NEAR(RANDOM, BDOR, "BDOR", 212.9),
	NEAR(RANDOM, VCDOR, "VCDOR", 248.7),
	NEAR(BIMODAL, BADA_OAC, "BAda-OAC", 350.0),
	NEAR(BIMODAL, BADA_SIC, "BAda-SIC", 418.9),
	NEAR(BIMODAL, VCADA_OAC, "VCAda-OAC", 419.0),
	NEAR(BIMODAL, VCADA_SIC, "VCAda-SIC", 541.5),
	NEAR(BIMODAL, BDOR, "BDOR", 330.5),
	NEAR(BIMODAL, VCDOR, "VCDOR", 373.9),
	NEAR(TRANSPOSE, BADA_OAC, "BAda-OAC", 238.3),
	NEAR(TRANSPOSE, BADA_SIC, "BAda-SIC", 295.3),
	NEAR(TRANSPOSE, VCADA_OAC, "VCAda-OAC", 293.7),
	NEAR(TRANSPOSE, VCADA_SIC, "VCAda-SIC", 391.9),
	NEAR(TRANSPOSE, BDOR, "BDOR", 221.4),
	NEAR(TRANSPOSE, VCDOR, "VCDOR", 260.2),
	NEAR(SHUFFLE, BADA_OAC, "BAda-OAC", 230.4),
	NEAR(SHUFFLE, BADA_SIC, "BAda-SIC", 284.6),
	NEAR(SHUFFLE, VCADA_OAC, "VCAda-OAC", 286.3),
	NEAR(SHUFFLE, VCADA_SIC, "VCAda-SIC", 376.8),
	NEAR(SHUFFLE, BDOR, "BDOR", 212.0),
	NEAR(SHUFFLE, VCDOR, "VCDOR", 247.3),
	NEAR(REVERSAL, BADA_OAC, "BAda-OAC", 239.0),
	NEAR(REVERSAL, BADA_SIC, "BAda-SIC", 296.2),
	NEAR(REVERSAL, VCADA_OAC, "VCAda-OAC", 296.6),
	NEAR(REVERSAL, VCADA_SIC, "VCAda-SIC", 392.9),
	NEAR(REVERSAL, BDOR, "BDOR", 225.2),
	NEAR(REVERSAL, VCDOR, "VCDOR", 264.8),
	SOONER(RANDOM, BDOR, BADA_OAC, "BDOR over BAda-OAC"),
	SOONER(RANDOM, BADA_OAC, VCDOR, "BAda-OAC over VCDOR"),
	SOONER(RANDOM, VCDOR, BADA_SIC, "VCDOR over BAda-SIC"),
	SOONER(RANDOM, VCDOR, VCADA_OAC, "VCDOR over VCAda-OAC"),
	SOONER(RANDOM, VCDOR, VCADA_SIC, "VCDOR over VCAda-SIC"),
	SOONER(TRANSPOSE, BDOR, BADA_OAC, "BDOR over BAda-OAC"),
	SOONER(TRANSPOSE, BADA_OAC, VCDOR, "BAda-OAC over VCDOR"),
	SOONER(TRANSPOSE, VCDOR, BADA_SIC, "VCDOR over BAda-SIC"),
	SOONER(TRANSPOSE, VCDOR, VCADA_OAC, "VCDOR over VCAda-OAC"),
	SOONER(TRANSPOSE, VCDOR, VCADA_SIC, "VCDOR over VCAda-SIC"),
	SOONER(SHUFFLE, BDOR, BADA_OAC, "BDOR over BAda-OAC"),
	SOONER(SHUFFLE, BADA_OAC, VCDOR, "BAda-OAC over VCDOR"),
	SOONER(SHUFFLE, VCDOR, BADA_SIC, "VCDOR over BAda-SIC"),
	SOONER(SHUFFLE, VCDOR, VCADA_OAC, "VCDOR over VCAda-OAC"),
	SOONER(SHUFFLE, VCDOR, VCADA_SIC, "VCDOR over VCAda-SIC"),
	SOONER(REVERSAL, BDOR, BADA_OAC, "BDOR over BAda-OAC"),
	SOONER(REVERSAL, BADA_OAC, VCDOR, "BAda-OAC over VCDOR"),
	SOONER(REVERSAL, VCDOR, BADA_SIC, "VCDOR over BAda-SIC"),
	SOONER(REVERSAL, VCDOR, VCADA_OAC, "VCDOR over VCAda-OAC"),
	SOONER(REVERSAL, VCDOR, VCADA_SIC, "VCDOR over VCAda-SIC"),
	SOONER(BIMODAL, BDOR, BADA_OAC, "BDOR over BAda-OAC"),
	SOONER(BIMODAL, BADA_OAC, VCDOR, "BAda-OAC over VCDOR"),
	SOONER(BIMODAL, VCDOR, BADA_SIC, "VCDOR over BAda-SIC"),
	SOONER(BIMODAL, VCDOR, VCADA_OAC, "VCDOR over VCAda-OAC"),
	SOONER(BIMODAL, VCDOR, VCADA_SIC, "VCDOR over VCAda-SIC"),
	{ 0 }
};

const struct paper_reproduction paper_base = {
	.name = "base",
	.place = "sec. 5.1, Table 3",
	.title = "latency without load of the six routers on an 8x8 torus",
	.note = "Latency is from birth to delivery, in cycles of the router, and in ns by its cycle time in the paper's Table 2.",
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
