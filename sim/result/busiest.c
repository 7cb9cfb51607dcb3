// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>

#include "sim/run/result.h"

#include "busiest.h"
#include "results.h"

/* Find its node and port; returns the flits. */
static u64 find(struct json_object *routers, u32 *node, u32 *port)
{
	u32 n, p, count = json_object_is_type(routers, json_type_array) ?
			  json_object_array_length(routers) : 0;
	u64 most = 0;

	for (n = 0; n < count; n++) {
		struct json_object *links = json_object_array_get_idx(routers, n);

		for (p = 0; p < SS_PORTS - SEASTAR_PORT_XP; p++) {
			u64 flits = json_object_get_uint64(json_object_array_get_idx(links, p));

			if (flits > most) {
				most = flits;
				*node = n;
				*port = p;
			}
		}
	}
	return most;
}

bool busiest_link(struct json_object *result, struct busiest *b)
{
	u32 port = 0, d;
	u64 flits = find(result_value(result, "links.flits"), &b->node, &port);
	char path[32];

	if (!flits)
		return false;
	for (d = 0; d < SS_DIMS; d++) {
		snprintf(path, sizeof(path), "by_source.%u.at.%u", b->node, d);
		b->at[d] = json_object_get_uint64(result_value(result, path));
	}
	b->port = sim_port_words[SEASTAR_PORT_XP + port];
	snprintf(b->path, sizeof(b->path), "links.flits.%u.%u", b->node, port);
	b->use = flits / result_number(result, "cycles.measured");
	return true;
}

double busiest_link_use(struct json_object *result)
{
	struct busiest b;

	if (busiest_link(result, &b))
		return b.use;
	return result_count(result, "links.flits") ? 0 : NAN;
}

double busiest_dimension_use(struct json_object *result)
{
	double use = NAN;
	char path[40];
	u32 d;

	for (d = 0; d < result_count(result, "dimensions"); d++) {
		snprintf(path, sizeof(path), "dimensions.%u.utilisation", d);
		use = fmax(use, result_number(result, path));
	}
	return use;
}
