// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/fine.h"
#include "tools/seastar/counters/sums.h"
#include "tools/seastar/device/device.h"

#include "look.h"

#define FIRST_NETWORK	SEASTAR_PORT_XP

static void look_forget(void *ctx)
{
	struct look *l = ctx;

	l->sources = 0;
}

static void look_keep(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_STATS_MAX + 1], *model[SEASTAR_A_MODEL_MAX + 1];
	uint64_t stat[SEASTAR_SRC_STATS] = { 0 };
	struct look *l = ctx;

	snl_attributes(reply, tb, SEASTAR_A_STATS_MAX);
	snl_nested(tb[SEASTAR_A_STATS_MODEL], model, SEASTAR_A_MODEL_MAX);
	snl_array(model[SEASTAR_A_MODEL_SOURCE], stat, SEASTAR_SRC_STATS, sizeof(uint64_t));
	if (l->sources == l->reading.sample.n)
		return;
	l->source[l->sources++] = (struct look_source){
		.injected = stat[SEASTAR_SRC_INJECTED],
		.waiting = stat[SEASTAR_SRC_OFFERED] - stat[SEASTAR_SRC_DROPPED] -
			   stat[SEASTAR_SRC_INJECTED],
	};
}

static void read_sources(struct nl *nl, const char *dev, struct look *l)
{
	struct snl_msg m;

	l->source = allocate(l->reading.sample.n, sizeof(*l->source));
	snl_start(&m, SEASTAR_CMD_LATENCY_GET);
	snl_put_str(&m, SEASTAR_A_STATS_DEV, dev);
	nl_dump(nl, &m, look_forget, look_keep, l);
}

void look_take(struct nl *nl, const char *dev, struct look *l)
{
	const struct sample_query q = { .dev = dev };
	struct device d;

	*l = (struct look){ 0 };
	if (device_find(nl, dev, &d))
		l->link_changes = d.link_changes;
	reading_take(nl, &q, &l->reading);
	if (!nl->failed && l->reading.has_sources)
		read_sources(nl, dev, l);
}

void look_free(struct look *l)
{
	sample_free(&l->reading.sample);
	free(l->source);
	*l = (struct look){ 0 };
}

bool look_spoils(const struct look *before, const struct look *after, const char *dev,
		 char why[TUNE_WHY])
{
	const struct reading *a = &after->reading, *b = &before->reading;

	if (!sample_follows(&a->sample, &b->sample))
		snprintf(why, TUNE_WHY, "%s was replaced during an interval", dev);
	else if (after->link_changes != before->link_changes)
		snprintf(why, TUNE_WHY, "a link of %s failed or came up", dev);
	else if (a->sample.gaps != b->sample.gaps)
		snprintf(why, TUNE_WHY, "counts of %s are missing: there is a gap", dev);
	else if (a->has_sources && !sources_follow(&a->sources, &b->sources))
		snprintf(why, TUNE_WHY, "the latencies of %s were reset", dev);
	else
		return false;
	return true;
}

/* Add the counters of @ports ports from @first on, of all routers. */
static void add_ports(const struct sample *s, unsigned int first, unsigned int ports,
		      uint64_t sum[SEASTAR_COUNTERS])
{
	for (size_t r = 0; r < s->n; r++)
		for (unsigned int p = first; p < first + ports; p++)
			for (unsigned int k = 0; k < SEASTAR_COUNTERS; k++)
				sum[k] += s->router[r].counter[p][k];
}

/*
 * Return the cycles blocked per packet; all cycles blocked if no packet got through, since JSON has
 * no infinite numbers.  Returns NaN if nothing was requested.
 */
static double finite_wait(const uint64_t counter[SEASTAR_COUNTERS])
{
	double wait = port_wait(counter);

	return isinf(wait) ? vcs_sum(counter, SEASTAR_COUNTER_VC0_BLOCKED) : wait;
}

static double wait_of(const struct sample *s, unsigned int first, unsigned int ports)
{
	uint64_t sum[SEASTAR_COUNTERS] = { 0 };

	add_ports(s, first, ports, sum);
	return finite_wait(sum);
}

static double worst_wait(const struct sample *s)
{
	double worst = NAN;

	for (size_t r = 0; r < s->n; r++)
		for (unsigned int p = FIRST_NETWORK; p < SEASTAR_PORTS; p++)
			worst = fmax(worst, finite_wait(s->router[r].counter[p]));
	return worst;
}

/* Return the nodes that injected nothing between the looks, though packets waited at both. */
static double starving(const struct look *before, const struct look *after)
{
	size_t n = 0;

	if (!after->source || after->sources != before->sources)
		return NAN;
	for (size_t i = 0; i < after->sources; i++)
		n += before->source[i].waiting && after->source[i].waiting &&
		     after->source[i].injected == before->source[i].injected;
	return n;
}

static double ratio(double part, double whole)
{
	return whole > 0 ? part / whole : NAN;
}

static void count_figures(const struct sample *s, uint64_t cycles, double figure[MEASURES])
{
	uint64_t network[SEASTAR_COUNTERS] = { 0 }, proc[SEASTAR_COUNTERS] = { 0 };

	add_ports(s, FIRST_NETWORK, SEASTAR_PORTS - FIRST_NETWORK, network);
	add_ports(s, SEASTAR_PORT_PROC, 1, proc);
	figure[MEASURE_WAIT] = finite_wait(network);
	for (unsigned int d = 0; d < SEASTAR_DIMS; d++)
		figure[MEASURE_WAIT_X + d] = wait_of(s, FIRST_NETWORK + 2 * d, 2);
	figure[MEASURE_WORST_WAIT] = worst_wait(s);
	figure[MEASURE_STALLED] = ratio(network[SEASTAR_COUNTER_STALLED], packets_sent(network));
	figure[MEASURE_OLD] = 100 * ratio(network[SEASTAR_COUNTER_AGE_BIN0 + SEASTAR_AGE_BINS - 1],
					  packets_sent(network));
	figure[MEASURE_THROUGHPUT] = ratio(vcs_sum(proc, SEASTAR_COUNTER_VC0_FLITS),
					   (double)cycles * s->n);
}

static void source_figures(const struct sources *s, double figure[MEASURES])
{
	figure[MEASURE_THROUGHPUT] = ratio(s->flits, (double)s->cycle * s->n);
	figure[MEASURE_LATENCY] = moments_mean(&s->latency);
	figure[MEASURE_P99] = fine_percentile(s->fine, 990);
}

void look_figures(const struct look *before, struct look *after, double figure[MEASURES])
{
	struct reading *r = &after->reading;
	uint64_t cycles = r->sample.cycle - before->reading.sample.cycle;

	for (unsigned int i = 0; i < MEASURES; i++)
		figure[i] = NAN;
	sample_subtract(&r->sample, &before->reading.sample);
	count_figures(&r->sample, cycles, figure);
	if (!r->has_sources)
		return;
	sources_subtract(&r->sources, &before->reading.sources);
	source_figures(&r->sources, figure);
	figure[MEASURE_STARVING] = starving(before, after);
}
