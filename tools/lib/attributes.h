/* SPDX-License-Identifier: GPL-2.0-only */
/* Made by `make docs` of docs/netlink/seastar.yaml: the attributes of each command. */

static const char *const soft_attributes[SEASTAR_A_SOFT_MAX + 1] = {
	[SEASTAR_A_SOFT_SEED] = "seed",
	[SEASTAR_A_SOFT_INPUT_DEPTH] = "input_depth",
	[SEASTAR_A_SOFT_STAGING_DEPTH] = "staging_depth",
	[SEASTAR_A_SOFT_ROUTER_DELAY] = "router_delay",
	[SEASTAR_A_SOFT_LINK_DELAY] = "link_delay",
	[SEASTAR_A_SOFT_EJECT] = "eject",
	[SEASTAR_A_SOFT_INJECT] = "inject",
	[SEASTAR_A_SOFT_ACK_DELAY] = "ack_delay",
};

static const char *const model_attributes[SEASTAR_A_MODEL_MAX + 1] = {
	[SEASTAR_A_MODEL_HASH] = "hash",
	[SEASTAR_A_MODEL_SOURCE] = "source",
	[SEASTAR_A_MODEL_LAT_HIST] = "lat_hist",
	[SEASTAR_A_MODEL_SENDERS] = "senders",
	[SEASTAR_A_MODEL_LEAST_INJECTED] = "least_injected",
	[SEASTAR_A_MODEL_MOST_INJECTED] = "most_injected",
	[SEASTAR_A_MODEL_LEAST_DELIVERED] = "least_delivered",
	[SEASTAR_A_MODEL_MOST_DELIVERED] = "most_delivered",
	[SEASTAR_A_MODEL_STARVED] = "starved",
	[SEASTAR_A_MODEL_OLDEST] = "oldest",
	[SEASTAR_A_MODEL_IN_FLIGHT] = "in_flight",
	[SEASTAR_A_MODEL_LOST] = "lost",
	[SEASTAR_A_MODEL_BIT_ERRORS] = "bit_errors",
	[SEASTAR_A_MODEL_UNDETECTED] = "undetected",
	[SEASTAR_A_MODEL_LAT_FINE] = "lat_fine",
};

static const char *const dev_attributes[SEASTAR_A_DEV_MAX + 1] = {
	[SEASTAR_A_DEV_NAME] = "name",
	[SEASTAR_A_DEV_BACKEND] = "backend",
	[SEASTAR_A_DEV_RADIX] = "radix",
	[SEASTAR_A_DEV_MESH] = "mesh",
	[SEASTAR_A_DEV_ROUTERS] = "routers",
	[SEASTAR_A_DEV_CYCLE] = "cycle",
	[SEASTAR_A_DEV_GENERATION] = "generation",
	[SEASTAR_A_DEV_VCS] = "vcs",
	[SEASTAR_A_DEV_MAX_PACKET] = "max_packet",
	[SEASTAR_A_DEV_SOFT] = "soft",
	[SEASTAR_A_DEV_WANT_HASH] = "want_hash",
	[SEASTAR_A_DEV_MODEL] = "model",
	[SEASTAR_A_DEV_ID] = "id",
	[SEASTAR_A_DEV_LOST] = "lost",
	[SEASTAR_A_DEV_BUS_ADDRESS] = "bus_address",
	[SEASTAR_A_DEV_LINK_CHANGES] = "link_changes",
};

static const char *const entry_attributes[SEASTAR_A_ENTRY_MAX + 1] = {
	[SEASTAR_A_ENTRY_ROUTER] = "router",
	[SEASTAR_A_ENTRY_PORTS] = "ports",
	[SEASTAR_A_ENTRY_CLOCK_PERIOD] = "clock_period",
	[SEASTAR_A_ENTRY_RR_SELECT] = "rr_select",
	[SEASTAR_A_ENTRY_REQ_BIAS] = "req_bias",
	[SEASTAR_A_ENTRY_RSP_BIAS] = "rsp_bias",
};

static const char *const aging_attributes[SEASTAR_A_AGING_MAX + 1] = {
	[SEASTAR_A_AGING_DEV] = "dev",
	[SEASTAR_A_AGING_ROUTER] = "router",
	[SEASTAR_A_AGING_GENERATION] = "generation",
	[SEASTAR_A_AGING_ENTRY] = "entry",
	[SEASTAR_A_AGING_CLOCK_PERIOD] = "clock_period",
	[SEASTAR_A_AGING_RR_SELECT] = "rr_select",
	[SEASTAR_A_AGING_REQ_BIAS] = "req_bias",
	[SEASTAR_A_AGING_RSP_BIAS] = "rsp_bias",
};

