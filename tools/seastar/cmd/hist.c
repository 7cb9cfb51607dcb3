// SPDX-License-Identifier: GPL-2.0-only
/* seastar hist: packets by age. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/bars.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/group.h"
#include "tools/seastar/counters/query.h"
#include "tools/seastar/map/map.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

/* What is asked for, and the answer. */
struct hist_query {
	struct counts_query counts;
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

	sample_head_text(&q->counts.of, &q->sample);
	if (q->counts.interval_ms)
		interval_text(q->cycles);
	for (i = 0; i < groups->n; i++)
		group_text(&groups->group[i]);
}

static void hist_show_json(const struct hist_query *q, const struct groups *groups)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();
	size_t i;

	sample_head_json(o, &q->counts.of, &q->sample);
	if (q->counts.interval_ms || q->counts.of.since)
		json_add_u64(o, "interval_cycles", q->cycles);
	json_add_str(o, "by", grouping_names[q->counts.by]);
	for (i = 0; i < groups->n; i++)
		json_object_array_add(list, hist_group_json(&groups->group[i]));
	json_object_object_add(o, "groups", list);
	print_json(o);
}

static void hist_print(const struct hist_query *q)
{
	struct groups groups = groups_sum(&q->sample, q->counts.by, q->counts.ports);

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
		.what = age_names[q->counts.map],
		.unit = "percent of the packets sent", .digits = 2,
		.value = share_of_bin, .which = q->counts.map, .ports = q->counts.ports,
		.interval = q->counts.interval_ms, .cycles = q->cycles,
	};

	map_show(&map, &q->counts.of, &q->sample);
}

static const struct keyword hist_show_keywords[] = {
	COUNTS_KEYWORDS(age_names, "a map of the fabric: the share of packets of these ages")
};

static void hist_show(struct args *a)
{
	struct hist_query q;
	struct nl nl;

	args_counts(a, hist_show_keywords, BY_FABRIC, &q.counts);
	nl_open(&nl);
	q.cycles = sample_interval(&nl, &q.counts.of, q.counts.interval_ms, &q.sample);
	nl_close(&nl);
	if (q.counts.map == NO_MAP && map_instead(&q.counts.of, q.counts.by))
		q.counts.map = SEASTAR_AGE_BINS - 1;
	if (q.counts.map != NO_MAP)
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
