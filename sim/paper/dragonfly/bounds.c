// SPDX-License-Identifier: GPL-2.0-only
/* What links allow minimal and Valiant routing under adversarial traffic: secs. 1.6.2, 3.1.3.1. */
#include "sim/paper/list.h"

enum column { ACCEPTED, LATENCY };
enum row { MIN, VAL };
enum part { ONE_2, ONE_3, ONE_4, ONE_8, ALL_2, ALL_3, ALL_4, ALL_8 };

static const struct paper_column columns[] = {
	[ACCEPTED] = COLUMN("accepted", "phits", "/load/accepted"),
	[LATENCY] = COLUMN("latency", "cycles", "/latency/mean"),
	{ 0 }
};

static const struct paper_row rows[] = {
	[MIN] = { .name = "MIN", .keys = "routing=min" },
	[VAL] = { .name = "VAL", .keys = "routing=val" },
	{ 0 }
};

/* Its groups are 2 h^2 + 1, and as many nodes are in each. */
#define BOUND(h, links) { [MIN] = { [ACCEPTED] = (links) / (2.0 * (h) * (h)) } }

static const double one[][PAPER_ROWS][PAPER_COLUMNS] = {
	BOUND(2, 1), BOUND(3, 1), BOUND(4, 1), BOUND(8, 1),
};

static const double all[][PAPER_ROWS][PAPER_COLUMNS] = {
	BOUND(2, 2), BOUND(3, 3), BOUND(4, 4), BOUND(8, 8),
};

#define FULL	"router=dragonfly full=drop load=1 detail=summary warmup=6000 measure=6000 "
#define PART(h, n, groups, sentence, figures) \
	{ \
		.name = "h = " #h ", " n, \
		.keys = FULL "dragonfly=" #h " pattern=adversarial groups=" #groups, \
		.reduced = (h) > 4 ? "warmup=500 measure=400" : "warmup=1500 measure=1500", \
		.what = sentence, .paper = figures, \
	}
#define ONE(h, figures)	\
	PART(h, "ADV+1", 1, "All nodes of a group send to the next one.", figures)
#define ALL(h, figures)	\
	PART(h, "ADVc", h, "All nodes of a group send to the h next ones, all of which its last router has links to.", figures)

static const struct paper_part parts[] = {
	[ONE_2] = ONE(2, one[0]), [ONE_3] = ONE(3, one[1]), [ONE_4] = ONE(4, one[2]),
	[ONE_8] = ONE(8, one[3]), [ALL_2] = ALL(2, all[0]), [ALL_3] = ALL(3, all[1]),
	[ALL_4] = ALL(4, all[2]), [ALL_8] = ALL(8, all[3]),
	{ 0 }
};

#define WITHIN(in, h) \
	{ \
		.text = "MIN accepts 1 / (2 h^2), within 1 %", .part = in, .a = { MIN, ACCEPTED }, \
		.alone = true, .least = 0.99 / (2.0 * (h) * (h)), .most = 1.01 / (2.0 * (h) * (h)), \
		.paper = 1 / (2.0 * (h) * (h)), \
	}
#define AT_MOST(in, h) \
	{ \
		.text = "MIN accepts 1 / (2 h) at most", .part = in, .a = { MIN, ACCEPTED }, \
		.alone = true, .least = 0, .most = 1.002 / (2.0 * (h)), .paper = 1 / (2.0 * (h)), \
	}

/*
 * What single FIFOs carry, by heads that wait alone: in a switch of many ports with r saturated
 * inputs for each output, of a uniformly random one of which each packet is, an output is busy for
 * 1 + r - sqrt(1 + r^2) of the time (Karol, Hluchyj, Morgan, 1987, for r = 1; with the same mean
 * queue of heads, rho + rho^2 / (2 (1 - rho)) = r, for any).  VCs and speedup only add to it.  Under
 * ADVc h inputs for packets of nodes and 2 h - 1 local ones meet in the router that has the links;
 * with VAL there are as many global inputs as outputs.
 */
#define FIFOS_MIN_2	0.8074	/* r = 3 - 1 / h */
#define FIFOS_MIN_3	0.8187
#define FIFOS_MIN_4	0.8238
#define FIFOS_MIN_8	0.8311
#define FIFOS_VAL	0.5858	/* r = 1 */
#define AT_LEAST(in, h) \
	{ \
		.text = "MIN accepts at least what FIFOs carry of 1 / (2 h)", .part = in, \
		.a = { MIN, ACCEPTED }, .alone = true, .most = 1.002 / (2.0 * (h)), \
		.least = FIFOS_MIN_##h / (2.0 * (h)), .paper = 1 / (2.0 * (h)), \
	}

static const struct paper_claim claims[] = {
	WITHIN(ONE_2, 2), WITHIN(ONE_3, 3), WITHIN(ONE_4, 4), WITHIN(ONE_8, 8),
	AT_MOST(ALL_2, 2), AT_MOST(ALL_3, 3), AT_MOST(ALL_4, 4), AT_MOST(ALL_8, 8),
	{
		.text = "VAL accepts a half at most", .part = PAPER_EVERY, .a = { VAL, ACCEPTED },
		.alone = true, .least = 0, .most = 0.5, .paper = 0.5,
	},
	AT_LEAST(ALL_2, 2), AT_LEAST(ALL_3, 3), AT_LEAST(ALL_4, 4), AT_LEAST(ALL_8, 8),
	{
		.text = "VAL accepts at least what FIFOs carry of a half", .part = PAPER_EVERY,
		.a = { VAL, ACCEPTED }, .alone = true, .least = FIFOS_VAL * 0.5, .most = 0.5,
		.paper = 0.5,
	}, {
		.text = "VAL over MIN", .part = PAPER_EVERY, .a = { VAL, ACCEPTED },
		.b = { MIN, ACCEPTED }, .least = 1, .most = PAPER_MORE,
	},
	{ 0 }
};

const struct paper_reproduction paper_bounds = {
	.name = "bounds",
	.place = "secs. 1.6.2, 3.1.3.1 and 1.4.1.2",
	.title = "what links allow minimal and Valiant routing under adversarial traffic",
	.note = "Nodes send as fast as they can. Paper means the bounds that follow from its rules: all minimal traffic between two groups shares one global link, and what goes by an intermediate router crosses two. The least that is accepted is what input FIFOs carry whose heads block (Karol, Hluchyj and Morgan, IEEE Trans. Commun. 35, 1987): a router that starves more has a fault. Latency says nothing of a routing here: buffers fill while it runs, and how far follows from the length of the run.",
	.seeds = 3,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
