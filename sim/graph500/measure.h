/* SPDX-License-Identifier: GPL-2.0-only */
/* Means over searches of a graph, from roots of about the same degree. */
#ifndef SIM_GRAPH500_MEASURE_H
#define SIM_GRAPH500_MEASURE_H

#include "kronecker.h"

/**
 * struct graph500_sample - searches of a graph
 * @roots: number of roots counted
 * @levels: greatest number of levels of a search
 * @edges: mean number of edges, by level
 * @deviation: standard deviation of the number of edges, by level
 */
struct graph500_sample {
	u32 roots;
	u32 levels;
	double edges[GRAPH500_MAX_LEVELS];
	double deviation[GRAPH500_MAX_LEVELS];
};

/*
 * Search from @most roots, drawn of those whose degree is within 10 % of @degree.  Those that
 * reach less than half of the graph are left aside.
 */
void graph500_measure(const struct graph500 *g, u32 degree, u32 most, u64 seed,
		      struct graph500_sample *sample);

/* Return the vertex with most neighbours. */
u32 graph500_hub(const struct graph500 *g);

#endif /* SIM_GRAPH500_MEASURE_H */
