// SPDX-License-Identifier: GPL-2.0-only
/* Latency of tornado traffic on a ring of eight, by load: Figures 4, 5, 7, 8, 10 and 11. */
#include "cqr.h"

enum column { LATENCY, ACCEPTED, LINKS, DIVERTED };
enum row { MIN_AD, GOAL, GAL, GAL_32, CQR, CQR_1 };
enum part { AT_10, AT_20, AT_30, AT_34, AT_36, AT_40, AT_45, AT_50 };

static double diverted(const double *cells)
{
	return cqr_diverted(cells[LINKS]);
}

static const struct paper_column columns[] = {
	[LATENCY] = COLUMN("latency", "cycles", "/latency/mean"),
	[ACCEPTED] = COLUMN("accepted", "flits", "/load/accepted"),
	[LINKS] = COLUMN("links", "of packet", "/dimensions/0/hops"),
	[DIVERTED] = { .name = "long way", .unit = "share", .derive = diverted },
	{ 0 }
};

static const struct paper_row rows[] = {
	[MIN_AD] = { .name = "MIN AD", .keys = "routing=minad" },
	[GOAL] = { .name = "GOAL", .keys = "routing=goal" },
	[GAL] = { .name = "GAL", .keys = CQR_GAL },
	[GAL_32] = { .name = "GAL, threshold 32", .keys = "routing=gal threshold=32" },
	[CQR] = { .name = "CQR", .keys = "routing=cqr" },
	[CQR_1] = { .name = "CQR, threshold 1", .keys = "routing=cqr threshold=1" },
	{ 0 }
};

#define AT(label) \
	{ \
		.name = label, \
		.keys = CQR_RING "pattern=tornado arrivals=poisson warmup=20000 measure=200000 load=" label, \
		.reduced = "warmup=2000 measure=10000", \
		.what = "Flits offered per node per cycle.", \
	}

static const struct paper_part parts[] = {
	[AT_10] = AT("0.1"), [AT_20] = AT("0.2"), [AT_30] = AT("0.3"), [AT_34] = AT("0.34"),
	[AT_36] = AT("0.36"), [AT_40] = AT("0.4"), [AT_45] = AT("0.45"), [AT_50] = AT("0.5"),
	{ 0 }
};

#define FAR_BELOW(in) \
	{ \
		.text = "GAL's latency is at least 8 times CQR's", .part = in, \
		.a = { GAL, LATENCY }, .b = { CQR, LATENCY }, .least = 8, .most = PAPER_MORE, \
		.paper = 20, \
	}
#define NOTHING_BY_GAL(in) \
	{ \
		.text = "GAL sends nothing the long way", .part = in, \
		.a = { GAL, DIVERTED }, .alone = true, .least = -PAPER_MORE, .most = 0.002, \
	}

static const struct paper_claim claims[] = {
	NOTHING_BY_GAL(AT_10),
	NOTHING_BY_GAL(AT_20),
	NOTHING_BY_GAL(AT_30),
	{
		.text = "CQR sends 5 % or more the long way", .part = AT_30,
		.a = { CQR, DIVERTED }, .alone = true, .least = 0.05, .most = 1,
	}, {
		.text = "GAL's latency is greater than CQR's", .part = AT_30,
		.a = { GAL, LATENCY }, .b = { CQR, LATENCY }, .least = 1, .most = PAPER_MORE,
	},
	FAR_BELOW(AT_34),
	FAR_BELOW(AT_36),
	FAR_BELOW(AT_40),
	FAR_BELOW(AT_45),
	{
		.text = "GAL's latency is greater than CQR's", .part = AT_50,
		.a = { GAL, LATENCY }, .b = { CQR, LATENCY }, .least = 1, .most = PAPER_MORE,
	}, {
		.text = "GAL's latency with threshold 32, over CQR's", .part = AT_36,
		.a = { GAL_32, LATENCY }, .b = { CQR, LATENCY }, .least = 20, .most = PAPER_MORE,
		.paper = 20,
	},
	{ 0 }
};

const struct paper_reproduction paper_ring = {
	.name = "ring",
	.place = "secs. 2.4 and 3.1, Figures 7, 8, 10 and 11",
	.title = "latency of tornado traffic on a ring of 8 nodes",
	.note = "Latency is from birth to delivery. The paper only draws its curves; its text says that CQR's average latency is up to 20 times lower than GAL's, and that GAL switches at 0.33. It does not give GAL's threshold. MIN AD is beyond saturation from 0.34 on, so its latency there is that of the measured cycles.",
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
