// SPDX-License-Identifier: GPL-2.0-only
/* Throughput and fairness under ADVc by the size of the Dragonfly: Figures 3.10 and 3.13. */
#include "injected.h"
#include "routings.h"

enum row { MIN, OBL_RRG, OBL_CRG, SRC_RRG, SRC_CRG, RRG, CRG, MM };
enum part { H_2, H_3, H_4, H_5, H_6, H_7, H_8, H_9, H_10 };

static const struct paper_column columns[] = { INJECTED_COLUMNS, { 0 } };

static const struct paper_row rows[] = {
	[MIN] = { .name = "MIN", .keys = KEYS_MIN },
	[OBL_RRG] = { .name = "Obl-RRG", .keys = KEYS_OBL_RRG },
	[OBL_CRG] = { .name = "Obl-CRG", .keys = KEYS_OBL_CRG },
	[SRC_RRG] = { .name = "Src-RRG", .keys = KEYS_SRC_RRG },
	[SRC_CRG] = { .name = "Src-CRG", .keys = KEYS_SRC_CRG },
	[RRG] = { .name = "In-Trns-RRG", .keys = KEYS_TRANSIT "rrg" },
	[CRG] = { .name = "In-Trns-CRG", .keys = KEYS_TRANSIT "crg" },
	[MM] = { .name = "In-Trns-MM", .keys = KEYS_TRANSIT "mm" },
	{ 0 }
};

#define RUN \
	"router=dragonfly rules=simulator full=drop detail=summary load=0.4 warmup=3000 measure=3000 " \
	"pattern=adversarial "
/* At reduced size there are enough others. */
#define REPLACED(h)	((h) == 7 || (h) > 8)
#define PART(h, nodes, count, further) \
	{ \
		.name = "h = " #h, .keys = RUN further "dragonfly=" #h " groups=" #count, \
		.reduced = REPLACED(h) ? "dragonfly=2 groups=1 warmup=1000 measure=1000" : \
			   (h) > 4 ? "warmup=100 measure=200" : "warmup=1000 measure=1000", \
		.what = nodes " nodes.", .small_what = REPLACED(h) ? "A Dragonfly of h = 2 in its place." : NULL, \
	}
#define PARTS(further) { \
	[H_2] = PART(2, "72", 1, further), [H_3] = PART(3, "342", 2, further), \
	[H_4] = PART(4, "1,056", 3, further), [H_5] = PART(5, "2,550", 4, further), \
	[H_6] = PART(6, "5,256", 5, further), [H_7] = PART(7, "9,702", 6, further), \
	[H_8] = PART(8, "16,512", 7, further), [H_9] = PART(9, "26,406", 8, further), \
	[H_10] = PART(10, "40,200", 9, further), \
	{ 0 } \
}

static const struct paper_part parts_3_10[] = PARTS("");
static const struct paper_part parts_3_13[] = PARTS("priority=oldest ");

#define OUTLIER \
	"What makes Piggyback unfair is one router of a group's 2 h: the more there are, the less it weighs in CoV."
#define SHORTEST \
	"Much of what Src-CRG accepts goes the shortest way, which carries (h - 1) / (2 h^2)."

#define BRINK \
	"At 0.4 Obl-RRG by round robin is near what it can carry, and some routers no longer keep up. With load=0.35 max/min is 1.19 at h = 10 and 1.33 at h = 4."

#define GROWS(in, label, of, what, column, low, high, ...) \
	{ \
		.text = label ": " what " over that at h = 4", .part = in, .a = { of, column }, \
		.across = true, .b = { of, column }, .base = H_4, .least = low, .most = high, \
		##__VA_ARGS__ \
	}
#define STAYS(in, label, of, ...) \
	GROWS(in, label, of, "accepted", ACCEPTED, 0.95, 1.05), \
	GROWS(in, label, of, "max/min", UNFAIR, 0.8, 1.25, ##__VA_ARGS__), \
	GROWS(in, label, of, "CoV", CV, 0, 1.1)
#define WORSENS(in, label, of) \
	GROWS(in, label, of, "accepted", ACCEPTED, 0.8, 1, .why = { [in] = SHORTEST }), \
	GROWS(in, label, of, "max/min", UNFAIR, 1, PAPER_MORE), \
	GROWS(in, label, of, "CoV", CV, 1, PAPER_MORE, .why = { [in] = OUTLIER })

#define SIZE(in) \
	STAYS(in, "Obl-RRG", OBL_RRG, .why = { [in] = BRINK }), \
	STAYS(in, "Obl-CRG", OBL_CRG), \
	STAYS(in, "In-Trns-RRG", RRG), STAYS(in, "In-Trns-CRG", CRG), \
	STAYS(in, "In-Trns-MM", MM), \
	WORSENS(in, "Src-RRG", SRC_RRG), WORSENS(in, "Src-CRG", SRC_CRG), \
	{ \
		.text = "max/min, Src-CRG over Src-RRG", .part = in, .a = { SRC_CRG, UNFAIR }, \
		.b = { SRC_RRG, UNFAIR }, .least = 1, .most = PAPER_MORE, \
	}

/* By chance alone CoV is 1 / sqrt(150 h): so many packets are born at a router. */
#define FAIR(label, of) \
	{ \
		.text = "CoV, " label " over Obl-CRG, alike within 10 %", .part = PAPER_EVERY, \
		.a = { of, CV }, .b = { OBL_CRG, CV }, .least = 0.9, .most = 1.1, \
	}

static const struct paper_claim claims_3_10[] = { SIZE(H_8), SIZE(H_10), { 0 } };
static const struct paper_claim claims_3_13[] = {
	SIZE(H_8), SIZE(H_10),
	FAIR("In-Trns-RRG", RRG), FAIR("In-Trns-CRG", CRG), FAIR("In-Trns-MM", MM),
	{ 0 }
};

#define NOTE \
	"Load 0.4. Groups send to the h - 1 next ones, all of which their last router has links to. Injected is the mean of a router's nodes, in phits per cycle; least is the router with the lowest. The thesis runs 60,000 cycles of warm-up and as many measured, five times; where few are measured, chance makes the least lower, and so does the number of routers."

#define FIGURE(digits, n, where, how) \
	{ \
		.name = "figure3." digits, .place = where ", Figure 3." digits, \
		.title = "throughput and fairness of adversarial traffic by the size of the Dragonfly, " how, \
		.note = NOTE, .seeds = 1, \
		.column = columns, .row = rows, .part = parts_##n, .claim = claims_##n, \
	}

const struct paper_reproduction paper_figure3_10 = FIGURE("10", 3_10, "sec. 3.3.3", "by round robin");
const struct paper_reproduction paper_figure3_13 =
	FIGURE("13", 3_13, "sec. 3.3.4", "the oldest going first");
