// SPDX-License-Identifier: GPL-2.0-only
/* What the assignment of virtual channels brings: sec. 4 of the paper on it. */
#include "sim/paper/list.h"

enum column { LOAD, LATENCY };
enum row { V0, V3, COUNTED, V0_RR, V3_RR, COUNTED_RR };
enum part { UNIFORM, COMPLEMENT, FFT };

static const struct paper_column columns[] = {
	[LOAD] = COLUMN("throughput", "flits/node/cycle", "/load/accepted"),
	[LATENCY] = COLUMN("latency", "cycles", "/network_latency/mean"),
	{ 0 }
};

static const struct paper_row rows[] = {
	[V0] = { .name = "version 0", .keys = "assignment=v0" },
	[V3] = { .name = "version 3", .keys = "assignment=v3" },
	[COUNTED] = { .name = "counted (ours)", .keys = "assignment=counted" },
	[V0_RR] = { .name = "version 0, round robin", .keys = "assignment=v0 select=rr" },
	[V3_RR] = { .name = "version 3, round robin", .keys = "assignment=v3 select=rr" },
	[COUNTED_RR] = { .name = "counted, round robin", .keys = "assignment=counted select=rr" },
	{ 0 }
};

#define MACHINE		"topology=11x12x16 "
#define SATURATED	"source=closed window=32 warmup=10000 measure=20000 detail=summary"
#define SMALL		"topology=4x4x8"

static const struct paper_part parts[] = {
	[UNIFORM] = {
		.name = "uniform",
		.keys = MACHINE "pattern=uniform " SATURATED,
		.reduced = SMALL,
		.what = "Each node has 32 packets under way, each to any other node.",
	},
	[COMPLEMENT] = {
		.name = "complement",
		.keys = MACHINE "pattern=complement " SATURATED,
		.reduced = SMALL,
		.what = "The same, to the node across the middle of each dimension.",
	},
	[FFT] = {
		.name = "FFT",
		.keys = MACHINE "ranks=2048 source=batch max_cycles=20000000 detail=summary pattern=fft rows=32 batch=16",
		.reduced = SMALL " ranks=64 rows=8",
		.what = "The transposes of an FFT on a grid of 32 by 64 ranks: each sends 16 packets (1 KiB) to all others of its row, then of its column. No arithmetic.",
		.small_what = "The transposes of an FFT on a grid of 8 by 8 ranks: each sends 16 packets (1 KiB) to all others of its row, then of its column. No arithmetic.",
		.draw = PAPER_DRAWS_PLACES,
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	{
		.text = "throughput of uniform traffic, version 3 over version 0",
		.part = UNIFORM, .a = { V3, LOAD }, .b = { V0, LOAD }, .least = 1,
		.most = PAPER_MORE,
	}, {
		.text = "throughput of uniform traffic, counted over version 3",
		.part = UNIFORM, .a = { COUNTED, LOAD }, .b = { V3, LOAD }, .least = 1,
		.most = PAPER_MORE,
	}, {
		.text = "throughput of complement traffic, version 3 over version 0",
		.part = COMPLEMENT, .a = { V3, LOAD }, .b = { V0, LOAD }, .least = 1,
		.most = PAPER_MORE,
	}, {
		.text = "throughput of complement traffic, counted over version 3",
		.part = COMPLEMENT, .a = { COUNTED, LOAD }, .b = { V3, LOAD }, .least = 1,
		.most = PAPER_MORE,
	}, {
		.text = "speed of the FFT, version 3 over version 0",
		.part = FFT, .a = { V3, LOAD }, .b = { V0, LOAD }, .least = 1,
		.most = PAPER_MORE, .paper = 1.181,
	}, {
		.text = "speed of the FFT, counted over version 3",
		.part = FFT, .a = { COUNTED, LOAD }, .b = { V3, LOAD }, .least = 1,
		.most = PAPER_MORE,
	}, {
		.text = "by round robin: throughput of uniform traffic, version 3 over version 0",
		.part = UNIFORM, .a = { V3_RR, LOAD }, .b = { V0_RR, LOAD }, .least = 1,
		.most = PAPER_MORE,
	}, {
		.text = "by round robin: throughput of complement traffic, version 3 over version 0",
		.part = COMPLEMENT, .a = { V3_RR, LOAD }, .b = { V0_RR, LOAD }, .least = 1,
		.most = PAPER_MORE,
	}, {
		.text = "by round robin: speed of the FFT, version 3 over version 0",
		.part = FFT, .a = { V3_RR, LOAD }, .b = { V0_RR, LOAD }, .least = 1,
		.most = PAPER_MORE, .paper = 1.181,
	}, {
		.text = "by round robin: speed of the FFT, counted over version 3",
		.part = FFT, .a = { COUNTED_RR, LOAD }, .b = { V3_RR, LOAD }, .least = 1,
		.most = PAPER_MORE,
	},
	{ 0 }
};

#define NOTE(idle) \
	"The paper measured applications: MPIFFT gained 18.1 %, PTRANS 17.4 %. Here only the network is modelled. In the FFT ranks follow the order of the nodes, of which " idle ", drawn by the seed, take no part."

const struct paper_reproduction paper_throughput = {
	.name = "throughput",
	.place = "sec. 4",
	.title = "throughput of 11x12x16 routers by the assignment of virtual channels",
	.note = NOTE("64"),
	.small_title = "throughput of 4x4x8 routers by the assignment of virtual channels",
	.small_note = NOTE("64"),
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
