// SPDX-License-Identifier: GPL-2.0-only
/* The traffic of a search of a graph: Figures 2.13 to 2.24, and by where its edges come from. */
#include "routings.h"
#include "sim/paper/list.h"

#define SECONDS		0.000000001	/* of ns */
#define MILLIONTH	0.000001

enum column { TIME, USE };

static const struct paper_column columns[] = {
	[TIME] = SCALED("time", "s", "/completion/search/ns", SECONDS),
	[USE] = COLUMN("use", "of a link", "/load/accepted"),
	{ 0 }
};

/* A cycle carries 32 bytes.  At any rate links are 50 and 500 ns long, and routers take 200 ns. */
#define GBPS_10		"cycle_time=25.6 link_delay=2 global_delay=20 router_delay=8 "
#define GBPS_40		"cycle_time=6.4 link_delay=8 global_delay=78 router_delay=31 "
#define GBPS_100	"cycle_time=2.56 link_delay=20 global_delay=195 router_delay=78 "

enum row {
	AT_10, AT_10_1, AT_10_4, AT_10_15, AT_40, AT_40_1, AT_40_4, AT_40_15,
	AT_100, AT_100_1, AT_100_4, AT_100_15,
};

#define ROW(gbps, ns) \
	{ .name = #gbps " Gbit/s, " #ns " ns", .keys = GBPS_##gbps "query_time=" #ns }
static const struct paper_row rows[] = {
	[AT_10] = ROW(10, 0.75), [AT_10_1] = ROW(10, 1.5), [AT_10_4] = ROW(10, 4),
	[AT_10_15] = ROW(10, 15),
	[AT_40] = ROW(40, 0.75), [AT_40_1] = ROW(40, 1.5), [AT_40_4] = ROW(40, 4),
	[AT_40_15] = ROW(40, 15),
	[AT_100] = ROW(100, 0.75), [AT_100_1] = ROW(100, 1.5), [AT_100_4] = ROW(100, 4),
	[AT_100_15] = ROW(100, 15),
	{ 0 }
};

#define RUN \
	"router=dragonfly rules=simulator detail=summary source=batch pattern=graph500 " \
	"max_packet=128 lengths=128 input_depth=512 global_depth=4096 inject_depth=4096 " \
	"output_depth=512 max_cycles=4000000000 "

enum part { MIN, VAL, TWO_MIN, TWO_VAL, FIVE_MIN, FIVE_VAL };
#define PART(label, keys_of, sentence) \
	{ \
		.name = label, .keys = RUN "scale=24 " keys_of, .reduced = "scale=18", \
		.what = sentence, \
	}
#define TWO	"dragonfly=4 ranks=64 "
#define FIVE	"dragonfly=4 ranks=160 "
static const struct paper_part parts[] = {
	[MIN] = PART("MIN", "dragonfly=2 " KEYS_MIN, "72 processes on all nodes of h = 2: Figures 2.13 and 2.14."),
	[VAL] = PART("VAL", "dragonfly=2 routing=val", "The same: Figures 2.15 and 2.16."),
	[TWO_MIN] = PART("two groups, MIN", TWO KEYS_MIN, "64 processes on two groups of h = 4: Figures 2.17 and 2.18."),
	[TWO_VAL] = PART("two groups, VAL", TWO "routing=val", "The same: Figures 2.19 and 2.20."),
	[FIVE_MIN] = PART("five groups, MIN", FIVE KEYS_MIN, "160 processes on five groups of h = 4: Figures 2.21 and 2.22."),
	[FIVE_VAL] = PART("five groups, VAL", FIVE "routing=val", "The same: Figures 2.23 and 2.24."),
	{ 0 }
};

#define ALONE(label, of, row, column, low, high, ...) \
	{ \
		.text = label, .part = of, .a = { row, column }, .alone = true, \
		.least = low, .most = high, ##__VA_ARGS__ \
	}
#define OVER(label, of, row, below, low, high, ...) \
	{ \
		.text = label, .part = of, .a = { row, TIME }, .b = { below, TIME }, \
		.least = low, .most = high, ##__VA_ARGS__ \
	}
#define ACROSS(label, of, other, row, low, high, ...) \
	{ \
		.text = label, .part = of, .a = { row, TIME }, .across = true, \
		.b = { row, TIME }, .base = other, .least = low, .most = high, ##__VA_ARGS__ \
	}

#define PLATEAU \
	"With crossbars as fast as links (speedup=1) it is 0.66, whatever the bandwidth; the thesis does not give the speedup of these routers."
#define BOUND \
	"Four links carry 80 % of what 32 nodes send, so use is at most 0.156. Each process has 0.45 of the queries of one of 72: at this use its search takes 2.2 times as long."
#define SHORTER \
	"Where the network alone binds it is 0.4; at 40 Gbit/s and 0.75 ns use is by chance less than at 100."

static const struct paper_claim claims[] = {
	ALONE("use at 10 Gbit/s and 0.75 ns", MIN, AT_10, USE, 0.6, 0.7, .why = { [MIN] = PLATEAU }),
	ALONE("use at 40 Gbit/s and 0.75 ns", MIN, AT_40, USE, 0.6, 0.7, .why = { [MIN] = PLATEAU }),
	ALONE("use at 100 Gbit/s and 0.75 ns", MIN, AT_100, USE, 0.6, 0.7, .why = { [MIN] = PLATEAU }),
	OVER("time at 40 Gbit/s, 1.5 ns over 0.75 ns: the network binds", MIN, AT_40_1, AT_40, 0.9, 1.1),
	OVER("time at 0.75 ns, 100 Gbit/s over 40", MIN, AT_100, AT_40, 0.4, 0.6, .paper = 0.5, .why = { [MIN] = SHORTER }),
	OVER("time at 15 ns, 100 Gbit/s over 40: processors bind", MIN, AT_100_15, AT_40_15, 0.9, 1.02),
	OVER("time at 100 Gbit/s, 15 ns over 4 ns: in proportion", MIN, AT_100_15, AT_100_4, 3.4, 4, .paper = 3.75),
	ALONE("use at 40 Gbit/s and 0.75 ns", VAL, AT_40, USE, 0.35, 0.45, .paper = 0.4),
	ACROSS("time at 40 Gbit/s and 0.75 ns, VAL over MIN", VAL, MIN, AT_40, 1.6, 2.4, .paper = 2),
	ALONE("use at 40 Gbit/s and 0.75 ns, up to 2 / (2 h^2)", TWO_MIN, AT_40, USE, 0, 0.0626),
	ACROSS("time at 40 Gbit/s and 0.75 ns, over that of h = 2", TWO_MIN, MIN, AT_40, 8, 14, .paper = 10),
	OVER("time at 40 Gbit/s, 15 ns over 0.75 ns: processors do not matter", TWO_MIN, AT_40_15, AT_40, 0.95, 1.05, .paper = 1),
	ACROSS("time at 40 Gbit/s and 0.75 ns, over MIN's of h = 2", TWO_VAL, MIN, AT_40, 1, PAPER_MORE),
	ACROSS("time at 40 Gbit/s and 0.75 ns, over VAL's of h = 2", TWO_VAL, VAL, AT_40, 0, 1),
	ACROSS("time at 40 Gbit/s and 0.75 ns, over that of h = 2", FIVE_MIN, MIN, AT_40, 0.5, 2, .paper = 1, .why = { [FIVE_MIN] = BOUND }),
	ALONE("use at 40 Gbit/s and 0.75 ns", FIVE_VAL, AT_40, USE, 0.45, 0.55, .paper = 0.5),
	ACROSS("time at 40 Gbit/s and 0.75 ns, over VAL's of h = 2", FIVE_VAL, VAL, AT_40, 0, 1),
	{ 0 }
};

const struct paper_reproduction paper_figure2_13 = {
	.name = "figure2.13", .place = "sec. 2.3, Figures 2.13 to 2.24",
	.title = "time of a search and use of the network, by bandwidth and computing time",
	.note = "Scale 24, a quarter of the thesis' queries, edge factor 16, messages of 256 queries (4 KiB). Rows are by the links' bandwidth and by the processor's time for a query, which it takes when it makes one and when it takes one in. Edges are those of the thesis' simulator. Use is flits per process and cycle.",
	.small_note = "Edge factor 16, messages of 256 queries (4 KiB). Rows are by the links' bandwidth and by the processor's time for a query, which it takes when it makes one and when it takes one in. Use is flits per process and cycle.",
	.seeds = 1,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};

enum model_column { MODEL_TIME, MODEL_USE, MODEL_EDGES };
static const struct paper_column model_columns[] = {
	[MODEL_TIME] = SCALED("time", "ms", "/completion/search/ns", MILLIONTH),
	[MODEL_USE] = COLUMN("use", "of a link", "/load/accepted"),
	[MODEL_EDGES] = SCALED("edges", "million", "/completion/search/edges", MILLIONTH),
	{ 0 }
};

enum model_row { PRINTED, SIMULATOR, MEASURED };
static const struct paper_row model_rows[] = {
	[PRINTED] = { .name = "printed", .keys = "model=printed" },
	[SIMULATOR] = { .name = "simulator", .keys = "model=simulator" },
	[MEASURED] = { .name = "measured", .keys = "model=measured" },
	{ 0 }
};

#define DEGREE(n) \
	{ \
		.name = "degree " #n, .reduced = "scale=14", \
		.keys = RUN GBPS_40 "dragonfly=2 " KEYS_MIN " scale=18 root_degree=" #n, \
		.what = "Roots have " #n " edges.", \
	}
static const struct paper_part model_parts[] = {
	{
		.name = "degree 1", .reduced = "scale=14",
		.keys = RUN GBPS_40 "dragonfly=2 " KEYS_MIN " scale=18 root_degree=1",
		.what = "Roots have one edge.",
	},
	DEGREE(10), DEGREE(100), { 0 }
};

#define LEVELS \
	"A level takes 0.15 ms however few its edges are, for notifications and the sum. Searches have more levels, which the equations cut off where all edges are explored; but of degree 1 those printed have nine."

#define EDGES_OVER(label, of) \
	{ \
		.text = "edges, " label " over measured", .part = PAPER_EVERY, \
		.a = { of, MODEL_EDGES }, .b = { MEASURED, MODEL_EDGES }, .least = 0.88, .most = 1.12, \
	}
#define TIME_OVER(label, of) \
	{ \
		.text = "time, " label " over measured", .part = PAPER_EVERY, \
		.a = { of, MODEL_TIME }, .b = { MEASURED, MODEL_TIME }, .least = 0.8, .most = 1.2, \
		.why = { LEVELS, LEVELS, LEVELS }, \
	}

static const struct paper_claim model_claims[] = {
	EDGES_OVER("printed", PRINTED), EDGES_OVER("simulator", SIMULATOR),
	TIME_OVER("printed", PRINTED), TIME_OVER("simulator", SIMULATOR),
	{ 0 }
};

const struct paper_reproduction paper_searches = {
	.name = "searches", .place = "sec. 2.2",
	.title = "time of a search, by where the edges of its levels come from",
	.note = "72 processes on all nodes of h = 2, scale 18, edge factor 16, links of 40 Gbit/s, 1.5 ns per query, minimal routing. The edges of a level are drawn from the thesis' equations as it prints them, as its simulator has them, or as 30 searches of a Kronecker graph have them. The thesis says that the edges of all levels are within 12 % of those of searches; bounds on the time are ours.",
	.small_note = "72 processes on all nodes of h = 2, edge factor 16, links of 40 Gbit/s, 1.5 ns per query, minimal routing. The edges of a level are drawn from the thesis' equations as it prints them, as its simulator has them, or as 30 searches of a Kronecker graph have them. The thesis says that the edges of all levels are within 12 % of those of searches; bounds on the time are ours.",
	.seeds = 5,
	.column = model_columns, .row = model_rows, .part = model_parts, .claim = model_claims,
};
