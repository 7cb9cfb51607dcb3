// SPDX-License-Identifier: GPL-2.0-only
/* seastar hist: packets by age. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/bars.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/counters/group.h"
#include "tools/seastar/counters/query.h"
#include "tools/seastar/map/map.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

/* A request, and its answer. */
struct hist_query {
	struct counts_query counts;
	struct sample sample;
	uint64_t cycles;	/* cycles that the counts cover */
};

/* Print how many packets were granted, and how they were chosen. */
static void arbitration_text(const uint64_t *c)
{
	if (!packets_sent(c))
		return;
	out_text("  arbitration: granted %" PRIu64, packets_sent(c));
	for (const struct counter_key *k = choice_counters; k->key; k++)
		out_text(" %s %" PRIu64, k->key, c[k->number]);
	out_text("\n");
}

static void bins_text(const uint64_t *counter)
{
	struct bar bars[SEASTAR_AGE_BINS];
	size_t i;

	for (i = 0; i < SEASTAR_AGE_BINS; i++) {
		snprintf(bars[i].label, sizeof(bars[i].label), "%s", age_names[i]);
		bars[i].count = counter[SEASTAR_COUNTER_AGE_BIN0 + i];
	}
	bars_print(bars, SEASTAR_AGE_BINS);
}

static void hist_group_out(const struct group *g)
{
	out_open(NULL);
	out_str("name", "%s\n", g->name);
	ages_out("bins", g->counter);
	bins_text(g->counter);
	arbitration_out(g->counter);
	arbitration_text(g->counter);
	out_close();
}

static void hist_out(const struct hist_query *q)
{
	struct groups groups = groups_sum(&q->sample, q->counts.by, q->counts.ports);
	size_t i;

	out_open(NULL);
	sample_head(&q->counts.of, &q->sample, q->counts.interval_ms, q->cycles);
	out_str("by", NULL, grouping_names[q->counts.by]);
	out_list("groups");
	for (i = 0; i < groups.n; i++)
		hist_group_out(&groups.group[i]);
	out_close();
	out_close();
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
	COUNTS_KEYWORDS(age_names, "print a map of the share of packets of these ages"),
	{ 0 }
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
		hist_out(&q);
	sample_free(&q.sample);
}

static const struct command hist_commands[] = {
	{ .name = "show", .run = hist_show, .usage = "DEV",
	  .help = "Show how many packets were sent at which age", .keywords = hist_show_keywords },
	{ 0 }
};

void cmd_hist(struct args *a)
{
	object_run("hist", hist_commands, a);
}
