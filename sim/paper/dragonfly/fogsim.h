/* SPDX-License-Identifier: GPL-2.0-only */
/* What runs beside FOGSim have in common. */
#ifndef SIM_PAPER_FOGSIM_H
#define SIM_PAPER_FOGSIM_H

#include "sim/paper/list.h"

#define FOGSIM_ADV	"pattern=adversarial "
#define FOGSIM_RUN \
	"router=dragonfly rules=simulator dragonfly=2 full=drop detail=summary warmup=5000 measure=10000 "

enum fogsim_column { FOGSIM_ACCEPTED, FOGSIM_LATENCY, FOGSIM_UNFAIR, FOGSIM_MISROUTED };

#define FOGSIM_COLUMNS \
	[FOGSIM_ACCEPTED] = COLUMN("accepted", "phits", "/load/accepted"), \
	[FOGSIM_LATENCY] = COLUMN("latency", "cycles", "/latency/mean"), \
	[FOGSIM_UNFAIR] = COLUMN("max/min", "routers", "/router_fairness/max_over_min")

#define FOGSIM_WHERE	"FOGSim v5"
#define FOGSIM_NOTE \
	"Paper means FOGSim here. Its latencies at loads that saturate hang on 5,000 cycles of warm-up, as do ours."

/* Of FOGSim's three seeds those at 0.8 lie 16.8 cycles apart (standard deviation), at 0.9 14.2. */
#define FOGSIM_KNEE \
	"At loads from the one that saturates on, latency hangs on the seed and on how long the warm-up was: FOGSim's own three seeds lie far apart there."

/* A claim: the mean of @column of @row in part @in is within @share of @value, FOGSim's. */
#define FOGSIM_NEAR(in, row, label, column, what, share, value, reason) \
	{ \
		.text = label ": " what, .why = { [in] = reason }, .part = in, \
		.a = { row, column }, .alone = true, .of_means = true, \
		.least = (1 - (share)) * (value), .most = (1 + (share)) * (value), .paper = value, \
	},

#endif /* SIM_PAPER_FOGSIM_H */
