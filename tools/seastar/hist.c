// SPDX-License-Identifier: GPL-2.0-only
/* seastar hist: packets by age. */
#include <stdio.h>

#include "bars.h"
#include "cmd.h"
#include "device.h"
#include "group.h"
#include "map.h"
#include "names.h"
#include "nl.h"
#include "print.h"
#include "sample.h"

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
}

static struct json_object *group_json(const struct group *g)
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
	return o;
}

static void show(const struct sample_query *q, const struct sample *s, enum grouping by,
		 uint32_t ports)
{
	struct groups groups = groups_sum(s, by, ports);
	struct json_object *o, *list;
	size_t i;

	if (!print_is_json()) {
		sample_head_text(q, s);
		for (i = 0; i < groups.n; i++)
			group_text(&groups.group[i]);
	} else {
		o = json_object_new_object();
		list = json_object_new_array();
		sample_head_json(o, q, s);
		json_add_str(o, "by", grouping_names[by]);
		for (i = 0; i < groups.n; i++)
			json_object_array_add(list, group_json(&groups.group[i]));
		json_object_object_add(o, "groups", list);
		print_json(o);
	}
	groups_free(&groups);
}

static double share_of_bin(const struct group *g, unsigned int bin)
{
	return 100.0 * g->counter[SEASTAR_COUNTER_AGE_BIN0 + bin] / group_sent(g);
}

static void show_map(const struct sample_query *q, const struct sample *s, unsigned int bin,
		     uint32_t ports)
{
	const struct map map = {
		.what = age_names[bin], .unit = "percent of the packets sent", .digits = 2,
		.value = share_of_bin, .which = bin, .ports = ports,
	};

	map_show(&map, q, s);
}

static void hist_show(struct args *a)
{
	enum { ROUTER, PORT, BY, SINCE, MAP };
	static const char *const words[] = { "router", "port", "by", "since", "map", NULL };
	struct sample_query q = { .dev = args_value(a, "the device's name") };
	uint32_t ports = (1u << SEASTAR_PORTS) - 1;
	enum grouping by = BY_FABRIC;
	uint64_t seen = 0;
	int bin = -1;
	struct sample s;
	struct nl nl;

	while (args_more(a)) {
		switch (args_keyword(a, words, &seen)) {
		case ROUTER:
			q.one_router = true;
			q.router = args_router(a, "router", q.dev);
			break;
		case PORT:
			ports = 1u << args_choice(a, "port", port_names);
			break;
		case BY:
			by = args_choice(a, "grouping", grouping_names);
			break;
		case SINCE:
			q.since = args_value(a, "the mark's name");
			break;
		case MAP:
			bin = args_choice(a, "ages", age_names);
			break;
		}
	}
	if (bin >= 0 && (seen & (1 << ROUTER | 1 << BY)))
		args_die(a, MAP_ALL_ROUTERS);
	nl_open(&nl);
	sample_read(&nl, &q, &s);
	nl_close(&nl);
	if (bin < 0 && map_instead(&q, by))
		bin = SEASTAR_AGE_BINS - 1;
	if (bin >= 0)
		show_map(&q, &s, bin, ports);
	else
		show(&q, &s, by, ports);
	sample_free(&s);
}

static const struct command commands[] = {
	{ "show", hist_show,
	  "DEV [router N] [port PORT] [by port|dimension|fabric|router]\n"
	  "       [map 0-63|64-127|128-191|192-255] [since MARK]",
	  "Show how many packets were sent at which age" },
	{ 0 }
};

void cmd_hist(struct args *a)
{
	cmd_run("hist", commands, a);
}
