// SPDX-License-Identifier: GPL-2.0-only
/* What the processors of a full machine receive, and how much of z that uses: sec. 4. */
#include "sim/paper/list.h"

enum column { EJECTED, USE_X, USE_Y, USE_Z, STALLED_Z, PAPERS_USE, PEAK };
enum row { RR, AGE };

/* The paper takes a packet's 9 flits and its stalled cycles for the time it has the link. */
static double as_the_paper(const double *cells)
{
	return 9 / (9 + cells[STALLED_Z]);
}

static double across_z(const double *cells)
{
	return cells[USE_Z] * PAPER_LINK_GBPS;
}

static const struct paper_column columns[] = {
	SCALED("ejected", "GB/s", "/load/accepted", PAPER_LINK_GBPS),
	COLUMN("use x", "flits/c", "/dimensions/0/utilisation"),
	COLUMN("use y", "flits/c", "/dimensions/1/utilisation"),
	COLUMN("use z", "flits/c", "/dimensions/2/utilisation"),
	COLUMN("stall z", "cycles", "/dimensions/2/wait"),
	{ .name = "9/(9+s)", .unit = "flits/c", .derive = as_the_paper },
	{ .name = "link z", .unit = "GB/s", .derive = across_z },
	{ 0 }
};

static const struct paper_row rows[] = {
	[RR] = { .name = "round robin", .keys = "select=rr" },
	[AGE] = { .name = "8, 3/2/1", .keys = "select=age period=8 bias=3/2/1" },
	{ 0 }
};

static const double paper[PAPER_ROWS][PAPER_COLUMNS] = {
	[AGE] = { [EJECTED] = 2.0, [USE_Z] = 0.44, [STALLED_Z] = 11.5, [PAPERS_USE] = 0.44,
		  [PEAK] = 2.1 },
};

static const struct paper_part parts[] = {
	{
		.name = "uniform, full",
		.keys = "topology=11x12x16 source=closed window=128 warmup=20000 measure=20000 detail=summary",
		.reduced = "topology=5x6x8",
		.what = "Every node always has packets to send.",
		.paper = paper,
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	{
		.text = "by age, processors receive about the 2 GB/s they can take (Eq. 14)",
		.part = PAPER_EVERY, .a = { AGE, EJECTED }, .alone = true, .least = 1.8, .most = 2,
		.why = { "Neither limit is reached: z is in use 68 % of the time, and processors take 82 % of their limit, since packets wait behind others in the inputs." },
	}, {
		.text = "by age, links of z are in use 0.40 to 0.44 of the time",
		.part = PAPER_EVERY, .a = { AGE, USE_Z }, .alone = true, .least = 0.4, .most = 0.44,
		.why = { "A packet takes 4 hops in z, over 2 links per node, so z carries twice the load that processors receive. The paper takes the 0.44 of one link for this load; processors would then receive 0.22 flits per cycle, 1.06 GB/s." },
	}, {
		.text = "by age, more is received than by round robin",
		.part = PAPER_EVERY, .a = { AGE, EJECTED }, .b = { RR, EJECTED }, .least = 1,
		.most = PAPER_MORE,
	},
	{ 0 }
};

const struct paper_reproduction paper_ejection = {
	.name = "ejection",
	.place = "sec. 3.1, Equation 14, and sec. 4",
	.title = "ejection and the use of z, 11x12x16 torus, uniform traffic",
	.small_title = "ejection and the use of z, 5x6x8 torus, uniform traffic",
	.note = "GB/s as the paper counts: a flit per cycle is 4.8. Stall is Eq. 17; 9/(9+s) is the use of z that the paper computes from it.",
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
