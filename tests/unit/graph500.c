// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Kronecker graph of Graph500, its searches, and the equations of Fuentes' thesis, chapter 2,
 * against figures that were worked out beside this program.
 */
#include <math.h>

#include "test.h"

#include "sim/graph500/compare.h"
#include "sim/graph500/equations.h"
#include "sim/graph500/load.h"
#include "sim/graph500/measure.h"

#define COUNT(rows)	(sizeof(rows) / sizeof(*(rows)))

static void ends_are_in_pairs(void **state)
{
	struct graph500 g;
	u64 sum[2] = { 0 };

	(void)state;
	graph500_generate(&g, 12, 16, 1);
	assert_int_equal(g.first[0], 0);
	assert_in_range(g.first[g.vertices], 2 * 15 * 4096, 2 * 16 * 4096);
	for (u32 v = 0; v < g.vertices; v++) {
		for (u64 i = g.first[v]; i < g.first[v + 1]; i++) {
			assert_true(g.to[i] < g.vertices && g.to[i] != v);
			sum[0] += (u64)v * v;
			sum[1] += (u64)g.to[i] * g.to[i];
		}
	}
	assert_int_equal(sum[0], sum[1]);
	graph500_free(&g);
}

static void levels_of_a_path(void **state)
{
	u64 first[] = { 0, 1, 3, 5, 6, 6 };
	u32 to[] = { 1, 0, 2, 1, 3, 2 };
	struct graph500 path = { first, to, 4 };
	struct graph500_levels l;

	(void)state;
	assert_true(graph500_search(&path, 0, &l, NULL));
	assert_int_equal(l.count, 4);
	assert_int_equal(l.edges[0], 1);
	assert_int_equal(l.edges[1], 2);
	assert_int_equal(l.edges[2], 2);
	assert_int_equal(l.edges[3], 1);
}

/* 32,512 messages of 256 queries: as the thesis counts with Equation 2.1. */
static void queries_of_a_process(void **state)
{
	(void)state;
	assert_int_equal(graph500_queries(25, 16, 128), 32512 * 256);
}

/* Each end of an edge is a query to another process, or stays in its own; pairs count both. */
static void ends_by_pair(void **state)
{
	u64 queries[4 * 4] = { 0 }, sum = 0, all = 0;
	struct graph500_pairs pairs = { 4, 7, queries };
	struct graph500_levels l;
	struct graph500 g;

	(void)state;
	graph500_generate(&g, 12, 16, 1);
	assert_true(graph500_search(&g, graph500_hub(&g), &l, &pairs));
	for (u32 i = 0; i < l.count; i++)
		all += l.edges[i];
	for (u32 i = 0; i < 16; i++) {
		sum += queries[i];
		/* an edge is found from both ends */
		assert_int_equal(queries[i], queries[i % 4 * 4 + i / 4]);
	}
	assert_int_equal(sum, all);
	assert_true(all > g.first[g.vertices] * 99 / 100);
	graph500_free(&g);
}

static struct graph500_size size(u32 scale, u32 edge_factor)
{
	return (struct graph500_size){ scale, edge_factor, 64 };
}

static void assert_near(double seen, double expected, double within)
{
	if (!(fabs(seen - expected) <= within))
		fail_msg("%g is not %g, within %g", seen, expected, within);
}

/*
 * Check Equation 2.8 as printed, for roots of degree 1; and the sum of all levels, divided by the
 * number of ends of edges.
 */
static void printed_means(void **state)
{
	static const struct {
		u32 scale;
		u32 edge_factor;
		double ln[5];
		double all;
	} rows[] = {
		{ 16, 16, { 11.6, 13.3, 13.7, 12.7, 10.8 }, 0.94 },
		{ 17, 16, { 12.2, 14.0, 14.5, 13.4, 11.3 }, 0.97 },
		{ 18, 16, { 12.8, 14.7, 15.2, 14.1, 11.8 }, 0.99 },
		{ 20, 16, { 13.9, 16.1, 16.7, 15.4, 12.8 }, 1.04 },
		{ 17, 32, { 13.4, 15.4, 16.0, 14.8, 12.3 }, 2.06 },
		{ 17, 64, { 16.0, 18.8, 19.6, 17.9, 14.6 }, 31 },
		{ 18, 40, { 14.7, 17.1, 17.8, 16.3, 13.5 }, 4.6 },
		{ 20, 64, { 18.7, 22.2, 23.2, 21.1, 16.9 }, 135 },
	};

	(void)state;
	for (u32 i = 0; i < COUNT(rows); i++) {
		struct graph500_size g = size(rows[i].scale, rows[i].edge_factor);
		double all = 0;

		for (u32 l = 1; l <= 6; l++) {
			double ln = graph500_ln_mean(&g, GRAPH500_PRINTED, l, 1);

			all += exp(ln);
			if (l <= 5)
				assert_near(ln, rows[i].ln[l - 1], 0.06);
		}
		assert_near(all / graph500_ends(&g), rows[i].all, 0.011 * rows[i].all);
	}
}

