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
#define FOGSIM_DETOURS \
	[FOGSIM_MISROUTED] = SCALED("misrouted", "%", "/misrouting/packets", 100)

#define FOGSIM_NOTE \
	"Paper means FOGSim here. Its latencies at loads that saturate hang on 5,000 cycles of warm-up, as do ours."

/* Of FOGSim's three seeds those at 0.8 lie 16.8 cycles apart (standard deviation), at 0.9 14.2. */
#define FOGSIM_KNEE \
	"At loads from the one that saturates on, latency hangs on the seed and on how long the warm-up was: FOGSim's own three seeds lie far apart there."

/*
 * A file defines RUNS(X), a row X(place, label, keys, accepted, latency, ...) for each experiment,
 * with FOGSim's figures in the order of the columns.  Its first part has them, and is compared.
 */
#define FOGSIM_PLACE(place, ...)		place,
#define FOGSIM_ROW(place, label, words, ...)	[place] = { .name = label, .keys = words },
#define FOGSIM_THEIRS(place, label, words, ...)	[place] = { __VA_ARGS__ },

#define FOGSIM_ROWS(runs) \
	enum row { runs(FOGSIM_PLACE) }; \
	static const struct paper_row rows[] = { runs(FOGSIM_ROW) { 0 } }; \
	static const double theirs[PAPER_ROWS][PAPER_COLUMNS] = { runs(FOGSIM_THEIRS) }

/* A claim: the mean of @column of row @place is within @share of @value, FOGSim's. */
#define FOGSIM_NEAR(place, label, column, what, share, value, reason) \
	{ \
		.text = label ": " what, .why = { reason }, .a = { place, column }, .alone = true, \
		.of_means = true, .least = (1 - (share)) * (value), \
		.most = (1 + (share)) * (value), .paper = value, \
	},
#define FOGSIM_ACCEPTED_NEAR(place, label, words, accepted, ...) \
	FOGSIM_NEAR(place, label, FOGSIM_ACCEPTED, "accepted load, within 2 %", 0.02, \
		    accepted, NULL)
#define FOGSIM_LATENCY_NEAR(place, label, words, accepted, latency, ...) \
	FOGSIM_NEAR(place, label, FOGSIM_LATENCY, "latency, within 3 %", 0.03, latency, FOGSIM_KNEE)
#define FOGSIM_CLAIMS(runs)	runs(FOGSIM_ACCEPTED_NEAR) runs(FOGSIM_LATENCY_NEAR)

#define FOGSIM_BESIDE(head, of_seeds) \
	{ \
		.name = "fogsim", .place = "FOGSim v5", .title = head, .note = FOGSIM_NOTE, \
		.seeds = of_seeds, .column = columns, .row = rows, .part = parts, .claim = claims, \
	}

#endif /* SIM_PAPER_FOGSIM_H */
