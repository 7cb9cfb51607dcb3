// SPDX-License-Identifier: GPL-2.0-only
#include "counters.h"
#include "print.h"

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

double port_occupancy(const uint64_t counter[SEASTAR_COUNTERS])
{
	const uint64_t *blocked = &counter[SEASTAR_COUNTER_VC0_BLOCKED];
	const uint64_t *packets = &counter[SEASTAR_COUNTER_VC0_PKTS];

	return (double)(blocked[0] + blocked[1]) / (packets[0] + packets[1]);
}
