// SPDX-License-Identifier: GPL-2.0-only
/* seastar stats: packets, flits, blocking and stalls; throughput. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/bars.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/group.h"
#include "tools/seastar/counters/marks.h"
#include "tools/seastar/counters/reading.h"
#include "tools/seastar/counters/sample.h"
#include "tools/seastar/counters/sources.h"
#include "tools/seastar/counters/sums.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/map/map.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

struct stats_query {
	struct sample_query of;
	uint32_t ports;
	enum grouping by;
	uint64_t interval_ms;	/* 0: since creation, or the mark */
	bool map;		/* of @metric, by router */
	enum metric metric;
};

static void group_row(struct table *t, const struct group *g)
{
	unsigned int vc;

	table_cell(t, "%s", g->name);
	table_cell(t, "%" PRIu64, vcs_sum(g->counter, SEASTAR_COUNTER_VC0_PKTS));
	table_cell(t, "%" PRIu64, vcs_sum(g->counter, SEASTAR_COUNTER_VC0_FLITS));
	table_cell(t, "%" PRIu64, vcs_sum(g->counter, SEASTAR_COUNTER_VC0_BLOCKED));
	table_cell(t, "%" PRIu64, g->counter[SEASTAR_COUNTER_STALLED]);
	for (vc = 0; vc < VC_COUNTERS; vc++)
		table_cell(t, "%" PRIu64, g->counter[SEASTAR_COUNTER_VC0_BLOCKED + vc]);
	table_cell(t, "%s", text_real(group_metric(g, OCCUPANCY), 3));
}

static void groups_text(const struct stats_query *q, const struct groups *groups)
{
	const char *const heads[] = {
		grouping_names[q->by], "packets", "flits", "blocked", "stalled",
		"vc0-blocked", "vc1-blocked", "vc2-blocked", "vc3-blocked", "occupancy", NULL
	};
	struct table *t = table_new(heads);
	struct group total = groups_total(groups);
	size_t i;

	for (i = 0; i < groups->n; i++)
		group_row(t, &groups->group[i]);
	if (groups->n > 1)
		group_row(t, &total);
	table_print(t);
}

/* A picture for a terminal. */
static void groups_bars(const struct groups *groups, enum metric m)
{
	struct bar *bar = allocate(groups->n, sizeof(*bar));
	size_t i;

	printf("%s\n", metric_names[m]);
	for (i = 0; i < groups->n; i++) {
		snprintf(bar[i].label, sizeof(bar[i].label), "%s", groups->group[i].name);
		bar[i].count = group_metric(&groups->group[i], m);
	}
	bars_print(bar, groups->n);
	free(bar);
}

static struct json_object *stats_group_json(const struct group *g)
{
	struct json_object *o = json_object_new_object();

	json_add_str(o, "name", g->name);
	json_add_u64(o, "packets", vcs_sum(g->counter, SEASTAR_COUNTER_VC0_PKTS));
	json_add_u64(o, "flits", vcs_sum(g->counter, SEASTAR_COUNTER_VC0_FLITS));
	json_add_u64(o, "blocked", vcs_sum(g->counter, SEASTAR_COUNTER_VC0_BLOCKED));
	json_add_u64(o, "stalled", g->counter[SEASTAR_COUNTER_STALLED]);
	json_add_real(o, "occupancy", group_metric(g, OCCUPANCY), 6);
	json_object_object_add(o, "vc", vcs_json(g->counter));
	return o;
}

static void groups_json(struct json_object *o, const struct stats_query *q,
			const struct groups *groups)
{
	struct json_object *list = json_object_new_array();
	struct group total = groups_total(groups);
	size_t i;

	for (i = 0; i < groups->n; i++)
		json_object_array_add(list, stats_group_json(&groups->group[i]));
	json_add_str(o, "by", grouping_names[q->by]);
	json_object_object_add(o, "groups", list);
	json_object_object_add(o, "all", stats_group_json(&total));
}

/*
 * Flits per node per cycle: those that entered the network, by the counters, and
 * those delivered, by the sources.  The latter begin anew with every reset, so
 * only a difference of two readings tells their rate.
 */
struct throughput {
	double injected;
	double accepted;
};

static struct throughput throughput(const struct stats_query *q, const struct reading *r)
{
	struct throughput t = { .accepted = NAN };
	uint64_t flits = 0;
	size_t i;

	for (i = 0; i < r->sample.n; i++)
		flits += vcs_sum(r->sample.router[i].counter[SEASTAR_PORT_PROC],
				 SEASTAR_COUNTER_VC0_FLITS);
	t.injected = (double)flits / r->cycles / r->sample.n;
	if (q->interval_ms && r->has_sources)
		t.accepted = (double)r->sources.flits / r->sources.cycle / r->sources.n;
	return t;
}

static void stats_show_text(const struct stats_query *q, const struct reading *r)
{
	struct throughput t = throughput(q, r);
	struct groups groups = groups_sum(&r->sample, q->by, q->ports);

	sample_head_text(&q->of, &r->sample);
	if (q->interval_ms)
		interval_text(r->cycles);
	groups_text(q, &groups);
	if (print_columns() && groups.n > 1) {
		groups_bars(&groups, BLOCKED);
		groups_bars(&groups, STALLED);
	}
	groups_free(&groups);
	if (r->has_sources && q->interval_ms)
		printf("what the sources saw in %" PRIu64 " cycles:\n", r->sources.cycle);
	if (r->has_sources)
		sources_text(&r->sources);
	printf("throughput: injected %s", text_real(t.injected, 6));
	if (q->interval_ms && r->has_sources)
		printf(" accepted %s", text_real(t.accepted, 6));
	printf(" flits/node/cycle%s\n", q->interval_ms || q->of.since ? "" : ", since creation");
}