static const char *const stats_attributes[SEASTAR_A_STATS_MAX + 1] = {
	[SEASTAR_A_STATS_DEV] = "dev",
	[SEASTAR_A_STATS_ROUTER] = "router",
	[SEASTAR_A_STATS_SINCE] = "since",
	[SEASTAR_A_STATS_SINCE_CYCLE] = "since_cycle",
	[SEASTAR_A_STATS_SINCE_TIME] = "since_time",
	[SEASTAR_A_STATS_SEQUENCE] = "sequence",
	[SEASTAR_A_STATS_CYCLE] = "cycle",
	[SEASTAR_A_STATS_TIME] = "time",
	[SEASTAR_A_STATS_GENERATION] = "generation",
	[SEASTAR_A_STATS_FLAGS] = "flags",
	[SEASTAR_A_STATS_COUNTERS] = "counters",
	[SEASTAR_A_STATS_MODEL] = "model",
	[SEASTAR_A_STATS_GAPS] = "gaps",
	[SEASTAR_A_STATS_FAILED] = "failed",
};

static const char *const traffic_attributes[SEASTAR_A_TRAFFIC_MAX + 1] = {
	[SEASTAR_A_TRAFFIC_DEV] = "dev",
	[SEASTAR_A_TRAFFIC_PATTERN] = "pattern",
	[SEASTAR_A_TRAFFIC_TARGET] = "target",
	[SEASTAR_A_TRAFFIC_PERMUTATION] = "permutation",
	[SEASTAR_A_TRAFFIC_SOURCE] = "source",
	[SEASTAR_A_TRAFFIC_LOAD] = "load",
	[SEASTAR_A_TRAFFIC_QUEUE] = "queue",
	[SEASTAR_A_TRAFFIC_WINDOW] = "window",
	[SEASTAR_A_TRAFFIC_LENGTHS] = "lengths",
	[SEASTAR_A_TRAFFIC_REQUESTS] = "requests",
	[SEASTAR_A_TRAFFIC_OFFSET] = "offset",
	[SEASTAR_A_TRAFFIC_GENERATION] = "generation",
};

static const char *const clock_attributes[SEASTAR_A_CLOCK_MAX + 1] = {
	[SEASTAR_A_CLOCK_DEV] = "dev",
	[SEASTAR_A_CLOCK_STATE] = "state",
	[SEASTAR_A_CLOCK_STEPS] = "steps",
	[SEASTAR_A_CLOCK_REMAINING] = "remaining",
	[SEASTAR_A_CLOCK_CYCLE] = "cycle",
	[SEASTAR_A_CLOCK_BUDGET] = "budget",
	[SEASTAR_A_CLOCK_RATE] = "rate",
	[SEASTAR_A_CLOCK_GENERATION] = "generation",
};

static const char *const mmr_attributes[SEASTAR_A_MMR_MAX + 1] = {
	[SEASTAR_A_MMR_DEV] = "dev",
	[SEASTAR_A_MMR_ROUTER] = "router",
	[SEASTAR_A_MMR_OFFSET] = "offset",
	[SEASTAR_A_MMR_COUNT] = "count",
	[SEASTAR_A_MMR_VALUE] = "value",
	[SEASTAR_A_MMR_VALUES] = "values",
	[SEASTAR_A_MMR_GENERATION] = "generation",
};

static const char *const config_dev_attributes[SEASTAR_A_CONFIG_DEV_MAX + 1] = {
	[SEASTAR_A_CONFIG_DEV_NAME] = "name",
	[SEASTAR_A_CONFIG_DEV_GENERATION] = "generation",
	[SEASTAR_A_CONFIG_DEV_ENTRY] = "entry",
	[SEASTAR_A_CONFIG_DEV_ROUTES] = "routes",
	[SEASTAR_A_CONFIG_DEV_STRANDED] = "stranded",
	[SEASTAR_A_CONFIG_DEV_QUIESCED] = "quiesced",
	[SEASTAR_A_CONFIG_DEV_LOST] = "lost",
};

static const char *const config_attributes[SEASTAR_A_CONFIG_MAX + 1] = {
	[SEASTAR_A_CONFIG_ID] = "id",
	[SEASTAR_A_CONFIG_DEV] = "dev",
	[SEASTAR_A_CONFIG_CHECK] = "check",
	[SEASTAR_A_CONFIG_TIMEOUT] = "timeout",
	[SEASTAR_A_CONFIG_REMAINING] = "remaining",
	[SEASTAR_A_CONFIG_STATE] = "state",
	[SEASTAR_A_CONFIG_COMMENT] = "comment",
	[SEASTAR_A_CONFIG_OWNER] = "owner",
	[SEASTAR_A_CONFIG_OWNER_UID] = "owner_uid",
};

static const char *const mark_attributes[SEASTAR_A_MARK_MAX + 1] = {
	[SEASTAR_A_MARK_DEV] = "dev",
	[SEASTAR_A_MARK_NAME] = "name",
	[SEASTAR_A_MARK_ID] = "id",
	[SEASTAR_A_MARK_LEASE] = "lease",
	[SEASTAR_A_MARK_CYCLE] = "cycle",
	[SEASTAR_A_MARK_TIME] = "time",
};

