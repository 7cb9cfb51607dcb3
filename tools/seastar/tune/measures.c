// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>

#include "measures.h"

const char *const measure_names[] = {
	[MEASURE_WAIT] = "wait", [MEASURE_WAIT_X] = "wait-x", [MEASURE_WAIT_Y] = "wait-y",
	[MEASURE_WAIT_Z] = "wait-z", [MEASURE_WORST_WAIT] = "worst-wait",
	[MEASURE_STALLED] = "stalled", [MEASURE_OLD] = "old", [MEASURE_THROUGHPUT] = "throughput",
	[MEASURE_LATENCY] = "latency", [MEASURE_P99] = "p99", [MEASURE_STARVING] = "starving",
	[MEASURES] = NULL
};

const struct measure measures[MEASURES] = {
	[MEASURE_WAIT] = { .unit = "cycles/packet", .digits = 3 },
	[MEASURE_WAIT_X] = { .unit = "cycles/packet", .digits = 3 },
	[MEASURE_WAIT_Y] = { .unit = "cycles/packet", .digits = 3 },
	[MEASURE_WAIT_Z] = { .unit = "cycles/packet", .digits = 3 },
	[MEASURE_WORST_WAIT] = { .unit = "cycles/packet", .digits = 3 },
	[MEASURE_STALLED] = { .unit = "cycles/packet", .digits = 3 },
	[MEASURE_OLD] = { .unit = "per cent", .digits = 3 },
	[MEASURE_THROUGHPUT] = { .unit = "flits/node/cycle", .digits = 4, .more = true },
	[MEASURE_LATENCY] = { .unit = "cycles", .digits = 1, .modelled = true },
	[MEASURE_P99] = { .unit = "cycles", .modelled = true },
	[MEASURE_STARVING] = { .unit = "nodes", .modelled = true },
};
