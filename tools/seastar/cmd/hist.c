// SPDX-License-Identifier: GPL-2.0-only
/* seastar hist: packets by age. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/bars.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/group.h"
#include "tools/seastar/counters/reading.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/map/map.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

/* What is asked for, and the answer. */
struct hist_query {
	struct sample_query of;
	uint32_t ports;
	enum grouping by;
	int bin;		/* of which there is to be a map; -1: none */
	uint64_t interval_ms;	/* 0: since creation, or the mark */
	struct sample sample;
	uint64_t cycles;	/* that it covers */
};

/* How often age decided, and where it could not. */
static void arbitration_text(const struct group *g)
{
	const uint64_t *c = g->counter;

	if (packets_sent(c))
		printf("  arbitration: granted %" PRIu64 " contested %" PRIu64 " inhibited %" PRIu64
		       " tied %" PRIu64 " saturated %" PRIu64 "\n", packets_sent(c),
		       c[SEASTAR_COUNTER_CONTESTED], c[SEASTAR_COUNTER_INHIBITED],
		       c[SEASTAR_COUNTER_TIED], c[SEASTAR_COUNTER_SATURATED]);
}

static void group_text(const struct group *g)
{
	struct bar bars[SEASTAR_AGE_BINS];
	size_t i;

	printf("%s\n", g->name);
	for (i = 0; i < SEASTAR_AGE_BINS; i++) {
		snprintf(bars[i].label, sizeof(bars[i].label), "%s", age_names[i]);
		bars[i].count = g->counter[SEASTAR_COUNTER_AGE_BIN0 + i];
	}
	bars_print(bars, SEASTAR_AGE_BINS);
	arbitration_text(g);
}

static struct json_object *hist_group_json(const struct group *g)
{
	struct json_object *o = json_object_new_object();
	struct json_object *bins = json_object_new_array();
	size_t i;

	for (i = 0; i < SEASTAR_AGE_BINS; i++) {
		struct json_object *bin = json_object_new_object();

		json_add_u64(bin, "low", age_low(i));
		json_add_u64(bin, "high", age_high(i));
		json_add_u64(bin, "count", g->counter[SEASTAR_COUNTER_AGE_BIN0 + i]);
		json_object_array_add(bins, bin);
	}
	json_add_str(o, "name", g->name);
	json_object_object_add(o, "bins", bins);
	arbitration_json(o, g->counter);
	return o;
}

static void hist_show_text(const struct hist_query *q, const struct groups *groups)
{
	size_t i;

	sample_head_text(&q->of, &q->sample);
	if (q->interval_ms)
		interval_text(q->cycles);
	for (i = 0; i < groups->n; i++)
		group_text(&groups->group[i]);
}

static void hist_show_json(const struct hist_query *q, const struct groups *groups)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();
	size_t i;

	sample_head_json(o, &q->of, &q->sample);
	if (q->interval_ms || q->of.since)
		json_add_u64(o, "interval_cycles", q->cycles);
	json_add_str(o, "by", grouping_names[q->by]);
	for (i = 0; i < groups->n; i++)
		json_object_array_add(list, hist_group_json(&groups->group[i]));
	json_object_object_add(o, "groups", list);
	print_json(o);
}

static void hist_print(const struct hist_query *q)
{
	struct groups groups = groups_sum(&q->sample, q->by, q->ports);

	if (print_is_json())
		hist_show_json(q, &groups);
	else
		hist_show_text(q, &groups);
	groups_free(&groups);
}

static double share_of_bin(const struct group *g, unsigned int bin)
{
	return 100.0 * g->counter[SEASTAR_COUNTER_AGE_BIN0 + bin] / packets_sent(g->counter);
}

static void hist_show_map(const struct hist_query *q)
{
	const struct map map = {
		.what = age_names[q->bin], .unit = "percent of the packets sent", .digits = 2,
		.value = share_of_bin, .which = q->bin, .ports = q->ports,
		.interval = q->interval_ms, .cycles = q->cycles,
	};

	map_show(&map, &q->of, &q->sample);
}

enum { ROUTER, PORT, BY, MAP, INTERVAL, SINCE };

static const struct keyword hist_show_keywords[] = {
	[ROUTER] = { .name = "router", .value = "N|X,Y,Z", .help = "of one router" },
	[PORT] = { .name = "port", .words = port_names, .help = "of one port" },
	[BY] = { .name = "by", .words = grouping_names, .help = "what is summed up" },
	[MAP] = { .name = "map", .words = age_names,
		  .help = "a map of the fabric: the share of packets of these ages" },
	[INTERVAL] = { .name = "interval", .value = "SECONDS", .min = INTERVAL_MIN,
		       .max = INTERVAL_MAX, .digits = 3, .unit = "seconds",
		       .help = "count from now on, for this time" },
	[SINCE] = { .name = "since", .value = "MARK", .place = KEYWORD_OR,
		    .help = "count from a mark on" },
	{ 0 }
};

static void hist_parse_query(struct args *a, struct hist_query *q)
{
	uint64_t seen = 0;

	q->of.dev = args_device(a);
	while (args_more(a)) {
		switch (keyword_take(a, hist_show_keywords, &seen)) {
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
			q->interval_ms = keyword_number(a, &hist_show_keywords[INTERVAL]);
			break;
		case SINCE:
			q->of.since = args_value(a, "the mark's name");
			break;
		case MAP:
			q->bin = args_choice(a, "ages", age_names);
			break;
		}
	}
	if (q->interval_ms && q->of.since)
		args_die(a, INTERVAL_OR_SINCE);
	if (q->bin >= 0 && (seen & (1 << ROUTER | 1 << BY)))
		args_die(a, MAP_ALL_ROUTERS);
}

static void hist_show(struct args *a)
{
	struct hist_query q = { .ports = (1u << SEASTAR_PORTS) - 1, .by = BY_FABRIC, .bin = -1 };
	struct nl nl;

	hist_parse_query(a, &q);
	nl_open(&nl);
	q.cycles = sample_interval(&nl, &q.of, q.interval_ms, &q.sample);
	nl_close(&nl);
	if (q.bin < 0 && map_instead(&q.of, q.by))
		q.bin = SEASTAR_AGE_BINS - 1;
	if (q.bin >= 0)
		hist_show_map(&q);
	else
		hist_print(&q);
	sample_free(&q.sample);
}

static const struct command hist_commands[] = {
	{ .name = "show", .run = hist_show, .usage = "DEV",
	  .help = "Show how many packets were sent at which age", .keywords = hist_show_keywords },
	{ 0 }
};

void cmd_hist(struct args *a)
{
	cmd_run("hist", hist_commands, a);
}
