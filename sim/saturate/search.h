/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The search for the highest stable load, by halving.  It runs nothing itself: it names the runs
 * that it needs, and is given their outcomes.
 */
#ifndef SIM_SATURATE_SEARCH_H
#define SIM_SATURATE_SEARCH_H

#include <stdbool.h>

#include <seastar/types.h>

/* Stands for all seeds: a load is stable if it is so with each. */
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
 * @highest: load in steps, 1 or more
 * @seeds: number of seeds
 * @count: number of runs that were asked for
 * @probe: the runs, in the order in which they were asked for
 *
 * The highest load and half of it are run with all seeds.  From there on the interval between the
 * highest load known to be stable and the lowest known not to be is halved, until they are a step
 * apart: once for all seeds together, and once for each by itself, with what is known already.
 * The order in which outcomes arrive does not change which runs are made.
 */
struct search {
	u32 highest;
	u32 seeds;
	u32 count;
	struct probe *probe;
};

/* Ask for the next run: its number in @s->probe; false if none is needed before another outcome. */
bool search_next(struct search *s, u32 *number);

/* Take the outcome of run @number. */
void search_record(struct search *s, u32 number, bool stable);

/*
 * Return the highest load found stable with seed number @seed or SEARCH_ALL, 0 if none is;
 * *@missing is set to a load without which the search cannot go on, 0 once it is over.
 */
u32 search_stable(const struct search *s, u32 seed, u32 *missing);

/* Return the most runs that the search may still need. */
u32 search_left(const struct search *s);

void search_free(struct search *s);

#endif /* SIM_SATURATE_SEARCH_H */
