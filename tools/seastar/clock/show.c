// SPDX-License-Identifier: GPL-2.0-only
/* Printing of a clock as the kernel reports it. */
#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/netlink/nl.h"

#include "show.h"

void clock_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CLOCK_MAX + 1];
	uint32_t rate;

	snl_attributes(m, tb, SEASTAR_A_CLOCK_MAX);
	rate = snl_u32(tb[SEASTAR_A_CLOCK_RATE]);
	out_str("device", "%s: ", snl_str(tb[SEASTAR_A_CLOCK_DEV]));
	out_name("state", "%s at ", clock_names, snl_u32(tb[SEASTAR_A_CLOCK_STATE]));
	out_u64("cycle", "cycle %s, ", snl_u64(tb[SEASTAR_A_CLOCK_CYCLE]));
	out_u64("remaining", "%s to go, ", snl_u64(tb[SEASTAR_A_CLOCK_REMAINING]));
	out_u64("budget_percent", "budget %s % of a CPU", snl_u32(tb[SEASTAR_A_CLOCK_BUDGET]));
	out_u64("rate", rate ? ", rate %s cycles per second" : NULL, rate);
	out_text("\n");
}
