// SPDX-License-Identifier: GPL-2.0-only
/* The same at loads where queues begin to fill, where single seeds lie far apart. */
#include "fogsim.h"

static const struct paper_column columns[] = { FOGSIM_COLUMNS, { 0 } };

/* Its figures are means of 20 seeds, measured by us with its last release (v5, dcdd75f). */
#define RUNS(X) \
	X(MIN_UN_8, "MIN, UN, 0.8", "load=0.8", 0.79561, 260.19, 1.092) \
	X(CRG_ADV_2, "Src-CRG, ADV+2, 0.2", \
	  "routing=pb misrouting=crg sensing=port distance=2 " FOGSIM_ADV "load=0.2", \
	  0.20004, 252.41, 1.195) \
	X(SLOW_UN_7, "speedup 1, UN, 0.7", "speedup=1 load=0.7", 0.69694, 294.01, 1.101) \
	X(BURSTS_6, "bursts, UN, 0.6", "burst=5 load=0.6", 0.55271, 497.84, 1.402)

FOGSIM_ROWS(RUNS);

enum part { KNEE };

static const struct paper_part parts[] = {
	[KNEE] = {
		.name = "knee", .keys = FOGSIM_RUN, .reduced = "measure=4000",
		.what = "With FOGSim's rules, and means of 20 seeds on both sides; bursts have burst=5 packets on average, and Src-CRG has sensing=port. The latency of a single seed deviates by 8 to 23 cycles (standard deviation) in FOGSim: three seeds cannot tell a difference of 3 %.",
		.paper = theirs,
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	FOGSIM_CLAIMS(RUNS)
	{ 0 }
};

const struct paper_reproduction paper_fogsim_knee =
	FOGSIM_BESIDE("loads where queues begin to fill beside the thesis' simulator", 20);
