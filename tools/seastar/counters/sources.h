/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts of the traffic sources of a device. */
#ifndef COUNTERS_SOURCES_H
#define COUNTERS_SOURCES_H

#include <stdbool.h>

#include "tools/seastar/netlink/nl.h"

#include "moments.h"
#include "sample.h"

/**
 * struct extremes - extremes over the sources since the last reset
 * @known: the kernel reports the packets in the network, and those lost
 * @compared: the kernel reports figures per source, which it does not since a mark
 * @senders: sources that have packets to send
 * @starved: nodes that injected nothing, though packets wait there
 * @least_injected: packets injected by the sender that injected the fewest
 * @most_injected: packets injected by the sender that injected the most
 * @least_delivered: packets delivered of the sender with the fewest
 * @most_delivered: packets delivered of the sender with the most
 * @oldest: cycles since the birth of the oldest undelivered packet; 0: there is none
 * @in_flight: packets that were injected and have been neither delivered nor dropped
 * @lost: packets that routers have dropped since the device or the mark, by enum seastar_drop
 */
struct extremes {
	bool known, compared;
	uint32_t senders, starved;
	uint64_t least_injected, most_injected, least_delivered, most_delivered;
	uint64_t oldest;
	uint64_t in_flight;
	uint64_t lost[SEASTAR_DROPS];
};

/**
 * struct sources - sums over the sources of a device, or counts of one source
 * @n: number of sources
 * @cycle: cycle of the reading
 * @marked: counts begin at a mark or another reading, so the maxima are unknown
 * @since: cycle of the mark
 * @offered: packets born, since the device came
 * @dropped: packets dropped at birth by full queues, since the device came
 * @injected: packets injected, since the device came
 * @delivered: packets delivered, since the last reset
 * @flits: flits delivered, since the last reset
 * @latency: latency of the packets delivered, from birth, in cycles
 * @network: latency of the packets delivered, from injection, in cycles
 * @histogram: packets delivered, by bin of latency
 * @fine: the same by fine bin, for all sources together; empty for a single one
 * @extremes: comparison of all sources; unknown for a single one
 */
struct sources {
	size_t n;
	uint64_t cycle;
	bool marked;
	uint64_t since;
	uint64_t offered, dropped, injected;
	uint64_t delivered, flits;
	struct moments latency, network;
	uint64_t histogram[SEASTAR_LAT_BINS];
	uint64_t fine[SEASTAR_LAT_FINE_BINS];
	struct extremes extremes;
};

/* Read the requested sources; the device has @routers of them. False if the driver sees none. */
bool sources_read(struct nl *nl, const struct sample_query *q, size_t routers, struct sources *s);

/* Return the lowest latency of a bin, by the position of the highest bit; the last bin is open. */
uint64_t latency_low(size_t bin);
uint64_t latency_high(size_t bin);

/* Return true if @after can be a later reading of the same sources, with no reset in between. */
bool sources_follow(const struct sources *after, const struct sources *before);

/*
 * Subtract the counts of @before from @after. Maxima and extremes stay: they have no differences.
 */
void sources_subtract(struct sources *after, const struct sources *before);

/* Output the counts, and mean, standard deviation and maximum of both latencies. */
void sources_out(const struct sources *sum);

/* Output the ranges over sources, with a warning if a node starves; nothing if they are unknown. */
void extremes_out(const struct extremes *x);

/* Output dropped packets by reason, for JSON. */
void dropped_out(const char *key, const uint64_t dropped[SEASTAR_DROPS]);

#endif /* COUNTERS_SOURCES_H */
