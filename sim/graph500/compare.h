/* SPDX-License-Identifier: GPL-2.0-only */
/* The equations of Graph500's traffic, compared with searches of graphs. */
#ifndef SIM_GRAPH500_COMPARE_H
#define SIM_GRAPH500_COMPARE_H

#include <stdio.h>

#include <json-c/json.h>

#include "sim/base/error.h"

#include "equations.h"
#include "measure.h"

#define GRAPH500_DEGREES	8
#define GRAPH500_FEW		10
#define GRAPH500_MANY		150	/* where the thesis' Figure 2.6 ends */

/**
 * struct graph500_compare - what is compared
 * @size: size of the graph
 * @degree: degrees of roots, each compared by itself
 * @degrees: number of degrees
 * @roots: roots of each degree
 * @seed: seed of the graph, and of the roots
 */
struct graph500_compare {
	struct graph500_size size;
	u32 degree[GRAPH500_DEGREES];
	u32 degrees;
	u32 roots;
	u64 seed;
};

/**
 * struct graph500_found - what searches found
 * @largest: largest degree of a vertex
 * @distinct: vertices that are neighbours of the one with the largest degree
 * @ends: ends of all edges but loops
 * @vertices: vertices that have neighbours
 * @few: those of them with at most GRAPH500_FEW neighbours
 * @many: those with more than GRAPH500_MANY neighbours
 * @sample: figures of the searches of each degree
 * @least: fewest queries of a pair of processes in a search
 * @most: most queries of a pair of processes in a search
 * @mean: mean queries of a pair of processes in a search
 */
struct graph500_found {
	u64 largest;
	u32 distinct;
	u64 ends;
	u32 vertices;
	u32 few;
	u32 many;
	struct graph500_sample sample[GRAPH500_DEGREES];
	u64 least;
	u64 most;
	double mean;
};

struct graph500_compare graph500_compare_default(void);

/* Set a KEY=VALUE; if that cannot be, @err says why. */
bool graph500_compare_set(struct graph500_compare *c, const char *word, struct sim_error *err);

/* Generate the graph, and search it. */
void graph500_find(const struct graph500_compare *c, struct graph500_found *found);

/* Make the JSON that docs/sim-graph500.schema.json describes. */
struct json_object *graph500_compare_json(const struct graph500_compare *c,
					  const struct graph500_found *found);

/* Print the comparison as text. */
void graph500_compare_text(const struct graph500_compare *c, const struct graph500_found *found,
			   FILE *to);

#endif /* SIM_GRAPH500_COMPARE_H */
