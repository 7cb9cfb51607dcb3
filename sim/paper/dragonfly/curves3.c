// SPDX-License-Identifier: GPL-2.0-only
/* Throughput and latency of eight routings by load, for three arbitrations: Figures 3.2, 3.7, 3.11. */
#include "curves.h"
#include "routings.h"

enum part { UN, ADV, ADVC };
enum load { AT_10, AT_20, AT_40, AT_50, AT_100, LOADS };
enum routing {
	MIN, OBL_RRG, OBL_CRG, SRC_RRG, SRC_CRG, RRG, CRG, MM, ROUTINGS
};

/* Below the curves: other thresholds, and, of Figure 3.7 only, MIN with transit first */
enum { MM_VC_50 = CURVE_AT(ROUTINGS, 0), MM_VC_100, SRC_EARLY, MIN_FIRST, CRG_VC_20, CRG_VC_40 };

static const struct paper_column columns[] = { CURVE_COLUMNS, { 0 } };

#define CURVE(label, words) \
	CURVE_POINT(label, words, "0.1"), CURVE_POINT(label, words, "0.2"), \
	CURVE_POINT(label, words, "0.4"), CURVE_POINT(label, words, "0.5"), \
	CURVE_POINT(label, words, "1")

#define ROWS \
	CURVE("MIN", KEYS_MIN), CURVE("Obl-RRG", KEYS_OBL_RRG), CURVE("Obl-CRG", KEYS_OBL_CRG), \
	CURVE("Src-RRG", KEYS_SRC_RRG), CURVE("Src-CRG", KEYS_SRC_CRG), CURVE("In-Trns-RRG", KEYS_TRANSIT "rrg"), \
	CURVE("In-Trns-CRG", KEYS_TRANSIT "crg"), CURVE("In-Trns-MM", KEYS_TRANSIT "mm"), \
	CURVE_POINT("In-Trns-MM by VC", KEYS_TRANSIT "mm sensing=vc candidate_percent=70", "0.5"), \
	CURVE_POINT("In-Trns-MM by VC", KEYS_TRANSIT "mm sensing=vc candidate_percent=70", "1"), \
	CURVE_POINT("Src-CRG, early", KEYS_SRC_CRG " link_percent=100 link_packets=1", "0.5")

static const struct paper_row rows[] = { ROWS, { 0 } };
static const struct paper_row rows_3_7[] = {
	ROWS,
	{ .name = "MIN, transit first, 1", .keys = KEYS_MIN " transit=first load=1" },
	CURVE_POINT("In-Trns-CRG by VC", KEYS_TRANSIT "crg sensing=vc", "0.2"),
	CURVE_POINT("In-Trns-CRG by VC", KEYS_TRANSIT "crg sensing=vc", "0.4"),
	{ 0 }
};

#define RUN \
	"router=dragonfly rules=simulator dragonfly=4 full=drop detail=summary warmup=20000 measure=5000 "
#define REDUCED	"dragonfly=2 warmup=1500 measure=1000"
#define PART(n, further, pattern, sentence) \
	{ .name = n, .keys = RUN further pattern, .reduced = REDUCED, .what = sentence }
#define PARTS(further) { \
	[UN] = PART("UN", further, "pattern=uniform", "Uniform traffic."), \
	[ADV] = PART("ADV+1", further, "pattern=adversarial", "All nodes of a group send to the next one."), \
	[ADVC] = { \
		.name = "ADVc", .keys = RUN further "pattern=adversarial groups=3", \
		.reduced = REDUCED " groups=1", \
		.what = "All nodes of a group send to the 3 next ones, all of which its last router has links to.", \
		.small_what = "All nodes of a group send to the next one.", \
	}, \
	{ 0 } \
}

static const struct paper_part parts_3_2[] = PARTS("transit=first ");
static const struct paper_part parts_3_7[] = PARTS("");
static const struct paper_part parts_3_11[] = PARTS("priority=oldest ");

#define ROW(routing, at)	CURVE_AT(routing, AT_##at)

#define OVERLOAD \
	"Beyond saturation OLM sends most uniform packets off the shortest way, as FOGSim v5 does (seastar-sim paper dragonfly fogsim). It does so since any shorter queue will do: with sensing=vc and candidate_percent=70, a setting of FOGSim's first release, In-Trns-MM by VC accepts more than MIN. The thesis does not tell its thresholds."
#define PORTS \
	"OLM compares ports here, the mean of their VCs, of which some are always empty; In-Trns-MM by VC compares VCs. With transit first and dragonfly=8 warmup=6000 measure=2000 (h = 8) it is 0.458 with In-Trns-MM."
