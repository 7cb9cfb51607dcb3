// SPDX-License-Identifier: GPL-2.0-only
/* Values per node and per link in results. */
#include <math.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/experiment/experiment.h"

#include "nodes.h"

static const struct quantity quantities[] = {
	{ .name = "utilisation", .title = "Use of links", .label = "flits per cycle",
	  .links = "flits" },
	{ .name = "stalled", .title = "Stalls of links",
	  .label = "cycles stalled for credits (share)", .links = "stalled" },
	{ .name = "blocked", .title = "Blocking behind links",
	  .label = "blocked VCs (mean of cycles)", .links = "blocked" },
	{ .name = "injected", .title = "Load injected", .label = "flits/node/cycle",
	  .nodes = "load" },
	{ .name = "accepted", .title = "Load accepted by source", .label = "flits/node/cycle",
	  .nodes = "throughput" },
	{ .name = "received", .title = "Load received", .label = "flits/node/cycle",
	  .nodes = "received" },
	{ .name = "latency", .title = "Latency by source", .label = "mean latency (cycles)",
	  .nodes = "mean", .weight = "delivered" },
};

#define QUANTITIES	(sizeof(quantities) / sizeof(quantities[0]))

const struct quantity *quantity_find(const char *name, struct sim_error *err)
{
	const char *names[QUANTITIES + 1] = { 0 }, *hint;
	u32 i;

	for (i = 0; i < QUANTITIES; i++) {
		names[i] = quantities[i].name;
		if (!strcmp(names[i], name))
			return &quantities[i];
	}
	hint = text_nearest(name, names);
	sim_fail(err, "unknown quantity '%s'%s%s%s", name, hint ? ": did you mean '" : "",
		 hint ? hint : "", hint ? "'?" : "");
	return NULL;
}

bool nodes_radix(struct json_object *result, u32 radix[3])
{
	u32 d, nodes = result_count(result, "by_source");
	u64 product = 1;
	char path[48];

	for (d = 0; d < 3; d++) {
		snprintf(path, sizeof(path), "by_source.%u.at.%u", nodes - 1, d);
		radix[d] = json_object_get_int(result_value(result, path)) + 1;
		product *= radix[d];
		if (!product || product > SIM_MAX_NODES)
			return false;
	}
	return product == nodes;
}

/*
 * Return the weighted mean of @q over @count nodes from number @first on; NAN if no weight is left.
 */
static double mean_of(struct json_object *sources, const struct quantity *q, u32 first, u32 count)
{
	double sum = 0, weights = 0;
	u32 node;

	for (node = first; node - first < count; node++) {
		struct json_object *source = json_object_array_get_idx(sources, node);
		double weight = q->weight ? result_number(source, q->weight) : 1;

		if (!(weight > 0))
			continue;
		sum += weight * result_number(source, q->nodes);
		weights += weight;
	}
	return weights > 0 ? sum / weights : NAN;
}

double *nodes_by_router(struct json_object *result, const struct quantity *q, const u32 radix[3])
{
	struct json_object *sources = result_value(result, "by_source");
	u32 router, routers = radix[0] * radix[1];
	double *value = sim_alloc(routers, sizeof(value[0]));

	for (router = 0; router < routers; router++)
		value[router] = mean_of(sources, q, router * radix[2], radix[2]);
	return value;
}