static void stats_show_json(const struct stats_query *q, const struct reading *r)
{
	struct throughput t = throughput(q, r);
	struct groups groups = groups_sum(&r->sample, q->by, q->ports);
	struct json_object *o = json_object_new_object();
	struct json_object *part = json_object_new_object();

	sample_head_json(o, &q->of, &r->sample);
	if (q->interval_ms || q->of.since)
		json_add_u64(o, "interval_cycles", r->cycles);
	groups_json(o, q, &groups);
	groups_free(&groups);
	if (r->has_sources && q->interval_ms)
		json_add_u64(o, "sources_cycles", r->sources.cycle);
	if (r->has_sources)
		sources_json(o, &r->sources);
	json_add_real(part, "injected", t.injected, 6);
	json_add_real(part, "accepted", t.accepted, 6);
	json_object_object_add(o, "throughput", part);
	print_json(o);
}

static double metric_of(const struct group *g, unsigned int metric)
{
	return group_metric(g, metric);
}

static void stats_show_map(const struct stats_query *q, const struct reading *r)
{
	const struct map map = {
		.what = metric_names[q->metric], .unit = metric_units[q->metric],
		.digits = metric_digits[q->metric], .value = metric_of, .which = q->metric,
		.ports = q->ports, .interval = q->interval_ms, .cycles = r->cycles,
	};

	map_show(&map, &q->of, &r->sample);
}

enum { ROUTER, PORT, BY, MAP, INTERVAL, SINCE };

static const struct keyword stats_show_keywords[] = {
	[ROUTER] = { .name = "router", .value = "N|X,Y,Z", .help = "of one router" },
	[PORT] = { .name = "port", .words = port_names, .help = "of one port" },
	[BY] = { .name = "by", .words = grouping_names, .help = "what is summed up" },
	[MAP] = { .name = "map", .words = metric_names,
		  .help = "a map of the fabric: this counter" },
	[INTERVAL] = { .name = "interval", .value = "SECONDS", .min = INTERVAL_MIN,
		       .max = INTERVAL_MAX, .digits = 3, .unit = "seconds",
		       .help = "count from now on, for this time" },
	[SINCE] = { .name = "since", .value = "MARK", .place = KEYWORD_OR,
		    .help = "count from a mark on" },
	{ 0 }
};

static void stats_parse_query(struct args *a, struct stats_query *q)
{
	uint64_t seen = 0;

	q->of.dev = args_device(a);
	while (args_more(a)) {
		switch (keyword_take(a, stats_show_keywords, &seen)) {
		case ROUTER:
			q->of.one_router = true;
			q->of.router = args_router(a, "router", q->of.dev);
			break;
		case PORT:
			q->ports = 1u << args_choice(a, "port", port_names);
			break;
		case BY:
			q->by = args_choice(a, "grouping", grouping_names);
			break;
		case INTERVAL:
			q->interval_ms = keyword_number(a, &stats_show_keywords[INTERVAL]);
			break;
		case SINCE:
			q->of.since = args_value(a, "the mark's name");
			break;
		case MAP:
			q->map = true;
			q->metric = args_choice(a, "counter", metric_names);
			break;
		}
	}
	if (q->interval_ms && q->of.since)
		args_die(a, INTERVAL_OR_SINCE);
	if (q->map && (seen & (1 << ROUTER | 1 << BY)))
		args_die(a, MAP_ALL_ROUTERS);
}

static void stats_show(struct args *a)
{
	struct stats_query q = {
		.ports = (1u << SEASTAR_PORTS) - 1, .by = BY_DIMENSION, .metric = OCCUPANCY,
	};
	struct reading r;
	struct nl nl;

	stats_parse_query(a, &q);
	nl_open(&nl);
	reading_interval(&nl, &q.of, q.interval_ms, &r);
	nl_close(&nl);
	if (q.map || map_instead(&q.of, q.by))
		stats_show_map(&q, &r);
	else if (print_is_json())
		stats_show_json(&q, &r);
	else
		stats_show_text(&q, &r);
	sample_free(&r.sample);
}

static void stats_reset(struct args *a)
{
	struct snl_msg m;
	struct nl nl;

	snl_start(&m, SEASTAR_CMD_STATS_RESET);
	snl_put_str(&m, SEASTAR_A_STATS_DEV, args_device(a));
	args_end(a);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static const struct command stats_commands[] = {
	{ .name = "show", .run = stats_show, .usage = "DEV",
	  .help = "Show sums of the counters, and the counts of the sources",
	  .keywords = stats_show_keywords },
	{ .name = "reset", .run = stats_reset, .usage = "DEV",
	  .help = "Reset the counts of delivery and latency" },
	{ .name = "mark", .run = marks_add, .usage = "DEV NAME",
	  .help = "Name the present counters, to count from them later",
	  .keywords = marks_keywords },
	{ .name = "marks", .run = marks_show, .usage = "DEV",
	  .help = "List the marks of a device" },
	{ .name = "unmark", .run = marks_del, .usage = "DEV NAME", .help = "Forget a mark" },
	{ 0 }
};

void cmd_stats(struct args *a)
{
	cmd_run("stats", stats_commands, a);
}