#define LATE_BITS \
	"A global link counts as congested above 200 % of the mean of its router's, which is rarer the fewer links a router has: with dragonfly=8 warmup=6000 measure=2000 (h = 8) it is 0.964. With link_percent=100 link_packets=1 (Src-CRG, early) the claim holds with h = 4, too. It takes 5 packets besides; the thesis gives the 200 % only."
#define MINIMAL \
	"The share that the shortest ways can carry is larger the smaller the Dragonfly: 1 / (2 h^2) of ADV+1, and h - 1 times as much of ADVc. With dragonfly=8 warmup=6000 measure=2000 (h = 8) 98 % of ADV+1 leave the shortest way with Src-RRG and 97.8 % with Src-CRG by round robin, and 98.5 % with In-Trns-MM."
#define FEW \
	"At 0.5 and at 1 about 2 % leave the shortest way, too few for the claim to be about."

#define STARVED \
	"With transit first one of a group's eight routers injects next to nothing: of 0.5 that leaves 0.4375. Where more is offered In-Trns-MM accepts more."

#define SMALL \
	"The larger the Dragonfly, the more it is: with dragonfly=8 warmup=6000 measure=3000 MIN accepts 0.987 of what it does with transit first."

#define PORTS_STARVE \
	"The router with the link to the next group injects less than is offered at 0.2 already. It does so since OLM compares ports here: In-Trns-CRG by VC, with sensing=vc, starves no router, and has no such spike."

#define WHY(in, reason)	.why = { [in] = reason }

/* Of every arbitration */
#define UNIFORM \
	CURVE_OVER(UN, "latency at 0.4, Src-CRG over MIN", ROW(SRC_CRG, 40), ROW(MIN, 40), LATENCY, 0.95, 1.1), \
	CURVE_OVER(UN, "latency at 0.4, In-Trns-CRG over MIN", ROW(CRG, 40), ROW(MIN, 40), LATENCY, 0.95, 1.1), \
	CURVE_OVER(UN, "latency at 0.4, In-Trns-MM over MIN", ROW(MM, 40), ROW(MIN, 40), LATENCY, 0.95, 1.1), \
	CURVE_OVER(UN, "latency at 0.4, Src-RRG over Src-CRG", ROW(SRC_RRG, 40), ROW(SRC_CRG, 40), LATENCY, 1, PAPER_MORE), \
	CURVE_OVER(UN, "latency at 0.4, In-Trns-RRG over In-Trns-CRG", ROW(RRG, 40), ROW(CRG, 40), LATENCY, 1, PAPER_MORE), \
	CURVE_OVER(UN, "accepted at 1, Src-RRG over Src-CRG", ROW(SRC_RRG, 100), ROW(SRC_CRG, 100), ACCEPTED, 0, 1), \
	CURVE_OVER(UN, "accepted at 1, In-Trns-RRG over In-Trns-CRG", ROW(RRG, 100), ROW(CRG, 100), ACCEPTED, 0, 1, WHY(UN, OVERLOAD))

#define OVER_MIN(label, at) \
	CURVE_OVER(UN, "accepted at 1, " label " over MIN", at, ROW(MIN, 100), ACCEPTED, 1, PAPER_MORE, WHY(UN, OVERLOAD))
