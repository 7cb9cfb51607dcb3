// SPDX-License-Identifier: GPL-2.0-only
/* seastar latency: packet latencies seen by the sources. */
#include <inttypes.h>
#include <stdio.h>

#include "bars.h"
#include "cmd.h"
#include "nl.h"
#include "print.h"
#include "sample.h"
#include "sources.h"

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

static void show_text(const struct sources *s)
{
	struct bar bars[SEASTAR_LAT_BINS];
	size_t i, n = 0, end = used_bins(s);

	sources_text(s);
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

static void show_json(struct json_object *o, const struct sources *s)
{
	struct json_object *bins = json_object_new_array();
	size_t i;

	sources_json(o, s);
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

static void latency_show(struct args *a)
{
	const char *dev = args_value(a, "the device's name");
	uint32_t router, *one = NULL;
	struct json_object *o;
	struct sources sum;
	struct sample s;
	struct nl nl;

	if (args_take(a, "router")) {
		router = args_number(a, "router", 0, UINT32_MAX);
		one = &router;
	}
	args_end(a);
	nl_open(&nl);
	sample_read(&nl, dev, one, &s);
	nl_close(&nl);
	if (!s.sources)
		die("%s: latencies of hardware are known to its users, not to its driver", dev);
	sources_sum(&s, &sum);
	if (print_is_json()) {
		o = json_object_new_object();
		sample_head_json(o, dev, &s);
		show_json(o, &sum);
	} else {
		sample_head_text(dev, &s);
		show_text(&sum);
	}
	sample_free(&s);
}

static const struct command commands[] = {
	{ "show", latency_show, "DEV [router N]" },
	{ 0 }
};

void cmd_latency(struct args *a)
{
	cmd_run("latency", commands, a);
}
