/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums over the counters of a port, or of several that were added up. */
#ifndef COUNTERS_SUMS_H
#define COUNTERS_SUMS_H

#include <stdint.h>

#include <linux/seastar.h>

/* The sum of @n counters from @first on. */
uint64_t counters_sum(const uint64_t counter[SEASTAR_COUNTERS], unsigned int first, unsigned int n);

#define VC_COUNTERS	4	/* of requests, then of responses, the lower and the upper half */

/* A counter over all virtual channels; @first is that of the first. */
uint64_t vcs_sum(const uint64_t counter[SEASTAR_COUNTERS], unsigned int first);

/* For JSON: what is counted by virtual channel, a list "vc"; the histogram of ages. */
void vcs_out(const uint64_t counter[SEASTAR_COUNTERS]);
void ages_out(const char *key, const uint64_t counter[SEASTAR_COUNTERS]);

/* Packets sent, of all ages. */
uint64_t packets_sent(const uint64_t counter[SEASTAR_COUNTERS]);

/* For JSON: how outputs chose what they sent. */
void arbitration_out(const uint64_t counter[SEASTAR_COUNTERS]);

/* Cycles blocked per packet (SC07, Eq. 17), of the requests. */
double port_wait(const uint64_t counter[SEASTAR_COUNTERS]);

#endif /* COUNTERS_SUMS_H */
