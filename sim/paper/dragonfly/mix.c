// SPDX-License-Identifier: GPL-2.0-only
/* Latency of uniform and adversarial traffic mixed, by their shares: Figure 4.7. */
#include "chapter4.h"
#include "curves.h"

enum part { UN_0, UN_20, UN_40, UN_60, UN_80, UN_100 };

static const struct paper_column columns[] = { CURVE_COLUMNS, { 0 } };

static const struct paper_row rows[] = { ROWS_OF_CHAPTER_4 { 0 } };

#define RUN \
	"router=dragonfly rules=simulator dragonfly=6 full=drop detail=summary load=0.35 warmup=3000 measure=3000 "
#define PART(n, pattern, sentence) \
	{ \
		.name = n " % UN", .keys = RUN pattern, \
		.reduced = "dragonfly=2 warmup=1000 measure=1000", .what = sentence, \
	}
#define MIX(n, uniform, adversarial) \
	PART(n, "pattern=uniform weight=" #uniform " pattern2=adversarial weight2=" #adversarial, \
	     n " % of the packets are uniform, the others ADV+1.")

static const struct paper_part parts[] = {
	[UN_0] = PART("0", "pattern=adversarial", "All packets are ADV+1."),
	[UN_20] = MIX("20", 1, 4), [UN_40] = MIX("40", 2, 3), [UN_60] = MIX("60", 3, 2),
	[UN_80] = MIX("80", 4, 1),
	[UN_100] = PART("100", "pattern=uniform", "All packets are uniform."),
	{ 0 }
};

#define ALIKE \
	"Nearly all uniform packets take the shortest way with counters: latencies of Base, Filtered and ECtN differ by less than 0.1 %."

#define LEAST(label, than) \
	CURVE_OVER(PAPER_EVERY, "latency, ECtN over " label, ECTN, than, LATENCY, 0, 1, .why = { [UN_100] = ALIKE })
#define COMPETES(label, routing) \
	CURVE_OVER(PAPER_EVERY, "latency, " label " over OLM, 10 % more at most", routing, OLM, LATENCY, 0, 1.1)

static const struct paper_claim claims[] = {
	LEAST("PB", PB), LEAST("OLM", OLM), LEAST("Base", BASE),
	LEAST("Filtered", FILTERED), LEAST("Hybrid", HYBRID),
	COMPETES("Base", BASE), COMPETES("Filtered", FILTERED), COMPETES("Hybrid", HYBRID),
	{ 0 }
};

const struct paper_reproduction paper_figure4_7 = {
	.name = "figure4.7", .place = "sec. 4.3.1, Figure 4.7",
	.title = "latency of uniform and adversarial traffic mixed, by their shares",
	.note = "Of 5,256 nodes (h = 6), the fewest for which a threshold of 6 is not above p. Misrouted is the share of packets that have left the shortest way. The thesis has 16,512 nodes (h = 8) and runs 60,000 cycles of warm-up and as many measured.",
	.small_note = "Misrouted is the share of packets that have left the shortest way.",
	.seeds = 1,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
