// SPDX-License-Identifier: GPL-2.0-only
/* Figure 4 once more, measured by the counters VCv_PKTS under load. */
#include "sim/paper/list.h"

enum { X, Y, Z };
enum { V0, V1, V3, COUNTED };

static const struct paper_column columns[] = {
	[X] = SCALED("x", "%", "/vc_balance/x", 100),
	[Y] = SCALED("y", "%", "/vc_balance/y", 100),
	[Z] = SCALED("z", "%", "/vc_balance/z", 100),
	COLUMN("packets", "", "/latency/packets"),
	{ 0 }
};

static const struct paper_row rows[] = {
	[V0] = { .name = "version 0", .keys = "assignment=v0" },
	[V1] = { .name = "version 1", .keys = "assignment=v1" },
	[V3] = { .name = "version 3", .keys = "assignment=v3" },
	[COUNTED] = { .name = "counted (ours)", .keys = "assignment=counted" },
	{ 0 }
};

static const double paper[PAPER_ROWS][PAPER_COLUMNS] = {
	[V0] = { [X] = 44, [Y] = 42, [Z] = 42 },
	[V3] = { [X] = 27, [Y] = 28, [Z] = 30 },
};

static const struct paper_part parts[] = {
	{
		.name = "11x12x16",
		.keys = "topology=11x12x16 load=0.25 lengths=1 warmup=1000 measure=100000 detail=summary",
		.reduced = "measure=2000",
		.what = "Uniform traffic of packets of one flit, so that many are counted.",
		.paper = paper,
	},
	{ 0 }
};

/* What 'seastar-sim route balance' counts from the tables, and a point on either side. */
#define NEAR(row, column, name, percent)					\
	{									\
		.text = name ", as counted from the tables", .part = 0,		\
		.a = { row, column }, .alone = true,				\
		.least = (percent) - 1, .most = (percent) + 1,			\
	}

static const struct paper_claim claims[] = {
	NEAR(V0, X, "version 0, x", 42.42), NEAR(V0, Y, "version 0, y", 42.13),
	NEAR(V0, Z, "version 0, z", 39.84), NEAR(V1, X, "version 1, x", 35.76),
	NEAR(V1, Y, "version 1, y", 35.65), NEAR(V1, Z, "version 1, z", 33.98),
	NEAR(V3, X, "version 3, x", 26.67), NEAR(V3, Y, "version 3, y", 27.31),
	NEAR(V3, Z, "version 3, z", 27.73), NEAR(COUNTED, X, "counted, x", 15.15),
	NEAR(COUNTED, Y, "counted, y", 14.81), NEAR(COUNTED, Z, "counted, z", 14.84),
	{ 0 }
};

const struct paper_reproduction paper_counters = {
	.name = "counters",
	.place = "sec. 4, Figure 4",
	.title = "VC_balance by the counters VCv_PKTS of 11x12x16 routers under load",
	.note = "Chance adds to the figures: a link that carries N packets evenly shows 0.8 over the square root of N, so short runs show more.",
	.seeds = 1,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