static const char *const link_attributes[SEASTAR_A_LINK_MAX + 1] = {
	[SEASTAR_A_LINK_DEV] = "dev",
	[SEASTAR_A_LINK_ROUTER] = "router",
	[SEASTAR_A_LINK_PORT] = "port",
	[SEASTAR_A_LINK_UP] = "up",
	[SEASTAR_A_LINK_PORTS_PRESENT] = "ports_present",
	[SEASTAR_A_LINK_PORTS_UP] = "ports_up",
	[SEASTAR_A_LINK_TRANSITIONS] = "transitions",
	[SEASTAR_A_LINK_SINCE] = "since",
	[SEASTAR_A_LINK_GENERATION] = "generation",
	[SEASTAR_A_LINK_POLICY] = "policy",
	[SEASTAR_A_LINK_DROPPED] = "dropped",
	[SEASTAR_A_LINK_BIT_ERRORS] = "bit_errors",
	[SEASTAR_A_LINK_PORT_RETRIES] = "port_retries",
	[SEASTAR_A_LINK_MODEL] = "model",
};

static const char *const route_attributes[SEASTAR_A_ROUTE_MAX + 1] = {
	[SEASTAR_A_ROUTE_DEV] = "dev",
	[SEASTAR_A_ROUTE_ROUTER] = "router",
	[SEASTAR_A_ROUTE_DRAFT] = "draft",
	[SEASTAR_A_ROUTE_BLOCKS] = "blocks",
	[SEASTAR_A_ROUTE_DATELINE] = "dateline",
	[SEASTAR_A_ROUTE_PLAN] = "plan",
	[SEASTAR_A_ROUTE_FIRST_BLOCK] = "first_block",
	[SEASTAR_A_ROUTE_BLOCK] = "block",
	[SEASTAR_A_ROUTE_LOCAL] = "local",
	[SEASTAR_A_ROUTE_GLOBAL] = "global",
	[SEASTAR_A_ROUTE_NODE_ID] = "node_id",
	[SEASTAR_A_ROUTE_GENERATION] = "generation",
};

static const struct name_list command_attributes[] = {
	[SEASTAR_CMD_DEV_GET] = { dev_attributes, SEASTAR_A_DEV_MAX },
	[SEASTAR_CMD_DEV_NEW] = { dev_attributes, SEASTAR_A_DEV_MAX },
	[SEASTAR_CMD_DEV_DEL] = { dev_attributes, SEASTAR_A_DEV_MAX },
	[SEASTAR_CMD_AGING_GET] = { aging_attributes, SEASTAR_A_AGING_MAX },
	[SEASTAR_CMD_AGING_SET] = { aging_attributes, SEASTAR_A_AGING_MAX },
	[SEASTAR_CMD_STATS_GET] = { stats_attributes, SEASTAR_A_STATS_MAX },
	[SEASTAR_CMD_STATS_RESET] = { stats_attributes, SEASTAR_A_STATS_MAX },
	[SEASTAR_CMD_TRAFFIC_GET] = { traffic_attributes, SEASTAR_A_TRAFFIC_MAX },
	[SEASTAR_CMD_TRAFFIC_SET] = { traffic_attributes, SEASTAR_A_TRAFFIC_MAX },
	[SEASTAR_CMD_CLOCK_GET] = { clock_attributes, SEASTAR_A_CLOCK_MAX },
	[SEASTAR_CMD_CLOCK_SET] = { clock_attributes, SEASTAR_A_CLOCK_MAX },
	[SEASTAR_CMD_MMR_GET] = { mmr_attributes, SEASTAR_A_MMR_MAX },
	[SEASTAR_CMD_MMR_SET] = { mmr_attributes, SEASTAR_A_MMR_MAX },
	[SEASTAR_CMD_CONFIG_GET] = { config_attributes, SEASTAR_A_CONFIG_MAX },
	[SEASTAR_CMD_CONFIG_COMMIT] = { config_attributes, SEASTAR_A_CONFIG_MAX },
	[SEASTAR_CMD_CONFIG_CONFIRM] = { config_attributes, SEASTAR_A_CONFIG_MAX },
	[SEASTAR_CMD_CONFIG_CANCEL] = { config_attributes, SEASTAR_A_CONFIG_MAX },
	[SEASTAR_CMD_CONFIG_EXTEND] = { config_attributes, SEASTAR_A_CONFIG_MAX },
	[SEASTAR_CMD_MARK_GET] = { mark_attributes, SEASTAR_A_MARK_MAX },
	[SEASTAR_CMD_MARK_NEW] = { mark_attributes, SEASTAR_A_MARK_MAX },
	[SEASTAR_CMD_MARK_DEL] = { mark_attributes, SEASTAR_A_MARK_MAX },
	[SEASTAR_CMD_LATENCY_GET] = { stats_attributes, SEASTAR_A_STATS_MAX },
	[SEASTAR_CMD_LINK_GET] = { link_attributes, SEASTAR_A_LINK_MAX },
	[SEASTAR_CMD_LINK_SET] = { link_attributes, SEASTAR_A_LINK_MAX },
	[SEASTAR_CMD_ROUTE_GET] = { route_attributes, SEASTAR_A_ROUTE_MAX },
	[SEASTAR_CMD_ROUTE_NEW] = { route_attributes, SEASTAR_A_ROUTE_MAX },
	[SEASTAR_CMD_ROUTE_FILL] = { route_attributes, SEASTAR_A_ROUTE_MAX },
};
