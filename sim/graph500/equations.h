/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The equations by which Fuentes (thesis, University of Cantabria, 2017, chapter 2) describes the
 * traffic of Graph500: edges that a level of the search explores, by the degree of its root.
 */
#ifndef SIM_GRAPH500_EQUATIONS_H
#define SIM_GRAPH500_EQUATIONS_H

#include "sim/core/port.h"

#define GRAPH500_QUERY_BYTES	16	/* a vertex and a neighbour of it */
#define GRAPH500_MODEL_LEVELS	9	/* the thesis' simulator ends a search after so many */

/* Sources of the edges of a level, in the order of graph500_model_words. */
enum graph500_model {
	GRAPH500_PRINTED,	/* the equations as they are printed */
	GRAPH500_SIMULATOR,	/* Equations 2.8 and 2.14 as the simulator of the thesis has them */
	GRAPH500_MEASURED,	/* searches of a graph */
	GRAPH500_MODELS
};

extern const char *const graph500_model_words[];

/**
 * struct graph500_size - a graph, and the processes that share it
 * @scale: log2 of the number of vertices
 * @edge_factor: edges per vertex
 * @processes: number of processes, each of which owns as many vertices
 */
struct graph500_size {
	u32 scale;
	u32 edge_factor;
	u32 processes;
};

/* Return the number of ends of all edges, the most that a search explores. */
double graph500_ends(const struct graph500_size *g);

/*
 * Return ln of the mean of the edges of level @l, from 1 on, if the root has @degree (Equation
 * 2.5).
 */
double graph500_ln_mean(const struct graph500_size *g, enum graph500_model model, u32 l,
			double degree);

/* Return ln of the standard deviation of the edges of level @l (Equation 2.17). */
double graph500_ln_deviation(const struct graph500_size *g, enum graph500_model model, u32 l,
			     double degree);

/*
 * Compute the means of all levels for a root of @degree, cut off where a search has explored all
 * ends. Returns the number of levels, at most GRAPH500_MODEL_LEVELS.
 */
u32 graph500_means(const struct graph500_size *g, enum graph500_model model, double degree,
		   double *edges);

/* Return how many of the @edges of a level a process sends as queries (Equation 2.2). */
double graph500_level_queries(const struct graph500_size *g, double edges);

/* Return the number of processes that get some of @queries of one process (Equation 2.3). */
double graph500_destinations(const struct graph500_size *g, double queries);

/* Return the messages, of @coalesced queries at most, that a process sends (Equation 2.4). */
double graph500_messages(const struct graph500_size *g, double queries, u32 coalesced);

/* Compute mean and standard deviation of ln of the root's degree (Equations 2.18 and 2.19). */
double graph500_ln_degree(u32 scale);
double graph500_ln_degree_deviation(u32 scale);

/*
 * Return the share of time in which a node injects, with @query_ns per query and @gbps on its link
 * (2.20).
 */
double graph500_injection(double query_ns, double gbps);

#endif /* SIM_GRAPH500_EQUATIONS_H */
