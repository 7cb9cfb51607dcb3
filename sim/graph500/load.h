/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The traffic of a search for a fabric: messages of each process in each level (docs/graph500.md).
 */
#ifndef SIM_GRAPH500_LOAD_H
#define SIM_GRAPH500_LOAD_H

#include "equations.h"

#define GRAPH500_LOAD_SCALE	22	/* scale of the largest graph that is searched: 550 MB */

/**
 * struct graph500_load - what is asked for
 * @size: of the graph, and the processes
 * @model: where the edges of a level come from
 * @coalescing: queries per message, at most
 * @query_time: of the processor, per query made or taken in, in ps
 * @cycle_time: of the fabric, in ps
 * @degree: of the root; 0: drawn
 * @seed: of all that is drawn
 */
struct graph500_load {
	struct graph500_size size;
	enum graph500_model model;
	u32 coalescing;
	u32 query_time;
	u32 cycle_time;
	u32 degree;
	u64 seed;
};

/**
 * struct graph500_level - a level in all processes
 * @queries: that are sent
 * @messages: that carry them
 */
struct graph500_level {
	u64 queries;
	u64 messages;
};

/**
 * struct graph500_table - the load by level and process
 * @levels: how many
 * @root: the process that owns the root
 * @degree: of the root
 * @edges: that the search explores, in the mean
 * @level: sums
 * @list: messages, then cycles that it takes to make or to take in one, both by level and process
 */
struct graph500_table {
	u32 levels;
	u32 root;
	double degree;
	double edges;
	struct graph500_level *level;
	u32 *list;
};

/* Fill @table, whose lists graph500_table_free() frees. */
void graph500_tabulate(const struct graph500_load *load, struct graph500_table *table);
void graph500_table_free(struct graph500_table *table);

#endif /* SIM_GRAPH500_LOAD_H */
