// SPDX-License-Identifier: GPL-2.0-only
/* seastar latency: packet latencies seen by the sources. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/seastar/base/bars.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/sources.h"
#include "tools/seastar/counters/starving.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

/* Return the number of bins up to the last one that is not empty. */
static size_t used_bins(const struct sources *s)
{
	size_t n = SEASTAR_LAT_BINS;

	while (n && !s->histogram[n - 1])
		n--;
	return n;
}

static size_t first_used_bin(const struct sources *s)
{
	size_t i = 0;

	while (i < SEASTAR_LAT_BINS && !s->histogram[i])
		i++;
	return i;
}

static void bins_text(const struct sources *s)
{
	struct bar bars[SEASTAR_LAT_BINS];
	size_t i, n = 0, end = used_bins(s);

	for (i = first_used_bin(s); i < end; i++) {
		struct bar *b = &bars[n++];

		if (i == SEASTAR_LAT_BINS - 1)
			snprintf(b->label, sizeof(b->label), "%" PRIu64 "-", latency_low(i));
		else
			snprintf(b->label, sizeof(b->label), "%" PRIu64 "-%" PRIu64,
				 latency_low(i), latency_high(i));
		b->count = s->histogram[i];
	}
	bars_print(bars, n);
}

static void bins_out(const struct sources *s)
{
	size_t i;

	out_list("bins");
	for (i = 0; i < SEASTAR_LAT_BINS; i++) {
		out_row();
		out_u64("low", NULL, latency_low(i));
		out_u64_if(i < SEASTAR_LAT_BINS - 1, "high", NULL, latency_high(i));
		out_u64("count", NULL, s->histogram[i]);
		out_close();
	}
	out_close();
}

static void latency_out(const struct sample_query *q, const struct device *d,
			const struct sources *s, const struct starving *starving)
{
	out_open(NULL);
	out_str("device", "%s: ", q->dev);
	out_u64("cycle", "cycle %s, ", s->cycle);
	out_u64("routers", q->one_router ? NULL : "%s routers\n", s->n);
	if (q->one_router)
		out_u64("router", "router %s\n", q->router);
	if (q->since) {
		since_out(q, s->cycle, s->since);
		out_u64("interval_cycles", NULL, s->cycle - s->since);
	}
	sources_out(s);
	extremes_out(&s->extremes);
	if (s->extremes.known && s->extremes.compared)
		starving_out(starving, d);
	bins_out(s);
	bins_text(s);
	out_close();
}

enum { ROUTER, SINCE };

static const struct keyword latency_show_keywords[] = {
	[ROUTER] = { .name = "router", .value = "N|X,Y,Z",
		     .help = "show the latencies of this router's source only" },
	[SINCE] = { .name = "since", .value = "MARK",
		    .help = "show the latencies of packets since this mark" },
	{ 0 }
};

static void latency_parse_query(struct args *a, struct sample_query *q)
{
	uint64_t seen = 0;

	*q = (struct sample_query){ .dev = args_device(a) };
	while (args_more(a)) {
		switch (keyword_take(a, latency_show_keywords, &seen)) {
		case ROUTER:
			q->one_router = true;
			q->router = args_router(a, "router", q->dev);
			break;
		case SINCE:
			q->since = args_value(a, "the mark's name");
			break;
		}
	}
}

static void latency_show(struct args *a)
{
	struct sample_query q;
	struct starving starving = { 0 };
	struct device d;
	struct sources s;
	struct nl nl;

	latency_parse_query(a, &q);
	nl_open(&nl);
	device_read(&nl, q.dev, &d);
	if (!sources_read(&nl, &q, d.routers, &s))
		die("%s has no traffic sources that the driver sees: there are no latencies",
		    q.dev);
	if (s.extremes.starved && !q.one_router)
		starving_read(&nl, q.dev, &starving);
	nl_close(&nl);
	latency_out(&q, &d, &s, &starving);
	starving_free(&starving);
}

static void latency_reset(struct args *a)
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

static const struct command latency_commands[] = {
	{ .name = "show", .run = latency_show, .usage = "DEV",
	  .help = "Show packet latencies since the last 'latency reset', or since a mark",
	  .keywords = latency_show_keywords },
	{ .name = "reset", .run = latency_reset, .usage = "DEV",
	  .help = "Set the counts and latencies that 'latency show' prints to 0" },
	{ 0 }
};

void cmd_latency(struct args *a)
{
	object_run("latency", latency_commands, a);
}
