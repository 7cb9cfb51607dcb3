/* SPDX-License-Identifier: GPL-2.0-only */
/* The runs of a reproduction's experiments, and the figures that come of them. */
#ifndef SIM_PAPER_RUNS_H
#define SIM_PAPER_RUNS_H

#include "sim/saturate/search.h"

#include "at.h"

/**
 * struct paper_one - a run, or a search for the highest stable load
 * @at: which; its load is the highest that is stable so far
 * @search: that goes on
 * @probe: number of its last run
 * @experiment: that is under way, as text; NULL if none is
 * @done: the figures are there
 * @verdict: of the run
 * @state_hash: likewise
 * @cell: figures by column
 */
struct paper_one {
	struct paper_at at;
	struct search search;
	u32 probe;
	char *experiment;
	bool done;
	char *verdict;
	char *state_hash;
	double cell[PAPER_COLUMNS];
};

/**
 * struct paper_runs - all of them, by part, row and seed
 * @count: how many
 * @at: each
 */
struct paper_runs {
	u32 count;
	struct paper_one *at;
};

/* Run all; false, and why, if one cannot be run.  Free them in either case. */
bool paper_runs(struct paper_runs *r, const struct paper_reproduction *p,
		const struct paper_request *q, struct sim_error *err);

void paper_runs_free(struct paper_runs *r);

#endif /* SIM_PAPER_RUNS_H */
