// SPDX-License-Identifier: GPL-2.0-only
/* The results of compare.c, as JSON and as text. */
#include <math.h>

#include <string.h>

#include "sim/base/json.h"

#include "compare.h"

/* Edges by level, by the three models, and their standard deviations over searches. */
struct levels {
	double edges[GRAPH500_MODELS][GRAPH500_MAX_LEVELS];
	double deviation[GRAPH500_MODELS][GRAPH500_MAX_LEVELS];
	u32 count;
};

/* Compute the deviations of a model in levels that it has edges for; level 0 has none. */
static void find_deviations(const struct graph500_compare *c, u32 model, double degree, u32 count,
			    double *deviation)
{
	for (u32 l = 1; l < count; l++)
		deviation[l] = exp(graph500_ln_deviation(&c->size, model, l, degree));
}

static void find_levels(const struct graph500_compare *c, const struct graph500_found *found,
			u32 i, struct levels *levels)
{
	const struct graph500_sample *sample = &found->sample[i];

	memset(levels, 0, sizeof(*levels));
	levels->count = sample->levels;
	for (u32 m = 0; m < GRAPH500_MEASURED; m++) {
		u32 n = graph500_means(&c->size, m, c->degree[i], levels->edges[m]);

		find_deviations(c, m, c->degree[i], n, levels->deviation[m]);
		if (n > levels->count)
			levels->count = n;
	}
	memcpy(levels->deviation[GRAPH500_MEASURED], sample->deviation, sizeof(sample->deviation));
	memcpy(levels->edges[GRAPH500_MEASURED], sample->edges, sizeof(sample->edges));
}

static void put_levels(const struct graph500_compare *c, const struct levels *levels,
		       struct json_object *list)
{
	double n = c->size.processes;

	for (u32 l = 0; l < levels->count; l++) {
		struct json_object *o = json_append_object(list);

		json_put_u64(o, "level", l);
		for (u32 m = 0; m < GRAPH500_MODELS; m++) {
			struct json_object *of = json_put_object(o, graph500_model_words[m]);
			double queries = graph500_level_queries(&c->size, levels->edges[m][l]);

			json_put_real(of, "edges", levels->edges[m][l]);
			json_put_real(of, "deviation", levels->deviation[m][l]);
			json_put_real(of, "queries", queries);
			json_put_real(of, "pair", queries / (n - 1));
		}
	}
}

struct json_object *graph500_compare_json(const struct graph500_compare *c,
					  const struct graph500_found *found)
{
	struct json_object *o = json_object_new_object(), *list, *pair;
	const struct graph500_size *size = &c->size;
	struct levels levels;

	json_put_u64(o, "scale", size->scale);
	json_put_u64(o, "edge_factor", size->edge_factor);
	json_put_u64(o, "processes", size->processes);
	json_put_u64(o, "seed", c->seed);
	json_put_u64(o, "ends", found->ends);
	json_put_u64(o, "largest_degree", found->largest);
	list = json_put_array(o, "degrees");
	for (u32 i = 0; i < c->degrees; i++) {
		struct json_object *of = json_append_object(list);

		json_put_u64(of, "degree", c->degree[i]);
		json_put_u64(of, "roots", found->sample[i].roots);
		find_levels(c, found, i, &levels);
		put_levels(c, &levels, json_put_array(of, "levels"));
	}
	pair = json_put_object(o, "pair");
	json_put_real(pair, "equation",
		      graph500_level_queries(size, graph500_ends(size)) / (size->processes - 1));
	json_put_real(pair, "mean", found->mean);
	json_put_u64(pair, "least", found->least);
	json_put_u64(pair, "most", found->most);
	return o;
}

#define FIGURE	" %12.6g"

static void print_row(const struct graph500_compare *c, const struct levels *levels, u32 l,
		      double *sum, FILE *to)
{
	double n = c->size.processes;

	fprintf(to, "  %-5u", l);
	for (u32 m = 0; m < GRAPH500_MODELS; m++) {
		sum[m] += levels->edges[m][l];
		fprintf(to, FIGURE, levels->edges[m][l]);
	}
	for (u32 m = 0; m < GRAPH500_MODELS; m++) {
		double queries = graph500_level_queries(&c->size, levels->edges[m][l]);

		fprintf(to, FIGURE, queries / (n - 1));
	}
	fputc('\n', to);
}

/* Print the standard deviations of edges, a line per level. */
static void print_deviations(const struct levels *levels, FILE *to)
{
	fprintf(to, "  %-5s %s\n", "", "standard deviation of edges");
	for (u32 l = 0; l < levels->count; l++) {
		fprintf(to, "  %-5u", l);
		for (u32 m = 0; m < GRAPH500_MODELS; m++)
			fprintf(to, FIGURE, levels->deviation[m][l]);
		fputc('\n', to);
	}
}

static void print_degree(const struct graph500_compare *c, const struct graph500_found *found,
			 u32 i, FILE *to)
{
	u32 roots = found->sample[i].roots;
	double sum[GRAPH500_MODELS] = { 0 };
	struct levels levels;

	find_levels(c, found, i, &levels);
	fprintf(to, "\nroots of degree %u, %u of them searched from\n", c->degree[i], roots);
	fprintf(to, "  %-5s %-38s %s\n  %-5s", "", "edges", "queries of a pair of processes",
		"level");
	for (u32 m = 0; m < 2 * GRAPH500_MODELS; m++)
		fprintf(to, " %12s", graph500_model_words[m % GRAPH500_MODELS]);
	fputc('\n', to);
	for (u32 l = 0; l < levels.count; l++)
		print_row(c, &levels, l, sum, to);
	fprintf(to, "  %-5s", "all");
	for (u32 m = 0; m < GRAPH500_MODELS; m++)
		fprintf(to, FIGURE, sum[m]);
	fputc('\n', to);
	print_deviations(&levels, to);
	/* the one level whose edges have a bound: with one neighbour, they are those of a vertex */
	if (c->degree[i] == 1 && levels.edges[GRAPH500_PRINTED][1] > found->largest)
		fprintf(to, "  Level 1 is the one neighbour's edges: as printed, Equation 2.8 gives it more than any vertex has, %llu.\n",
			(unsigned long long)found->largest);
}

void graph500_compare_text(const struct graph500_compare *c, const struct graph500_found *found,
			   FILE *to)
{
	const struct graph500_size *size = &c->size;
	double equation = graph500_level_queries(size, graph500_ends(size)) /
			  (size->processes - 1);

	fprintf(to, "scale %u, edge factor %u, %u processes: %llu ends of edges, loops aside\n",
		size->scale, size->edge_factor, size->processes,
		(unsigned long long)found->ends);
	for (u32 i = 0; i < c->degrees; i++)
		print_degree(c, found, i, to);
	fprintf(to, "\nqueries of a pair of processes in a search\n  by Equation 2.1 %.6g, counted %.6g, from %llu to %llu\n",
		equation, found->mean, (unsigned long long)found->least,
		(unsigned long long)found->most);
}
