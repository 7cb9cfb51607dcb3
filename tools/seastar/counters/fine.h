/* SPDX-License-Identifier: GPL-2.0-only */
/* The driver's histogram of latencies in eighths of powers of two, SEASTAR_LAT_FINE_BINS. */
#ifndef COUNTERS_FINE_H
#define COUNTERS_FINE_H

#include <stddef.h>
#include <stdint.h>

/* Return the lowest latency of a bin. */
uint64_t fine_low(size_t bin);

/*
 * Compute a percentile, in cycles, as if packets were spread evenly within a bin; NaN if there are
 * none, or if it is in the last bin, which is open.
 */
double fine_percentile(const uint64_t *bin, unsigned int permille);

#endif /* COUNTERS_FINE_H */
