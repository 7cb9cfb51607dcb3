// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/run/result.h"

#include "busiest.h"
#include "results.h"

#define LIST	40	/* characters of where a list of links is */

/**
 * struct found - a link
 * @kind: kind of links in whose list the link is; NULL: there is one list for all
 * @router: row of the list, which is the router's
 * @nth: place in the row
 * @flits: flits that the link carried
 */
struct found {
	const char *kind;
	u32 router;
	u32 nth;
	u64 flits;
};

static void find_in_row(struct found *found, struct json_object *row, const char *kind, u32 router)
{
	u32 i, count = result_count(row, "");

	for (i = 0; i < count; i++) {
		u64 flits = json_object_get_uint64(json_object_array_get_idx(row, i));

		if (flits > found->flits)
			*found = (struct found){ kind, router, i, flits };
	}
}

/* Find the busiest link in the lists of @kind, or, if it is NULL, in all lists. */
static void find_in_list(struct found *found, struct json_object *result, const char *kind)
{
	struct json_object *rows;
	char list[LIST];

	snprintf(list, sizeof(list), kind ? "links.%s.flits" : "links.flits", kind);
	rows = result_value(result, list);
	for (u32 router = 0; router < result_count(rows, ""); router++)
		find_in_row(found, json_object_array_get_idx(rows, router), kind, router);
}

static struct found find(struct json_object *result)
{
	const struct ss_topology_view *v = result_topology(result)->view;
	struct found found = { 0 };

	if (v->by_port)
		find_in_list(&found, result, NULL);
	for (u32 kind = 0; !v->by_port && kind < ss_link_kinds(v); kind++)
		find_in_list(&found, result, ss_link_kind(v, kind));
	return found;
}

/* Name it by its port or, where the ports of a kind are many, by where it leads. */
static void name_port(struct busiest *b, const struct found *found, struct json_object *result)
{
	const struct ss_topology_view *v = result_topology(result)->view;
	u32 row = 1 + found->nth, at[SS_PLACES] = { 0 };
	char path[LIST + 24], words[SS_WORDS];

	for (u32 i = 0; found->kind && i < v->rows; i++)
		if (v->row[i].links && !strcmp(v->row[i].links, found->kind))
			row = i;
	if (!found->kind) {
		snprintf(b->port, sizeof(b->port), "%s", row < v->rows ? v->row[row].name : "?");
		return;
	}
	for (u32 i = 0; i < v->places; i++) {
		snprintf(path, sizeof(path), "links.%s.to.%u.%u.%u", found->kind, found->router,
			 found->nth, i);
		at[i] = json_object_get_int(result_value(result, path));
	}
	ss_write_place(v->row[row].to, 0, at, words);
	snprintf(b->port, sizeof(b->port), "%s to %.16s", found->kind, words);
}

/* Write the first node of the router at @at. */
static void describe_node(struct busiest *b, const struct ss_topology *t, const u32 *at)
{
	const struct ss_topology_view *v = t->ops->view;
	size_t size = snprintf(b->where, sizeof(b->where), "node %u (",
			       ss_first_node(t, b->router));

	for (u32 i = 0; i < v->places + v->numbers_nodes; i++)
		size += snprintf(b->where + size, sizeof(b->where) - size, "%s%u", i ? "," : "",
				 i < v->places ? at[i] : 0);
	snprintf(b->where + size, sizeof(b->where) - size, ")");
}

/* Write the place of a busy link's router, which is returned. */
static void describe_place(struct busiest *b, struct json_object *result)
{
	u32 at[SS_PLACES] = { 0 };
	struct ss_topology t;
	struct ss_place place;

	snprintf(b->where, sizeof(b->where), "?");
	if (!result_shape(result, &t) || b->router >= t.routers)
		return;
	place = t.ops->view->place(&t, b->router);
	for (u32 i = 0; i < SS_PLACES; i++)
		at[i] = place.at[i];
	if (ss_nodes_of(&t, b->router))
		describe_node(b, &t, at);
	else
		ss_write_place(t.ops->view->router, b->router, at, b->where);
}

bool busiest_link(struct json_object *result, struct busiest *b)
{
	struct found found = find(result);

	if (!found.flits)
		return false;
	snprintf(b->path, sizeof(b->path), found.kind ? "links.%s.flits" : "links.flits",
		 found.kind);
	b->router = found.router;
	describe_place(b, result);
	name_port(b, &found, result);
	snprintf(b->path + strlen(b->path), sizeof(b->path) - strlen(b->path), ".%u.%u",
		 found.router, found.nth);
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
