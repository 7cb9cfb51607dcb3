/* SPDX-License-Identifier: GPL-2.0-only */
/* The runs of a reproduction's experiments, their keys, and the figures that come of them. */
#ifndef SIM_PAPER_RUNS_H
#define SIM_PAPER_RUNS_H

#include "sim/saturate/search.h"

#include "paper.h"

#define PAPER_LOAD_DIGITS	6	/* digits of a load in millionths */

/**
 * struct paper_at - a run of a reproduction
 * @part: part whose keys the run has
 * @row: row whose keys the run has; NULL: it has those of the part alone
 * @seed: seed of the run; 0: none is given
 * @load: load in millionths of a flit per node per cycle; 0: the keys have it
 */
struct paper_at {
	const struct paper_part *part;
	const struct paper_row *row;
	u32 seed;
	u32 load;
};

/* Return the keys of run @at, except for the one that the seed draws; to be freed. */
char *paper_keys(const struct paper_request *q, const struct paper_at *at);

/*
 * Return the keys of run @at with the one that the seed draws; NULL, and why, if it cannot be
 * drawn.
 */
char *paper_all_keys(const struct paper_request *q, const struct paper_at *at,
		     struct sim_error *err);

/* Set all keys of run @at in @e, and check them. */
bool paper_prepare(struct sim_experiment *e, const struct paper_request *q,
		   const struct paper_at *at, struct sim_error *err);

/* Return false after the sentence @why about run @at. */
bool paper_fail(const struct paper_at *at, const char *why, struct sim_error *err);

/**
 * struct paper_one - a run, a search for the highest stable load, or what a measure gives
 * @at: keys of the run; the load is the highest that is stable so far
 * @search: search under way
 * @probe: number of the last run of the search
 * @experiment: experiment under way, as text; NULL if none is
 * @done: the figures are complete
 * @verdict: verdict of the run, or NULL
 * @state_hash: hash of the final state of the run, or NULL
 * @cell: figures, by column
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
 * struct paper_runs - all runs of a reproduction, by part, row and seed
 * @p: the reproduction
 * @q: settings of the runs
 * @count: number of runs
 * @at: the runs
 * @first: index of the first run of each part
 * @seeds: number of seeds of each part
 */
struct paper_runs {
	const struct paper_reproduction *p;
	const struct paper_request *q;
	u32 count;
	struct paper_one *at;
	u32 first[PAPER_PARTS];
	u32 seeds[PAPER_PARTS];
};

/* Run all of @r->p; false, and why, if one cannot be run.  Free them in either case. */
bool paper_runs(struct paper_runs *r, struct sim_error *err);

/* Return the runs of a row of a part, by seed. */
const struct paper_one *paper_runs_at(const struct paper_runs *r, u32 part, u32 row);

/* Judge the claims by the measured figures, and put the judgement into @o. */
void paper_judge(struct json_object *o, const struct paper_runs *r);

void paper_runs_free(struct paper_runs *r);

#endif /* SIM_PAPER_RUNS_H */
