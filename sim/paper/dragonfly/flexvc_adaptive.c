// SPDX-License-Identifier: GPL-2.0-only
/* FlexVC with adaptive routing, and minCred: Figures 5.10, 5.11, 5.13 and 5.14. */
#include "flexvc.h"

static const struct paper_column columns[] = { CURVE_COLUMNS, { 0 } };

#define DAMQ			FIXED(4, 2) " buffers=shared"

/* All draw the Valiant router anew, but where Figure 5.13 says otherwise. */
#define VAL	"routing=val valiant=outside "

/* Of Figures 5.10, 5.11 and 5.13: what holds the VCs, and how congested links are found. */
enum way {
	VALIANT, BASE_VC, BASE_PORT, DAMQ_VC, DAMQ_PORT, FLEX_VC, FLEX_PORT, MIN_CRED_VC,
	MIN_CRED_PORT, FLEX_EARLY, MIN_CRED_EARLY, MIN
};

#define ROW(label, words)	{ .name = label, .keys = words }
#define PB_ROWS(how, base, damq, flex) \
	[BASE_VC] = ROW("PB by VC", PB how base BY_VC), \
	[BASE_PORT] = ROW("PB by port", PB how base BY_PORT), \
	[DAMQ_VC] = ROW("DAMQ by VC", PB how damq BY_VC), \
	[DAMQ_PORT] = ROW("DAMQ by port", PB how damq BY_PORT), \
	[FLEX_VC] = ROW("FlexVC by VC", PB how flex BY_VC), \
	[FLEX_PORT] = ROW("FlexVC by port", PB how flex BY_PORT), \
	[MIN_CRED_VC] = ROW("FlexVC-minCred by VC", PB how flex BY_VC " min_cred=yes"), \
	[MIN_CRED_PORT] = ROW("FlexVC-minCred by port", PB how flex BY_PORT " min_cred=yes")

/* Links count as congested at 1 packet above 200 % of the mean, not 5. */
#define EARLY	" link_packets=1"

static const struct paper_row rows_5_10[] = {
	[VALIANT] = ROW("VAL", VAL REDRAW FIXED(4, 2)),
	PB_ROWS(REDRAW, FIXED(4, 2), DAMQ, FLEX(4, 2)),
	[FLEX_EARLY] = ROW("FlexVC by port, early", PB REDRAW FLEX(4, 2) BY_PORT EARLY),
	[MIN_CRED_EARLY] = ROW("FlexVC-minCred by port, early", PB REDRAW FLEX(4, 2) BY_PORT EARLY " min_cred=yes"),
	[MIN] = ROW("MIN 2/1", "routing=min " FIXED(2, 1)),
	{ 0 }
};

#define SHARED	DAMQ REPLIES(4, 2)

static const struct paper_row rows_5_11[] = {
	[VALIANT] = ROW("VAL", VAL REDRAW TWICE),
	PB_ROWS(REDRAW, TWICE, SHARED, FEWER),
	[FLEX_EARLY] = ROW("FlexVC by port, early", PB REDRAW FEWER BY_PORT EARLY),
	[MIN_CRED_EARLY] = ROW("FlexVC-minCred by port, early", PB REDRAW FEWER BY_PORT EARLY " min_cred=yes"),
	[MIN] = ROW("MIN 2/1+2/1", "routing=min " FIXED(2, 1) REPLIES(2, 1)),
	{ 0 }
};

/* Figure 5.13, whose parts say when it is drawn */
static const struct paper_row rows_5_13[] = {
	[VALIANT] = ROW("VAL", VAL TWICE),
	PB_ROWS("", TWICE, SHARED, FEWER),
	[FLEX_EARLY] = ROW("FlexVC by port, early", PB FEWER BY_PORT EARLY),
	[MIN_CRED_EARLY] = ROW("FlexVC-minCred by port, early", PB FEWER BY_PORT EARLY " min_cred=yes"),
	{ 0 }
};

/* Figure 5.14 */
enum transit { T_MIN, T_VAL, T_PB, T_PB_FLEX, T_BASE, T_FLEX, T_GROUP, T_CTA };

