// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nl.h"
#include "where.h"

static const char *const dev_names[] = {
	[SEASTAR_A_DEV_NAME] = "name",
	[SEASTAR_A_DEV_BACKEND] = "backend",
	[SEASTAR_A_DEV_RADIX] = "topology",
	[SEASTAR_A_DEV_MESH] = "mesh",
	[SEASTAR_A_DEV_ROUTERS] = "routers",
	[SEASTAR_A_DEV_CYCLE] = "cycle",
	[SEASTAR_A_DEV_GENERATION] = "generation",
	[SEASTAR_A_DEV_SEED] = "seed",
	[SEASTAR_A_DEV_VCS] = "vcs",
	[SEASTAR_A_DEV_INPUT_DEPTH] = "input_depth",
	[SEASTAR_A_DEV_STAGING_DEPTH] = "staging_depth",
	[SEASTAR_A_DEV_MAX_PACKET] = "max_packet",
	[SEASTAR_A_DEV_ROUTER_DELAY] = "router_delay",
	[SEASTAR_A_DEV_LINK_DELAY] = "link_delay",
	[SEASTAR_A_DEV_EJECT] = "eject",
	[SEASTAR_A_DEV_INJECT] = "inject",
	[SEASTAR_A_DEV_ACK_DELAY] = "ack_delay",
	[SEASTAR_A_DEV_WANT_HASH] = "hash",
	[SEASTAR_A_DEV_MAX] = NULL,
};

static const char *const aging_names[] = {
	[SEASTAR_A_AGING_DEV] = "device",
	[SEASTAR_A_AGING_ROUTER] = "router",
	[SEASTAR_A_AGING_GENERATION] = "generation",
	[SEASTAR_A_AGING_ENTRY] = "entry",
	[SEASTAR_A_AGING_MAX] = NULL,
};

static const char *const entry_names[] = {
	[SEASTAR_A_ENTRY_ROUTER] = "router",
	[SEASTAR_A_ENTRY_PORTS] = "ports",
	[SEASTAR_A_ENTRY_CLOCK_PERIOD] = "period",
	[SEASTAR_A_ENTRY_RR_SELECT] = "select",
	[SEASTAR_A_ENTRY_REQ_BIAS] = "bias req",
	[SEASTAR_A_ENTRY_RSP_BIAS] = "bias rsp",
	[SEASTAR_A_ENTRY_MAX] = NULL,
};

static const char *const stats_names[] = {
	[SEASTAR_A_STATS_DEV] = "device",
	[SEASTAR_A_STATS_ROUTER] = "router",
	[SEASTAR_A_STATS_SINCE] = "since",
	[SEASTAR_A_STATS_MAX] = NULL,
};

static const char *const mark_names[] = {
	[SEASTAR_A_MARK_DEV] = "device",
	[SEASTAR_A_MARK_NAME] = "mark",
	[SEASTAR_A_MARK_LEASE] = "lease",
	[SEASTAR_A_MARK_MAX] = NULL,
};

static const char *const traffic_names[] = {
	[SEASTAR_A_TRAFFIC_DEV] = "device",
	[SEASTAR_A_TRAFFIC_PATTERN] = "pattern",
	[SEASTAR_A_TRAFFIC_TARGET] = "target",
	[SEASTAR_A_TRAFFIC_PERMUTATION] = "permutation",
	[SEASTAR_A_TRAFFIC_SOURCE] = "source",
	[SEASTAR_A_TRAFFIC_LOAD] = "load",
	[SEASTAR_A_TRAFFIC_QUEUE] = "queue",
	[SEASTAR_A_TRAFFIC_WINDOW] = "window",
	[SEASTAR_A_TRAFFIC_LENGTHS] = "length",
	[SEASTAR_A_TRAFFIC_REQUESTS] = "requests",
	[SEASTAR_A_TRAFFIC_MAX] = NULL,
};

static const char *const clock_names[] = {
	[SEASTAR_A_CLOCK_DEV] = "device",
	[SEASTAR_A_CLOCK_STATE] = "state",
	[SEASTAR_A_CLOCK_STEPS] = "steps",
	[SEASTAR_A_CLOCK_BUDGET] = "budget",
	[SEASTAR_A_CLOCK_MAX] = NULL,
};

