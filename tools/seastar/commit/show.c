// SPDX-License-Identifier: GPL-2.0-only
/* A commit as the kernel reports it, as text and as JSON. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/seastar/base/print.h"
#include "tools/seastar/netlink/nl.h"

#include "commit.h"
#include "show.h"

static const char *const state_names[SEASTAR_CONFIG_STATES] = {
	[SEASTAR_CONFIG_CHECKED] = "checked",
	[SEASTAR_CONFIG_COMMITTED] = "committed",
	[SEASTAR_CONFIG_PENDING] = "pending",
	[SEASTAR_CONFIG_CONFIRMED] = "confirmed",
	[SEASTAR_CONFIG_CANCELLED] = "cancelled",
	[SEASTAR_CONFIG_EXPIRED] = "expired",
	[SEASTAR_CONFIG_FAILED] = "failed",
};

const char *config_state(const struct nlattr *state)
{
	uint32_t i = snl_u32(state);

	return i < SEASTAR_CONFIG_STATES ? state_names[i] : "unknown";
}

static void devices_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_DEV_MAX + 1];
	const struct nlattr *a;
	const char *separator = ": ";

	mnl_attr_for_each(a, m, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) != SEASTAR_A_CONFIG_DEV)
			continue;
		snl_nested(a, tb, SEASTAR_A_CONFIG_DEV_MAX);
		printf("%s%s generation %" PRIu64, separator,
		       snl_str(tb[SEASTAR_A_CONFIG_DEV_NAME]),
		       snl_u64(tb[SEASTAR_A_CONFIG_DEV_GENERATION]));
		if (tb[SEASTAR_A_CONFIG_DEV_QUIESCED])
			printf(" (quiesced for %" PRIu64 " cycles, dropped %" PRIu64 " packets)",
			       snl_u64(tb[SEASTAR_A_CONFIG_DEV_QUIESCED]),
			       snl_u64(tb[SEASTAR_A_CONFIG_DEV_LOST]));
		separator = ", ";
	}
}

void config_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];

	snl_attributes(m, tb, SEASTAR_A_CONFIG_MAX);
	if (tb[SEASTAR_A_CONFIG_ID])
		printf("commit %" PRIu64 " ", snl_u64(tb[SEASTAR_A_CONFIG_ID]));
	printf("%s", config_state(tb[SEASTAR_A_CONFIG_STATE]));
	if (tb[SEASTAR_A_CONFIG_REMAINING])
		printf(", %s s left", text_real(snl_u32(tb[SEASTAR_A_CONFIG_REMAINING]) / 1e3, 3));
	devices_text(m);
	putchar('\n');
}

static struct json_object *devices_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_DEV_MAX + 1];
	struct json_object *list = json_object_new_array(), *o;
	const struct nlattr *a;

	mnl_attr_for_each(a, m, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) != SEASTAR_A_CONFIG_DEV)
			continue;
		snl_nested(a, tb, SEASTAR_A_CONFIG_DEV_MAX);
		o = json_object_new_object();
		json_add_str(o, "device", snl_str(tb[SEASTAR_A_CONFIG_DEV_NAME]));
		json_add_u64(o, "generation", snl_u64(tb[SEASTAR_A_CONFIG_DEV_GENERATION]));
		if (tb[SEASTAR_A_CONFIG_DEV_QUIESCED]) {
			json_add_u64(o, "quiesced_cycles",
				     snl_u64(tb[SEASTAR_A_CONFIG_DEV_QUIESCED]));
			json_add_u64(o, "dropped", snl_u64(tb[SEASTAR_A_CONFIG_DEV_LOST]));
		}
		json_object_array_add(list, o);
	}
	return list;
}

struct json_object *config_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];
	struct json_object *o = json_object_new_object();

	snl_attributes(m, tb, SEASTAR_A_CONFIG_MAX);
	if (tb[SEASTAR_A_CONFIG_ID])
		json_add_u64(o, "id", snl_u64(tb[SEASTAR_A_CONFIG_ID]));
	json_add_str(o, "state", config_state(tb[SEASTAR_A_CONFIG_STATE]));
	if (tb[SEASTAR_A_CONFIG_REMAINING])
		json_add_real(o, "remaining", snl_u32(tb[SEASTAR_A_CONFIG_REMAINING]) / 1e3, 3);
	json_object_object_add(o, "devices", devices_json(m));
	return o;
}

bool config_names(const struct nlmsghdr *m, const char *dev)
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

void config_made_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];

	config_text(m);
	snl_attributes(m, tb, SEASTAR_A_CONFIG_MAX);
	if (snl_u32(tb[SEASTAR_A_CONFIG_STATE]) == SEASTAR_CONFIG_PENDING)
		printf("'seastar commit confirm %" PRIu64 "' keeps it\n", config_id(m));
}
