// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include <seastar/counters.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"

#include "sums.h"

uint64_t counters_sum(const uint64_t counter[SEASTAR_COUNTERS], unsigned int first, unsigned int n)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		sum += counter[first + i];
	return sum;
}

uint64_t vcs_sum(const uint64_t counter[SEASTAR_COUNTERS], unsigned int first)
{
	return counters_sum(counter, first, VC_COUNTERS);
}

void vc_cell(unsigned int vc, const char *what, const uint64_t *counter, unsigned int first)
{
	char head[32];

	snprintf(head, sizeof(head), "vc%u-%s", vc, what);
	out_u64_if(counter, NULL, head, counter ? counter[first + vc] : 0);
}

void vcs_out(const uint64_t *counter)
{
	unsigned int vc;

	if (!counter) {
		out_unknown("vc", NULL);
		return;
	}
	out_list("vc");
	for (vc = 0; vc < VC_COUNTERS; vc++) {
		out_open(NULL);
		out_u64("packets", NULL, counter[SEASTAR_COUNTER_VC0_PKTS + vc]);
		out_u64("flits", NULL, counter[SEASTAR_COUNTER_VC0_FLITS + vc]);
		out_u64("blocked", NULL, counter[SEASTAR_COUNTER_VC0_BLOCKED + vc]);
		out_close();
	}
	out_close();
}

uint64_t packets_sent(const uint64_t counter[SEASTAR_COUNTERS])
{
	return counters_sum(counter, SEASTAR_COUNTER_AGE_BIN0, SEASTAR_AGE_BINS);
}

void ages_out(const char *key, const uint64_t counter[SEASTAR_COUNTERS])
{
	unsigned int bin;

	out_list(key);
	for (bin = 0; bin < SEASTAR_AGE_BINS; bin++) {
		out_open(NULL);
		out_u64("low", NULL, age_low(bin));
		out_u64("high", NULL, age_high(bin));
		out_u64("count", NULL, counter[SEASTAR_COUNTER_AGE_BIN0 + bin]);
		out_close();
	}
	out_close();
}

#define KEY(NAME, name, number, place, reg, since, ...)	{ #name, number, SS_SINCE_##since },

const struct counter_key output_counters[] = {
	SS_COUNTERS(SS_NO_COUNTERS, KEY, SS_NO_COUNTERS, SS_NO_COUNTERS)
	{ 0 }
};

const struct counter_key choice_counters[] = {
	SS_COUNTERS(SS_NO_COUNTERS, SS_NO_COUNTERS, SS_NO_COUNTERS, KEY)
	{ 0 }
};

void outputs_out(const uint64_t counter[SEASTAR_COUNTERS])
{
	for (const struct counter_key *k = output_counters; k->key; k++)
		out_u64(k->key, k->key, counter[k->number]);
}

void arbitration_out(const uint64_t counter[SEASTAR_COUNTERS])
{
	out_open("arbitration");
	out_u64("granted", NULL, packets_sent(counter));
	for (const struct counter_key *k = choice_counters; k->key; k++)
		out_u64(k->key, NULL, counter[k->number]);
	out_close();
}

double port_wait(const uint64_t counter[SEASTAR_COUNTERS])
{
	const uint64_t *blocked = &counter[SEASTAR_COUNTER_VC0_BLOCKED];
	const uint64_t *packets = &counter[SEASTAR_COUNTER_VC0_PKTS];

	return (double)(blocked[0] + blocked[1]) / (packets[0] + packets[1]);
}