/* Check the logarithms of the means of levels 1 and 2 with the simulator's constants. */
static void simulator_means(void **state)
{
	static const struct {
		u32 scale;
		u32 edge_factor;
		double ln[2];
	} rows[] = {
		{ 16, 16, { 7.28, 12.26 } },
		{ 17, 16, { 7.54, 12.95 } },
		{ 18, 16, { 7.80, 13.63 } },
		{ 20, 16, { 8.30, 14.98 } },
		{ 17, 32, { 8.02, 14.22 } },
		{ 17, 64, { 9.07, 17.16 } },
	};

	(void)state;
	for (u32 i = 0; i < COUNT(rows); i++) {
		struct graph500_size g = size(rows[i].scale, rows[i].edge_factor);

		for (u32 l = 1; l <= 2; l++)
			assert_near(graph500_ln_mean(&g, GRAPH500_SIMULATOR, l, 1),
				    rows[i].ln[l - 1], 0.006);
	}
}

/* Check Equations 2.6 and 2.7: a root of higher degree raises the logarithms of levels by @more. */
static void means_by_degree(void **state)
{
	static const struct {
		u32 scale;
		u32 edge_factor;
		double degree;
		double more[5];
	} rows[] = {
		{ 16, 16, 10, { 2.58, 0.92, -0.72, -2.37, -4.05 } },
		{ 16, 16, 100, { 4.58, 1.38, -1.72, -4.89, -8.15 } },
		{ 17, 16, 10, { 2.63, 0.99, -0.64, -2.28, -3.94 } },
		{ 17, 16, 100, { 4.72, 1.53, -1.58, -4.73, -7.97 } },
		{ 17, 32, 10, { 2.56, 0.85, -0.83, -2.53, -4.25 } },
		{ 17, 32, 100, { 4.58, 1.30, -1.89, -5.14, -8.49 } },
		{ 18, 40, 10, { 2.58, 0.85, -0.85, -2.56, -4.30 } },
	};

	(void)state;
	for (u32 i = 0; i < COUNT(rows); i++) {
		struct graph500_size g = size(rows[i].scale, rows[i].edge_factor);

		for (u32 l = 1; l <= 5; l++)
			assert_near(graph500_ln_mean(&g, GRAPH500_PRINTED, l, rows[i].degree) -
				    graph500_ln_mean(&g, GRAPH500_PRINTED, l, 1),
				    rows[i].more[l - 1], 0.006);
	}
}

static void deviations(void **state)
{
	struct graph500_size g = size(17, 16);

	(void)state;
	assert_near(graph500_ln_deviation(&g, GRAPH500_PRINTED, 1, 1), 7.91, 0.006);
	assert_near(graph500_ln_deviation(&g, GRAPH500_PRINTED, 1, 10), 9.58, 0.006);
	assert_near(graph500_ln_deviation(&g, GRAPH500_PRINTED, 1, 100), 10.12, 0.006);
	assert_near(graph500_ln_degree(17), 0.776, 0.0006);
	assert_near(graph500_ln_degree_deviation(17), 1.348, 0.0006);
}

/* A search ends when it has explored all ends of edges, or after a given number of levels. */
static void means_end(void **state)
{
	struct graph500_size g = size(20, 16);
	double edges[GRAPH500_MODEL_LEVELS], sum = 0;
	u32 levels = graph500_means(&g, GRAPH500_SIMULATOR, 1, edges);

	(void)state;
	assert_int_equal(levels, 4);
	for (u32 l = 0; l < levels; l++)
		sum += edges[l];
	assert_near(sum, graph500_ends(&g), 1);
	g = size(16, 16);
	assert_int_equal(graph500_means(&g, GRAPH500_PRINTED, 1, edges), GRAPH500_MODEL_LEVELS);
}

