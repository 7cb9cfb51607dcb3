// SPDX-License-Identifier: GPL-2.0-only
/* seastar latency: packet latencies seen by the sources. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/seastar/base/bars.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/sources.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

/* Bin 0 is 0 cycles, bin b is 2^(b-1) to 2^b - 1, the last is open. */
static uint64_t bin_low(size_t bin)
{
	return bin ? 1ULL << (bin - 1) : 0;
}

static uint64_t bin_high(size_t bin)
{
	return bin ? (1ULL << bin) - 1 : 0;
}

/* Bins beyond these are empty. */
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
			snprintf(b->label, sizeof(b->label), "%" PRIu64 "-", bin_low(i));
		else
			snprintf(b->label, sizeof(b->label), "%" PRIu64 "-%" PRIu64, bin_low(i),
				 bin_high(i));
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
		out_u64("low", NULL, bin_low(i));
		out_u64_if(i < SEASTAR_LAT_BINS - 1, "high", NULL, bin_high(i));
		out_u64("count", NULL, s->histogram[i]);
		out_close();
	}
	out_close();
}

static void latency_out(const char *dev, const struct sources *s, const uint32_t *one)
{
	out_open(NULL);
	out_str("device", "%s: ", dev);
	/* of a former version, which read one source after another */
	out_u64("first_cycle", NULL, s->cycle);
	out_u64("last_cycle", "cycle %s, ", s->cycle);
	out_u64("routers", one ? NULL : "%s routers\n", s->n);
	if (one)
		out_u64("router", "router %s\n", *one);
	sources_out(s);
	extremes_out(&s->extremes);
	bins_out(s);
	bins_text(s);
	out_close();
}

static const struct keyword latency_show_keywords[] = {
	{ .name = "router", .value = "N|X,Y,Z", .help = "those of one router's source" },
	{ 0 }
};

static void latency_show(struct args *a)
{
	const char *dev = args_device(a);
	uint64_t seen = 0;
	uint32_t router, *one = NULL;
	struct device d;
	struct sources s;
	struct nl nl;

	while (args_more(a)) {
		keyword_take(a, latency_show_keywords, &seen);
		router = args_router(a, "router", dev);
		one = &router;
	}
	nl_open(&nl);
	device_read(&nl, dev, &d);
	if (!sources_read(&nl, dev, d.routers, one, &s))
		die("%s has no traffic sources that the driver sees: there are no latencies", dev);
	nl_close(&nl);
	latency_out(dev, &s, one);
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
	  .help = "Show latencies that the sources have seen", .keywords = latency_show_keywords },
	{ .name = "reset", .run = latency_reset, .usage = "DEV",
	  .help = "Set what latency show prints to 0: the counts of delivery and latency" },
	{ 0 }
};

void cmd_latency(struct args *a)
{
	cmd_run("latency", latency_commands, a);
}
