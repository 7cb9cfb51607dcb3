// SPDX-License-Identifier: GPL-2.0-only
/* The same for adaptive routing: Piggyback, and OLM with credits or contention counters. */
#include "fogsim.h"

static const struct paper_column columns[] = {
	FOGSIM_COLUMNS,
	FOGSIM_DETOURS,
	{ 0 }
};

#define ADV	FOGSIM_ADV
#define SRC	"routing=pb valiant=outside sensing=vc "
#define OLM	"routing=olm "
#define BASE(n)	"routing=olm trigger=base contention=" n " "

/* Its figures are means of three seeds, measured by us with its last release (v5, dcdd75f). */
#define RUNS(X) \
	X(SRC_UN_1, "Src-RRG, UN, 0.1", SRC "load=0.1", 0.1005, 154.13, 1.305, 21.66) \
	X(SRC_UN_3, "Src-RRG, UN, 0.3", SRC "load=0.3", 0.30099, 168.46, 1.177, 27.36) \
	X(SRC_UN_5, "Src-RRG, UN, 0.5", SRC "load=0.5", 0.50014, 183.75, 1.116, 27.71) \
	X(SRC_UN_7, "Src-RRG, UN, 0.7", SRC "load=0.7", 0.69344, 347.64, 1.098, 25.87) \
	X(SRC_UN_9, "Src-RRG, UN, 0.9", SRC "load=0.9", 0.71752, 1139.30, 1.182, 21.77) \
	X(SRC_ADV_1, "Src-RRG, ADV+1, 0.1", SRC ADV "load=0.1", 0.10044, 186.83, 1.295, 39.00) \
	X(SRC_ADV_2, "Src-RRG, ADV+1, 0.2", SRC ADV "load=0.2", 0.20129, 207.09, 1.179, 45.54) \
	X(SRC_ADV_3, "Src-RRG, ADV+1, 0.3", SRC ADV "load=0.3", 0.29745, 373.85, 1.181, 59.22) \
	X(SRC_ADV_4, "Src-RRG, ADV+1, 0.4", SRC ADV "load=0.4", 0.32484, 628.18, 1.633, 62.90) \
	X(SRC_ADV_5, "Src-RRG, ADV+1, 0.5", SRC ADV "load=0.5", 0.3411, 783.95, 2.111, 64.97) \
	X(OLM_UN_1, "OLM, UN, 0.1", OLM "load=0.1", 0.10056, 127.54, 1.216, 2.00) \
	X(OLM_UN_3, "OLM, UN, 0.3", OLM "load=0.3", 0.30197, 134.55, 1.191, 4.67) \
	X(OLM_UN_5, "OLM, UN, 0.5", OLM "load=0.5", 0.50024, 143.18, 1.111, 6.21) \
	X(OLM_UN_7, "OLM, UN, 0.7", OLM "load=0.7", 0.69903, 161.75, 1.108, 8.61) \
	X(OLM_UN_9, "OLM, UN, 0.9", OLM "load=0.9", 0.69947, 1166.55, 1.176, 30.59) \
	X(OLM_ADV_1, "OLM, ADV+1, 0.1", OLM ADV "load=0.1", 0.10054, 150.92, 1.308, 5.42) \
	X(OLM_ADV_2, "OLM, ADV+1, 0.2", OLM ADV "load=0.2", 0.20208, 284.63, 1.164, 38.15) \
	X(OLM_ADV_3, "OLM, ADV+1, 0.3", OLM ADV "load=0.3", 0.28135, 456.30, 1.499, 55.57) \
	X(OLM_ADV_4, "OLM, ADV+1, 0.4", OLM ADV "load=0.4", 0.35668, 419.50, 1.924, 64.94) \
	X(OLM_ADV_5, "OLM, ADV+1, 0.5", OLM ADV "load=0.5", 0.43133, 399.91, 2.356, 71.03) \
	X(CA2_UN_5, "Base, 2, UN, 0.5", BASE("2") "load=0.5", 0.5005, 186.57, 1.142, 41.87) \
	X(CA2_UN_7, "Base, 2, UN, 0.7", BASE("2") "load=0.7", 0.68931, 366.88, 1.107, 49.96) \
	X(CA2_UN_9, "Base, 2, UN, 0.9", BASE("2") "load=0.9", 0.74567, 1135.81, 1.139, 32.67) \
	X(CA2_ADV_1, "Base, 2, ADV+1, 0.1", BASE("2") ADV "load=0.1", 0.10034, 187.57, 1.316, 46.11) \
	X(CA2_ADV_2, "Base, 2, ADV+1, 0.2", BASE("2") ADV "load=0.2", 0.20231, 209.04, 1.214, 63.85) \
	X(CA2_ADV_3, "Base, 2, ADV+1, 0.3", BASE("2") ADV "load=0.3", 0.30107, 220.79, 1.154, 71.52) \
	X(CA2_ADV_4, "Base, 2, ADV+1, 0.4", BASE("2") ADV "load=0.4", 0.40122, 231.74, 1.137, 75.15) \
	X(CA2_ADV_5, "Base, 2, ADV+1, 0.5", BASE("2") ADV "load=0.5", 0.50061, 253.15, 1.130, 76.60) \
	X(CA3_ADV_3, "Base, 3, ADV+1, 0.3", BASE("3") ADV "load=0.3", 0.3014, 221.28, 1.169, 58.71)

FOGSIM_ROWS(RUNS);

enum part { SIMULATOR, TIMES };

static const struct paper_part parts[] = {
	[SIMULATOR] = {
		.name = "adaptive", .keys = FOGSIM_RUN, .reduced = "measure=4000",
		.what = "With FOGSim's rules. Src-RRG is routing=pb with valiant=outside and sensing=vc; OLM is routing=olm, whose trigger is credits, and Base, n the same with trigger=base and contention=n.",
		.paper = theirs,
	},
	[TIMES] = {
		.name = "adaptive, times", .keys = FOGSIM_RUN "output_time=tail entry=whole", .reduced = "measure=4000",
		.what = "The same, except for two rules: an output is busy until the tail of a packet has passed, and packets of nodes are all there at once. Outputs that are busy for longer send more packets off the shortest way with OLM, and packets that are there at once send fewer with contention counters.",
		.paper = theirs,
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	FOGSIM_CLAIMS(RUNS)
	{ 0 }
};

const struct paper_reproduction paper_fogsim_adaptive =
	FOGSIM_BESIDE("adaptive routing beside the thesis' simulator, in the same set-up", 5);
