// SPDX-License-Identifier: GPL-2.0-only
/* What a ring of eight accepts of tornado traffic: secs. 2 and 3.1. */
#include "cqr.h"

enum column { LOAD, ACCEPTED, LINKS, DIVERTED };
enum row { MIN_AD, GOAL, GAL, CQR };
enum part { STABLE, OVERLOAD };

static double diverted(const double *cells)
{
	return cqr_diverted(cells[LINKS]);
}

static const struct paper_column columns[] = {
	[LOAD] = COLUMN("load", "offered", "/experiment/load"),
	[ACCEPTED] = COLUMN("accepted", "flits", "/load/accepted"),
	[LINKS] = COLUMN("links", "of packet", "/dimensions/0/hops"),
	[DIVERTED] = { .name = "long way", .unit = "share", .derive = diverted },
	{ 0 }
};

static const struct paper_row rows[] = {
	[MIN_AD] = { .name = "MIN AD", .keys = "routing=minad" },
	[GOAL] = { .name = "GOAL", .keys = "routing=goal" },
	[GAL] = { .name = "GAL", .keys = CQR_GAL },
	[CQR] = { .name = "CQR", .keys = "routing=cqr" },
	{ 0 }
};

#define SATURATION	(8.0 / 15)

static const double stable[PAPER_ROWS][PAPER_COLUMNS] = {
	[MIN_AD] = { [LOAD] = 1.0 / 3 },
	[GOAL] = { [LOAD] = SATURATION },
	[GAL] = { [LOAD] = SATURATION },
	[CQR] = { [LOAD] = SATURATION },
};

static const double overload[PAPER_ROWS][PAPER_COLUMNS] = {
	[MIN_AD] = { [ACCEPTED] = 1.0 / 3 },
	[GOAL] = { [ACCEPTED] = SATURATION, [DIVERTED] = 3.0 / 8 },
	[GAL] = { [ACCEPTED] = SATURATION, [DIVERTED] = 3.0 / 8 },
	[CQR] = { [ACCEPTED] = SATURATION, [DIVERTED] = 3.0 / 8 },
};

static const struct paper_search search = { .step = 5000, .highest = 700000 };

static const struct paper_part parts[] = {
	[STABLE] = {
		.name = "stable",
		.keys = CQR_RING "pattern=tornado arrivals=poisson warmup=20000 measure=100000",
		.reduced = "warmup=2000 measure=10000",
		.what = "Loads are multiples of 0.005.",
		.search = &search, .paper = stable,
	},
	[OVERLOAD] = {
		.name = "overload",
		.keys = CQR_RING "pattern=tornado arrivals=poisson load=0.7 warmup=20000 measure=100000",
		.reduced = "warmup=2000 measure=10000",
		.what = "More is offered than any algorithm can carry.",
		.paper = overload,
	},
	{ 0 }
};

#define WITHIN_3_PERCENT(of)	.least = 0.97 * (of), .most = 1.03 * (of), .paper = (of)
#define CLAIMS(in, cell) \
	{ \
		.text = "MIN AD accepts 1/3, within 3 %", .part = in, .a = { MIN_AD, cell }, \
		.alone = true, WITHIN_3_PERCENT(1.0 / 3), \
	}, { \
		.text = "GOAL accepts 8/15, within 3 %", .part = in, .a = { GOAL, cell }, \
		.alone = true, WITHIN_3_PERCENT(SATURATION), \
	}, { \
		.text = "GAL accepts 8/15, within 3 %", .part = in, .a = { GAL, cell }, \
		.alone = true, WITHIN_3_PERCENT(SATURATION), \
	}, { \
		.text = "CQR accepts 8/15, within 3 %", .part = in, .a = { CQR, cell }, \
		.alone = true, WITHIN_3_PERCENT(SATURATION), \
	}

static const struct paper_claim claims[] = {
	CLAIMS(STABLE, LOAD),
	CLAIMS(OVERLOAD, ACCEPTED),
	{ 0 }
};

const struct paper_reproduction paper_tornado = {
	.name = "tornado",
	.place = "secs. 2 and 3.1",
	.title = "what a ring of 8 nodes accepts of tornado traffic",
	.note = "Node i sends to node i + 3. The short way has three links, the long way five; if all links are to be used alike, 3/8 of the packets take the long way.",
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
