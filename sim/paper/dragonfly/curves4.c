// SPDX-License-Identifier: GPL-2.0-only
/* Throughput and latency with contention counters, by threshold and by load: Figures 4.5 and 4.6. */
#include "curves.h"
#include "routings.h"

enum load { AT_1, AT_10, AT_20, AT_40, AT_60, AT_100, LOADS };
enum routing { MIN, VAL, PB, OLM, BASE, FILTERED, HYBRID, ECTN, ROUTINGS };
enum part_4_5 { BY_UN, BY_ADV };
enum part_4_6 { UN, ADV, ADV_H, UN_8 };

/* Below the curves: other thresholds at two loads */
enum { OLM_VC_60 = CURVE_AT(ROUTINGS, 0), OLM_VC_100 };

static const struct paper_column columns[] = { CURVE_COLUMNS, { 0 } };

#define CURVE(label, words) \
	CURVE_POINT(label, words, "0.01"), CURVE_POINT(label, words, "0.1"), \
	CURVE_POINT(label, words, "0.2"), CURVE_POINT(label, words, "0.4"), \
	CURVE_POINT(label, words, "0.6"), CURVE_POINT(label, words, "1")

static const struct paper_row rows_4_6[] = {
	CURVE("MIN", KEYS_MIN), CURVE("VAL", KEYS_OBL_RRG), CURVE("PB", KEYS_SRC_RRG), CURVE("OLM", KEYS_OLM),
	CURVE("Base", KEYS_BASE("6")), CURVE("Filtered", KEYS_FILTERED), CURVE("Hybrid", KEYS_HYBRID),
	CURVE("ECtN", KEYS_ECTN),
	CURVE_POINT("OLM by VC", KEYS_OLM " sensing=vc candidate_percent=70", "0.6"),
	CURVE_POINT("OLM by VC", KEYS_OLM " sensing=vc candidate_percent=70", "1"),
	{ 0 }
};

/* Thresholds, each at three loads */
enum threshold { TH_3, TH_4, TH_6, TH_8, TH_12 };
enum load_4_5 { TH_20, TH_50, TH_100, TH_LOADS };

#define TH_AT(threshold, load)	((threshold) * TH_LOADS + (load))
#define TH(n) \
	CURVE_POINT("threshold " n, KEYS_BASE(n), "0.2"), CURVE_POINT("threshold " n, KEYS_BASE(n), "0.5"), \
	CURVE_POINT("threshold " n, KEYS_BASE(n), "1")

static const struct paper_row rows_4_5[] = {
	TH("3"), TH("4"), TH("6"), TH("8"), TH("12"),
	{ 0 }
};

#define RUN(h, cycles) \
	"router=dragonfly rules=simulator dragonfly=" #h " full=drop detail=summary " cycles " "
#define RUN_4_5	RUN(8, "warmup=3000 measure=2000")
#define RUN_4_6	RUN(6, "warmup=2000 measure=1500")
#define RUN_8	RUN(8, "warmup=2000 measure=1500")
#define REDUCED	"dragonfly=2 warmup=1000 measure=1000"
#define PART(n, run, pattern, sentence) \
	{ .name = n, .keys = run pattern, .reduced = REDUCED, .what = sentence }
#define UNIFORM(n, run)	PART(n, run, "pattern=uniform", "Uniform traffic.")
#define NEXT(run) \
	PART("ADV+1", run, "pattern=adversarial", "All nodes of a group send to the next one.")

static const struct paper_part parts_4_5[] = { [BY_UN] = UNIFORM("UN", RUN_4_5), [BY_ADV] = NEXT(RUN_4_5), { 0 } };

static const struct paper_part parts_4_6[] = {
	[UN] = UNIFORM("UN", RUN_4_6), [ADV] = NEXT(RUN_4_6),
	[ADV_H] = {
		.name = "ADV+h", .keys = RUN_4_6 "pattern=adversarial distance=6",
		.reduced = REDUCED " distance=2",
		.what = "All nodes of a group send to the 6th next one.",
		.small_what = "All nodes of a group send to the 2nd next one.",
	},
	[UN_8] = UNIFORM("UN, h = 8", RUN_8),
	{ 0 }
};

