// SPDX-License-Identifier: GPL-2.0-only
/* Seastar snapshot: a device's settings, traffic and counts in a file, and work on such files. */
#include <ctype.h>
#include <stdio.h>

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/file.h"
#include "tools/seastar/base/json.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/reading.h"
#include "tools/seastar/snapshot/snapshot.h"

#include "cmd.h"

#define DEFAULT_MS	5000

enum { INTERVAL, CYCLES, STEP };

static const struct keyword snapshot_keywords[] = {
	[INTERVAL] = { .name = "interval", .value = "SECONDS", .min = INTERVAL_MIN,
		       .max = INTERVAL_MAX, .digits = 3, .unit = "seconds",
		       .help = "how long to count (5)" },
	[CYCLES] = { .name = "cycles", .value = "N", .min = 1, .max = SS_MAX_CYCLES,
		     .place = KEYWORD_OR, .unit = "cycles", .help = "how long to count" },
	[STEP] = { .name = "step", .value = "N", .min = 1, .max = SS_MAX_CYCLES,
		   .place = KEYWORD_OR, .unit = "cycles",
		   .help = "count while the stopped clock is stepped this far" },
	{ 0 }
};

static void take(struct args *a)
{
	const char *dev = args_device(a);
	struct snapshot_span span = { 0 };
	struct json_object *snapshot;
	uint64_t seen = 0;
	struct nl nl;

	while (args_more(a)) {
		switch (keyword_take(a, snapshot_keywords, &seen)) {
		case INTERVAL:
			span.ms = keyword_number(a, &snapshot_keywords[INTERVAL]);
			break;
		case CYCLES:
			span.cycles = keyword_number(a, &snapshot_keywords[CYCLES]);
			break;
		case STEP:
			span.step = keyword_number(a, &snapshot_keywords[STEP]);
			break;
		}
	}
	if (!!span.ms + !!span.cycles + !!span.step > 1)
		args_die(a, "interval, cycles and step each say how long to count: give one of them");
	if (!seen)
		span.ms = DEFAULT_MS;
	nl_open(&nl);
	snapshot = snapshot_take(&nl, dev, &span);
	nl_close(&nl);
	/* JSON, whatever the form of text */
	json_begin(stdout, print_is_pretty());
	json_tree(NULL, snapshot);
}

void cmd_snapshot(struct args *a)
{
	static const struct command only = {
		.name = "", .run = take, .usage = "DEV",
		.help = "Print a device's topology, settings and traffic, and its counts during an interval",
		.keywords = snapshot_keywords,
	};

	object_run_only("snapshot", &only, a);
}
