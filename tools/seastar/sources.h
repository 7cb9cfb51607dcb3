/* SPDX-License-Identifier: GPL-2.0-only */
/* What the traffic sources of a device have seen. */
#ifndef SOURCES_H
#define SOURCES_H

#include <stdbool.h>

#include "moments.h"
#include "nl.h"

/**
 * struct sources - sums over the sources of a device, or what one has seen
 * @n: sources
 * @first_cycle: the earliest instant of a reading; with the clock running, they
 *	are not all of one
 * @last_cycle: the latest
 * @offered: packets, since the device came
 * @dropped: likewise
 * @injected: likewise
 * @delivered: packets, since the last reset
 * @flits: likewise
 * @latency: of the packets delivered
 * @network: likewise, from their injection
 * @histogram: of latency
 */
struct sources {
	size_t n;
	uint64_t first_cycle, last_cycle;
	uint64_t offered, dropped, injected;
	uint64_t delivered, flits;
	struct moments latency, network;
	uint64_t histogram[SEASTAR_LAT_BINS];
};

/*
 * Read all sources of @dev, or that of router *@one if that is given.  False if the
 * device has none that the driver sees.
 */
bool sources_read(struct nl *nl, const char *dev, const uint32_t *one, struct sources *s);

/* Are both of the same sources, as far as they tell, with no reset between them? */
bool sources_follow(const struct sources *after, const struct sources *before);

/* Leave in @after what happened since @before.  Maxima are not differences: they stay. */
void sources_subtract(struct sources *after, const struct sources *before);

/* The counts, and mean, deviation and maximum of both latencies. */
void sources_text(const struct sources *sum);
void sources_json(struct json_object *o, const struct sources *sum);

#endif /* SOURCES_H */
