/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts of the registers and of the traffic sources, since a begin or over an interval. */
#ifndef COUNTERS_READING_H
#define COUNTERS_READING_H

#include "tools/seastar/base/args.h"

#include "sample.h"
#include "sources.h"

/**
 * struct reading - counts of a device
 * @sample: counters
 * @cycles: cycles that the counters cover
 * @has_sources: the driver sees the traffic sources
 * @sources: counts of the traffic sources
 */
struct reading {
	struct sample sample;
	uint64_t cycles;
	bool has_sources;
	struct sources sources;
};

/* Read the counts since the device was added, or since the mark of @q. */
void reading_take(struct nl *nl, const struct sample_query *q, struct reading *r);

/*
 * Read the counts as reading_take() does, at least @cycles after @before, unless the clock stands.
 * While a device runs, the driver answers from one sample for a while: wait at most ten seconds for
 * the next one.
 */
void reading_take_later(struct nl *nl, const struct sample_query *q,
			const struct reading *before, uint64_t cycles, struct reading *r);

/*
 * Read the counts of the next @ms milliseconds or, if these are 0, as reading_take() does. Warns of
 * a clock that is stopped.
 */
void reading_interval(struct nl *nl, const struct sample_query *q, uint64_t ms,
		      struct reading *r);

/* Read counters as reading_interval() does, without sources; returns the cycles. */
uint64_t sample_interval(struct nl *nl, const struct sample_query *q, uint64_t ms,
			 struct sample *s);

/* Refusal of an interval together with a mark. */
#define INTERVAL_OR_SINCE	\
	"an interval begins now, and 'since' at a mark: give one of them"

/* Bounds of an interval in milliseconds: up to a day. */
#define INTERVAL_MIN	1
#define INTERVAL_MAX	86400000

#endif /* COUNTERS_READING_H */
