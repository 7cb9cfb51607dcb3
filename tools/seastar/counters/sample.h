/* SPDX-License-Identifier: GPL-2.0-only */
/* A sample of the counters of a device. */
#ifndef COUNTERS_SAMPLE_H
#define COUNTERS_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/seastar.h>

#include "tools/seastar/netlink/nl.h"

struct router_sample {
	uint32_t router;
	uint64_t counter[SEASTAR_PORTS][SEASTAR_COUNTERS];
};

/* A sample, of all routers at one instant. */
struct sample {
	uint64_t cycle;
	uint64_t time;		/* nanoseconds since 1970 */
	uint64_t generation;
	uint64_t since;		/* cycle of the mark that counting begins from */
	uint32_t flags;
	uint64_t gaps;		/* samples that lack counts */
	uint64_t failed;	/* samples that could not be taken */
	struct router_sample *router;
	size_t n;
};

/* The request for a sample: its device, all routers or one, and the mark to count from. */
struct sample_query {
	const char *dev;
	bool one_router;
	uint32_t router;
	const char *since;	/* name of a mark; NULL: count since the device came */
};

void sample_read(struct nl *nl, const struct sample_query *q, struct sample *s);
void sample_free(struct sample *s);

/* Return true if @after can be a later sample of the same device. */
bool sample_follows(const struct sample *after, const struct sample *before);

/* Subtract the counts of @before from @after.  Ends the program if the two cannot be compared. */
void sample_subtract(struct sample *after, const struct sample *before);

/*
 * Output "in the 5000 cycles since mark M:", up to @cycle, for a query that has a mark, of cycle
 * @since.
 */
void since_out(const struct sample_query *q, uint64_t cycle, uint64_t since);

/*
 * Output "fab0: cycle 1000, generation 2, 8 routers", and where counting begins: at the mark of @q
 * or, with @interval, @cycles before.
 */
void sample_head(const struct sample_query *q, const struct sample *s, bool interval,
		 uint64_t cycles);

#endif /* COUNTERS_SAMPLE_H */
