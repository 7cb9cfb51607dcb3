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
 * @size: size of the graph, and number of processes
 * @model: source of the edges of a level
 * @coalescing: greatest number of queries per message
 * @query_time: time of the processor per query made or evaluated, in ps
 * @cycle_time: cycle of the fabric, in ps
 * @degree: degree of the root; 0: drawn
 * @seed: seed of all that is drawn
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
 * @queries: queries sent in the level
 * @messages: messages that carry the queries
 */
struct graph500_level {
	u64 queries;
	u64 messages;
};

/**
 * struct graph500_table - the load by level and process
 * @levels: number of levels
 * @root: process that owns the root
 * @degree: degree of the root
 * @edges: mean number of edges that the search explores
 * @level: sums over the processes, by level
 * @list: messages that a process sends, then cycles that it takes to make one or to evaluate one,
 * both by level and process
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
