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
#include "tools/seastar/counters/query.h"
#include "tools/seastar/counters/sample.h"
#include "tools/seastar/counters/sources.h"
#include "tools/seastar/counters/sums.h"
#include "tools/seastar/map/map.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

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
	table_cell(t, "%s", text_real(group_metric(g, WAIT), 3));
}

static void groups_text(const struct counts_query *q, const struct groups *groups)
{
	const char *const heads[] = {
		grouping_names[q->by], "packets", "flits", "blocked", "stalled",
		"vc0-blocked", "vc1-blocked", "vc2-blocked", "vc3-blocked", "wait", NULL
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
	json_add_real(o, "wait", group_metric(g, WAIT), 6);
	json_object_object_add(o, "vc", vcs_json(g->counter));
	return o;
}

static void groups_json(struct json_object *o, const struct counts_query *q,
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

static struct throughput throughput(const struct counts_query *q, const struct reading *r)
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

static void stats_show_text(const struct counts_query *q, const struct reading *r)
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

static void stats_show_json(const struct counts_query *q, const struct reading *r)
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

static void stats_show_map(const struct counts_query *q, const struct reading *r)
{
	const struct map map = {
		.what = metric_names[q->map], .unit = metric_units[q->map],
		.digits = metric_digits[q->map], .value = metric_of, .which = q->map,
		.ports = q->ports, .interval = q->interval_ms, .cycles = r->cycles,
	};

	map_show(&map, &q->of, &r->sample);
}

static const struct keyword stats_show_keywords[] = {
	COUNTS_KEYWORDS(metric_names, "a map of the fabric: this counter")
};

static void stats_show(struct args *a)
{
	struct counts_query q;
	struct reading r;
	struct nl nl;

	args_counts(a, stats_show_keywords, BY_DIMENSION, &q);
	nl_open(&nl);
	reading_interval(&nl, &q.of, q.interval_ms, &r);
	nl_close(&nl);
	if (q.map == NO_MAP && map_instead(&q.of, q.by))
		q.map = WAIT;
	if (q.map != NO_MAP)
		stats_show_map(&q, &r);
	else if (print_is_json())
		stats_show_json(&q, &r);
	else
		stats_show_text(&q, &r);
	sample_free(&r.sample);
}

static const struct command stats_commands[] = {
	{ .name = "show", .run = stats_show, .usage = "DEV",
	  .help = "Show sums of the counters, and the counts of the sources",
	  .keywords = stats_show_keywords },
	{ .name = "reset", .now = "latency reset" },
	{ .name = "mark", .now = "mark add" },
	{ .name = "marks", .now = "mark show" },
	{ .name = "unmark", .now = "mark del" },
	{ 0 }
};

void cmd_stats(struct args *a)
{
	cmd_run("stats", stats_commands, a);
}