/* Equations 2.2 to 2.4: few queries go to few processes, many fill messages to all. */
static void messages_of_a_level(void **state)
{
	struct graph500_size g = { 26, 16, 72 };
	double queries = graph500_level_queries(&g, graph500_ends(&g));

	(void)state;
	assert_near(queries * GRAPH500_QUERY_BYTES, 470600000, 60000);
	assert_near(graph500_destinations(&g, queries), 72, 0.000001);
	assert_near(graph500_messages(&g, queries, 256), ceil(queries / 256 / 72) * 72, 0.000001);
	assert_near(graph500_messages(&g, 1, 256), 1, 0.000001);
	assert_near(graph500_messages(&g, 0, 256), 0, 0);
	g.processes = 160;
	queries = graph500_level_queries(&g, graph500_ends(&g));
	assert_near(queries * GRAPH500_QUERY_BYTES, 213000000, 600000);
}

/* Equation 2.20, at 40 Gbit/s. */
static void injection(void **state)
{
	(void)state;
	assert_near(graph500_injection(1.5, 40), 2.13, 0.006);
	assert_near(graph500_injection(4, 40), 0.80, 0.006);
	assert_near(graph500_injection(15, 40), 0.21, 0.006);
}

/*
 * In another program's graphs with as many vertices, roots of degree 1 had levels of exp(7.60),
 * exp(13.12), exp(14.20) and exp(11.67) edges.  As printed, Equation 2.8 has the first at
 * exp(11.6): more than the vertex with most neighbours.
 */
static void measured_means(void **state)
{
	struct graph500_size size = { 16, 16, 72 };
	struct graph500_sample sample;
	struct graph500 g;

	(void)state;
	graph500_generate(&g, 16, 16, 1);
	graph500_measure(&g, 1, 500, 1, &sample);
	assert_int_equal(sample.roots, 500);
	assert_near(sample.edges[0], 1, 0);
	assert_near(sample.deviation[0], 0, 0);
	/* few neighbours have most of these edges, so the means of 500 roots vary by this much */
	assert_near(log(sample.edges[1]), 7.60, 0.3);
	assert_near(log(sample.edges[2]), 13.12, 0.1);
	assert_near(log(sample.edges[3]), 14.20, 0.1);
	assert_near(log(sample.edges[4]), 11.67, 0.2);
	assert_true(exp(graph500_ln_mean(&size, GRAPH500_PRINTED, 1, 1)) >
		    4.0 * graph500_degree(&g, graph500_hub(&g)));
	graph500_measure(&g, 65535, 1, 1, &sample);
	assert_int_equal(sample.roots, 0);
	graph500_free(&g);
}

static struct graph500_load load_of(enum graph500_model model)
{
	return (struct graph500_load){
		.size = { 14, 16, 24 }, .model = model, .coalescing = 64, .query_time = 1500,
		.cycle_time = 2000, .degree = 3, .seed = 7,
	};
}

/* Processes send all queries there are, in messages that are as full as they may be. */
/* The counts are those of a graph of the same seed, by its list of ends. */
static void degrees_are_counted(void **state)
{
	struct graph500_compare c = graph500_compare_default();
	struct graph500_found found;
	u32 any = 0, few = 0, many = 0, distinct = 0, hub;
	struct graph500 g;

	(void)state;
	c.size.scale = 12;
	c.roots = 1;
	c.degrees = 1;
	c.seed = 3;
	graph500_find(&c, &found);
	graph500_generate(&g, 12, c.size.edge_factor, 3);
	hub = graph500_hub(&g);
	for (u32 v = 0; v < g.vertices; v++) {
		u32 ends = 0, to_hub = 0;

		for (u64 i = g.first[v]; i < g.first[v + 1]; i++) {
			ends++;
			to_hub += g.to[i] == hub;
		}
		any += ends >= 1;
		few += ends >= 1 && ends < 11;
		many += ends >= 151;
		distinct += to_hub > 0;
	}
	graph500_free(&g);
	assert_in_range(many, 1, few);
	assert_int_equal(found.vertices, any);
	assert_int_equal(found.few, few);
	assert_int_equal(found.many, many);
	assert_int_equal(found.distinct, distinct);
	assert_in_range(distinct, 1, found.largest - 1);
}

