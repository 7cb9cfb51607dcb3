// SPDX-License-Identifier: GPL-2.0-only
/* Collectives on 2,048 of the machine's nodes: Table 6. */
#include "sim/paper/list.h"

enum column { TIME, BANDWIDTH, LATENCY };
enum row { RR, AGE };
enum part { ALLTOALL, ALLREDUCE, FFT };

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

static const double alltoall[PAPER_ROWS][PAPER_COLUMNS] = {
	[RR] = { [BANDWIDTH] = 142 },
	[AGE] = { [BANDWIDTH] = 194 },
};

static const double allreduce[PAPER_ROWS][PAPER_COLUMNS] = {
	[RR] = { [TIME] = 607 },
	[AGE] = { [TIME] = 532 },
};

#define RANKS	"topology=11x12x16 ranks=2048 source=batch max_cycles=20000000 detail=summary "
#define FEW	"topology=4x4x5 ranks=64"

#define ONE_PACKET	"sends one packet of 64 bytes to every other: r to r + 1, r + 2, ..."
#define TRANSPOSES	"each sends 16 packets (1 KiB) to all others of its row, then of its column. No arithmetic."

static const struct paper_part parts[] = {
	[ALLTOALL] = {
		.name = "MPI_Alltoall",
		.keys = RANKS "pattern=all-to-all batch=1",
		.reduced = FEW,
		.what = "Each of 2,048 ranks " ONE_PACKET,
		.small_what = "Each of 64 ranks " ONE_PACKET,
		.draw = PAPER_DRAWS_PLACES, .paper = alltoall,
	},
	[ALLREDUCE] = {
		.name = "MPI_Allreduce",
		.keys = RANKS "pattern=all-reduce batch=256",
		.reduced = FEW " batch=64",
		.what = "Recursive doubling with messages of 256 packets (16 KiB). The paper does not give its size.",
		.small_what = "Recursive doubling with messages of 64 packets (4 KiB).",
		.draw = PAPER_DRAWS_PLACES, .paper = allreduce,
	},
	[FFT] = {
		.name = "MPI-FFTE",
		.keys = RANKS "pattern=fft rows=32 batch=16",
		.reduced = FEW " rows=8",
		.what = "The transposes of an FFT on a grid of 32 by 64 ranks: " TRANSPOSES,
		.small_what = "The transposes of an FFT on a grid of 8 by 8 ranks: " TRANSPOSES,
		.draw = PAPER_DRAWS_PLACES,
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	{
		.text = "bandwidth of all-to-all, age over round robin",
		.part = ALLTOALL, .a = { AGE, BANDWIDTH }, .b = { RR, BANDWIDTH }, .least = 1,
		.most = PAPER_MORE,
	}, {
		.text = "time of all-reduce, age over round robin",
		.part = ALLREDUCE, .a = { AGE, TIME }, .b = { RR, TIME }, .most = 1,
	}, {
		.text = "speed of the FFT, age over round robin",
		.part = FFT, .a = { RR, TIME }, .b = { AGE, TIME }, .least = 1,
		.most = PAPER_MORE, .paper = 507.0 / 451,
	},
	{ 0 }
};

#define NOTE(idle) \
	"Ranks follow the order of the nodes, of which " idle ", drawn by the seed, take no part, as a machine's service nodes do. Only the network is modelled: neither MPI, nor hosts, nor (FFT) arithmetic, so absolute figures differ and ratios are compared. Bandwidth is payload per node: 8 of 9 flits, where a flit per cycle is the paper's 4.8 GB/s."

const struct paper_reproduction paper_table6 = {
	.name = "table6",
	.place = "sec. 4, Table 6",
	.title = "collectives on 2,048 nodes of the 11x12x16 torus",
	.note = NOTE("64"),
	.small_title = "collectives on 64 nodes of a 4x4x5 torus",
	.small_note = NOTE("16"),
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
