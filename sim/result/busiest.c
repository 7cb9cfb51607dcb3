// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/run/result.h"

#include "busiest.h"
#include "results.h"

/**
 * struct found - a link
 * @list: where in the result its list of flits is
 * @router: the row of the list
 * @nth: of the row
 * @flits: that it carried
 */
struct found {
	const char *list;
	u32 router;
	u32 nth;
	u64 flits;
};

static void find_in_row(struct found *found, struct json_object *row, const char *list, u32 router)
{
	u32 i, count = result_count(row, "");

	for (i = 0; i < count; i++) {
		u64 flits = json_object_get_uint64(json_object_array_get_idx(row, i));

		if (flits > found->flits)
			*found = (struct found){ list, router, i, flits };
	}
}

/* No cube has the two latter lists, and no Dragonfly the first. */
static struct found find(struct json_object *result)
{
	static const char *const lists[] = {
		"links.flits", "links.local.flits", "links.global.flits",
	};
	struct found found = { 0 };
	u32 i, router, routers;

	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		struct json_object *rows = result_value(result, lists[i]);

		routers = result_count(rows, "");
		for (router = 0; router < routers; router++)
			find_in_row(&found, json_object_array_get_idx(rows, router), lists[i],
				    router);
	}
	return found;
}

static void name_cube_port(struct busiest *b, const struct found *found)
{
	u32 port = SEASTAR_PORT_XP + found->nth;

	snprintf(b->port, sizeof(b->port), "%s", port < SS_PORTS ? sim_port_words[port] : "?");
}

static void name_dragonfly_port(struct busiest *b, const struct found *found,
				struct json_object *result)
{
	bool local = !strcmp(found->list, "links.local.flits");
	char path[48];

	snprintf(path, sizeof(path), "links.%s.to.%u.%u.%d", local ? "local" : "global",
		 found->router, found->nth, local);
	snprintf(b->port, sizeof(b->port), "%s to %s %.0f", local ? "local" : "global",
		 local ? "router" : "group", result_number(result, path));
}

bool busiest_link(struct json_object *result, struct busiest *b)
{
	struct found found = find(result);
	char path[40];
	u32 d;

	if (!found.flits)
		return false;
	b->node = found.router *
		  (result_count(result, "by_source") / result_count(result, found.list));
	for (d = 0; d < SS_DIMS; d++) {
		snprintf(path, sizeof(path), "by_source.%u.at.%u", b->node, d);
		b->at[d] = json_object_get_uint64(result_value(result, path));
	}
	if (!strcmp(found.list, "links.flits"))
		name_cube_port(b, &found);
	else
		name_dragonfly_port(b, &found, result);
	snprintf(b->path, sizeof(b->path), "%s.%u.%u", found.list, found.router, found.nth);
	b->use = found.flits / result_number(result, "cycles.measured");
	return true;
}

double busiest_link_use(struct json_object *result)
{
	struct busiest b;

	if (busiest_link(result, &b))
		return b.use;
	return result_value(result, "links") ? 0 : NAN;
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
