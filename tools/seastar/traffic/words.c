// SPDX-License-Identifier: GPL-2.0-only
/* Parsing of traffic on the command line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/device/device.h"

#include "permutation.h"
#include "traffic.h"

/* Take weights of lengths: "L", all packets of L flits, or "L:W,L:W,...". */
static void take_lengths(struct args *a, struct snl_msg *m)
{
	const char *text = args_value(a, "lengths");
	uint32_t weight[SEASTAR_MAX_PACKET] = { 0 };
	char *copy = strdup(text), *part, *rest = copy;
	uint64_t pair[2];

	if (!copy)
		die("out of memory");
	if (!strchr(text, ':')) {
		weight[parse_number(a, "lengths", text, 1, SEASTAR_MAX_PACKET) - 1] = 1;
	} else {
		while ((part = strsep(&rest, ","))) {
			parse_pair(a, "lengths", part, ':', 0, UINT32_MAX, pair);
			if (pair[0] < 1 || pair[0] > SEASTAR_MAX_PACKET)
				args_die(a, "lengths: %" PRIu64 " flits is not from 1 to %d",
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

enum { PATTERN, TARGET, LOAD, QUEUE, WINDOW, LENGTH, REQUESTS };

const struct keyword traffic_keywords[] = {
	[PATTERN] = { .name = "pattern", .value = "PATTERN", .place = KEYWORD_NEEDED,
		      .help = "where packets go" },
	[TARGET] = { .name = "target", .value = "N|X,Y,Z", .place = KEYWORD_HIDDEN,
		     .help = "the node that all-to-one sends to (0)" },
	[LOAD] = { .name = "load", .value = "FLITS", .min = 1, .max = TRAFFIC_WHOLE,
		   .digits = TRAFFIC_LOAD_DIGITS, .unit = "flits per node per cycle",
		   .help = "rate at which packets are created, at random" },
	[QUEUE] = { .name = "queue", .value = "N", .max = UINT32_MAX, .place = KEYWORD_WITH,
		    .unit = "packets",
		    .help = "drop new packets while this many wait; 0: never (0)" },
	[WINDOW] = { .name = "window", .value = "N", .max = UINT32_MAX, .place = KEYWORD_OR,
		     .unit = "packets", .help = "outstanding packets per source (16)" },
	[LENGTH] = { .name = "lengths", .former = "length", .value = "L|L:W[,L:W]...", .unit = "flits",
		     .help = "lengths of packets; length L has weight W (the largest packet)" },
	[REQUESTS] = { .name = "requests", .value = "PERCENT", .max = TRAFFIC_WHOLE,
		       .digits = TRAFFIC_REQUESTS_DIGITS, .unit = "percent of the packets",
		       .help = "share of requests; other packets are responses (100)" },
	{ 0 }
};

void args_traffic(struct args *a, const char *dev, struct snl_msg *m)
{
	int source = -1;
	uint64_t seen = 0;

	while (args_more(a)) {
		switch (keyword_take(a, traffic_keywords, &seen)) {
		case PATTERN:
			take_pattern(a, m);
			break;
		case TARGET:
			snl_put_u32(m, SEASTAR_A_TRAFFIC_TARGET, args_router(a, "target", dev));
			break;
		case LOAD:
			put_source(a, m, SEASTAR_SOURCE_OPEN, &source);
			snl_put_u32(m, SEASTAR_A_TRAFFIC_LOAD,
				    keyword_number(a, &traffic_keywords[LOAD]));
			break;
		case QUEUE:
			put_source(a, m, SEASTAR_SOURCE_OPEN, &source);
			snl_put_u32(m, SEASTAR_A_TRAFFIC_QUEUE,
				    keyword_number(a, &traffic_keywords[QUEUE]));
			break;
		case WINDOW:
			put_source(a, m, SEASTAR_SOURCE_CLOSED, &source);
			snl_put_u32(m, SEASTAR_A_TRAFFIC_WINDOW,
				    keyword_number(a, &traffic_keywords[WINDOW]));
			break;
		case LENGTH:
			take_lengths(a, m);
			break;
		case REQUESTS:
			snl_put_u32(m, SEASTAR_A_TRAFFIC_REQUESTS,
				    keyword_number(a, &traffic_keywords[REQUESTS]));
			break;
		}
	}
	if (!(seen & 1 << PATTERN))
		args_die(a, "pattern is missing");
	nl_need(m);
}