static void load_is_all_queries(enum graph500_model model)
{
	struct graph500_load load = load_of(model);
	struct graph500_table t;
	u32 n = load.size.processes;

	graph500_tabulate(&load, &t);
	assert_true(t.root < n);
	assert_near(t.degree, 3, 0);
	/* the equations as printed end after nine levels, and leave some edges out */
	assert_near(t.edges, graph500_ends(&load.size),
		    (model == GRAPH500_PRINTED ? 0.1 : 0.01) * t.edges);
	for (u32 i = 0; i < n; i++) {
		double queries = 0, all = t.edges / n * (n - 1) / n, least = 0;

		for (u32 l = 0; l < t.levels; l++) {
			u32 messages = t.list[l * n + i], work = t.list[(t.levels + l) * n + i];

			assert_true(l || (i == t.root) == (messages > 0));
			assert_in_range(work, 1, 64 * 3 / 4);
			/* a query takes 0.75 cycles; the work is rounded up */
			queries += messages * (work / 0.75);
			least += messages ? messages * ((work - 1) / 0.75) : 0;
		}
		assert_true(least < all + 3);
		assert_true(queries > all - 3 - t.levels);
	}
	for (u32 l = 0; l < t.levels; l++) {
		u64 messages = 0;

		for (u32 i = 0; i < n; i++)
			messages += t.list[l * n + i];
		assert_int_equal(messages, t.level[l].messages);
		assert_true(t.level[l].queries <= 64 * messages);
		assert_true(t.level[l].queries >= messages);
	}
	graph500_table_free(&t);
}

static void all_queries_are_sent(void **state)
{
	(void)state;
	load_is_all_queries(GRAPH500_SIMULATOR);
	load_is_all_queries(GRAPH500_PRINTED);
	load_is_all_queries(GRAPH500_MEASURED);
}

/* Over many seeds, the edges of level 1 have the mean of a normal distribution cut off at 0. */
static void loads_have_the_means(void **state)
{
	struct graph500_load load = load_of(GRAPH500_SIMULATOR);
	double mean[GRAPH500_MODEL_LEVELS], sum = 0, sd, cut, all;

	(void)state;
	graph500_means(&load.size, load.model, load.degree, mean);
	sd = exp(graph500_ln_deviation(&load.size, load.model, 1, load.degree));
	cut = mean[1] / sd;
	mean[1] += sd * exp(-cut * cut / 2) / sqrt(2 * M_PI) / (0.5 * erfc(-cut / sqrt(2)));
	for (load.seed = 1; load.seed <= 400; load.seed++) {
		struct graph500_table t;

		graph500_tabulate(&load, &t);
		sum += t.level[1].queries;
		graph500_table_free(&t);
	}
	all = graph500_level_queries(&load.size, mean[1]) * load.size.processes;
	assert_near(sum / 400, all, 0.04 * all);
}

/* Unless given, the root's degree is drawn by Equations 2.18 and 2.19. */
static void degrees_are_drawn(void **state)
{
	struct graph500_load load = load_of(GRAPH500_SIMULATOR);
	u32 ones = 0, above = 0;

	(void)state;
	load.degree = 0;
	for (load.seed = 1; load.seed <= 400; load.seed++) {
		struct graph500_table t;

		graph500_tabulate(&load, &t);
		ones += t.degree == 1;
		above += t.degree > exp(graph500_ln_degree(14)) + 1;
		graph500_table_free(&t);
	}
	/* ln 1 is 0.64 / 1.11 standard deviations below the mean */
	assert_near(ones / 400.0, 0.28, 0.07);
	assert_true(above > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ends_are_in_pairs),
		cmocka_unit_test(levels_of_a_path),
		cmocka_unit_test(queries_of_a_process),
		cmocka_unit_test(ends_by_pair),
		cmocka_unit_test(printed_means),
		cmocka_unit_test(simulator_means),
		cmocka_unit_test(means_by_degree),
		cmocka_unit_test(deviations),
		cmocka_unit_test(means_end),
		cmocka_unit_test(messages_of_a_level),
		cmocka_unit_test(injection),
		cmocka_unit_test(measured_means),
		cmocka_unit_test(degrees_are_counted),
		cmocka_unit_test(all_queries_are_sent),
		cmocka_unit_test(loads_have_the_means),
		cmocka_unit_test(degrees_are_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
