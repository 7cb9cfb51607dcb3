/* SPDX-License-Identifier: GPL-2.0-only */
/* The runs of a search, and their summary. */
#ifndef SIM_SATURATE_RUNS_H
#define SIM_SATURATE_RUNS_H

#include "saturate.h"
#include "search.h"

/**
 * struct saturate_run - what is kept of a run
 * @probe: its load and seed, and whether it is stable
 * @number: of the probe, in the order of the search
 * @verdict: its word
 * @offered: flits per sender per cycle
 * @accepted: likewise
 * @lost: packets that routers dropped while measured
 * @text: the result, if that is kept
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
 * struct saturate_runs - all of them
 * @search: which of them there are
 * @count: how many have an outcome
 * @at: each; those of the search, by number, until they are sorted
 * @room: for how many there is room
 * @experiment: what they have in common
 * @keeps_text: are results kept as they are?
 */
struct saturate_runs {
	struct search search;
	u32 count;
	struct saturate_run *at;
	u32 room;
	struct json_object *experiment;
	bool keeps_text;
};

/* Take the outcome of a run, @result, whose text is @text; @text is freed, sooner or later. */
void runs_take(struct saturate_runs *r, u32 number, struct json_object *result, char *text);

/* Sort the runs by load, and by seed for the same load. */
void runs_sort(struct saturate_runs *r);

/* Write the results into a file. */
bool runs_write(const struct saturate_runs *r, const char *path, struct sim_error *err);

/* Make the JSON of the runs, with the first @seed. */
struct json_object *runs_json(const struct saturate_runs *r, const struct saturate *s, u64 seed);

void runs_free(struct saturate_runs *r);

#endif /* SIM_SATURATE_RUNS_H */
