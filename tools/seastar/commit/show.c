// SPDX-License-Identifier: GPL-2.0-only
/* Printing of a commit as the kernel reports it. */
#include <inttypes.h>
#include <string.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/netlink/nl.h"

#include "commit.h"
#include "show.h"

const char *config_state(const struct nlattr *state)
{
	return name_of(config_names, snl_u32(state));
}

static void devices_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_DEV_MAX + 1];
	const struct nlattr *a;
	const char *name = ": %s";

	out_list("devices");
	mnl_attr_for_each(a, m, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) != SEASTAR_A_CONFIG_DEV)
			continue;
		snl_nested(a, tb, SEASTAR_A_CONFIG_DEV_MAX);
		out_row();
		out_str("device", name, snl_str(tb[SEASTAR_A_CONFIG_DEV_NAME]));
		out_u64("generation", " generation %s",
			snl_u64(tb[SEASTAR_A_CONFIG_DEV_GENERATION]));
		if (tb[SEASTAR_A_CONFIG_DEV_QUIESCED]) {
			out_u64("quiesced_cycles", " (quiesced for %s cycles, ",
				snl_u64(tb[SEASTAR_A_CONFIG_DEV_QUIESCED]));
			out_u64("dropped", "dropped %s packets)",
				snl_u64(tb[SEASTAR_A_CONFIG_DEV_LOST]));
		}
		out_close();
		name = ", %s";
	}
	out_close();
}

void config_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];

	snl_attributes(m, tb, SEASTAR_A_CONFIG_MAX);
	if (tb[SEASTAR_A_CONFIG_ID])
		out_u64("id", "commit %s ", snl_u64(tb[SEASTAR_A_CONFIG_ID]));
	out_str("state", "%s", config_state(tb[SEASTAR_A_CONFIG_STATE]));
	if (tb[SEASTAR_A_CONFIG_REMAINING])
		out_real("remaining", 3, ", %s s left", 3,
			 snl_u32(tb[SEASTAR_A_CONFIG_REMAINING]) / 1e3);
	devices_out(m);
	out_text("\n");
}

bool commit_names(const struct nlmsghdr *m, const char *dev)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_DEV_MAX + 1];
	const struct nlattr *a;

	mnl_attr_for_each(a, m, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) != SEASTAR_A_CONFIG_DEV)
			continue;
		snl_nested(a, tb, SEASTAR_A_CONFIG_DEV_MAX);
		if (!strcmp(snl_str(tb[SEASTAR_A_CONFIG_DEV_NAME]), dev))
			return true;
	}
	return false;
}

void config_made_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];

	config_out(m);
	snl_attributes(m, tb, SEASTAR_A_CONFIG_MAX);
	if (snl_u32(tb[SEASTAR_A_CONFIG_STATE]) == SEASTAR_CONFIG_PENDING)
		out_text("'seastar commit confirm %" PRIu64 "' keeps it\n", config_id(m));
}
