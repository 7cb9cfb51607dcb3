// SPDX-License-Identifier: GPL-2.0-only
/* The same for other routings, triggers, arbiters and traffic, and for larger Dragonflies. */
#include "fogsim.h"

/* Of replies FOGSim takes the time from when they were made, as network_latency does. */
static const struct paper_column columns[] = {
	[FOGSIM_ACCEPTED] = COLUMN("accepted", "phits", "/load/accepted"),
	[FOGSIM_LATENCY] = COLUMN("latency", "cycles", "/network_latency/mean"),
	[FOGSIM_UNFAIR] = COLUMN("max/min", "routers", "/router_fairness/max_over_min"),
	FOGSIM_DETOURS,
	{ 0 }
};

#define ADV		FOGSIM_ADV
#define VAL		"routing=val valiant=outside "
#define SRC(sensing)	"routing=pb valiant=outside sensing=" sensing " "
#define OLM(policy)	"routing=olm misrouting=" policy " "
#define LOCAL		OLM("mm local_misrouting=yes")
#define BY(words)	LOCAL "trigger=" words " "
#define LRS		"priority=least-recent "
#define EARLY		"link_percent=125 link_packets=1 "
#define LARGE		"dragonfly=3 "
#define ADVC		"groups=2 " ADV

/* Its figures are means of so many seeds, measured by us with its last release (v5, dcdd75f). */
#define RUNS_OF_3_SEEDS(X) \
	X(AGE_UN_7, "MIN, age, UN, 0.7", "priority=oldest load=0.7", 0.69829, 155.99, 1.076, 0) \
	X(LRS_UN_10, "MIN, LRS, UN, 1", LRS "load=1", 0.81477, 934.13, 1.283, 0) \
	X(OBL_LRS_5, "OBL, LRS, ADV+1, 0.5", VAL LRS "transit=first " ADV "load=0.5", \
	  0.43687, 722.16, 1.385, 100) \
	X(PB_ADV_2, "PB, ADV+1, 0.2", "routing=pb valiant=source sensing=vc " ADV "load=0.2", \
	  0.20219, 207.01, 1.198, 46.72) \
	X(PORT_UN_5, "By port, UN, 0.5", SRC("port") "load=0.5", 0.50107, 183.85, 1.112, 27.75) \
	X(PORT_ADV_2, "By port, ADV+1, 0.2", SRC("port") ADV "load=0.2", \
	  0.20097, 207.22, 1.147, 45.64) \
	X(PORT_ADV_4, "By port, ADV+1, 0.4", SRC("port") ADV "load=0.4", \
	  0.32385, 626.5, 1.612, 62.84) \
	X(PAR_ADV_3, "PAR, ADV+1, 0.3", "routing=par misrouting=crg " ADV "load=0.3", \
	  0.28022, 458.88, 1.481, 55.39) \
	X(RRG_ADV_3, "RRG, ADV+1, 0.3", OLM("rrg") ADV "load=0.3", \
	  0.28138, 460.45, 1.518, 55.59) \
	X(LOCAL_ADV_3, "MM, ADV+1, 0.3", LOCAL ADV "load=0.3", 0.28103, 456.19, 1.497, 57.24) \
	X(LOCAL_AGE_4, "MM, age, ADV+1, 0.4", LOCAL "priority=oldest " ADV "load=0.4", \
	  0.39874, 358.82, 1.121, 69.66) \
	X(FILTERED_ADV_3, "Filtered, ADV+1, 0.3", BY("filtered contention=2") ADV "load=0.3", \
	  0.30153, 219.98, 1.142, 61.76) \
	X(HYBRID_ADV_3, "Hybrid, ADV+1, 0.3", BY("hybrid contention=3") ADV "load=0.3", \
	  0.30067, 217.84, 1.137, 62.31) \
	X(ECTN_ADV_3, "ECtN, ADV+1, 0.3", \
	  BY("ectn contention=2 group_contention=4") ADV "load=0.3", \
	  0.30028, 221.66, 1.158, 76.58)
#define RUNS_OF_5_SEEDS(X) \
	X(REPLIES_UN_25, "Replies, UN, 0.25", \
	  SRC("vc") "reply=8 load=0.25", 0.49955, 182.28, 1.177, 27.06)
#define RUNS_OF_2_SEEDS(X) \
	X(EARLY_VC_ADV_3, "Early, vc, ADV+1, 0.3", EARLY SRC("vc") ADV "load=0.3", \
	  0.30066, 251.39, 1.174, 84.83) \
	X(EARLY_PORT_ADV_3, "Early, port, ADV+1, 0.3", EARLY SRC("port") ADV "load=0.3", \
	  0.30098, 242.00, 1.202, 71.70) \
	X(LARGE_UN_5, "h = 3, vc, UN, 0.5", LARGE SRC("vc") "load=0.5", \
	  0.50004, 195.48, 1.114, 27.96) \
	X(LARGE_VC_ADV_2, "h = 3, vc, ADV+1, 0.2", LARGE SRC("vc") ADV "load=0.2", \
	  0.19973, 255.43, 1.191, 76.31) \
	X(LARGE_PORT_ADV_2, "h = 3, port, ADV+1, 0.2", LARGE SRC("port") ADV "load=0.2", \
	  0.19837, 374.58, 1.243, 72.30) \
	X(LARGE_ADVC_55, "h = 3, MM, ADVc, 0.55", LARGE LOCAL ADVC "load=0.55", \
	  0.49015, 545.42, 2.499, 82.93) \
	X(LARGE_LRS_4, "h = 3, LRS, ADVc, 0.4", \
	  LARGE LOCAL LRS "transit=first " ADVC "load=0.4", 0.33622, 304.82, 398.167, 74.65)
#define RUNS(X)	RUNS_OF_3_SEEDS(X) RUNS_OF_5_SEEDS(X) RUNS_OF_2_SEEDS(X)

FOGSIM_ROWS(RUNS);

enum part { FURTHER };

static const struct paper_part parts[] = {
	[FURTHER] = {
		.name = "further", .keys = FOGSIM_RUN, .reduced = "measure=4000",
		.what = "With FOGSim's rules. PB is routing=pb with valiant=source and sensing=vc; by port is Src-RRG with sensing=port, and replies are Src-RRG's, whose latency is counted from the reply. RRG is routing=olm, and MM routing=olm with local_misrouting=yes, to which Filtered, Hybrid and ECtN add triggers. LRS and age are arbiters, with transit=first in the rows of OBL and of LRS under ADVc. Early is Src-RRG, whose links count as congested at one packet above 125 % of the mean, not five above 200 %. Rows of h = 3 have dragonfly=3 and Src-RRG or MM; ADVc goes to two groups. FOGSim's figures are means of three seeds, of five in the row of replies, and of two in the last seven rows.",
		.paper = theirs,
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	FOGSIM_CLAIMS(RUNS)
	{ 0 }
};

const struct paper_reproduction paper_fogsim_further =
	FOGSIM_BESIDE("further routings, triggers, arbiters and traffic beside the thesis' simulator", 5);
