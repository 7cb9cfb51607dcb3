// SPDX-License-Identifier: GPL-2.0-only
/* A map of the fabric for browsers. */
#define _GNU_SOURCE	/* asprintf() */
#include <stdio.h>
#include <stdlib.h>

#include "sim/base/html.h"
#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/result/curves.h"

#include "map.h"
#include "tables.h"

asm(".section .rodata\n.global map_script\nmap_script:\n.incbin \"sim/report/map_lattice.js\"\n"
	".incbin \"sim/report/map_groups.js\"\n.incbin \"sim/report/map_grid.js\"\n"
	".incbin \"sim/report/map.js\"\n.byte 0\n.previous");

/* Values of nodes by their names on the page, and their place in by_source. */
static const struct {
	const char *name;
	const char *member;
} of_nodes[] = {
	{ "injected", "load" },
	{ "accepted", "throughput" },
	{ "received", "received" },
	{ "latency", "mean" },
};

/* Values of nodes that have a rank of a program: members of the rank, and of its calls. */
static const char *const of_ranks[] = { "computing", "sending", "waiting" };

static void put_label(struct json_object *o, const struct results *results, u32 number,
		      const struct curves *curves)
{
	struct json_object *result = results->at[number];
	char *label = curves_label(curves, results, result), *text;

	if (asprintf(&text, "run %u%s%s (%s)", number + 1, *label ? ": " : "", label,
		     result_text(result, "verdict.is")) < 0)
		text = sim_need(NULL);
	json_put_text(o, "label", text);
	free(text);
	free(label);
}

static void put_numbers(struct json_object *list, const u32 *number, u32 count)
{
	for (u32 i = 0; i < count; i++)
		json_object_array_add(list, sim_need(json_object_new_int(number[i])));
}

static void put_lattice(struct json_object *o, const struct ss_topology *t)
{
	u32 extent[SS_PLACES];

	ss_extents(t, extent);
	put_numbers(json_put_array(o, "radix"), extent, 3);
}

/* Put the groups, routers of a group, and nodes of a router. */
static void put_groups(struct json_object *o, const struct ss_topology *t)
{
	const u32 shape[3] = { t->routers / t->group, t->group, t->per_router };

	put_numbers(json_put_array(o, "groups"), shape, 3);
}

/* Put the place of each router, and its name; and the coordinate along each axis. */
static void put_grid(struct json_object *o, const struct ss_topology *t)
{
	const struct ss_topology_view *v = t->ops->view;
	struct json_object *places = json_put_array(o, "places");
	struct json_object *names = json_put_array(o, "names");
	struct json_object *coordinates = json_put_array(o, "coordinates");

	put_numbers(json_put_array(o, "axes"), v->axis, SS_AXES);
	json_put_u64(o, "nodes_of_router", t->per_router);
	for (u32 i = 0; i < v->places; i++)
		json_object_array_add(coordinates,
				      sim_need(json_object_new_string(v->coordinate[i])));
	for (u32 r = 0; r < t->routers; r++) {
		struct ss_place p = v->place(t, r);
		u32 at[SS_PLACES];
		char name[SS_WORDS];

		for (u32 i = 0; i < SS_PLACES; i++)
			at[i] = p.at[i];
		put_numbers(json_append_array(places), at, v->places);
		ss_write_place(v->router, r, at, name);
		json_object_array_add(names, sim_need(json_object_new_string(name)));
	}
}

/* Put a shape as the page needs it, by how it is drawn. */
static void put_shape(struct json_object *o, const struct ss_topology *t)
{
	static const struct {
		const char *word;
		void (*put)(struct json_object *o, const struct ss_topology *t);
	} drawings[] = {
		[SS_DRAW_GRID] = { "grid", put_grid },
		[SS_DRAW_LATTICE] = { "lattice", put_lattice },
		[SS_DRAW_GROUPS] = { "groups", put_groups },
	};
	u32 drawing = t->ops->view->drawing;

	json_put_text(o, "drawing", drawings[drawing].word);
	drawings[drawing].put(o, t);
}

