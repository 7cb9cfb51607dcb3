/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The search for the highest stable load, by halving.  It runs nothing itself: it names the runs
 * that it needs, and is given their outcomes.
 */
#ifndef SIM_SATURATE_SEARCH_H
#define SIM_SATURATE_SEARCH_H

#include <stdbool.h>

#include <seastar/types.h>

/* Number that stands for all seeds; a load is stable with all seeds if it is stable with each. */
#define SEARCH_ALL	((u32)-1)

enum probe_state {
	PROBE_NONE,
	PROBE_STARTED,
	PROBE_STABLE,
	PROBE_BEYOND,
};

/**
 * struct probe - a run of the search
 * @load: load in steps
 * @seed: number of the seed, from 0
 * @state: state of the run
 */
struct probe {
	u32 load;
	u32 seed;
	enum probe_state state;
};

/**
 * struct search - a search under way
 * @highest: highest load to try, in steps, 1 or more
 * @seeds: number of seeds
 * @count: number of runs that the search has asked for
 * @probe: the runs, in the order in which the search asked for them
 *
 * The search asks for the highest load and half of it with all seeds.  Then it halves the interval
 * between the highest load known to be stable and the lowest known not to be, until they are a step
 * apart.  It does so for all seeds together, and for each seed by itself, and makes no run twice.
 * The order in which outcomes arrive does not change which runs are made.
 */
struct search {
	u32 highest;
	u32 seeds;
	u32 count;
	struct probe *probe;
};

/*
 * Ask for the next run, with its number in @s->probe in *@number.  Returns false if no run is
 * needed until another outcome is known.
 */
bool search_next(struct search *s, u32 *number);

/* Take the outcome of run @number. */
void search_record(struct search *s, u32 number, bool stable);

/*
 * Return the highest load, in steps, that was found stable with seed number @seed or SEARCH_ALL, or
 * 0 if there is none.  *@missing becomes the load that has to be run next for it, or 0 if the
 * search is over.
 */
u32 search_stable(const struct search *s, u32 seed, u32 *missing);

/* Estimate the number of runs that are still needed: the halvings of each seed by itself. */
u32 search_left(const struct search *s);

void search_free(struct search *s);

#endif /* SIM_SATURATE_SEARCH_H */