static const char *const config_names[] = {
	[SEASTAR_A_CONFIG_ID] = "id",
	[SEASTAR_A_CONFIG_DEV] = "device",
	[SEASTAR_A_CONFIG_CHECK] = "check",
	[SEASTAR_A_CONFIG_TIMEOUT] = "timeout",
	[SEASTAR_A_CONFIG_MAX] = NULL,
};

static const char *const config_dev_names[] = {
	[SEASTAR_A_CONFIG_DEV_NAME] = "device",
	[SEASTAR_A_CONFIG_DEV_GENERATION] = "generation",
	[SEASTAR_A_CONFIG_DEV_ENTRY] = "entry",
	[SEASTAR_A_CONFIG_DEV_ROUTES] = "tables",
	[SEASTAR_A_CONFIG_DEV_STRANDED] = "stranded",
	[SEASTAR_A_CONFIG_DEV_MAX] = NULL,
};

static const char *const mmr_names[] = {
	[SEASTAR_A_MMR_DEV] = "device",
	[SEASTAR_A_MMR_ROUTER] = "router",
	[SEASTAR_A_MMR_OFFSET] = "offset",
	[SEASTAR_A_MMR_COUNT] = "count",
	[SEASTAR_A_MMR_VALUE] = "value",
	[SEASTAR_A_MMR_GENERATION] = "generation",
	[SEASTAR_A_MMR_MAX] = NULL,
};

static const char *const link_names[] = {
	[SEASTAR_A_LINK_DEV] = "device",
	[SEASTAR_A_LINK_ROUTER] = "router",
	[SEASTAR_A_LINK_PORT] = "port",
	[SEASTAR_A_LINK_UP] = "up",
	[SEASTAR_A_LINK_POLICY] = "policy",
	[SEASTAR_A_LINK_MAX] = NULL,
};

static const char *const route_names[] = {
	[SEASTAR_A_ROUTE_DEV] = "device",
	[SEASTAR_A_ROUTE_ROUTER] = "router",
	[SEASTAR_A_ROUTE_DRAFT] = "draft",
	[SEASTAR_A_ROUTE_BLOCKS] = "blocks",
	[SEASTAR_A_ROUTE_DATELINE] = "dateline",
	[SEASTAR_A_ROUTE_PLAN] = "plan",
	[SEASTAR_A_ROUTE_FIRST_BLOCK] = "first-block",
	[SEASTAR_A_ROUTE_BLOCK] = "block",
	[SEASTAR_A_ROUTE_LOCAL] = "local",
	[SEASTAR_A_ROUTE_GLOBAL] = "global",
	[SEASTAR_A_ROUTE_NODE_ID] = "node-id",
	[SEASTAR_A_ROUTE_MAX] = NULL,
};

struct name_list {
	const char *const *names;
	unsigned int max;
};

static struct name_list names_of(uint8_t command)
{
	switch (command) {
	case SEASTAR_CMD_AGING_GET:
	case SEASTAR_CMD_AGING_SET:
		return (struct name_list){ aging_names, SEASTAR_A_AGING_MAX };
	case SEASTAR_CMD_STATS_GET:
	case SEASTAR_CMD_STATS_RESET:
	case SEASTAR_CMD_LATENCY_GET:
		return (struct name_list){ stats_names, SEASTAR_A_STATS_MAX };
	case SEASTAR_CMD_LINK_GET:
	case SEASTAR_CMD_LINK_SET:
		return (struct name_list){ link_names, SEASTAR_A_LINK_MAX };
	case SEASTAR_CMD_ROUTE_GET:
	case SEASTAR_CMD_ROUTE_NEW:
	case SEASTAR_CMD_ROUTE_FILL:
		return (struct name_list){ route_names, SEASTAR_A_ROUTE_MAX };
	case SEASTAR_CMD_MARK_GET:
	case SEASTAR_CMD_MARK_NEW:
	case SEASTAR_CMD_MARK_DEL:
		return (struct name_list){ mark_names, SEASTAR_A_MARK_MAX };
	case SEASTAR_CMD_TRAFFIC_GET:
	case SEASTAR_CMD_TRAFFIC_SET:
		return (struct name_list){ traffic_names, SEASTAR_A_TRAFFIC_MAX };
	case SEASTAR_CMD_CLOCK_GET:
	case SEASTAR_CMD_CLOCK_SET:
		return (struct name_list){ clock_names, SEASTAR_A_CLOCK_MAX };
	case SEASTAR_CMD_CONFIG_GET:
	case SEASTAR_CMD_CONFIG_COMMIT:
	case SEASTAR_CMD_CONFIG_CONFIRM:
	case SEASTAR_CMD_CONFIG_CANCEL:
	case SEASTAR_CMD_CONFIG_EXTEND:
		return (struct name_list){ config_names, SEASTAR_A_CONFIG_MAX };
	case SEASTAR_CMD_MMR_GET:
	case SEASTAR_CMD_MMR_SET:
		return (struct name_list){ mmr_names, SEASTAR_A_MMR_MAX };
	default:
		return (struct name_list){ dev_names, SEASTAR_A_DEV_MAX };
	}
}

