// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "sim/base/memory.h"
#include "sim/core/rng.h"

#include "measure.h"

#define STREAM_ROOTS	1	/* stream of the seed that draws roots; stream 0 is the graph's */

/* Find the vertices whose degree is near @degree; returns their number. */
static u32 find_roots(const struct graph500 *g, u32 degree, u32 *root)
{
	u32 n = 0;

	for (u32 v = 0; v < g->vertices; v++) {
		u64 has = graph500_degree(g, v);

		if (10 * has >= 9ULL * degree && 10 * has <= 11ULL * degree)
			root[n++] = v;
	}
	return n;
}

static void add(struct graph500_sample *sample, const struct graph500_levels *levels)
{
	sample->roots++;
	if (levels->count > sample->levels)
		sample->levels = levels->count;
	for (u32 l = 0; l < levels->count; l++) {
		double edges = levels->edges[l];

		sample->edges[l] += edges;
		sample->deviation[l] += edges * edges;
	}
}

static void divide(struct graph500_sample *sample)
{
	double n = sample->roots;

	for (u32 l = 0; l < sample->levels; l++) {
		double mean = sample->edges[l] / n;

		sample->edges[l] = mean;
		sample->deviation[l] = sqrt(fmax(sample->deviation[l] / n - mean * mean, 0));
	}
}

void graph500_measure(const struct graph500 *g, u32 degree, u32 most, u64 seed,
		      struct graph500_sample *sample)
{
	u64 key = ss_rng_key(seed, STREAM_ROOTS), ends = g->first[g->vertices];
	u32 *root = sim_alloc(g->vertices, sizeof(*root));
	u32 n = find_roots(g, degree, root);

	memset(sample, 0, sizeof(*sample));
	for (u32 i = 0; i < n && sample->roots < most; i++) {
		u32 at = i + ss_rng_below(ss_rng_draw(key, i), n - i), chosen = root[at];
		struct graph500_levels levels;
		u64 reached = 0;

		root[at] = root[i];
		if (!graph500_search(g, chosen, &levels, NULL))
			continue;
		for (u32 l = 0; l < levels.count; l++)
			reached += levels.edges[l];
		if (2 * reached >= ends)
			add(sample, &levels);
	}
	divide(sample);
	free(root);
}

u32 graph500_hub(const struct graph500 *g)
{
	u32 hub = 0;

	for (u32 v = 1; v < g->vertices; v++)
		if (graph500_degree(g, v) > graph500_degree(g, hub))
			hub = v;
	return hub;
}
