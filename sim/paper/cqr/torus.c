// SPDX-License-Identifier: GPL-2.0-only
/* Latency of tornado traffic in two dimensions, by load: Figure 14. */
#include "cqr.h"

enum column { LATENCY, ACCEPTED, X, Y };
enum row { MIN_AD, GOAL, GAL, CQR, CQR_HELD };
enum part { AT_20, AT_30, AT_36, AT_40, AT_45, AT_50, AT_52, AT_60 };

static const struct paper_column columns[] = {
	[LATENCY] = COLUMN("latency", "cycles", "/latency/mean"),
	[ACCEPTED] = COLUMN("accepted", "flits", "/load/accepted"),
	[X] = COLUMN("x links", "of packet", "/dimensions/0/hops"),
	[Y] = COLUMN("y links", "of packet", "/dimensions/1/hops"),
	{ 0 }
};

static const struct paper_row rows[] = {
	[MIN_AD] = { .name = "MIN AD", .keys = "routing=minad" },
	[GOAL] = { .name = "GOAL", .keys = "routing=goal" },
	[GAL] = { .name = "GAL", .keys = CQR_GAL },
	[CQR] = { .name = "CQR", .keys = "routing=cqr" },
	[CQR_HELD] = { .name = "CQR, injects 8/15", .keys = "routing=cqr inject=8/15" },
	{ 0 }
};

#define AT(label) \
	{ \
		.name = label, \
		.keys = CQR_TORUS "pattern=tornado arrivals=poisson warmup=5000 measure=10000 load=" label, \
		.reduced = "warmup=500 measure=500", \
		.what = "Flits offered per node per cycle.", \
	}

static const struct paper_part parts[] = {
	[AT_20] = AT("0.2"), [AT_30] = AT("0.3"), [AT_36] = AT("0.36"), [AT_40] = AT("0.4"),
	[AT_45] = AT("0.45"), [AT_50] = AT("0.5"), [AT_52] = AT("0.52"), [AT_60] = AT("0.6"),
	{ 0 }
};

#define FULL \
	"Beyond saturation all queues are full, and the network carries less than with short queues: GOAL, which draws balanced shares whatever the queues are, accepts as little as CQR. Sources held to 8/15 keep the queues short, and the loss is gone (the row below)."
#define GAL_FULL \
	"GAL takes the long way only while the queues of the short one are full, and a network whose queues are full carries less (GOAL at 0.6). Above that its shares are not the balanced ones: it crosses more than 3.75 links along each dimension, and is below GOAL with full queues, too."

static const struct paper_claim claims[] = {
	{
		.text = "GAL's latency is at least 10 times CQR's", .part = AT_36,
		.a = { GAL, LATENCY }, .b = { CQR, LATENCY }, .least = 10, .most = PAPER_MORE,
		.paper = 15,
	}, {
		.text = "GAL's latency is at least 10 times CQR's", .part = AT_40,
		.a = { GAL, LATENCY }, .b = { CQR, LATENCY }, .least = 10, .most = PAPER_MORE,
		.paper = 15,
	}, {
		.text = "CQR accepts 0.52, within 2 %", .part = AT_52, .a = { CQR, ACCEPTED },
		.alone = true, .least = 0.98 * 0.52, .most = 1.02 * 0.52, .paper = 0.52,
	}, {
		.text = "GAL accepts 0.52, within 2 %", .part = AT_52, .a = { GAL, ACCEPTED },
		.alone = true, .least = 0.98 * 0.52, .most = 1.02 * 0.52, .paper = 0.52,
		.why = { [AT_52] = GAL_FULL },
	}, {
		.text = "GOAL accepts 8/15 beyond saturation, within 3 %", .part = AT_60,
		.a = { GOAL, ACCEPTED }, .alone = true, .least = 0.97 * 8 / 15,
		.most = 1.03 * 8 / 15, .paper = 8.0 / 15, .why = { [AT_60] = FULL },
	}, {
		.text = "CQR accepts 8/15 beyond saturation, within 3 %", .part = AT_60,
		.a = { CQR, ACCEPTED }, .alone = true, .least = 0.97 * 8 / 15,
		.most = 1.03 * 8 / 15, .paper = 8.0 / 15, .why = { [AT_60] = FULL },
	}, {
		.text = "CQR held to 8/15 accepts 8/15 beyond saturation, within 3 %", .part = AT_60,
		.a = { CQR_HELD, ACCEPTED }, .alone = true, .least = 0.97 * 8 / 15,
		.most = 1.03 * 8 / 15, .paper = 8.0 / 15,
	},
	{ 0 }
};

const struct paper_reproduction paper_torus = {
	.name = "torus",
	.place = "sec. 4.3, Figure 14",
	.title = "latency of tornado traffic on an 8x8 torus",
	.note = "Node (x, y) sends to (x + 3, y + 3). Latency is from birth to delivery. A packet crosses 3 links along x and y by the short way, and 3.75 on average if all links are used alike. The paper only draws its curves; its text says that CQR's average latency is up to 15 times lower than GAL's at loads from 0.30 to 0.53.",
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
