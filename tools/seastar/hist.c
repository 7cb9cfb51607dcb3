// SPDX-License-Identifier: GPL-2.0-only
/* seastar hist: packets by age. */
#include <stdio.h>

#include "bars.h"
#include "cmd.h"
#include "group.h"
#include "names.h"
#include "nl.h"
#include "print.h"
#include "sample.h"

static unsigned int bin_low(size_t bin)
{
	return bin * SEASTAR_AGES_A_BIN;
}

static unsigned int bin_high(size_t bin)
{
	return bin_low(bin + 1) - 1;
}

static void group_text(const struct group *g)
{
	struct bar bars[SEASTAR_AGE_BINS];
	size_t i;

	printf("%s\n", g->name);
	for (i = 0; i < SEASTAR_AGE_BINS; i++) {
		snprintf(bars[i].label, sizeof(bars[i].label), "%u-%u", bin_low(i), bin_high(i));
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

		json_add_u64(bin, "low", bin_low(i));
		json_add_u64(bin, "high", bin_high(i));
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

static void hist_show(struct args *a)
{
	enum { ROUTER, PORT, BY, SINCE };
	static const char *const words[] = { "router", "port", "by", "since", NULL };
	struct sample_query q = { .dev = args_value(a, "the device's name") };
	uint32_t ports = (1u << SEASTAR_PORTS) - 1;
	enum grouping by = BY_FABRIC;
	uint64_t seen = 0;
	struct sample s;
	struct nl nl;

	while (args_more(a)) {
		switch (args_keyword(a, words, &seen)) {
		case ROUTER:
			q.one_router = true;
			q.router = args_number(a, "router", 0, UINT32_MAX);
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
		}
	}
	nl_open(&nl);
	sample_read(&nl, &q, &s);
	nl_close(&nl);
	show(&q, &s, by, ports);
	sample_free(&s);
}

static const struct command commands[] = {
	{ "show", hist_show,
	  "DEV [router N] [port PORT] [by port|dimension|fabric|router]\n"
	  "       [since MARK]",
	  "Show how many packets were sent at which age" },
	{ 0 }
};

void cmd_hist(struct args *a)
{
	cmd_run("hist", commands, a);
}
