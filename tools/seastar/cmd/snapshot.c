// SPDX-License-Identifier: GPL-2.0-only
/* seastar snapshot: a device's settings, traffic and counts, as a file and worked on. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/file.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/reading.h"
#include "tools/seastar/snapshot/snapshot.h"

#include "cmd.h"

#define DEFAULT_MS	5000

static void take(struct args *a)
{
	enum { INTERVAL, CYCLES, STEP };
	static const char *const words[] = { "interval", "cycles", "step", NULL };
	const char *dev = args_device(a);
	struct snapshot_span span = { 0 };
	uint64_t seen = 0;
	struct nl nl;

	while (args_more(a)) {
		switch (args_keyword(a, words, &seen)) {
		case INTERVAL:
			span.ms = args_interval(a);
			break;
		case CYCLES:
			span.cycles = args_number(a, "cycles", 1, SS_MAX_CYCLES);
			break;
		case STEP:
			span.step = args_number(a, "step", 1, SS_MAX_CYCLES);
			break;
		}
	}
	if (!!span.ms + !!span.cycles + !!span.step > 1)
		args_die(a, "interval, cycles and step each say how long to count: give one of them");
	if (!seen)
		span.ms = DEFAULT_MS;
	nl_open(&nl);
	print_json(snapshot_take(&nl, dev, &span));
	nl_close(&nl);
}

void cmd_snapshot(struct args *a)
{
	static const struct command only = {
		"", take, "DEV [interval SECONDS | cycles N | step N]",
		"Print a device's topology, settings and traffic, and what it counts meanwhile"
	};

	cmd_run_only("snapshot", &only, a);
}