/* Find the rank of each of @count nodes; NULL: the node has none, or there is no program. */
static struct json_object **ranks_of_nodes(struct json_object *result, u32 count)
{
	struct json_object **rank = sim_alloc(count, sizeof(*rank));
	struct json_object *list = result_value(result, "program.by_rank");
	u32 ranks = result_count(result, "program.by_rank");

	for (u32 i = 0; i < ranks; i++) {
		struct json_object *of = json_object_array_get_idx(list, i);
		double node = result_number(of, "node");

		if (node >= 0 && node < count)
			rank[(u32)node] = of;
	}
	return rank;
}

/*
 * Put @member of each node's rank, in its calls of the name @call or, if that is NULL, in all; 0 of
 * a rank without these calls.
 */
static void put_ranks(struct json_object *nodes, struct json_object **rank, u32 count,
		      const char *member, const char *call)
{
	struct json_object *list;
	char *name;

	if (asprintf(&name, "%s%s%s", member, call ? ":" : "", call ? call : "") < 0)
		name = sim_need(NULL);
	list = json_put_array(nodes, name);
	free(name);
	for (u32 n = 0; n < count; n++) {
		struct json_object *of = rank[n], *value = NULL;

		if (call)
			of = json_object_object_get(json_object_object_get(of, "by_call"), call);
		if (of)
			value = json_object_get(json_object_object_get(of, member));
		else if (rank[n])
			value = sim_need(json_object_new_int(0));
		json_object_array_add(list, value);
	}
}

/* Put the cycles of a program's ranks by state, and by call in which any rank was in the state. */
static void put_program(struct json_object *nodes, struct json_object *result, u32 count)
{
	struct json_object *calls = result_value(result, "program.by_call");
	struct json_object **rank;

	if (!result_value(result, "program"))
		return;
	rank = ranks_of_nodes(result, count);
	for (size_t i = 0; i < sizeof(of_ranks) / sizeof(of_ranks[0]); i++) {
		put_ranks(nodes, rank, count, of_ranks[i], NULL);
		if (!json_object_is_type(calls, json_type_object))
			continue;
		json_object_object_foreach(calls, name, call)
			if (result_number(call, of_ranks[i]) > 0)
				put_ranks(nodes, rank, count, of_ranks[i], name);
	}
	free(rank);
}

static void put_nodes(struct json_object *o, struct json_object *result)
{
	struct json_object *nodes = json_put_object(o, "nodes"), *list;
	struct json_object *sources = result_value(result, "by_source");
	u32 count = result_count(result, "by_source");

	for (size_t i = 0; i < sizeof(of_nodes) / sizeof(of_nodes[0]); i++) {
		list = json_put_array(nodes, of_nodes[i].name);
		for (u32 n = 0; n < count; n++) {
			struct json_object *node = json_object_array_get_idx(sources, n);
			struct json_object *value = result_value(node, of_nodes[i].member);

			json_object_array_add(list, json_object_get(value));
		}
	}
	put_program(nodes, result, count);
}

/* Put the sender with the least share, unless that is not judged. */
static void put_worst(struct json_object *o, struct json_object *result)
{
	struct json_object *worst = result_value(result, "starvation.worst"), *to;

	if (!worst)
		return;
	to = json_put_object(o, "worst");
	json_object_object_add(to, "node", json_object_get(result_value(worst, "node")));
	json_object_object_add(to, "share", json_object_get(result_value(worst, "share")));
}

static void put_run(struct json_object *list, const struct results *results, u32 number,
		    const struct curves *curves)
{
	struct json_object *o = json_append_object(list), *result = results->at[number];
	struct ss_topology t;

	put_label(o, results, number, curves);
	result_shape(result, &t);
	put_shape(o, &t);
	json_object_object_add(o, "cycles",
			       json_object_get(result_value(result, "cycles.measured")));
	json_object_object_add(o, "links", json_object_get(result_value(result, "links")));
	put_nodes(o, result);
	put_worst(o, result);
}

