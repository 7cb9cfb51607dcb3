// SPDX-License-Identifier: GPL-2.0-only
/* A clock as the kernel reports it, as text and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/netlink/nl.h"

#include "show.h"

struct json_object *clock_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CLOCK_MAX + 1];
	struct json_object *o = json_object_new_object();

	snl_attributes(m, tb, SEASTAR_A_CLOCK_MAX);
	json_add_str(o, "device", snl_str(tb[SEASTAR_A_CLOCK_DEV]));
	json_add_str(o, "state", name_of(clock_state_names, snl_u32(tb[SEASTAR_A_CLOCK_STATE])));
	json_add_u64(o, "cycle", snl_u64(tb[SEASTAR_A_CLOCK_CYCLE]));
	json_add_u64(o, "remaining", snl_u64(tb[SEASTAR_A_CLOCK_REMAINING]));
	json_add_u64(o, "budget_percent", snl_u32(tb[SEASTAR_A_CLOCK_BUDGET]));
	json_add_u64(o, "rate", snl_u32(tb[SEASTAR_A_CLOCK_RATE]));
	return o;
}

void clock_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CLOCK_MAX + 1];
	uint32_t rate;

	snl_attributes(m, tb, SEASTAR_A_CLOCK_MAX);
	rate = snl_u32(tb[SEASTAR_A_CLOCK_RATE]);
	printf("%s: %s at cycle %" PRIu64 ", %" PRIu64 " to go, budget %u %% of a CPU",
	       snl_str(tb[SEASTAR_A_CLOCK_DEV]),
	       text_name(clock_state_names, snl_u32(tb[SEASTAR_A_CLOCK_STATE])),
	       snl_u64(tb[SEASTAR_A_CLOCK_CYCLE]), snl_u64(tb[SEASTAR_A_CLOCK_REMAINING]),
	       snl_u32(tb[SEASTAR_A_CLOCK_BUDGET]));
	if (rate)
		printf(", rate %u cycles per second", rate);
	putchar('\n');
}
