// SPDX-License-Identifier: GPL-2.0-only
/* seastar stats: packets, flits, blocking and stalls; throughput. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/bars.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/group.h"
#include "tools/seastar/counters/query.h"
#include "tools/seastar/counters/sample.h"
#include "tools/seastar/counters/sources.h"
#include "tools/seastar/counters/sums.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/map/map.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

static void group_out(const struct group *g)
{
	unsigned int vc;

	out_u64("packets", "packets", vcs_sum(g->counter, SEASTAR_COUNTER_VC0_PKTS));
	out_u64("flits", "flits", vcs_sum(g->counter, SEASTAR_COUNTER_VC0_FLITS));
	out_u64("blocked", "blocked", vcs_sum(g->counter, SEASTAR_COUNTER_VC0_BLOCKED));
	outputs_out(g->counter);
	for (vc = 0; vc < VC_COUNTERS; vc++)
		vc_cell(vc, "blocked", g->counter, SEASTAR_COUNTER_VC0_BLOCKED);
	out_real("wait", 6, "wait", 3, group_metric(g, WAIT));
	vcs_out(g->counter);
}

static void group_row(const struct counts_query *q, const struct device *d,
		      const struct sample *s, const struct group *g)
{
	out_row();
	out_str("name", q->by == BY_ROUTER ? NULL : grouping_names[q->by], g->name);
	if (q->by == BY_ROUTER)
		place_cells("router", d, s->router[g->nth].router);
	group_out(g);
	out_close();
}

static void total_row(const struct counts_query *q, const struct group *total)
{
	out_row();
	out_cell(grouping_names[q->by], "%s", total->name);
	if (q->by == BY_ROUTER && !print_is_numeric())
		out_cell("place", "-");
	group_out(total);
	out_close();
}

/*
 * Output the sum of all groups, shown or not: the last row of the table; in JSON not in the list.
 */
static void groups_out(const struct counts_query *q, const struct device *d,
		       const struct sample *s, struct groups *groups)
{
	struct group total = groups_total(groups);
	bool many = groups->n > 1;
	size_t i;

	if (q->sort != SORT_PLACE)
		groups_sort(groups, SORT_METRIC(q->sort), q->rising);
	if (q->top && q->top < groups->n)
		groups->n = q->top;
	out_str("by", NULL, grouping_names[q->by]);
	out_table("groups", NULL);
	for (i = 0; i < groups->n; i++)
		group_row(q, d, s, &groups->group[i]);
	if (many && !print_is_json())
		total_row(q, &total);
	out_close();
	if (!print_is_json())
		return;
	out_open("all");
	out_str("name", NULL, total.name);
	group_out(&total);
	out_close();
}

/* Print bars for a terminal. */
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

/* Return true if the begin of the sources' counts is known. */
static bool is_period(const struct counts_query *q)
{
	return q->interval_ms || q->of.since;
}

/*
 * Return the cycles of the sources' period; for an interval, the reading's cycle is a difference.
 */
static uint64_t sources_cycles(const struct reading *r)
{
	return r->sources.cycle - r->sources.since;
}

/*
 * Throughput in flits per node per cycle: injected, from the counters, and delivered, from the
 * sources.  Every reset clears the sources, so their rate needs two readings.
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
	if (is_period(q) && r->has_sources)
		t.accepted = (double)r->sources.flits / sources_cycles(r) / r->sources.n;
	return t;
}

static void stats_out(const struct counts_query *q, const struct device *d,
		      const struct reading *r)
{
	struct throughput t = throughput(q, r);
	struct groups groups = groups_sum(&r->sample, q->by, q->ports);
	bool of_period = is_period(q) && r->has_sources;

	out_open(NULL);
	sample_head(&q->of, &r->sample, q->interval_ms, r->cycles);
	groups_out(q, d, &r->sample, &groups);
	if (print_columns() && groups.n > 1 && !print_is_json()) {
		groups_bars(&groups, BLOCKED);
		groups_bars(&groups, STALLED);
	}
	groups_free(&groups);
	if (of_period)
		out_u64("sources_cycles", "what the sources saw in %s cycles:\n",
			sources_cycles(r));
	if (r->has_sources)
		sources_out(&r->sources);
	out_open("throughput");
	out_real("injected", 6, "throughput: injected %s", 6, t.injected);
	out_real("accepted", 6, of_period ? " accepted %s" : NULL, 6, t.accepted);
	out_close();
	out_text(" flits/node/cycle%s\n", is_period(q) ? "" : ", since creation");
	out_close();
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
	COUNTS_KEYWORDS(metric_names,
			"print a map of this counter, one block per plane of z"),
	[COUNTS_SORT] = KEYWORD_SORT,
	[COUNTS_RISING] = KEYWORD_RISING,
	[COUNTS_TOP] = KEYWORD_TOP,
	{ 0 }
};

static void stats_show(struct args *a)
{
	struct counts_query q;
	struct device d;
	struct reading r;
	struct nl nl;

	args_counts(a, stats_show_keywords, BY_DIMENSION, &q);
	nl_open(&nl);
	device_read(&nl, q.of.dev, &d);
	reading_interval(&nl, &q.of, q.interval_ms, &r);
	nl_close(&nl);
	if (q.map == NO_MAP && !q.sort && !q.top && map_instead(&q.of, q.by))
		q.map = WAIT;
	if (q.map != NO_MAP)
		stats_show_map(&q, &r);
	else
		stats_out(&q, &d, &r);
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
	object_run("stats", stats_commands, a);
}
