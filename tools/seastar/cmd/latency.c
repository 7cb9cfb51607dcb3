// SPDX-License-Identifier: GPL-2.0-only
/* seastar latency: packet latencies seen by the sources. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/seastar/base/bars.h"
#include "tools/seastar/base/command.h"
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

static void latency_show_text(const struct sources *s)
{
	struct bar bars[SEASTAR_LAT_BINS];
	size_t i, n = 0, end = used_bins(s);

	sources_text(s);
	extremes_text(&s->extremes);
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

static void latency_show_json(struct json_object *o, const struct sources *s)
{
	struct json_object *bins = json_object_new_array();
	size_t i;

	sources_json(o, s);
	extremes_json(o, &s->extremes);
	for (i = 0; i < SEASTAR_LAT_BINS; i++) {
		struct json_object *bin = json_object_new_object();

		json_add_u64(bin, "low", bin_low(i));
		if (i == SEASTAR_LAT_BINS - 1)
			json_object_object_add(bin, "high", NULL);
		else
			json_add_u64(bin, "high", bin_high(i));
		json_add_u64(bin, "count", s->histogram[i]);
		json_object_array_add(bins, bin);
	}
	json_object_object_add(o, "bins", bins);
	print_json(o);
}

static void latency_head_text(const char *dev, const struct sources *s, const uint32_t *one)
{
	printf("%s: cycle %" PRIu64, dev, s->cycle);
	if (one)
		printf(", router %u\n", *one);
	else
		printf(", %zu routers\n", s->n);
}

static struct json_object *head_json(const char *dev, const struct sources *s,
				     const uint32_t *one)
{
	struct json_object *o = json_object_new_object();

	json_add_str(o, "device", dev);
	/* of a former version, which read one source after another */
	json_add_u64(o, "first_cycle", s->cycle);
	json_add_u64(o, "last_cycle", s->cycle);
	json_add_u64(o, "routers", s->n);
	if (one)
		json_add_u64(o, "router", *one);
	return o;
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
	if (print_is_json()) {
		latency_show_json(head_json(dev, &s, one), &s);
	} else {
		latency_head_text(dev, &s, one);
		latency_show_text(&s);
	}
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
