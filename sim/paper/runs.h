/* SPDX-License-Identifier: GPL-2.0-only */
/* The runs of a reproduction's experiments, and the figures that come of them. */
#ifndef SIM_PAPER_RUNS_H
#define SIM_PAPER_RUNS_H

#include "sim/saturate/search.h"

#include "at.h"

/**
 * struct paper_one - a run, a search for the highest stable load, or what a measure gives
 * @at: which; its load is the highest that is stable so far
 * @search: that goes on
 * @probe: number of its last run
 * @experiment: that is under way, as text; NULL if none is
 * @done: the figures are there
 * @verdict: of the run, or NULL
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
 * @first: by part, the place of its first
 * @seeds: by part
 */
struct paper_runs {
	u32 count;
	struct paper_one *at;
	u32 first[PAPER_PARTS];
	u32 seeds[PAPER_PARTS];
};

/* Run all; false, and why, if one cannot be run.  Free them in either case. */
bool paper_runs(struct paper_runs *r, const struct paper_reproduction *p,
		const struct paper_request *q, struct sim_error *err);

/* The runs of a row of a part, by seed. */
const struct paper_one *paper_runs_at(const struct paper_runs *r, u32 part, u32 row);

/* Judge what was measured by the claims of @p, and put the judgement into @o. */
void paper_judge(struct json_object *o, const struct paper_reproduction *p,
		 const struct paper_request *q, const struct paper_runs *runs);

void paper_runs_free(struct paper_runs *r);

#endif /* SIM_PAPER_RUNS_H */
