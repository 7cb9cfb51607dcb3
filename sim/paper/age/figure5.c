// SPDX-License-Identifier: GPL-2.0-only
/* Ages of packets that are granted, for three periods of the age clock: Figure 5. */
#include "sim/paper/list.h"

enum column { YOUNG, SECOND, THIRD, OLD, RATIO_21 };
enum row { DEFAULT, EIGHT, FOUR };
enum part { BUSY, FULL };

static double second_over_first(const double *ages)
{
	return ages[SECOND] / ages[YOUNG];
}

static const struct paper_column columns[] = {
	COLUMN("0-63", "packets", "/age_histogram/0/packets"),
	COLUMN("64-127", "packets", "/age_histogram/1/packets"),
	COLUMN("128-191", "packets", "/age_histogram/2/packets"),
	COLUMN("192-255", "packets", "/age_histogram/3/packets"),
	{ .name = "2nd/1st", .unit = "ratio", .derive = second_over_first },
	{ 0 }
};

static const struct paper_row rows[] = {
	[DEFAULT] = { .name = "period 0x1000", .keys = "period=4096" },
	[EIGHT] = { .name = "period 8", .keys = "period=8" },
	[FOUR] = { .name = "period 4", .keys = "period=4" },
	{ 0 }
};

/* the text speaks of orders of magnitude: five, and one */
static const double paper[PAPER_ROWS][PAPER_COLUMNS] = {
	[DEFAULT] = { [RATIO_21] = 0.00001 },
	[EIGHT] = { [RATIO_21] = 0.1 },
	[FOUR] = { [RATIO_21] = 0.1 },
};

#define TRAFFIC	"topology=11x12x16 source=closed warmup=20000 measure=20000 detail=summary"

static const struct paper_part parts[] = {
	[BUSY] = {
		.name = "busy",
		.keys = TRAFFIC " window=16",
		.reduced = "topology=5x6x8 warmup=5000 measure=5000",
		.what = "Uniform traffic, each node with 16 packets outstanding.",
		.paper = paper,
	},
	[FULL] = {
		.name = "full",
		.keys = TRAFFIC " window=128",
		.reduced = "topology=5x6x8 warmup=5000 measure=5000",
		.what = "Uniform traffic; every node always has packets to send.",
		.paper = paper,
	},
	{ 0 }
};

#define BUSY_WAIT	"A packet takes 450 cycles here (variance): 56 ticks of period 8, but 112 of period 4, so the second bucket grows ninefold over the first where the paper sees about the same."
#define FULL_WAIT	"Where all queues are full a packet takes 1,200 cycles (table5), 150 ticks of period 8: the paper's histograms are of a network with less in it."

static const struct paper_claim claims[] = {
	{
		.text = "period 0x1000: next to no packet is older than 63",
		.part = PAPER_EVERY, .a = { DEFAULT, RATIO_21 }, .alone = true, .most = 0.0001,
	}, {
		.text = "period 8: ages 64-127 are a third to a thirtieth of 0-63",
		.part = PAPER_EVERY, .a = { EIGHT, RATIO_21 }, .alone = true, .least = 1.0 / 30,
		.most = 1.0 / 3, .why = { [FULL] = FULL_WAIT },
	}, {
		.text = "period 4: ages 64-127 are a third to a thirtieth of 0-63",
		.part = PAPER_EVERY, .a = { FOUR, RATIO_21 }, .alone = true, .least = 1.0 / 30,
		.most = 1.0 / 3, .why = { [BUSY] = BUSY_WAIT, [FULL] = FULL_WAIT },
	},
	{ 0 }
};

const struct paper_reproduction paper_figure5 = {
	.name = "figure5",
	.place = "sec. 4, Figure 5",
	.title = "histograms of packet age, 11x12x16 torus",
	.small_title = "histograms of packet age, 5x6x8 torus",
	.note = "All outputs of all routers together; biases 1.",
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
