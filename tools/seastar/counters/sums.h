/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums over the counters of a port, or of the sum of several ports. */
#ifndef COUNTERS_SUMS_H
#define COUNTERS_SUMS_H

#include <stdint.h>

#include <linux/seastar.h>

/* Return the sum of @n counters from @first on. */
uint64_t counters_sum(const uint64_t counter[SEASTAR_COUNTERS], unsigned int first, unsigned int n);

#define VC_COUNTERS	4	/* VCs: lower, upper half of requests, then of responses */

/* Return a counter summed over all virtual channels; @first is the counter of the first channel. */
uint64_t vcs_sum(const uint64_t counter[SEASTAR_COUNTERS], unsigned int first);

/*
 * Output, in a row, the cell "vc0-flits" of a virtual channel, where @what is the name and @first
 * the counter of the first channel; and, for JSON, a list "vc" with the counts of each. A @counter
 * of NULL is not known.
 */
void vc_cell(unsigned int vc, const char *what, const uint64_t *counter, unsigned int first);
void vcs_out(const uint64_t *counter);

/* Output the histogram of ages, for JSON. */
void ages_out(const char *key, const uint64_t counter[SEASTAR_COUNTERS]);

/* Return the packets sent, of all ages. */
uint64_t packets_sent(const uint64_t counter[SEASTAR_COUNTERS]);

/* A row of include/seastar/counters.h: its key, its number, and the register map that has it. */
struct counter_key {
	const char *key;
	unsigned int number;
	unsigned int since;
};

/* Counters of an output, and counters of how it chose packets; a NULL key ends each table. */
extern const struct counter_key output_counters[], choice_counters[];

/* Output, in a row, a cell for each of output_counters. */
void outputs_out(const uint64_t counter[SEASTAR_COUNTERS]);

/* Output how outputs chose packets, for JSON. */
void arbitration_out(const uint64_t counter[SEASTAR_COUNTERS]);

/* Return the cycles blocked per packet (SC07, Eq. 17), of requests. */
double port_wait(const uint64_t counter[SEASTAR_COUNTERS]);

#endif /* COUNTERS_SUMS_H */