static const char *where_look_up(struct name_list list, const struct nlattr *a)
{
	unsigned int type = mnl_attr_get_type(a);

	return type <= list.max && list.names[type] ? list.names[type] : "unknown";
}

/* Who typed the settings knows them by what they are and the router, if one was named. */
static void name_in_entry(const struct nlattr *entry, const char *at, char *name)
{
	static const struct name_list list = { entry_names, SEASTAR_A_ENTRY_MAX };
	const struct nlattr *a, *router = NULL;
	const char *what = "settings";

	mnl_attr_for_each_nested(a, entry) {
		if (mnl_attr_get_type(a) == SEASTAR_A_ENTRY_ROUTER)
			router = a;
		if ((const char *)a == at)
			what = where_look_up(list, a);
	}
	if (router && (const char *)router != at)
		snprintf(name, WHERE_MAX, "%s of router %u", what, snl_u32(router));
	else
		snprintf(name, WHERE_MAX, "%s", what);
}

static bool is_within(const char *at, const struct nlattr *a)
{
	return at >= (const char *)a && at < (const char *)a + a->nla_len;
}

static void name_in_dev(const struct nlattr *dev, const char *at, char *name)
{
	static const struct name_list list = { config_dev_names, SEASTAR_A_CONFIG_DEV_MAX };
	const char *device = "";
	char what[WHERE_MAX] = "device";
	const struct nlattr *a;

	mnl_attr_for_each_nested(a, dev) {
		if (mnl_attr_get_type(a) == SEASTAR_A_CONFIG_DEV_NAME)
			device = snl_str(a);
		if (!is_within(at, a))
			continue;
		if (mnl_attr_get_type(a) == SEASTAR_A_CONFIG_DEV_ENTRY)
			name_in_entry(a, at, what);
		else
			snprintf(what, sizeof(what), "%s", where_look_up(list, a));
	}
	snprintf(name, WHERE_MAX, "%.28s of %.31s", what, device);
}

/* Devices and marks are known by what they are called. */
static void name_itself(struct name_list list, const struct nlattr *a, char *name)
{
	const char *what = where_look_up(list, a);

	if (!strcmp(what, "device") || !strcmp(what, "name") || !strcmp(what, "mark"))
		snprintf(name, WHERE_MAX, "%s '%.31s%s'", what, snl_str(a),
			 strlen(snl_str(a)) > 31 ? "..." : "");
	else
		snprintf(name, WHERE_MAX, "%s", what);
}

void snl_where(const struct nlmsghdr *request, uint32_t offset, char name[WHERE_MAX])
{
	const char *at = (const char *)request + offset;
	struct name_list list = names_of(snl_command(request));
	const struct nlattr *a;

	mnl_attr_for_each(a, request, sizeof(struct genlmsghdr)) {
		if (list.names == aging_names && mnl_attr_get_type(a) == SEASTAR_A_AGING_ENTRY) {
			if (is_within(at, a))
				name_in_entry(a, at, name);
		} else if (list.names == config_names &&
			   mnl_attr_get_type(a) == SEASTAR_A_CONFIG_DEV) {
			if (is_within(at, a))
				name_in_dev(a, at, name);
		} else if ((const char *)a == at) {
			name_itself(list, a, name);
		}
	}
}