#define TH_OVER(in, what, top, below, load, column, low, high, ...) \
	CURVE_OVER(in, what, TH_AT(top, load), TH_AT(below, load), column, low, high, ##__VA_ARGS__)

#define FEWER \
	"Beyond saturation Base accepts more than MIN since some packets leave the shortest way; with a threshold of 12 next to none does."
#define ABOVE_P \
	"A threshold of 12 is above the 8 nodes of a router, so that the packets of its nodes alone do not reach it. The thesis does not tell how far throughput falls."

static const struct paper_claim claims_4_5[] = {
	TH_OVER(BY_UN, "latency at 0.5, threshold 3 over 6", TH_3, TH_6, TH_50, LATENCY, 1, PAPER_MORE),
	TH_OVER(BY_UN, "latency at 0.5, threshold 6 over 12, within 5 %", TH_6, TH_12, TH_50, LATENCY, 0.95, 1.05),
	TH_OVER(BY_UN, "accepted at 1, threshold 3 over 6", TH_3, TH_6, TH_100, ACCEPTED, 0, 1),
	TH_OVER(BY_UN, "accepted at 1, threshold 4 over 6", TH_4, TH_6, TH_100, ACCEPTED, 0, 1),
	TH_OVER(BY_UN, "accepted at 1, threshold 6 over 8, within 5 %", TH_6, TH_8, TH_100, ACCEPTED, 0.95, 1.05),
	TH_OVER(BY_UN, "accepted at 1, threshold 6 over 12, within 5 %", TH_6, TH_12, TH_100, ACCEPTED, 0.95, 1.05, .why = { [BY_UN] = FEWER }),
	TH_OVER(BY_ADV, "latency at 0.2, threshold 6 over 3", TH_6, TH_3, TH_20, LATENCY, 1, PAPER_MORE),
	TH_OVER(BY_ADV, "latency at 0.2, threshold 12 over 6", TH_12, TH_6, TH_20, LATENCY, 1, PAPER_MORE),
	TH_OVER(BY_ADV, "accepted at 0.5, threshold 12 over 6", TH_12, TH_6, TH_50, ACCEPTED, 0, 1),
	TH_OVER(BY_ADV, "accepted at 0.5, threshold 8 over 6, less by 10 % at most", TH_8, TH_6, TH_50, ACCEPTED, 0.9, PAPER_MORE),
	TH_OVER(BY_ADV, "accepted at 0.5, threshold 12 over 6, less by 10 % at most", TH_12, TH_6, TH_50, ACCEPTED, 0.9, PAPER_MORE, .why = { [BY_ADV] = ABOVE_P }),
	{ 0 }
};

#define ROW(routing, at)	CURVE_AT(routing, AT_##at)
#define OVER(in, at, what, top, below, column, low, high, ...) \
	CURVE_OVER(in, what, ROW(top, at), ROW(below, at), column, low, high, ##__VA_ARGS__)

#define OVERLOAD \
	"Beyond saturation OLM sends most uniform packets off the shortest way, by the thresholds that it has here; OLM by VC sends fewer, and accepts more. The thesis does not tell its thresholds."

#define PORTS \
	"OLM compares ports here, the mean of their VCs, of which some are always empty; OLM by VC compares VCs."
#define LATE_BITS \
	"A global link counts as congested above 200 % of the mean and 5 packets. With less Piggyback accepts more (seastar-sim paper dragonfly figure3.7: Src-CRG, early). The thesis tells the 200 % only."

#define PEAK \
	"Between 0.4 and 1 only 0.6 is run, for few cycles: a peak beside it is missed."

#define AS_MIN(in, label, routing) \
	OVER(in, 20, "latency at 0.2, " label " over MIN, within 2 %", routing, MIN, LATENCY, 0.98, 1.02), \
	OVER(in, 40, "latency at 0.4, " label " over MIN, within 2 %", routing, MIN, LATENCY, 0.98, 1.02)
#define ABOVE_MIN(in, label, routing) \
	OVER(in, 40, "latency at 0.4, " label " over MIN", routing, MIN, LATENCY, 1, PAPER_MORE)
#define LATENCIES(in) \
	AS_MIN(in, "Base", BASE), AS_MIN(in, "Filtered", FILTERED), AS_MIN(in, "ECtN", ECTN), \
	ABOVE_MIN(in, "PB", PB), ABOVE_MIN(in, "OLM", OLM), ABOVE_MIN(in, "Hybrid", HYBRID)
#define ACCEPTS(label, top, below) \
	OVER(UN, 100, "accepted at 1, " label, top, below, ACCEPTED, 1, PAPER_MORE, .why = { [UN] = OVERLOAD })
#define AT_MOST(label, routing) \
	CURVE_IS(UN, "accepted at 1, " label ", 0.8 at most", ROW(routing, 100), ACCEPTED, 0, 0.8, 0.8)

/* Of both adversarial patterns */
#define AS_OLM(in, label, routing) \
	OVER(in, 100, "accepted at 1, " label " over OLM, within 5 %", routing, OLM, ACCEPTED, 0.95, 1.05)
#define SLOW(in, label, routing) \
	OVER(in, 10, "latency at 0.1, " label " over OLM", routing, OLM, LATENCY, 1, PAPER_MORE)
#define COMPETES(in, label, routing) \
	OVER(in, 40, "latency at 0.4, " label " over OLM, 10 % more at most", routing, OLM, LATENCY, 0, 1.1)
#define DROPS(label, routing) \
	CURVE_OVER(ADV_H, "accepted at 1 over that at 0.6, " label, ROW(routing, 100), ROW(routing, 60), ACCEPTED, 0, 0.99, .why = { [ADV_H] = PEAK })

static const struct paper_claim claims_4_6[] = {
	LATENCIES(UN), LATENCIES(UN_8),
	OVER(UN, 40, "latency at 0.4, Hybrid over OLM, within 2 %", HYBRID, OLM, LATENCY, 0.98, 1.02),
	ACCEPTS("Hybrid over OLM", HYBRID, OLM), ACCEPTS("OLM over Base", OLM, BASE),
	CURVE_OVER(UN, "accepted at 1, OLM by VC over Base", OLM_VC_100, ROW(BASE, 100), ACCEPTED, 1, PAPER_MORE, .why = { [UN] = OVERLOAD }), ACCEPTS("Base over MIN", BASE, MIN),
	ACCEPTS("Filtered over MIN", FILTERED, MIN), ACCEPTS("ECtN over MIN", ECTN, MIN),
	AT_MOST("Base", BASE),
	AS_OLM(ADV, "Base", BASE), AS_OLM(ADV, "Filtered", FILTERED), AS_OLM(ADV, "Hybrid", HYBRID),
	AS_OLM(ADV, "ECtN", ECTN),
	CURVE_IS(ADV, "accepted at 0.6, Base, slightly above 0.5", ROW(BASE, 60), ACCEPTED, 0.5, 0.53, 0.5),
	CURVE_IS(ADV, "accepted at 0.6, ECtN, slightly above 0.5", ROW(ECTN, 60), ACCEPTED, 0.5, 0.53, 0.5),
	CURVE_IS(ADV, "accepted at 0.6, OLM, slightly above 0.5", ROW(OLM, 60), ACCEPTED, 0.5, 0.53, 0.5, .why = { [ADV] = PORTS }),
	CURVE_IS(ADV, "accepted at 0.6, OLM by VC, slightly above 0.5", OLM_VC_60, ACCEPTED, 0.5, 0.53, 0.5),
	OVER(ADV, 60, "accepted at 0.6, PB over VAL", PB, VAL, ACCEPTED, 1, PAPER_MORE, .why = { [ADV] = LATE_BITS }),
	OVER(ADV, 60, "accepted at 0.6, OLM over PB", OLM, PB, ACCEPTED, 1, PAPER_MORE),
	OVER(ADV, 40, "latency at 0.4, PB over VAL", PB, VAL, LATENCY, 1, PAPER_MORE),
	OVER(ADV, 40, "latency at 0.4, OLM over VAL", OLM, VAL, LATENCY, 0, 1),
	OVER(ADV, 1, "latency at 0.01, Base over VAL", BASE, VAL, LATENCY, 0, 1),
	SLOW(ADV, "Base", BASE), SLOW(ADV, "Filtered", FILTERED),
	COMPETES(ADV, "Base", BASE), COMPETES(ADV, "Filtered", FILTERED), COMPETES(ADV, "Hybrid", HYBRID),
	OVER(ADV, 40, "latency at 0.4, ECtN over OLM", ECTN, OLM, LATENCY, 0, 1),
	OVER(ADV, 40, "latency at 0.4, ECtN over Base", ECTN, BASE, LATENCY, 0, 1),
	OVER(ADV, 40, "latency at 0.4, ECtN over Hybrid", ECTN, HYBRID, LATENCY, 0, 1),
	DROPS("VAL", VAL), DROPS("OLM", OLM), DROPS("Base", BASE), DROPS("Hybrid", HYBRID),
	DROPS("ECtN", ECTN),
	OVER(ADV_H, 20, "latency at 0.2, ECtN over OLM", ECTN, OLM, LATENCY, 1, PAPER_MORE),
	{ 0 }
};

#define LONGER \
	"Misrouted is the share of packets that have left the shortest way. The thesis runs 60,000 cycles of warm-up and as many measured."
#define NOTE_4_5	"Of 16,512 nodes (h = 8). " LONGER
#define NOTE_4_6 \
	"Of 5,256 nodes (h = 6), the fewest for which a threshold of 6 is not above p; uniform traffic of 16,512 nodes (h = 8), too. " LONGER
#define SMALL_NOTE	"Misrouted is the share of packets that have left the shortest way."
#define BY_VC \
	" OLM by VC compares the queues of VCs, not of ports, and leaves the shortest way for one that is 70 % as full at most."

const struct paper_reproduction paper_figure4_5 = {
	.name = "figure4.5", .place = "sec. 4.2.2, Figure 4.5",
	.title = "throughput and latency with contention counters, by threshold",
	.note = NOTE_4_5, .small_note = SMALL_NOTE, .seeds = 1,
	.column = columns, .row = rows_4_5, .part = parts_4_5, .claim = claims_4_5,
};

const struct paper_reproduction paper_figure4_6 = {
	.name = "figure4.6", .place = "sec. 4.3.1, Figure 4.6",
	.title = "throughput and latency by load, with occupancy and with contention counters",
	.note = NOTE_4_6 BY_VC, .small_note = SMALL_NOTE BY_VC, .seeds = 1,
	.column = columns, .row = rows_4_6, .part = parts_4_6, .claim = claims_4_6,
};
