// SPDX-License-Identifier: GPL-2.0-only
/* What each of seven nodes on a line gets of the eighth: Figure 4(a). */
#include "sim/paper/list.h"

#define SENDERS	7

/* The greatest distance of a share from @want, relative to that. */
static double farthest(const double *share, const double *want)
{
	double most = 0;

	for (u32 i = 0; i < SENDERS; i++)
		most = fmax(most, fabs(share[i] / want[i] - 1));
	return most;
}

static double from_halving(const double *share)
{
	static const double want[SENDERS] = { 1.0 / 64, 1.0 / 64, 1.0 / 32, 1.0 / 16, 1.0 / 8,
					      1.0 / 4, 1.0 / 2 };

	return farthest(share, want);
}

/*
 * Where nodes 0, 2, 4, 6 send on VC1, and 1, 3, 5 on VC0: each VC has half of a link, and halves again
 * at the merges of its own nodes.
 */
static double from_halving_by_vc(const double *share)
{
	static const double want[SENDERS] = { 1.0 / 16, 1.0 / 8, 1.0 / 16, 1.0 / 8, 1.0 / 8,
					      1.0 / 4, 1.0 / 4 };

	return farthest(share, want);
}

static double from_equality(const double *share)
{
	static const double want[SENDERS] = { 1.0 / 7, 1.0 / 7, 1.0 / 7, 1.0 / 7, 1.0 / 7,
					      1.0 / 7, 1.0 / 7 };

	return farthest(share, want);
}

enum column { P0, P6 = 6, HALVING, BY_VC, EQUALITY, LATENCY0, LATENCY6 };
enum row { RR, BOTH, AGE };
enum part { SHORT, EIGHT, SIXTEEN };

#define SHARE(n) \
	RATIO("P" #n, "share", "/by_source/" #n "/throughput", 1.0 / SENDERS, "/load/accepted")

static const struct paper_column columns[] = {
	SHARE(0), SHARE(1), SHARE(2), SHARE(3), SHARE(4), SHARE(5), SHARE(6),
	{ .name = "off 2^-k", .unit = "relative", .derive = from_halving },
	{ .name = "off VCs", .unit = "relative", .derive = from_halving_by_vc },
	{ .name = "off 1/7", .unit = "relative", .derive = from_equality },
	COLUMN("T of P0", "cycles", "/by_source/0/mean"),
	COLUMN("T of P6", "cycles", "/by_source/6/mean"),
	{ 0 }
};

static const struct paper_row rows[] = {
	[RR] = { .name = "round robin, one VC", .keys = "select=rr assignment=lower" },
	[BOTH] = { .name = "round robin, two VCs", .keys = "select=rr" },
	[AGE] = { .name = "age, period 8", .keys = "select=age period=8" },
	{ 0 }
};

static const double paper[PAPER_ROWS][PAPER_COLUMNS] = {
	[RR] = { 1.0 / 64, 1.0 / 64, 1.0 / 32, 1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2 },
};

#define LINE	"topology=8 mesh=x pattern=all-to-one target=7 source=closed "
#define CYCLES	" warmup=200000 measure=4000000"

static const struct paper_part parts[] = {
	[SHORT] = {
		.name = "short buffers",
		.keys = LINE "input_depth=63 window=8" CYCLES,
		.reduced = "warmup=100000 measure=1000000",
		.what = "Inputs hold 7 packets, and each node has 8 outstanding: enough to have one at its merge at all times.",
		.paper = paper,
	},
	[EIGHT] = {
		.name = "8 outstanding",
		.keys = LINE "window=8" CYCLES,
		.reduced = "warmup=100000 measure=1000000",
		.what = "Inputs hold the hardware's 10 packets, each node has 8 outstanding.",
		.paper = paper,
	},
	[SIXTEEN] = {
		.name = "16 outstanding",
		.keys = LINE "window=16" CYCLES,
		.reduced = "warmup=100000 measure=1000000",
		.what = "Inputs hold the hardware's 10 packets, each node has 16 outstanding.",
		.paper = paper,
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	{
		.text = "round robin, one VC: all shares are 1/2, 1/4, ... 1/64, 1/64",
		.part = PAPER_EVERY, .a = { RR, HALVING }, .alone = true, .most = 0.02,
		.why = { [EIGHT] = "P5 has 2.75 packets waiting at its own merge and 5.5 at the next: with 8 outstanding it sometimes has none where its turn comes." },
	}, {
		.text = "round robin, one VC: P6 gets 32 times what P0 gets",
		.part = PAPER_EVERY, .a = { RR, P6 }, .b = { RR, P0 },
		.least = 31, .most = 33, .paper = 32,
		.why = { [EIGHT] = "P5 has 2.75 packets waiting at its own merge and 5.5 at the next: with 8 outstanding it sometimes has none where its turn comes." },
	}, {
		.text = "round robin, two VCs: each halves apart: 1/4, 1/8, 1/16, 1/16 and 1/4, 1/8, 1/8",
		.part = SIXTEEN, .a = { BOTH, BY_VC }, .alone = true, .most = 0.02,
	}, {
		.text = "age: all shares are 1/7",
		.part = PAPER_EVERY, .a = { AGE, EQUALITY }, .alone = true, .most = 0.03,
		.why = { [SIXTEEN] = "A packet ages from its entry into the network. Near P7 some of 16 outstanding packets wait in the source queue, where they do not age, so these nodes get less." },
	}, {
		.text = "age: P0's packets take as long as P6's",
		.part = PAPER_EVERY, .a = { AGE, LATENCY0 }, .b = { AGE, LATENCY6 },
		.least = 0.97, .most = 1.03,
		.why = { [SIXTEEN] = "A packet ages from its entry into the network. Near P7 some of 16 outstanding packets wait in the source queue, where they do not age, so these nodes get less." },
	},
	{ 0 }
};

const struct paper_reproduction paper_fairness = {
	.name = "fairness",
	.place = "sec. 2, Figure 4(a)",
	.title = "all nodes of an 8-ary 1-mesh send to P7",
	.note = "The paper's line has one queue per link. In the model a link has two VCs for requests, and nodes are spread over both by default (balanced). The columns are shares of the flits that P7 receives; T is the mean latency of a node's packets, from birth to delivery.",
	.seeds = 1,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
