// SPDX-License-Identifier: GPL-2.0-only
/* How long a batch of tornado traffic takes: Figure 18. */
#include "cqr.h"

enum column { TIME, X, Y };
enum row { GOAL, GAL, CQR, GAL_HELD, CQR_HELD };
enum part { OF_2, OF_10, OF_30, OF_100, OF_300, OF_1000, OF_2000, OF_10000 };

static const struct paper_column columns[] = {
	[TIME] = RATIO("time", "of packet", "/completion/cycles", 1, "/experiment/batch"),
	[X] = COLUMN("x links", "of packet", "/dimensions/0/hops"),
	[Y] = COLUMN("y links", "of packet", "/dimensions/1/hops"),
	{ 0 }
};

static const struct paper_row rows[] = {
	[GOAL] = { .name = "GOAL", .keys = "routing=goal" },
	[GAL] = { .name = "GAL", .keys = CQR_GAL },
	[CQR] = { .name = "CQR", .keys = "routing=cqr" },
	[GAL_HELD] = { .name = "GAL, injects 8/15", .keys = CQR_GAL " inject=8/15" },
	[CQR_HELD] = { .name = "CQR, injects 8/15", .keys = "routing=cqr inject=8/15" },
	{ 0 }
};

#define LIMIT	(15.0 / 8)

static const double long_ones[PAPER_ROWS][PAPER_COLUMNS] = {
	[GAL] = { [TIME] = LIMIT }, [CQR] = { [TIME] = LIMIT },
};

#define OF(number) \
	{ \
		.name = number " packets", \
		.keys = CQR_TORUS "pattern=tornado source=batch batch=" number, \
		.what = "Each node has " number " packets at cycle 0.", \
	}

static const struct paper_part parts[] = {
	[OF_2] = OF("2"),
	[OF_10] = OF("10"),
	[OF_30] = OF("30"),
	[OF_100] = OF("100"),
	[OF_300] = OF("300"),
	[OF_1000] = OF("1000"),
	[OF_2000] = OF("2000"),
	[OF_10000] = {
		.name = "longest",
		.keys = CQR_TORUS "pattern=tornado source=batch batch=10000", .reduced = "batch=2000",
		.what = "The longest batches: by the paper both algorithms take 1/0.53 cycles per packet.",
		.paper = long_ones,
	},
	{ 0 }
};

#define NOT_SLOWER(in) \
	{ \
		.text = "speed of CQR over GAL", .part = in, .a = { GAL, TIME }, .b = { CQR, TIME }, \
		.least = 1, .most = PAPER_MORE, \
	}

static const struct paper_claim claims[] = {
	{
		.text = "CQR and GAL take as long", .part = OF_2, .a = { GAL, TIME },
		.b = { CQR, TIME }, .least = 0.98, .most = 1.02, .paper = 1,
	},
	NOT_SLOWER(OF_10),
	NOT_SLOWER(OF_30),
	{
		.text = "CQR is at least 1.3 times as fast as GAL", .part = OF_100,
		.a = { GAL, TIME }, .b = { CQR, TIME }, .least = 1.3, .most = PAPER_MORE,
		.paper = 1.5,
	},
	NOT_SLOWER(OF_300),
	NOT_SLOWER(OF_1000),
	NOT_SLOWER(OF_2000),
	{
		.text = "CQR and GAL take as long", .part = OF_10000, .a = { GAL, TIME },
		.b = { CQR, TIME }, .least = 0.95, .most = 1.05, .paper = 1,
		.why = { [OF_10000] = "Both run with full queues, where GOAL, too, takes longer than 15/8. GAL's shares are not balanced then: it crosses more than 3.75 links along each dimension, so the links of the long way carry more than they do under GOAL and CQR, which cross 3.75." },
	}, {
		.text = "CQR takes 15/8 cycles per packet, within 5 %", .part = OF_10000,
		.a = { CQR, TIME }, .alone = true, .least = 0.95 * LIMIT, .most = 1.05 * LIMIT,
		.paper = LIMIT,
		.why = { [OF_10000] = "Sources that inject whenever there is room fill all queues, and a network whose queues are full carries less: GOAL, with balanced shares by chance, takes as long. Sources held to 8/15 keep them from filling (the row below)." },
	}, {
		.text = "CQR held to 8/15 takes 15/8 cycles per packet, within 2 %", .part = OF_10000,
		.a = { CQR_HELD, TIME }, .alone = true, .least = 0.98 * LIMIT, .most = 1.02 * LIMIT,
		.paper = LIMIT,
	},
	{ 0 }
};

const struct paper_reproduction paper_batch = {
	.name = "batch",
	.place = "sec. 4.5.2, Figure 18",
	.title = "how long batches of tornado traffic take on an 8x8 torus",
	.note = "Cycles until all packets are delivered, divided by the packets of a node, and the links that a packet crosses: 3.75 along each dimension if all are used alike. The paper only draws its curves; its text says that CQR and GAL are equal for the shortest and the longest batches, where both approach 1/0.53, and that CQR is up to 1.5 times as fast between.",
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
