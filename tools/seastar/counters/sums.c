// SPDX-License-Identifier: GPL-2.0-only
#include "tools/seastar/base/print.h"

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

struct json_object *vcs_json(const uint64_t counter[SEASTAR_COUNTERS])
{
	struct json_object *list = json_object_new_array(), *o;
	unsigned int vc;

	for (vc = 0; vc < VC_COUNTERS; vc++) {
		o = json_object_new_object();
		json_add_u64(o, "packets", counter[SEASTAR_COUNTER_VC0_PKTS + vc]);
		json_add_u64(o, "flits", counter[SEASTAR_COUNTER_VC0_FLITS + vc]);
		json_add_u64(o, "blocked", counter[SEASTAR_COUNTER_VC0_BLOCKED + vc]);
		json_object_array_add(list, o);
	}
	return list;
}

uint64_t packets_sent(const uint64_t counter[SEASTAR_COUNTERS])
{
	return counters_sum(counter, SEASTAR_COUNTER_AGE_BIN0, SEASTAR_AGE_BINS);
}

void arbitration_json(struct json_object *o, const uint64_t counter[SEASTAR_COUNTERS])
{
	struct json_object *part = json_object_new_object();

	json_add_u64(part, "granted", packets_sent(counter));
	json_add_u64(part, "contested", counter[SEASTAR_COUNTER_CONTESTED]);
	json_add_u64(part, "inhibited", counter[SEASTAR_COUNTER_INHIBITED]);
	json_add_u64(part, "tied", counter[SEASTAR_COUNTER_TIED]);
	json_add_u64(part, "saturated", counter[SEASTAR_COUNTER_SATURATED]);
	json_object_object_add(o, "arbitration", part);
}

double port_wait(const uint64_t counter[SEASTAR_COUNTERS])
{
	const uint64_t *blocked = &counter[SEASTAR_COUNTER_VC0_BLOCKED];
	const uint64_t *packets = &counter[SEASTAR_COUNTER_VC0_PKTS];

	return (double)(blocked[0] + blocked[1]) / (packets[0] + packets[1]);
}
