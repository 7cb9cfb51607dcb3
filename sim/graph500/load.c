// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "sim/base/memory.h"
#include "sim/core/rng.h"

#include "load.h"
#include "measure.h"

#define SAMPLE_ROOTS	30	/* roots from which a graph is searched */

/*
 * Streams of the seed, after those of graph, roots and owners: for the load, and for its processes.
 */
#define STREAM_LOAD	3
#define STREAM_PROCESS	4

/* Random numbers in a row. */
struct row {
	u64 key;
	u64 n;
};

/* Draw a number above 0, up to 1. */
static double uniform(struct row *r)
{
	return ldexp((double)(ss_rng_draw(r->key, r->n++) >> 11) + 1, -53);
}

/* Draw a normal number by Box and Muller. */
static double normal(struct row *r)
{
	double size = sqrt(-2 * log(uniform(r)));

	return size * cos(2 * M_PI * uniform(r));
}

/* Draw a value of mean @mean, at least 0; values below 0 are drawn again. */
static double normal_above(struct row *r, double mean, double deviation)
{
	double x;

	do {
		x = mean + deviation * normal(r);
	} while (x < 0);
	return x;
}

/* Means and standard deviations by level. */
struct edges {
	u32 levels;
	double degree;
	double mean[GRAPH500_MAX_LEVELS];
	double deviation[GRAPH500_MAX_LEVELS];
};

static void by_equations(const struct graph500_load *load, struct row *r, struct edges *e)
{
	const struct graph500_size *g = &load->size;

	e->degree = load->degree;
	if (!e->degree)
		e->degree = fmax(1, ceil(exp(graph500_ln_degree(g->scale) +
					     graph500_ln_degree_deviation(g->scale) * normal(r))));
	e->levels = graph500_means(g, load->model, e->degree, e->mean);
	for (u32 l = 1; l < e->levels; l++)
		e->deviation[l] = exp(graph500_ln_deviation(g, load->model, l, e->degree));
}

/* Compute means by searches of a graph; their roots have about the given degree, or any degree. */
static void by_searches(const struct graph500_load *load, struct row *r, struct edges *e)
{
	struct graph500_sample sample;
	struct graph500 g;
	u32 degree = load->degree;

	graph500_generate(&g, load->size.scale, load->size.edge_factor, load->seed);
	do {
		if (!load->degree)
			degree = graph500_degree(&g, ss_rng_below(ss_rng_draw(r->key, r->n++),
								  g.vertices));
		if (degree)
			graph500_measure(&g, degree, SAMPLE_ROOTS, load->seed, &sample);
	} while (!degree || (!sample.roots && !load->degree));
	if (!sample.roots)
		graph500_measure(&g, graph500_degree(&g, graph500_hub(&g)), 1, load->seed, &sample);
	graph500_free(&g);
	e->levels = sample.levels;
	e->degree = sample.edges[0];
	memcpy(e->mean, sample.edges, sizeof(e->mean));
	memcpy(e->deviation, sample.deviation, sizeof(e->deviation));
}

/* Put @queries, rounded at random, into messages of process @i in level @l. */
static void coalesce(const struct graph500_load *load, struct row *r, double queries, u32 l, u32 i,
		     struct graph500_table *table)
{
	u32 n = load->size.processes, at = l * n + i;
	double whole = floor(queries + 1 - uniform(r)), to, messages, time;

	table->list[table->levels * n + at] = 1;
	if (whole < 1)
		return;
	to = fmin(fmax(1, round(graph500_destinations(&load->size, whole))), n - 1);
	messages = to * ceil(whole / (to * load->coalescing));
	time = ceil(whole / messages * load->query_time / load->cycle_time);
	table->list[at] = messages;
	table->list[table->levels * n + at] = fmax(1, time);
	table->level[l].queries += whole;
	table->level[l].messages += messages;
}

/*
 * Draw the edges of each level of process @i.  What it draws above or below the means is made up
 * for in the next level; the last level gets the rest.
 */
static void draw(const struct graph500_load *load, const struct edges *e, u32 i,
		 struct graph500_table *table)
{
	struct row r = { .key = ss_rng_key(ss_rng_key(load->seed, STREAM_PROCESS), i) };
	const struct graph500_size *g = &load->size;
	double left = graph500_level_queries(g, table->edges - e->mean[0]), mean = left;

	coalesce(load, &r, i == table->root ? graph500_level_queries(g, e->mean[0]) * g->processes :
					      0, 0, i, table);
	for (u32 l = 1; l < e->levels; l++) {
		double edges = normal_above(&r, e->mean[l], e->deviation[l]);
		double queries = graph500_level_queries(g, edges) + left - mean;

		queries = l + 1 < e->levels ? fmax(0, fmin(queries, left)) : left;
		left -= queries;
		mean -= graph500_level_queries(g, e->mean[l]);
		coalesce(load, &r, queries, l, i, table);
	}
}

void graph500_tabulate(const struct graph500_load *load, struct graph500_table *table)
{
	struct row r = { .key = ss_rng_key(load->seed, STREAM_LOAD) };
	u32 n = load->size.processes;
	struct edges e = { 0 };

	memset(table, 0, sizeof(*table));
	table->root = ss_rng_below(ss_rng_draw(r.key, r.n++), n);
	if (load->model == GRAPH500_MEASURED)
		by_searches(load, &r, &e);
	else
		by_equations(load, &r, &e);
	table->levels = e.levels;
	table->degree = e.degree;
	for (u32 l = 0; l < e.levels; l++)
		table->edges += e.mean[l];
	table->level = sim_alloc(e.levels, sizeof(*table->level));
	table->list = sim_alloc(2 * (size_t)e.levels * n, sizeof(*table->list));
	for (u32 i = 0; i < n; i++)
		draw(load, &e, i, table);
}

void graph500_table_free(struct graph500_table *table)
{
	free(table->level);
	free(table->list);
	memset(table, 0, sizeof(*table));
}
