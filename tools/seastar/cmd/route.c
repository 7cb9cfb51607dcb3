// SPDX-License-Identifier: GPL-2.0-only
/* seastar route: the look-up tables, and the way they lead packets. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <seastar/mmr.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/mmr/read.h"
#include "tools/seastar/route/entries.h"
#include "tools/seastar/route/path.h"
#include "tools/seastar/route/rebuild.h"
#include "tools/seastar/route/tables.h"

#include "cmd.h"

static const char *const class_names[] = { "request", "response", NULL };

/* "2": class and half are in the number */
static void hop_row(struct table *t, const struct device *d, const struct path_hop *hop, size_t n)
{
	char place[PLACE_TEXT_MAX];

	table_cell(t, "%zu", n);
	table_cell(t, "%u", hop->router);
	if (!print_is_numeric()) {
		place_text(d, hop->router, place);
		table_cell(t, "%s", place);
	}
	table_cell(t, "%s", text_name(port_names, hop->in));
	table_cell(t, "%s", text_name(port_names, hop->out));
	table_cell(t, "%u", hop->vc);
	table_cell(t, hop->dateline ? "yes" : "-");
	table_cell(t, "%u", hop->bias);
	table_cell(t, "%u", hop->age);
	table_cell(t, "%s", path_table_names[hop->table]);
	if (!hop->by_rule) {
		table_cell(t, "differs");
		table_colour(t, COLOUR_BAD);
	} else {
		table_cell(t, "same");
	}
}

static bool agrees(const struct path *p)
{
	size_t i;

	for (i = 0; i < p->n; i++) {
		if (!p->hop[i].by_rule)
			return false;
	}
	return true;
}

static void path_text(const struct path_query *q, const struct path *p)
{
	static const char *const with_places[] = {
		"hop", "router", "place", "in", "out", "vc", "dateline", "bias", "age", "table",
		"rule", NULL
	};
	static const char *const numeric[] = {
		"hop", "router", "in", "out", "vc", "dateline", "bias", "age", "table", "rule", NULL
	};
	struct table *t = table_new(print_is_numeric() ? numeric : with_places);
	char from[PLACE_TEXT_MAX], to[PLACE_TEXT_MAX];
	size_t i;

	place_text(q->device, q->from, from);
	place_text(q->device, q->to, to);
	printf("%s: %s from %s to %s, generation %" PRIu64 "\n", q->device->name,
	       class_names[q->class], from, to, q->agings->generation);
	for (i = 0; i < p->n; i++)
		hop_row(t, q->device, &p->hop[i], i);
	table_print(t);
	printf("%zu hop%s, age gained by biases %u\n", p->n - 1, p->n == 2 ? "" : "s",
	       p->hop[p->n - 1].age);
	if (!agrees(p))
		puts("the tables differ from dimension-order routing");
}

static struct json_object *hop_json(const struct device *d, const struct path_hop *hop, size_t n)
{
	struct json_object *o = json_object_new_object();

	json_add_u64(o, "hop", n);
	place_json(o, d, hop->router);
	json_add_str(o, "in", port_names[hop->in]);
	json_add_str(o, "out", port_names[hop->out]);
	json_add_u64(o, "vc", hop->vc);
	json_object_object_add(o, "dateline", json_object_new_boolean(hop->dateline));
	json_add_u64(o, "bias", hop->bias);
	json_add_u64(o, "age", hop->age);
	json_add_str(o, "table", path_table_names[hop->table]);
	json_object_object_add(o, "by_rule", json_object_new_boolean(hop->by_rule));
	return o;
}

static void path_json(const struct path_query *q, const struct path *p)
{
	struct json_object *o = json_object_new_object();
	struct json_object *list = json_object_new_array();
	struct json_object *end;
	size_t i;

	json_add_str(o, "device", q->device->name);
	json_add_u64(o, "generation", q->agings->generation);
	json_add_str(o, "class", class_names[q->class]);
	end = json_object_new_object();
	place_json(end, q->device, q->from);
	json_object_object_add(o, "from", end);
	end = json_object_new_object();
	place_json(end, q->device, q->to);
	json_object_object_add(o, "to", end);
	for (i = 0; i < p->n; i++)
		json_object_array_add(list, hop_json(q->device, &p->hop[i], i));
	json_object_object_add(o, "path", list);
	json_add_u64(o, "hops", p->n - 1);
	json_add_u64(o, "age", p->hop[p->n - 1].age);
	json_object_object_add(o, "by_rule", json_object_new_boolean(agrees(p)));
	print_json(o);
}

static void route_check_routers(const struct device *d, const struct agings *all, uint32_t from,
				uint32_t to)
{
	uint32_t worst = from > to ? from : to;

	if (worst >= d->routers)
		die("%s has routers 0 to %u: there is no router %u", d->name, d->routers - 1,
		    worst);
	if (all->n != d->routers || all->aging[worst].router != worst)
		die("%s: the kernel's answer lacks routers", d->name);
}

static void find_and_print(const char *dev, struct path_query *q)
{
	struct agings all = { 0 };
	struct routing routing;
	struct device d;
	struct path p;
	struct nl nl;

	nl_open(&nl);
	device_read(&nl, dev, &d);
	agings_read(&nl, dev, &all);
	route_check_routers(&d, &all, q->from, q->to);
	routing_read(&nl, dev, &routing);
	q->by_rule = !routing.in_registers && !routing.loaded;
	q->device = &d;
	q->agings = &all;
	path_find(&nl, q, &p);
	nl_close(&nl);
	if (print_is_json())
		path_json(q, &p);
	else
		path_text(q, &p);
	path_free(&p);
	agings_free(&all);
}

enum { FROM, TO, CLASS };

static const struct keyword route_trace_keywords[] = {
	[FROM] = { .name = "from", .value = "N|X,Y,Z", .place = KEYWORD_NEEDED,
		   .help = "the router where it begins" },
	[TO] = { .name = "to", .value = "N|X,Y,Z", .place = KEYWORD_NEEDED,
		 .help = "the router where it ends" },
	[CLASS] = { .name = "class", .words = class_names, .help = "of the packet (request)" },
	{ 0 }
};

static void route_trace(struct args *a)
{
	const char *dev = args_device(a);
	struct path_query q = { 0 };
	uint64_t seen = 0;

	while (args_more(a)) {
		switch (keyword_take(a, route_trace_keywords, &seen)) {
		case FROM:
			q.from = args_router(a, "from", dev);
			break;
		case TO:
			q.to = args_router(a, "to", dev);
			break;
		case CLASS:
			q.class = keyword_choice(a, &route_trace_keywords[CLASS]);
			break;
		}
	}
	keyword_need(a, route_trace_keywords, seen);
	find_and_print(dev, &q);
}

static const struct command route_commands[] = {
	{ .name = "show", .run = route_show, .usage = "DEV",
	  .help = "Show where a router sends packets, by input port and destination",
	  .keywords = route_entries_keywords },
	{ .name = "trace", .run = route_trace, .usage = "DEV",
	  .help = "Show the way of a packet, and the age that it gains by biases",
	  .keywords = route_trace_keywords },
	{ .name = "check", .run = route_check_device, .usage = "DEV",
	  .help = "Prove that the tables in force deliver, and cannot deadlock" },
	{ .name = "rebuild", .run = route_rebuild, .usage = "DEV",
	  .help = "Make tables around the links that are down, and, with commit, route by them",
	  .keywords = route_rebuild_keywords },
	{ 0 }
};

void cmd_route(struct args *a)
{
	cmd_run("route", route_commands, a);
}