static const struct paper_row rows_5_14[] = {
	[T_MIN] = ROW("MIN 2/1+2/1", "routing=min " FIXED(2, 1) REPLIES(2, 1)),
	[T_VAL] = ROW("VAL 4/2+4/2", VAL REDRAW TWICE),
	[T_PB] = ROW("PB by VC 4/2+4/2", PB REDRAW TWICE BY_VC),
	[T_PB_FLEX] = ROW("PB FlexVC-minCred by port 4/2+2/1", PB REDRAW FEWER BY_PORT " min_cred=yes"),
	[T_BASE] = ROW("in-transit 3/2+3/2", KEYS_OLM " " FIXED(3, 2) REPLIES(3, 2)),
	[T_FLEX] = ROW("in-transit FlexVC 3/2+2/1", TRANSIT_FLEX),
	[T_GROUP] = ROW("in-transit FlexVC 3/2+2/1 by group", TRANSIT_FLEX " vc_limit=group"),
	[T_CTA] = ROW("in-transit Cta FlexVC 3/2+2/1", TRANSIT_FLEX " trigger=base contention=6"),
	{ 0 }
};

#define RUN \
	"router=dragonfly rules=simulator dragonfly=3 full=drop detail=summary warmup=6000 measure=6000 "
#define REDUCED	"dragonfly=2 warmup=1500 measure=1500"
#define PART(n, further, sentence) \
	{ .name = n, .keys = RUN further, .reduced = REDUCED, .what = sentence }
#define ADVERSARIAL	"pattern=adversarial "
#define ANSWERED	"reply=8 load=0.5 "

enum part_5_10 { UN, BURSTS, ADV };
static const struct paper_part parts_5_10[] = {
	[UN] = PART("UN, 1", "load=1", "Uniform traffic at full load."),
	[BURSTS] = PART("BURSTY-UN, 0.4", "load=0.4 burst=5", "Uniform bursts of 5 packets on the mean."),
	[ADV] = PART("ADV+1, 1", ADVERSARIAL "load=1", "All nodes of a group send to the next one."),
	{ 0 }
};

static const struct paper_part parts_5_11[] = {
	[UN] = PART("UN", ANSWERED, "Uniform requests at 0.5, and as much of replies."),
	[BURSTS] = PART("BURSTY-UN", ANSWERED "burst=5", "The same in bursts of 5 requests on the mean."),
	[ADV] = PART("ADV+1", ANSWERED ADVERSARIAL, "All nodes of a group send requests at 0.5 to the next one, which replies."),
	{ 0 }
};

#define parts_5_14	parts_5_11

enum part_5_13 { FIRST, ANEW };
static const struct paper_part parts_5_13[] = {
	[FIRST] = PART("drawn once", ANSWERED ADVERSARIAL "redraw=no", "The Valiant router of a packet is drawn when it is injected."),
	[ANEW] = PART("drawn anew", ANSWERED ADVERSARIAL "redraw=yes", "It is drawn anew in each attempt to let the packet go."),
	{ 0 }
};

#define SMALLER \
	"Of 342 nodes (h = 3); the result 'flexvc' is of the thesis' 16,512 (h = 8)."
#define FEW_LINKS \
	"A router has three global links here (h = 3), and seldom has one 5 packets more than 200 % of their mean. With link_packets=1 (early) the bits decide, and minCred recovers what FlexVC has lost. The thesis tells the 200 % only."
#define DRAWN_ONCE \
	"If the router is drawn once, Piggyback with fixed VCs loses a fifth here, and FlexVC with link_packets=1 a tenth."
#define OVER(in, what, top, below, column, low, high, value, ...) \
	{ \
		.text = what, .part = in, .a = { top, column }, .b = { below, column }, \
		.of_means = true, .least = low, .most = high, .paper = value, ##__VA_ARGS__ \
	}