/* Return true if @result has each link of @kind, "" for all kinds. */
static bool has_links(struct json_object *result, const char *kind, const struct ss_topology *t)
{
	char path[64];

	snprintf(path, sizeof(path), "links%.40s.flits", kind);
	return result_count(result, path) == t->routers;
}

static bool has_detail(struct json_object *result)
{
	struct ss_topology t;
	char kind[48];

	if (!result_shape(result, &t) || result_count(result, "by_source") != t.nodes)
		return false;
	if (t.ops->view->by_port)
		return has_links(result, "", &t);
	for (u32 i = 0; i < ss_link_kinds(t.ops->view); i++) {
		snprintf(kind, sizeof(kind), ".%.40s", ss_link_kind(t.ops->view, i));
		if (!has_links(result, kind, &t))
			return false;
	}
	return true;
}

static bool check_detail(const struct results *results, struct sim_error *err)
{
	for (u32 i = 0; i < results->count; i++)
		if (!has_detail(results->at[i]))
			return sim_fail(err, "result %u has no values by node and link: run it with detail=full",
					i + 1);
	return true;
}

/* Print data into a script element, which only "<" could end. */
static void print_data(struct json_object *data, FILE *out)
{
	const char *text = json_object_to_json_string_ext(data, JSON_C_TO_STRING_PLAIN);

	fputs("<script type=\"application/json\" id=\"data\">", out);
	for (; *text; text++) {
		if (*text == '<')
			fputs("\\u003c", out);
		else
			putc(*text, out);
	}
	fputs("</script>\n", out);
}

static void print_body(FILE *out)
{
	fputs("<p><label>Run <select id=\"run\" style=\"max-width:100%\"></select></label>\n"
	      "<label>Metric <select id=\"metric\"></select></label>\n"
	      "<label>Directions <select id=\"axis\"></select></label>\n"
	      "<label>Plane or group <select id=\"plane\"></select></label></p>\n"
	      "<p id=\"about\" style=\"min-height:3em\"></p>\n"
	      "<svg id=\"map\" style=\"max-height:75vh;width:100%\"></svg>\n"
	      "<p id=\"scale\"></p>\n"
	      "<p>Most (red edge): <button id=\"most\"></button></p>\n"
	      "<p>Node with the smallest served share of its load (dashed edge): <button id=\"worst\"></button></p>\n"
	      "<p id=\"lattice\">A link begins at the router that sends over it. The two small squares in a router are its links at right angles to the plane, + on the right.</p>\n"
	      "<p id=\"groups\">On the ring a group is a sector, with router 0 innermost. A router has the colour of the metric, or of its busiest local link if the metric is one of links. A global link has two halves: each shows what the group beside it sends. Of more than 600 global links the ring has the 600 busiest, and all of the picked group. Click a group to see it beside the ring: its local links begin at their senders, and the numbers outside are the groups to which its global links lead.</p>\n"
	      "<p id=\"grid\">Each half of a line between two routers is the link of the router beside it. The small squares in a router are its links to other planes. Of more than 2,000 links of a plane the map has the 2,000 busiest, and all of a router that a click keeps.</p>\n",
	      out);
}

bool map_write(const struct results *results, FILE *out, struct sim_error *err)
{
	struct curves curves = { 0 };
	struct json_object *data;

	if (!check_detail(results, err) || !curves_group(&curves, results, NULL, NULL, err))
		return false;
	data = sim_need(json_object_new_array());
	for (u32 i = 0; i < results->count; i++)
		put_run(data, results, i, &curves);
	html_begin(out, "Map of the fabric");
	report_simulated(results, out);
	print_body(out);
	print_data(data, out);
	fprintf(out, "<script>\n%s</script>\n", map_script);
	html_end(out);
	json_object_put(data);
	curves_free(&curves);
	return true;
}
