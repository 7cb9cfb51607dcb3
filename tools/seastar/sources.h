/* SPDX-License-Identifier: GPL-2.0-only */
/* What the traffic sources of a sample have seen, summed up. */
#ifndef SOURCES_H
#define SOURCES_H

#include "moments.h"
#include "sample.h"

struct sources {
	uint64_t offered, dropped, injected;	/* packets, since creation */
	uint64_t delivered, flits;		/* since the last reset */
	struct moments latency, network;
	uint64_t histogram[SEASTAR_LAT_BINS];
};

void sources_sum(const struct sample *s, struct sources *sum);

/* The counts, and mean, deviation and maximum of both latencies. */
void sources_text(const struct sources *sum);
void sources_json(struct json_object *o, const struct sources *sum);

#endif /* SOURCES_H */
