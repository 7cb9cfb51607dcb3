// SPDX-License-Identifier: GPL-2.0-only
/* All-to-all on few nodes: the gain of Table 6 in small. */
#include "sim/paper/list.h"

enum column { TIME, BANDWIDTH, LATENCY };
enum row { RR, AGE };

static const struct paper_column columns[] = {
	SCALED("time", "us", "/completion/cycles", PAPER_CYCLES_US),
	SCALED("bandwidth", "MB/s", "/load/accepted", PAPER_LINK_GBPS * 1000 * 8 / 9),
	COLUMN("latency", "cycles", "/network_latency/mean"),
	{ 0 }
};

static const struct paper_row rows[] = {
	[RR] = { .name = "round robin", .keys = "select=rr" },
	[AGE] = { .name = "8, 3/2/1", .keys = "select=age period=8 bias=3/2/1" },
	{ 0 }
};

static const struct paper_part parts[] = {
	{
		.name = "4x4x8",
		.keys = "topology=4x4x8 pattern=all-to-all source=batch batch=4 max_cycles=4000000",
		.what = "Each of 128 nodes sends 4 packets to every other: r to r + 1, r + 2, ...",
	}, {
		.name = "4x4x8, eject 1/1",
		.keys = "topology=4x4x8 pattern=all-to-all source=batch batch=4 max_cycles=4000000 eject=1/1",
		.what = "The same with processors that take a flit per cycle, so that only the network sets a limit.",
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	{
		.text = "age completes at least 10 % earlier",
		.part = PAPER_EVERY, .a = { AGE, TIME }, .b = { RR, TIME }, .most = 0.9,
		.paper = 142.0 / 194,
		.why = { [1] = "The switch that shows what age helps with: the processors' limit of 5/12 flit per cycle is off, and age gains little." },
	},
	{ 0 }
};

const struct paper_reproduction paper_alltoall = {
	.name = "alltoall",
	.place = "sec. 4, Table 6",
	.title = "all-to-all on 128 nodes",
	.note = "Bandwidth is payload per node: 8 of 9 flits, where a flit per cycle is the paper's 4.8 GB/s. The seed has no effect.",
	.seeds = 1,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