#define FEWER(label, routing, ...) \
	CURVE_OVER(UN, "misrouted at 1 over that at 0.5, " label, ROW(routing, 100), ROW(routing, 50), MISROUTED, 0, 1, ##__VA_ARGS__)
#define MORE_VCS \
	OVER_MIN("Src-CRG", ROW(SRC_CRG, 100)), OVER_MIN("In-Trns-RRG", ROW(RRG, 100)), \
	OVER_MIN("In-Trns-CRG", ROW(CRG, 100)), OVER_MIN("In-Trns-MM", ROW(MM, 100)), \
	OVER_MIN("In-Trns-MM by VC", MM_VC_100), \
	FEWER("Src-RRG", SRC_RRG), FEWER("Src-CRG", SRC_CRG, WHY(UN, FEW)), FEWER("In-Trns-MM", MM, WHY(UN, OVERLOAD))

#define MISROUTES(in, label, at) \
	CURVE_IS(in, "misrouted at 0.5, " label ", more than 97 %", at, MISROUTED, 97, 100, 97, WHY(in, MINIMAL))
#define NONMINIMAL(in) \
	MISROUTES(in, "Src-RRG", ROW(SRC_RRG, 50)), MISROUTES(in, "Src-CRG", ROW(SRC_CRG, 50)), \
	MISROUTES(in, "In-Trns-RRG", ROW(RRG, 50)), MISROUTES(in, "In-Trns-CRG", ROW(CRG, 50)), \
	MISROUTES(in, "In-Trns-MM", ROW(MM, 50))

#define REACHES(load, label, at) \
	CURVE_IS(ADV, "accepted at " load ", " label ", the bound of 0.5, within 5 %", at, ACCEPTED, 0.475, 0.525, 0.5, WHY(ADV, PORTS))
#define BOUND \
	REACHES("0.5", "In-Trns-RRG", ROW(RRG, 50)), REACHES("0.5", "In-Trns-CRG", ROW(CRG, 50)), \
	REACHES("0.5", "In-Trns-MM", ROW(MM, 50)), REACHES("0.5", "In-Trns-MM by VC", MM_VC_50), \
	REACHES("1", "In-Trns-RRG", ROW(RRG, 100)), REACHES("1", "In-Trns-CRG", ROW(CRG, 100)), \
	REACHES("1", "In-Trns-MM", ROW(MM, 100)), \
	CURVE_OVER(ADV, "accepted at 0.5, Obl-CRG over Obl-RRG", ROW(OBL_CRG, 50), ROW(OBL_RRG, 50), ACCEPTED, 1, PAPER_MORE), \
	CURVE_OVER(ADV, "accepted at 0.5, Src-CRG over Src-RRG", ROW(SRC_CRG, 50), ROW(SRC_RRG, 50), ACCEPTED, 1, PAPER_MORE, WHY(ADV, LATE_BITS)), \
	CURVE_OVER(ADV, "accepted at 0.5, Src-CRG, early, over Src-RRG", SRC_EARLY, ROW(SRC_RRG, 50), ACCEPTED, 1, PAPER_MORE), \
	CURVE_OVER(ADV, "accepted at 0.5, In-Trns-MM over Obl-CRG", ROW(MM, 50), ROW(OBL_CRG, 50), ACCEPTED, 1, PAPER_MORE, WHY(ADV, STARVED)), \
	CURVE_OVER(ADV, "accepted at 1, In-Trns-MM over Obl-CRG", ROW(MM, 100), ROW(OBL_CRG, 100), ACCEPTED, 1, PAPER_MORE)

#define CONSECUTIVE \
	CURVE_OVER(ADVC, "accepted at 0.5, In-Trns-MM over Obl-CRG", ROW(MM, 50), ROW(OBL_CRG, 50), ACCEPTED, 1, PAPER_MORE, WHY(ADVC, STARVED)), \
	CURVE_OVER(ADVC, "accepted at 1, In-Trns-MM over Obl-CRG", ROW(MM, 100), ROW(OBL_CRG, 100), ACCEPTED, 1, PAPER_MORE), \
	CURVE_OVER(ADVC, "accepted at 0.5, Obl-RRG over Src-RRG", ROW(OBL_RRG, 50), ROW(SRC_RRG, 50), ACCEPTED, 1, PAPER_MORE), \
	CURVE_OVER(ADVC, "accepted at 0.5, Src-RRG over Src-CRG", ROW(SRC_RRG, 50), ROW(SRC_CRG, 50), ACCEPTED, 1, PAPER_MORE)

/* A spike: latency is higher than at a higher load */
#define SPIKE(in, label, routing, low, high, ...) \
	CURVE_OVER(in, "latency at 0.2 over that at 0.4, " label, ROW(routing, 20), ROW(routing, 40), LATENCY, low, high, ##__VA_ARGS__)
#define NO_SPIKE(in) \
	SPIKE(in, "In-Trns-RRG", RRG, 0, 1), \
	SPIKE(in, "In-Trns-CRG", CRG, 0, 1, WHY(ADV, PORTS_STARVE)), \
	SPIKE(in, "In-Trns-MM", MM, 0, 1)

#define LESS(label, routing) \
	CURVE_IS(ADVC, "accepted at 0.4, " label ", less than is offered", ROW(routing, 40), ACCEPTED, 0, 0.396, PAPER_NONE)

static const struct paper_claim claims_3_2[] = {
	UNIFORM, MORE_VCS, NONMINIMAL(ADV), BOUND, NONMINIMAL(ADVC), CONSECUTIVE,
	SPIKE(ADV, "In-Trns-CRG", CRG, 1, PAPER_MORE), SPIKE(ADVC, "In-Trns-CRG", CRG, 1, PAPER_MORE),
	CURVE_OVER(ADVC, "latency at 0.2, Obl-RRG over In-Trns-CRG", ROW(OBL_RRG, 20), ROW(CRG, 20), LATENCY, 0, 1),
	CURVE_OVER(ADVC, "latency at 0.2, Obl-RRG over In-Trns-MM", ROW(OBL_RRG, 20), ROW(MM, 20), LATENCY, 0, 1),
	LESS("In-Trns-RRG", RRG), LESS("In-Trns-CRG", CRG), LESS("In-Trns-MM", MM),
	CURVE_IS(ADVC, "misrouted at 0.5, Src-RRG, 80 to 85 %", ROW(SRC_RRG, 50), MISROUTED, 80, 85, 82.5, WHY(ADVC, MINIMAL)),
	CURVE_IS(ADVC, "misrouted at 0.5, Src-CRG, 60 %, within 10 %", ROW(SRC_CRG, 50), MISROUTED, 54, 66, 60, WHY(ADVC, MINIMAL)),
	{ 0 }
};

static const struct paper_claim claims_3_7[] = {
	{
		.text = "accepted at 1, MIN over the same with transit first, about 3 % less",
		.part = UN, .a = { ROW(MIN, 100), ACCEPTED }, .b = { MIN_FIRST, ACCEPTED },
		.least = 0.95, .most = 0.99, .paper = 0.97, WHY(UN, SMALL),
	},
	UNIFORM, BOUND, CONSECUTIVE, NO_SPIKE(ADV), NO_SPIKE(ADVC),
	CURVE_OVER(ADV, "latency at 0.2 over that at 0.4, In-Trns-CRG by VC", CRG_VC_20, CRG_VC_40, LATENCY, 0, 1),
	{ 0 }
};

#define DROPS(label, routing, low, high) \
	CURVE_OVER(ADVC, "accepted at 1 over that at 0.5, " label, ROW(routing, 100), ROW(routing, 50), ACCEPTED, low, high)

static const struct paper_claim claims_3_11[] = {
	UNIFORM,
	CURVE_OVER(UN, "accepted at 1, In-Trns-CRG over In-Trns-MM, within 5 %", ROW(CRG, 100), ROW(MM, 100), ACCEPTED, 0.95, 1.05),
	CURVE_OVER(UN, "latency at 0.4, In-Trns-CRG over In-Trns-MM, within 5 %", ROW(CRG, 40), ROW(MM, 40), LATENCY, 0.95, 1.05),
	BOUND, CONSECUTIVE, NO_SPIKE(ADV), NO_SPIKE(ADVC),
	DROPS("Obl-RRG", OBL_RRG, 0.8, 0.995), DROPS("Obl-CRG", OBL_CRG, 0.8, 0.995),
	DROPS("In-Trns-RRG, 5 % less at most", RRG, 0.95, PAPER_MORE),
	DROPS("In-Trns-CRG, 5 % less at most", CRG, 0.95, PAPER_MORE),
	DROPS("In-Trns-MM, 5 % less at most", MM, 0.95, PAPER_MORE),
	{ 0 }
};

#define NOTE \
	"Of 1,056 nodes (h = 4). Misrouted is the share of packets that have left the shortest way. In-Trns-MM by VC compares the queues of VCs, not of ports, and leaves the shortest way for one that is 70 % as full at most. Src-CRG, early has links count as congested at lower occupancy. The thesis has 16,512 nodes (h = 8) and runs 60,000 cycles of warm-up and as many measured. Where a run is saturated or not steady its latency depends on the warm-up, and is not that of a steady state: under ADVc, In-Trns-CRG at 0.2 in Figure 3.2 has 294 cycles after 3,000 cycles of warm-up."
#define SMALL_NOTE \
	"Misrouted is the share of packets that have left the shortest way. In-Trns-MM by VC compares the queues of VCs, not of ports, and leaves the shortest way for one that is 70 % as full at most. Src-CRG, early has links count as congested at lower occupancy. Where a run is saturated or not steady its latency depends on the warm-up, and is not that of a steady state."

#define FIGURE(digits, n, of, where, how) \
	{ \
		.name = "figure3." digits, .place = where ", Figure 3." digits, \
		.title = "throughput and latency of eight routings by load, " how, \
		.note = NOTE, .small_note = SMALL_NOTE, .seeds = 1, \
		.column = columns, .row = of, .part = parts_##n, .claim = claims_##n, \
	}

const struct paper_reproduction paper_figure3_2 =
	FIGURE("2", 3_2, rows, "sec. 3.3.1", "transit traffic going first");
const struct paper_reproduction paper_figure3_7 =
	FIGURE("7", 3_7, rows_3_7, "sec. 3.3.3", "by round robin");
const struct paper_reproduction paper_figure3_11 =
	FIGURE("11", 3_11, rows, "sec. 3.3.4", "the oldest going first");
