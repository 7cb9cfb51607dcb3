// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/core/rng.h"

#include "compare.h"

#define MAX_PROCESSES	1024
#define MAX_SCALE	22	/* 550 MB of memory with 16 edges per vertex */
#define MAX_EDGE_FACTOR	64
#define MAX_ROOTS	1000
#define MAX_DEGREE	100000
#define STREAM_OWNERS	2	/* stream of the seed that draws owners */

struct graph500_compare graph500_compare_default(void)
{
	return (struct graph500_compare){
		.size = { .scale = 16, .edge_factor = 16, .processes = 72 },
		.degree = { 1, 10, 100 }, .degrees = 3, .roots = 30, .seed = 1,
	};
}

static bool set_degrees(struct graph500_compare *c, const char *value, struct sim_error *err)
{
	u64 list[GRAPH500_DEGREES];
	u32 n = text_numbers(value, ',', MAX_DEGREE, list, GRAPH500_DEGREES);

	for (u32 i = 0; i < n; i++)
		if (!list[i])
			n = 0;
	if (!n)
		return sim_fail(err, "degrees is up to %u numbers from 1 to %u, with commas between them, not '%s'",
				GRAPH500_DEGREES, MAX_DEGREE, value);
	for (u32 i = 0; i < n; i++)
		c->degree[i] = list[i];
	c->degrees = n;
	return true;
}

bool graph500_compare_set(struct graph500_compare *c, const char *word, struct sim_error *err)
{
	const struct number {
		const char *name;
		u32 *to;
		u32 least;
		u32 most;
	} numbers[] = {
		{ "scale", &c->size.scale, 4, MAX_SCALE },
		{ "edge_factor", &c->size.edge_factor, 1, MAX_EDGE_FACTOR },
		{ "processes", &c->size.processes, 2, MAX_PROCESSES },
		{ "roots", &c->roots, 1, MAX_ROOTS },
	};
	static const char *const keys[] = {
		"scale", "edge_factor", "processes", "roots", "degrees", "seed", NULL
	};
	char *name = sim_copy(word), *value = strchr(name, '=');
	const char *hint;
	bool ok = false;
	u64 n;

	if (!value) {
		sim_fail(err, "'%s' is not KEY=VALUE", word);
		goto out;
	}
	*value++ = '\0';
	for (u32 i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		const struct number *at = &numbers[i];

		if (strcmp(name, at->name))
			continue;
		ok = text_number(value, &n) && n >= at->least && n <= at->most;
		if (ok)
			*at->to = n;
		else
			sim_fail(err, "%s is a number from %u to %u, not '%s'", name, at->least,
				 at->most, value);
		goto out;
	}
	if (!strcmp(name, "degrees")) {
		ok = set_degrees(c, value, err);
	} else if (!strcmp(name, "seed")) {
		ok = text_number(value, &c->seed) || sim_fail(err, "'%s' is no seed", value);
	} else {
		hint = text_nearest(name, keys);
		if (hint)
			sim_fail(err, "unknown key '%s': did you mean '%s'?", name, hint);
		else
			sim_fail(err, "unknown key '%s'", name);
	}
out:
	free(name);
	return ok;
}

/* Search once more, and count by pair of processes. */
static void find_pairs(const struct graph500_compare *c, const struct graph500 *g, u32 root,
		       struct graph500_found *found)
{
	u32 n = c->size.processes;
	struct graph500_pairs pairs = { .processes = n, .key = ss_rng_key(c->seed, STREAM_OWNERS) };
	struct graph500_levels levels;
	u64 sum = 0;

	pairs.queries = sim_alloc((size_t)n * n, sizeof(*pairs.queries));
	graph500_search(g, root, &levels, &pairs);
	found->least = U64_MAX;
	found->most = 0;
	for (u32 i = 0; i < n * n; i++) {
		u64 queries = pairs.queries[i];

		if (i / n == i % n)
			continue;
		sum += queries;
		if (queries < found->least)
			found->least = queries;
		if (queries > found->most)
			found->most = queries;
	}
	found->mean = (double)sum / n / (n - 1);
	free(pairs.queries);
}

/* Return the number of neighbours of @v, without copies of edges. */
static u32 count_distinct(const struct graph500 *g, u32 v)
{
	bool *seen = sim_alloc(g->vertices, sizeof(*seen));
	u32 n = 0;

	for (u64 i = g->first[v]; i < g->first[v + 1]; i++) {
		n += !seen[g->to[i]];
		seen[g->to[i]] = true;
	}
	free(seen);
	return n;
}

static void count_degrees(const struct graph500 *g, struct graph500_found *found)
{
	found->vertices = 0;
	found->few = 0;
	found->many = 0;
	for (u32 v = 0; v < g->vertices; v++) {
		u64 degree = graph500_degree(g, v);

		found->vertices += degree > 0;
		found->few += degree > 0 && degree <= GRAPH500_FEW;
		found->many += degree > GRAPH500_MANY;
	}
}

void graph500_find(const struct graph500_compare *c, struct graph500_found *found)
{
	struct graph500 g;
	u32 hub;

	graph500_generate(&g, c->size.scale, c->size.edge_factor, c->seed);
	hub = graph500_hub(&g);
	found->largest = graph500_degree(&g, hub);
	found->distinct = count_distinct(&g, hub);
	found->ends = g.first[g.vertices];
	count_degrees(&g, found);
	for (u32 i = 0; i < c->degrees; i++)
		graph500_measure(&g, c->degree[i], c->roots, c->seed, &found->sample[i]);
	find_pairs(c, &g, hub, found);
	graph500_free(&g);
}
