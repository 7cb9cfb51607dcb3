/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The Kronecker graph of Graph500 and its breadth-first search: how many edges a level explores.
 * Integers only, so that a seed gives the same graph on any machine.
 */
#ifndef SIM_GRAPH500_KRONECKER_H
#define SIM_GRAPH500_KRONECKER_H

#include "sim/core/port.h"

#define GRAPH500_MAX_SCALE	26
#define GRAPH500_MAX_LEVELS	64

/* Neighbours of vertex v: to[first[v]] .. to[first[v + 1] - 1].  Loops are dropped, copies kept. */
struct graph500 {
	u64 *first;
	u32 *to;
	u32 vertices;
};

/* Edges by level: what the vertices found at level l have as ends, the root's degree at 0. */
struct graph500_levels {
	u64 edges[GRAPH500_MAX_LEVELS];
	u32 count;
};

/* Generate a graph of 2^@scale vertices and @edge_factor times as many edges, without loops. */
void graph500_generate(struct graph500 *g, u32 scale, u32 edge_factor, u64 seed);
void graph500_free(struct graph500 *g);

/* Return the number of neighbours of @v. */
static inline u64 graph500_degree(const struct graph500 *g, u32 v)
{
	return g->first[v + 1] - g->first[v];
}

/**
 * struct graph500_pairs - edges explored, by the processes that own their ends
 * @processes: number of processes; each owns the vertices that are drawn for it, all processes
 * being alike
 * @key: key of the draws of owners
 * @queries: queries from process i to j, in place i * @processes + j; 0 if i is j
 */
struct graph500_pairs {
	u32 processes;
	u64 key;
	u64 *queries;
};

/*
 * Search from @root.  @pairs, unless NULL, counts the queries: one for each end that a level
 * explores, from the process that owns it to the owner of the edge's other end.  Returns false if
 * there are more levels than GRAPH500_MAX_LEVELS.
 */
bool graph500_search(const struct graph500 *g, u32 root, struct graph500_levels *levels,
		     const struct graph500_pairs *pairs);

/*
 * Return the queries that one of @n processes sends in a search (Fuentes, thesis, Equation 2.1),
 * rounded down.
 */
u64 graph500_queries(u32 scale, u32 edge_factor, u32 n);

#endif /* SIM_GRAPH500_KRONECKER_H */
