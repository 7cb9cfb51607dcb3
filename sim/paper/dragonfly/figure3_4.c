// SPDX-License-Identifier: GPL-2.0-only
/* What the latency of consecutive adversarial traffic is made of, load by load: Figure 3.4. */
#include "sim/paper/list.h"

enum column { LATENCY, INJECTION, LOCAL, GLOBAL, EJECTION, BASE, MISROUTING };

static const struct paper_column columns[] = {
	[LATENCY] = COLUMN("latency", "cycles", "/latency/mean"),
	[INJECTION] = COLUMN("injection", "cycles", "/latency_parts/injection"),
	[LOCAL] = COLUMN("local", "cycles", "/latency_parts/local"),
	[GLOBAL] = COLUMN("global", "cycles", "/latency_parts/global"),
	[EJECTION] = COLUMN("ejection", "cycles", "/latency_parts/ejection"),
	[BASE] = COLUMN("base", "cycles", "/latency_parts/base"),
	[MISROUTING] = COLUMN("misrouting", "cycles", "/latency_parts/misrouting"),
	{ 0 }
};

#define LOADS(X) \
	X(L05, "0.05") X(L10, "0.1") X(L15, "0.15") X(L20, "0.2") X(L30, "0.3") X(L40, "0.4") \
	X(L45, "0.45") X(L50, "0.5") X(L55, "0.55")

#define NUMBER(place, load)	place,
#define ROW(place, load)	[place] = { .name = "load " load, .keys = "load=" load },

enum row { LOADS(NUMBER) };

static const struct paper_row rows[] = { LOADS(ROW) { 0 } };

#define KEYS \
	"router=dragonfly rules=simulator dragonfly=8 full=drop detail=summary " \
	"pattern=adversarial groups=7 routing=olm misrouting=mm local_misrouting=yes " \
	"candidates=all transit=first warmup=5000 measure=5000"

static const struct paper_part parts[] = {
	{
		.name = "In-Trns-MM",
		.keys = KEYS,
		.reduced = "dragonfly=3 groups=2 warmup=1500 measure=1500",
		.what = "In-transit adaptive routing; outputs prefer packets from other routers.",
	},
	{ 0 }
};

#define WINDOW \
	"Packets of the router that starves are delivered late or never, and only delivered ones count: the fewer cycles are run, the less of their waiting is seen. At load 0.1 it is 95.6 cycles with 5,000 of warm-up and as many measured, but 152.5 with 20,000 of each, more than the shortest way takes. Longer runs of higher loads were not made."
#define SATURATED \
	"At 0.55 the fabric is saturated, and waiting grows with the cycles that are run. What the thesis does otherwise was not found."

/* The greatest part of the mean latency is @part. */
#define EXCEEDS(place, load, other, label) \
	{ \
		.text = "load " load ": waiting at injection exceeds " label, \
		.a = { place, INJECTION }, .b = { place, other }, .of_means = true, .least = 1, \
		.most = PAPER_MORE, .why = { WINDOW }, \
	},
#define DOMINATES(place, load) \
	EXCEEDS(place, load, BASE, "the shortest way") \
	EXCEEDS(place, load, MISROUTING, "the longer way")
#define SMALL(place, load, ...) \
	{ \
		.text = "load " load ": waiting at local links is at most a quarter of the shortest way", \
		.a = { place, LOCAL }, .b = { place, BASE }, .of_means = true, \
		.least = -PAPER_MORE, .most = 0.25, \
	}, { \
		.text = "load " load ": and that at global links", \
		.a = { place, GLOBAL }, .b = { place, BASE }, .of_means = true, \
		.least = -PAPER_MORE, .most = 0.25, ##__VA_ARGS__ \
	},

static const struct paper_claim claims[] = {
	DOMINATES(L10, "0.1") DOMINATES(L20, "0.2") DOMINATES(L40, "0.4")
	{
		.text = "waiting at injection is more at load 0.1 than at 0.05",
		.a = { L10, INJECTION }, .b = { L05, INJECTION }, .of_means = true, .least = 1,
		.most = PAPER_MORE,
	}, {
		.text = "and than at 0.2", .a = { L10, INJECTION }, .b = { L20, INJECTION },
		.of_means = true, .least = 1, .most = PAPER_MORE, .why = { WINDOW },
	}, {
		.text = "and falls from 0.2 to 0.4",
		.a = { L20, INJECTION }, .b = { L40, INJECTION }, .of_means = true, .least = 1,
		.most = PAPER_MORE, .why = { WINDOW },
	}, {
		.text = "from load 0.5 to 0.55 the longer way changes by 3 % at most",
		.a = { L55, MISROUTING }, .b = { L50, MISROUTING }, .of_means = true,
		.least = 0.97, .most = 1.03,
	},
	SMALL(L10, "0.1") SMALL(L40, "0.4") SMALL(L55, "0.55", .why = { SATURATED })
	{ 0 }
};

const struct paper_reproduction paper_figure3_4 = {
	.name = "figure3.4", .place = "sec. 3.3, Figure 3.4",
	.title = "what the latency of adversarial traffic is made of, transit traffic going first",
	.note = "Of 16,512 nodes. Groups send to the 7 next ones, all of which their last router has links to. Means over the delivered packets, whose sum is the latency: waiting at injection, in the queues at both ends of local and of global links, and for the destination; what the shortest way takes without waiting; and by how much the way that was taken takes longer (docs/dragonfly-router.md, section 7). The thesis runs 60,000 cycles of warm-up and as many measured, five times, and prints no values.",
	.small_note = "Groups send to the 2 next ones, which their last router has links to. Means over the delivered packets, whose sum is the latency: waiting at injection, in the queues at both ends of local and of global links, and for the destination; what the shortest way takes without waiting; and by how much the way that was taken takes longer (docs/dragonfly-router.md, section 7).",
	.seeds = 1, .column = columns, .row = rows, .part = parts, .claim = claims,
};
