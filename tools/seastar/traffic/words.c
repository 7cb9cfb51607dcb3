// SPDX-License-Identifier: GPL-2.0-only
/* Traffic as it is typed. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/device/device.h"

#include "permutation.h"
#include "traffic.h"

/* The length weights: "N", all packets of N flits, or "L:W,L:W,...". */
static void take_lengths(struct args *a, struct snl_msg *m)
{
	const char *text = args_value(a, "length");
	uint32_t weight[SEASTAR_MAX_PACKET] = { 0 };
	char *copy = strdup(text), *part, *rest = copy;
	uint64_t pair[2];

	if (!copy)
		die("out of memory");
	if (!strchr(text, ':')) {
		weight[parse_number(a, "length", text, 1, SEASTAR_MAX_PACKET) - 1] = 1;
	} else {
		while ((part = strsep(&rest, ","))) {
			parse_pair(a, "length", part, ':', 0, UINT32_MAX, pair);
			if (pair[0] < 1 || pair[0] > SEASTAR_MAX_PACKET)
				args_die(a, "length: %" PRIu64 " flits is not from 1 to %d",
					 pair[0], SEASTAR_MAX_PACKET);
			weight[pair[0] - 1] = pair[1];
		}
	}
	free(copy);
	snl_put(m, SEASTAR_A_TRAFFIC_LENGTHS, weight, sizeof(weight));
}

static void take_pattern(struct args *a, struct snl_msg *m)
{
	uint32_t pattern = args_choice(a, "pattern", pattern_names);

	snl_put_u32(m, SEASTAR_A_TRAFFIC_PATTERN, pattern);
	if (pattern == SEASTAR_PATTERN_PERMUTATION)
		args_permutation(a, m);
}

static void put_source(struct args *a, struct snl_msg *m, enum seastar_source source, int *chosen)
{
	if (*chosen >= 0 && *chosen != (int)source)
		args_die(a, "load and queue make an open source, window a closed one: give one of them");
	if (*chosen < 0)
		snl_put_u32(m, SEASTAR_A_TRAFFIC_SOURCE, source);
	*chosen = source;
}

void args_traffic(struct args *a, const char *dev, struct snl_msg *m)
{
	enum { PATTERN, TARGET, LOAD, QUEUE, WINDOW, LENGTH, REQUESTS };
	static const char *const words[] = {
		"pattern", "target", "load", "queue", "window", "length", "requests", NULL
	};
	int source = -1;
	uint64_t seen = 0;

	while (args_more(a)) {
		switch (args_keyword(a, words, &seen)) {
		case PATTERN:
			take_pattern(a, m);
			break;
		case TARGET:
			snl_put_u32(m, SEASTAR_A_TRAFFIC_TARGET, args_router(a, "target", dev));
			break;
		case LOAD:
			put_source(a, m, SEASTAR_SOURCE_OPEN, &source);
			snl_put_u32(m, SEASTAR_A_TRAFFIC_LOAD,
				    args_decimal(a, "load", TRAFFIC_LOAD_DIGITS, 0, UINT32_MAX));
			break;
		case QUEUE:
			put_source(a, m, SEASTAR_SOURCE_OPEN, &source);
			snl_put_u32(m, SEASTAR_A_TRAFFIC_QUEUE,
				    args_number(a, "queue", 0, UINT32_MAX));
			break;
		case WINDOW:
			put_source(a, m, SEASTAR_SOURCE_CLOSED, &source);
			snl_put_u32(m, SEASTAR_A_TRAFFIC_WINDOW,
				    args_number(a, "window", 0, UINT32_MAX));
			break;
		case LENGTH:
			take_lengths(a, m);
			break;
		case REQUESTS:
			snl_put_u32(m, SEASTAR_A_TRAFFIC_REQUESTS,
				    args_decimal(a, "requests", TRAFFIC_REQUESTS_DIGITS, 0,
						 UINT32_MAX));
			break;
		}
	}
	if (!(seen & 1 << PATTERN))
		args_die(a, "pattern is missing");
	nl_need(m);
}
