// SPDX-License-Identifier: GPL-2.0-only
/* seastar route: the look-up tables, and the paths of packets. */

#include <seastar/mmr.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/mmr/read.h"
#include "tools/seastar/route/entries.h"
#include "tools/seastar/route/path.h"
#include "tools/seastar/route/rebuild.h"
#include "tools/seastar/route/tables.h"

#include "cmd.h"

static const char *const class_names[] = { "request", "response", NULL };

static bool agrees(const struct path *p)
{
	size_t i;

	for (i = 0; i < p->n; i++) {
		if (!p->hop[i].by_rule)
			return false;
	}
	return true;
}

static void hop_row(const struct device *d, const struct path_hop *hop, size_t n)
{
	out_row();
	out_u64("hop", "hop", n);
	place_cells("router", d, hop->router);
	out_name("in", "in", port_names, hop->in);
	out_name("out", "out", port_names, hop->out);
	out_u64("vc", "vc", hop->vc);	/* the number, since it implies class and half */
	out_cell("dateline", hop->dateline ? "yes" : "-");
	out_bool("dateline", hop->dateline);
	out_u64("bias", "bias", hop->bias);
	out_u64("age", "age", hop->age);
	out_str("table", "table", path_table_names[hop->table]);
	out_cell("rule", hop->by_rule ? "same" : "differs");
	if (!hop->by_rule)
		out_colour(COLOUR_BAD);
	out_bool("by_rule", hop->by_rule);
	out_close();
}

static void end_out(const char *key, const char *text, const struct device *d, uint32_t router)
{
	char place[PLACE_TEXT_MAX];

	place_text(d, router, place);
	out_open(key);
	out_str(NULL, text, place);
	place_out(d, router);
	out_close();
}

static void path_out(const struct path_query *q, const struct path *p)
{
	size_t i;

	out_open(NULL);
	out_str("device", "%s: ", q->device->name);
	out_str("class", "%s from ", class_names[q->class]);
	end_out("from", "%s to ", q->device, q->from);
	end_out("to", "%s, ", q->device, q->to);
	out_u64("generation", "generation %s\n", q->agings->generation);
	out_table("path", NULL);
	for (i = 0; i < p->n; i++)
		hop_row(q->device, &p->hop[i], i);
	out_close();
	out_u64("hops", p->n == 2 ? "%s hop, " : "%s hops, ", p->n - 1);
	out_u64("age", "age gained by biases %s\n", p->hop[p->n - 1].age);
	out_bool("by_rule", agrees(p));
	if (!agrees(p))
		out_text("the tables differ from dimension-order routing\n");
	out_close();
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
	path_out(q, &p);
	path_free(&p);
	agings_free(&all);
}

enum { FROM, TO, CLASS };

static const struct keyword route_trace_keywords[] = {
	[FROM] = { .name = "from", .value = "N|X,Y,Z", .place = KEYWORD_NEEDED,
		   .help = "the router where the packet begins" },
	[TO] = { .name = "to", .value = "N|X,Y,Z", .place = KEYWORD_NEEDED,
		 .help = "the router where the packet ends" },
	[CLASS] = { .name = "class", .words = class_names,
		    .help = "class of the packet (request)" },
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
	  .help = "Make tables that avoid the links that are down; with 'commit', route packets by them",
	  .keywords = route_rebuild_keywords },
	{ 0 }
};

void cmd_route(struct args *a)
{
	object_run("route", route_commands, a);
}