#define IS(in, what, row, low, high, value, ...) \
	CURVE_IS(in, what, row, ACCEPTED, low, high, value, ##__VA_ARGS__)
#define WHY_UN		SMALLER
#define WHY_BURSTS	SMALLER
#define WHY_ADV		FEW_LINKS
#define WHY_FIRST	FEW_LINKS
#define WHY_ANEW	FEW_LINKS
#define SIZE(in)	.why = { [in] = SMALLER }
#define WHY(in)		.why = { [in] = WHY_##in }
#define MORE(in, what, top, below) \
	OVER(in, what, top, below, ACCEPTED, 1, PAPER_MORE, 0, WHY(in))
#define LESS(in, what, top, below, column) \
	OVER(in, what, top, below, column, 0, 1, 0, WHY(in))
#define LIKE(in, what, top, below, within) \
	OVER(in, what, top, below, ACCEPTED, 1 - (within), 1 + (within), 1, WHY(in))

/* FlexVC's senses differ by nothing that the thesis could see. */
#define AS_WELL(in) \
	LIKE(in, "accepted, FlexVC by VC over FlexVC-minCred by port, within 2 %", FLEX_VC, MIN_CRED_PORT, 0.02), \
	LIKE(in, "accepted, FlexVC by port over FlexVC-minCred by port, within 2 %", FLEX_PORT, MIN_CRED_PORT, 0.02), \
	LIKE(in, "accepted, FlexVC-minCred by VC over by port, within 2 %", MIN_CRED_VC, MIN_CRED_PORT, 0.02)

static const struct paper_claim claims_5_10[] = {
	MORE(UN, "accepted, FlexVC-minCred by port over PB by VC", MIN_CRED_PORT, BASE_VC),
	MORE(UN, "accepted, FlexVC-minCred by port over DAMQ by VC", MIN_CRED_PORT, DAMQ_VC),
	MORE(UN, "accepted, FlexVC-minCred by port over MIN", MIN_CRED_PORT, MIN),
	MORE(UN, "accepted, PB by port over by VC", BASE_PORT, BASE_VC),
	LESS(UN, "misrouted, PB by port over by VC", BASE_PORT, BASE_VC, MISROUTED),
	AS_WELL(UN),
	LESS(BURSTS, "latency, FlexVC-minCred by port over PB by VC", MIN_CRED_PORT, BASE_VC, LATENCY),
	LESS(BURSTS, "latency, FlexVC-minCred by port over FlexVC by port", MIN_CRED_PORT, FLEX_PORT, LATENCY),
	LESS(BURSTS, "latency, FlexVC-minCred by VC over FlexVC by VC", MIN_CRED_VC, FLEX_VC, LATENCY),
	MORE(ADV, "accepted, FlexVC-minCred by port over PB by VC", MIN_CRED_PORT, BASE_VC),
	MORE(ADV, "accepted, FlexVC-minCred by port over VAL", MIN_CRED_PORT, VALIANT),
	MORE(ADV, "accepted, DAMQ by VC over PB by VC", DAMQ_VC, BASE_VC),
	AS_WELL(ADV),
	LIKE(ADV, "accepted, FlexVC-minCred by port, early, over PB by VC, within 5 %", MIN_CRED_EARLY, BASE_VC, 0.05),
	MORE(ADV, "accepted, FlexVC-minCred by port, early, over FlexVC by port, early", MIN_CRED_EARLY, FLEX_EARLY),
	{ 0 }
};

static const struct paper_claim claims_5_11[] = {
	OVER(UN, "accepted, FlexVC-minCred by port over PB by VC: 20.4 % more, within 5 %", MIN_CRED_PORT, BASE_VC, ACCEPTED, 1.154, 1.254, 1.204, WHY(UN)),
	MORE(UN, "accepted, FlexVC by VC over PB by VC", FLEX_VC, BASE_VC),
	MORE(UN, "accepted, FlexVC by port over PB by VC", FLEX_PORT, BASE_VC),
	MORE(UN, "accepted, FlexVC-minCred by VC over PB by VC", MIN_CRED_VC, BASE_VC),
	MORE(BURSTS, "accepted, FlexVC-minCred by port over PB by VC", MIN_CRED_PORT, BASE_VC),
	LESS(ADV, "accepted, PB by port over by VC", BASE_PORT, BASE_VC, ACCEPTED),
	IS(ADV, "accepted, DAMQ by VC, less than 0.15", DAMQ_VC, 0, 0.15, 0.15, SIZE(ADV)),
	IS(ADV, "accepted, DAMQ by port, less than 0.05", DAMQ_PORT, 0, 0.05, 0.05, SIZE(ADV)),
	LESS(ADV, "accepted, FlexVC by VC over PB by VC", FLEX_VC, BASE_VC, ACCEPTED),
	LESS(ADV, "accepted, FlexVC by port over PB by VC", FLEX_PORT, BASE_VC, ACCEPTED),
	LESS(ADV, "accepted, FlexVC-minCred by VC over PB by VC", MIN_CRED_VC, BASE_VC, ACCEPTED),
	LIKE(ADV, "accepted, FlexVC-minCred by port over PB by VC, within 5 %", MIN_CRED_PORT, BASE_VC, 0.05),
	LIKE(ADV, "accepted, FlexVC-minCred by port, early, over PB by VC, within 5 %", MIN_CRED_EARLY, BASE_VC, 0.05),
	MORE(ADV, "accepted, FlexVC-minCred by port, early, over FlexVC by port, early", MIN_CRED_EARLY, FLEX_EARLY),
	{ 0 }
};

static const struct paper_claim claims_5_13[] = {
	OVER(FIRST, "accepted, FlexVC-minCred by port over PB by VC: 15 % less, within 5 %", MIN_CRED_PORT, BASE_VC, ACCEPTED, 0.8, 0.9, 0.85, WHY(FIRST)),
	LIKE(ANEW, "accepted, FlexVC-minCred by port over PB by VC, within 5 %", MIN_CRED_PORT, BASE_VC, 0.05),
	IS(ANEW, "accepted, FlexVC-minCred by port, the bound of 0.5, within 5 %", MIN_CRED_PORT, 0.475, 0.525, 0.5, WHY(ANEW)),
	OVER(FIRST, "accepted, FlexVC-minCred by port, early, over PB by VC: 15 % less, within 5 %", MIN_CRED_EARLY, BASE_VC, ACCEPTED, 0.8, 0.9, 0.85, .why = { [FIRST] = DRAWN_ONCE }),
	LIKE(ANEW, "accepted, FlexVC-minCred by port, early, over PB by VC, within 5 %", MIN_CRED_EARLY, BASE_VC, 0.05),
	IS(ANEW, "accepted, FlexVC-minCred by port, early, the bound of 0.5, within 5 %", MIN_CRED_EARLY, 0.475, 0.525, 0.5, WHY(ANEW)),
	MORE(ANEW, "accepted, FlexVC-minCred by port, early, over FlexVC by port, early", MIN_CRED_EARLY, FLEX_EARLY),
	{ 0 }
};

static const struct paper_claim claims_5_14[] = {
	LIKE(UN, "accepted, in-transit FlexVC over in-transit, within 5 %", T_FLEX, T_BASE, 0.05),
	LIKE(UN, "accepted, in-transit Cta over PB FlexVC-minCred, within 5 %", T_CTA, T_PB_FLEX, 0.05),
	MORE(BURSTS, "accepted, in-transit Cta over PB FlexVC-minCred", T_CTA, T_PB_FLEX),
	OVER(ADV, "accepted, in-transit FlexVC over in-transit: less than half", T_FLEX, T_BASE, ACCEPTED, 0, 0.5, 0, SIZE(ADV)),
	MORE(ADV, "accepted, in-transit FlexVC by group over by path", T_GROUP, T_FLEX),
	OVER(ADV, "accepted, in-transit Cta over in-transit, 5 % less at most", T_CTA, T_BASE, ACCEPTED, 0.95, PAPER_MORE, 0, SIZE(ADV)),
	MORE(ADV, "accepted, in-transit Cta over PB FlexVC-minCred", T_CTA, T_PB_FLEX),
	{ 0 }
};

#define SENSES \
	"Congested links are found by the occupancy of a VC or of a port; minCred counts minimal packets alone. Each VC has 32 phits (local) and 256 (global)."
#define WORDS_5_10	"PB and VAL have 4/2 VCs. " SENSES
#define WORDS_5_11	"PB and VAL have 4/2+4/2 VCs, with FlexVC 4/2+2/1. " SENSES
#define WORDS_5_14	"Each VC has 32 phits (local) and 256 (global). Cta is the trigger by contention counters. By group is vc_limit=group, FOGSim's limit of VCs in the source's group, where the others have the thesis' (path)."

const struct paper_reproduction paper_figure5_10 =
	FIGURE(5_10, "5.10", "Piggyback with FlexVC, by how it finds congested links", WORDS_5_10);
const struct paper_reproduction paper_figure5_11 =
	FIGURE(5_11, "5.11", "the same of requests and replies", WORDS_5_11);
const struct paper_reproduction paper_figure5_13 =
	FIGURE(5_13, "5.13", "adversarial requests and replies, by when the Valiant router is drawn", WORDS_5_11);
const struct paper_reproduction paper_figure5_14 =
	FIGURE(5_14, "5.14", "requests and replies with in-transit routing and FlexVC", WORDS_5_14);
