/* SPDX-License-Identifier: GPL-2.0-only */
/* The runs of a search, and their summary. */
#ifndef SIM_SATURATE_RUNS_H
#define SIM_SATURATE_RUNS_H

#include "saturate.h"
#include "search.h"

/**
 * struct saturate_run - a run that has ended
 * @probe: load and seed of the run, and its outcome
 * @number: number of the probe, in the order of the search
 * @verdict: verdict of the run, a word
 * @offered: flits offered per sender per cycle
 * @accepted: flits accepted per sender per cycle
 * @lost: packets that routers dropped in the measured cycles
 * @text: the result as JSON, or NULL if results are not kept
 */
struct saturate_run {
	struct probe probe;
	u32 number;
	char *verdict;
	double offered;
	double accepted;
	u64 lost;
	char *text;
};

/**
 * struct saturate_runs - all runs of a search
 * @search: state of the search
 * @count: number of runs that have an outcome
 * @at: runs, by number in the search and, after runs_sort(), by load and seed
 * @room: number of runs for which @at has room
 * @experiment: keys that the runs have in common
 * @keeps_text: true if each run keeps its result as JSON
 */
struct saturate_runs {
	struct search search;
	u32 count;
	struct saturate_run *at;
	u32 room;
	struct json_object *experiment;
	bool keeps_text;
};

/* Record @result of run @number.  @r owns @text, its JSON, from now on; @result is not kept. */
void runs_take(struct saturate_runs *r, u32 number, struct json_object *result, char *text);

/* Sort the runs by load, and by seed for the same load. */
void runs_sort(struct saturate_runs *r);

/* Write the results of all runs into file @path, a line each. */
bool runs_write(const struct saturate_runs *r, const char *path, struct sim_error *err);

/* Make the JSON of a search that has ended; @seed is the first seed. */
struct json_object *runs_json(const struct saturate_runs *r, const struct saturate *s, u64 seed);

void runs_free(struct saturate_runs *r);

#endif /* SIM_SATURATE_RUNS_H */
