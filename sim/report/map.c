// SPDX-License-Identifier: GPL-2.0-only
/* A map of the fabric to be looked at in a browser. */
#define _GNU_SOURCE	/* asprintf() */
#include <stdio.h>
#include <stdlib.h>

#include "sim/base/html.h"
#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/plot/nodes.h"
#include "sim/result/curves.h"

#include "map.h"
#include "tables.h"

asm(".section .rodata\n.global map_script\nmap_script:\n.incbin \"sim/report/map_dragonfly.js\"\n"
	".incbin \"sim/report/map.js\"\n.byte 0\n.previous");

/* The values of nodes by what the page calls them, and their place in by_source. */
static const struct {
	const char *name;
	const char *member;
} of_nodes[] = {
	{ "injected", "load" },
	{ "accepted", "throughput" },
	{ "received", "received" },
	{ "latency", "mean" },
};

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

static void put_radix(struct json_object *o, const char *name, const u32 radix[3])
{
	struct json_object *list = json_put_array(o, name);

	for (u32 i = 0; i < 3; i++)
		json_object_array_add(list, sim_need(json_object_new_int(radix[i])));
}

static void put_shape(struct json_object *o, struct json_object *result)
{
	u32 radix[3];

	nodes_radix(result, radix);
	if (result_topology(result)->view->grouped) {
		u32 groups = radix[0], routers = radix[1];
		/* nodes of a router, routers of a group, global links of a router */
		const u32 shape[3] = { radix[2], routers, (groups - 1) / routers };

		put_radix(o, "dragonfly", shape);
	} else {
		put_radix(o, "radix", radix);
	}
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
}

/* The sender that is served least of what it asks for, unless that is not judged. */
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

	put_label(o, results, number, curves);
	put_shape(o, result);
	json_object_object_add(o, "cycles",
			       json_object_get(result_value(result, "cycles.measured")));
	json_object_object_add(o, "links", json_object_get(result_value(result, "links")));
	put_nodes(o, result);
	put_worst(o, result);
}

static bool check_detail(const struct results *results, struct sim_error *err)
{
	u32 radix[3];

	for (u32 i = 0; i < results->count; i++) {
		const struct ss_topology_view *v = result_topology(results->at[i])->view;

		if (!v->by_port && !v->grouped)
			return sim_fail(err, "result %u is of %s, of which there is no map: 'seastar-sim table' prints the use of its links",
					i + 1, v->title);
		if (!nodes_radix(results->at[i], radix))
			return sim_fail(err, "result %u has no values by node and link: run it with detail=full",
					i + 1);
	}
	return true;
}

/* In a script element only "<" could end it. */
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
	      "<p id=\"torus\">A link begins at the router that sends over it. The two small squares in a router are its links at right angles to the plane, + on the right.</p>\n"
	      "<p id=\"dragonfly\">On the ring a group is a sector, with router 0 innermost. A router has the colour of the metric, or of its busiest local link if the metric is one of links. A global link has two halves: each shows what the group beside it sends. Of more than 600 global links the ring has the 600 busiest, and all of the picked group. Click a group to see it beside the ring: its local links begin at their senders, and the numbers outside are the groups to which its global links lead.</p>\n",
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
