// SPDX-License-Identifier: GPL-2.0-only
/* How evenly packets use the virtual channels, counted from the look-up tables of routes. */
#include <math.h>
#include <stdlib.h>

#include "sim/base/json.h"
#include "sim/route/balance.h"
#include "sim/route/generate.h"

#include "sim/paper/measures.h"

#define PROFILE		8	/* nodes of a part */
#define DIMENSIONS	3

static bool set(void *plan, const char *key, struct sim_error *err)
{
	return route_plan_set(plan, key, err);
}

static bool check(const char *word, struct sim_error *err)
{
	struct route_plan *p = route_plan_new();
	bool ok = route_plan_set(p, word, err);

	route_plan_free(p);
	return ok;
}

/* The plan that @keys say, and the load of its links. */
static struct route_plan *count(const char *keys, struct route_load **load, struct sim_error *err)
{
	struct route_plan *p = route_plan_new();
	struct route_missing missing = { 0 };
	struct route_tables *t;

	if (!paper_each_key(keys, set, p, err) || !route_plan_check(p, err)) {
		route_plan_free(p);
		return NULL;
	}
	t = route_generate(p, &missing);
	*load = route_count(p, t);
	route_tables_free(t);
	return p;
}

/*
 * Compute the mean balance of the links of a dimension, and the number of links by their balance.
 */
static bool figures_of_links(const struct paper_measuring *of, struct json_object *to,
			     struct sim_error *err)
{
	struct json_object *bins = json_put_array(to, "bins");
	struct route_load *load;
	struct route_plan *p;
	struct route_balance b;

	if (of->part >= DIMENSIONS)
		return sim_fail(err, "part %u: 'balance of links' has a part for each of %u dimensions: leave out the others",
				of->part + 1, DIMENSIONS);
	p = count(of->keys, &load, err);
	if (!p)
		return false;
	b = route_balance_of(p, load, of->part);
	json_put_real(to, "mean", 100 * b.mean);
	for (u32 i = 0; i < ROUTE_BINS; i++)
		json_append_real(bins, b.bin[i]);
	free(load);
	route_plan_free(p);
	return true;
}

/* Put the mean VC_balance of the +z links at each of PROFILE coordinates, by part of the study. */
static bool figures_of_nodes(const struct paper_measuring *of, struct json_object *to,
			     struct sim_error *err)
{
	struct json_object *nodes = json_put_array(to, "nodes");
	struct route_load *load;
	struct route_plan *p = count(of->keys, &load, err);

	if (!p)
		return false;
	for (u32 i = 0; i < PROFILE; i++)
		json_append_real(nodes, route_balance_at(p, load, 2, true, of->part * PROFILE + i));
	free(load);
	route_plan_free(p);
	return true;
}

const struct paper_measure measure_balance_links = {
	.name = "balance of links", .command = "seastar-sim route balance", .check = check,
	.figures = figures_of_links,
};

const struct paper_measure measure_balance_nodes = {
	.name = "balance of nodes", .command = "seastar-sim route balance --json", .check = check,
	.figures = figures_of_nodes,
};
