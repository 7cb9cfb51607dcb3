// SPDX-License-Identifier: GPL-2.0-only
/*
 * The edges that the levels of a Graph500 search explore, from roots of one degree: means and standard
 * deviations over searches, and those of the equations, as `seastar-sim graph500` prints them. And
 * how many neighbours the vertices of its graph have.
 */
#include <math.h>

#include "sim/base/json.h"
#include "sim/graph500/compare.h"
#include "sim/paper/measures.h"

#define LEVELS	5	/* the last level with figures; level 0 has none */

static bool check(const char *word, struct sim_error *err)
{
	struct graph500_compare c = graph500_compare_default();

	return graph500_compare_set(&c, word, err);
}

static bool set(void *c, const char *key, struct sim_error *err)
{
	return graph500_compare_set(c, key, err);
}

static void put(struct json_object *to, const char *name, u32 level, double value)
{
	char text[32];

	snprintf(text, sizeof(text), "%s_%u", name, level);
	json_put_real(to, text, value);
}

static bool figures(const struct paper_measuring *of, struct json_object *to, struct sim_error *err)
{
	struct graph500_compare c = graph500_compare_default();
	double edges[GRAPH500_MODEL_LEVELS] = { 0 };
	struct graph500_found found;

	if (!paper_each_key(of->keys, set, &c, err))
		return false;
	c.seed = of->seed;
	graph500_find(&c, &found);
	graph500_means(&c.size, GRAPH500_SIMULATOR, c.degree[0], edges);
	json_put_u64(to, "roots", found.sample[0].roots);
	json_put_u64(to, "largest", found.largest);
	json_put_u64(to, "distinct", found.distinct);
	json_put_real(to, "few", (double)found.few / found.vertices);
	json_put_real(to, "many", (double)found.many / found.vertices);
	for (u32 l = 1; l <= LEVELS; l++) {
		put(to, "edges", l, edges[l]);
		put(to, "searched", l, found.sample[0].edges[l]);
		put(to, "searched_deviation", l, found.sample[0].deviation[l]);
		put(to, "deviation", l,
		    exp(graph500_ln_deviation(&c.size, GRAPH500_PRINTED, l, c.degree[0])));
	}
	return true;
}

const struct paper_measure measure_levels = {
	.name = "levels of a search", .command = "seastar-sim graph500", .check = check,
	.runs = 1, .figures = figures,
};
