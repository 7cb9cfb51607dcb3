// SPDX-License-Identifier: GPL-2.0-only
/* Made by `make docs` of docs/netlink/seastar.yaml: what a request may carry. */
#include "netlink/genl.h"
#include "netlink/policy.h"

static SEASTAR_RANGE_CONST struct netlink_range_validation soft_ack_delay = {
	.min = 1,
	.max = 65535,
};

const struct nla_policy seastar_soft_policy[SEASTAR_A_SOFT_ACK_DELAY + 1] = {
	[SEASTAR_A_SOFT_SEED] = { .type = NLA_U64 },
	[SEASTAR_A_SOFT_INPUT_DEPTH] = NLA_POLICY_RANGE(NLA_U32, 1, 4096),
	[SEASTAR_A_SOFT_STAGING_DEPTH] = NLA_POLICY_RANGE(NLA_U32, 1, 255),
	[SEASTAR_A_SOFT_ROUTER_DELAY] = NLA_POLICY_RANGE(NLA_U32, 1, 255),
	[SEASTAR_A_SOFT_LINK_DELAY] = NLA_POLICY_RANGE(NLA_U32, 1, 255),
	[SEASTAR_A_SOFT_EJECT] = NLA_POLICY_EXACT_LEN(8),
	[SEASTAR_A_SOFT_INJECT] = NLA_POLICY_EXACT_LEN(8),
	[SEASTAR_A_SOFT_ACK_DELAY] = NLA_POLICY_FULL_RANGE(NLA_U32, &soft_ack_delay),
};

const struct nla_policy seastar_entry_policy[SEASTAR_A_ENTRY_RSP_BIAS + 1] = {
	[SEASTAR_A_ENTRY_ROUTER] = { .type = NLA_U32 },
	[SEASTAR_A_ENTRY_PORTS] = NLA_POLICY_RANGE(NLA_U32, 1, 127),
	[SEASTAR_A_ENTRY_CLOCK_PERIOD] = NLA_POLICY_MIN(NLA_U32, 1),
	[SEASTAR_A_ENTRY_RR_SELECT] = { .type = NLA_U64 },
	[SEASTAR_A_ENTRY_REQ_BIAS] = NLA_POLICY_MAX(NLA_U8, 7),
	[SEASTAR_A_ENTRY_RSP_BIAS] = NLA_POLICY_MAX(NLA_U8, 7),
};

const struct nla_policy seastar_config_dev_policy[SEASTAR_A_CONFIG_DEV_LOST + 1] = {
	[SEASTAR_A_CONFIG_DEV_NAME] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_CONFIG_DEV_GENERATION] = { .type = NLA_U64 },
	[SEASTAR_A_CONFIG_DEV_ENTRY] = NLA_POLICY_NESTED(seastar_entry_policy),
	[SEASTAR_A_CONFIG_DEV_ROUTES] = { .type = NLA_U64 },
	[SEASTAR_A_CONFIG_DEV_STRANDED] = NLA_POLICY_MAX(NLA_U32, 1),
	[SEASTAR_A_CONFIG_DEV_QUIESCED] = { .type = NLA_U64 },
	[SEASTAR_A_CONFIG_DEV_LOST] = { .type = NLA_U64 },
};

const struct nla_policy seastar_dev_get_do_policy[SEASTAR_A_DEV_WANT_HASH + 1] = {
	[SEASTAR_A_DEV_NAME] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_DEV_WANT_HASH] = { .type = NLA_FLAG },
};

const struct nla_policy seastar_dev_get_dump_policy[1 + 1] = {
	[1] = { .type = NLA_REJECT },
};

const struct nla_policy seastar_dev_new_do_policy[SEASTAR_A_DEV_SOFT + 1] = {
	[SEASTAR_A_DEV_NAME] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_name),
	[SEASTAR_A_DEV_RADIX] = NLA_POLICY_RANGE(NLA_BINARY, 4, 12),
	[SEASTAR_A_DEV_MESH] = NLA_POLICY_MAX(NLA_U32, 7),
	[SEASTAR_A_DEV_VCS] = NLA_POLICY_RANGE(NLA_U32, 1, 4),
	[SEASTAR_A_DEV_MAX_PACKET] = NLA_POLICY_RANGE(NLA_U32, 1, 9),
	[SEASTAR_A_DEV_SOFT] = NLA_POLICY_NESTED(seastar_soft_policy),
};

const struct nla_policy seastar_dev_del_do_policy[SEASTAR_A_DEV_NAME + 1] = {
	[SEASTAR_A_DEV_NAME] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
};

const struct nla_policy seastar_aging_get_do_policy[SEASTAR_A_AGING_ROUTER + 1] = {
	[SEASTAR_A_AGING_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_AGING_ROUTER] = { .type = NLA_U32 },
};

const struct nla_policy seastar_aging_get_dump_policy[SEASTAR_A_AGING_DEV + 1] = {
	[SEASTAR_A_AGING_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
};

const struct nla_policy seastar_aging_set_do_policy[SEASTAR_A_AGING_ENTRY + 1] = {
	[SEASTAR_A_AGING_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_AGING_GENERATION] = { .type = NLA_U64 },
	[SEASTAR_A_AGING_ENTRY] = NLA_POLICY_NESTED(seastar_entry_policy),
};

const struct nla_policy seastar_stats_get_do_policy[SEASTAR_A_STATS_SINCE + 1] = {
	[SEASTAR_A_STATS_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_STATS_ROUTER] = { .type = NLA_U32 },
	[SEASTAR_A_STATS_SINCE] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_name),
};

const struct nla_policy seastar_stats_get_dump_policy[SEASTAR_A_STATS_SINCE + 1] = {
	[SEASTAR_A_STATS_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_STATS_SINCE] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_name),
};

const struct nla_policy seastar_stats_reset_do_policy[SEASTAR_A_STATS_DEV + 1] = {
	[SEASTAR_A_STATS_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
};

const struct nla_policy seastar_traffic_get_do_policy[SEASTAR_A_TRAFFIC_DEV + 1] = {
	[SEASTAR_A_TRAFFIC_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
};

const struct nla_policy seastar_traffic_get_dump_policy[SEASTAR_A_TRAFFIC_DEV + 1] = {
	[SEASTAR_A_TRAFFIC_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
};

static SEASTAR_RANGE_CONST struct netlink_range_validation traffic_set_do_load = {
	.min = 1,
	.max = 1000000,
};

static SEASTAR_RANGE_CONST struct netlink_range_validation traffic_set_do_queue = {
	.min = 0,
	.max = 65535,
};

static SEASTAR_RANGE_CONST struct netlink_range_validation traffic_set_do_requests = {
	.min = 0,
	.max = 1000000,
};

const struct nla_policy seastar_traffic_set_do_policy[SEASTAR_A_TRAFFIC_REQUESTS + 1] = {
	[SEASTAR_A_TRAFFIC_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_TRAFFIC_PATTERN] = NLA_POLICY_MAX(NLA_U32, 9),
	[SEASTAR_A_TRAFFIC_TARGET] = { .type = NLA_U32 },
	[SEASTAR_A_TRAFFIC_PERMUTATION] = { .type = NLA_BINARY },
	[SEASTAR_A_TRAFFIC_SOURCE] = NLA_POLICY_MAX(NLA_U32, 1),
	[SEASTAR_A_TRAFFIC_LOAD] = NLA_POLICY_FULL_RANGE(NLA_U32, &traffic_set_do_load),
	[SEASTAR_A_TRAFFIC_QUEUE] = NLA_POLICY_FULL_RANGE(NLA_U32, &traffic_set_do_queue),
	[SEASTAR_A_TRAFFIC_WINDOW] = NLA_POLICY_RANGE(NLA_U32, 1, 4096),
	[SEASTAR_A_TRAFFIC_LENGTHS] = NLA_POLICY_EXACT_LEN(36),
	[SEASTAR_A_TRAFFIC_REQUESTS] = NLA_POLICY_FULL_RANGE(NLA_U32, &traffic_set_do_requests),
};

const struct nla_policy seastar_clock_get_do_policy[SEASTAR_A_CLOCK_DEV + 1] = {
	[SEASTAR_A_CLOCK_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
};

const struct nla_policy seastar_clock_set_do_policy[SEASTAR_A_CLOCK_RATE + 1] = {
	[SEASTAR_A_CLOCK_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_CLOCK_STATE] = NLA_POLICY_MAX(NLA_U32, 2),
	[SEASTAR_A_CLOCK_STEPS] = NLA_POLICY_MIN(NLA_U64, 1),
	[SEASTAR_A_CLOCK_BUDGET] = NLA_POLICY_RANGE(NLA_U32, 1, 100),
	[SEASTAR_A_CLOCK_RATE] = { .type = NLA_U32 },
};

const struct nla_policy seastar_mmr_get_do_policy[SEASTAR_A_MMR_COUNT + 1] = {
	[SEASTAR_A_MMR_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_MMR_ROUTER] = { .type = NLA_U32 },
	[SEASTAR_A_MMR_OFFSET] = { .type = NLA_U32 },
	[SEASTAR_A_MMR_COUNT] = NLA_POLICY_RANGE(NLA_U32, 1, 512),
};

const struct nla_policy seastar_mmr_set_do_policy[SEASTAR_A_MMR_GENERATION + 1] = {
	[SEASTAR_A_MMR_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_MMR_ROUTER] = { .type = NLA_U32 },
	[SEASTAR_A_MMR_OFFSET] = { .type = NLA_U32 },
	[SEASTAR_A_MMR_VALUE] = { .type = NLA_U64 },
	[SEASTAR_A_MMR_GENERATION] = { .type = NLA_U64 },
};

const struct nla_policy seastar_config_get_do_policy[SEASTAR_A_CONFIG_ID + 1] = {
	[SEASTAR_A_CONFIG_ID] = { .type = NLA_U64 },
};

const struct nla_policy seastar_config_get_dump_policy[1 + 1] = {
	[1] = { .type = NLA_REJECT },
};

static SEASTAR_RANGE_CONST struct netlink_range_validation config_commit_do_timeout = {
	.min = 1,
	.max = 86400000,
};

const struct nla_policy seastar_config_commit_do_policy[SEASTAR_A_CONFIG_COMMENT + 1] = {
	[SEASTAR_A_CONFIG_DEV] = NLA_POLICY_NESTED(seastar_config_dev_policy),
	[SEASTAR_A_CONFIG_CHECK] = { .type = NLA_FLAG },
	[SEASTAR_A_CONFIG_TIMEOUT] = NLA_POLICY_FULL_RANGE(NLA_U32, &config_commit_do_timeout),
	[SEASTAR_A_CONFIG_COMMENT] = { .type = NLA_NUL_STRING, .len = 63 },
};

const struct nla_policy seastar_config_confirm_do_policy[SEASTAR_A_CONFIG_ID + 1] = {
	[SEASTAR_A_CONFIG_ID] = { .type = NLA_U64 },
};

const struct nla_policy seastar_config_cancel_do_policy[SEASTAR_A_CONFIG_ID + 1] = {
	[SEASTAR_A_CONFIG_ID] = { .type = NLA_U64 },
};

static SEASTAR_RANGE_CONST struct netlink_range_validation config_extend_do_timeout = {
	.min = 1,
	.max = 86400000,
};

const struct nla_policy seastar_config_extend_do_policy[SEASTAR_A_CONFIG_TIMEOUT + 1] = {
	[SEASTAR_A_CONFIG_ID] = { .type = NLA_U64 },
	[SEASTAR_A_CONFIG_TIMEOUT] = NLA_POLICY_FULL_RANGE(NLA_U32, &config_extend_do_timeout),
};

const struct nla_policy seastar_mark_get_do_policy[SEASTAR_A_MARK_NAME + 1] = {
	[SEASTAR_A_MARK_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_MARK_NAME] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_name),
};

const struct nla_policy seastar_mark_get_dump_policy[SEASTAR_A_MARK_DEV + 1] = {
	[SEASTAR_A_MARK_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
};

const struct nla_policy seastar_mark_new_do_policy[SEASTAR_A_MARK_LEASE + 1] = {
	[SEASTAR_A_MARK_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_MARK_NAME] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_name),
	[SEASTAR_A_MARK_LEASE] = { .type = NLA_U32 },
};

const struct nla_policy seastar_mark_del_do_policy[SEASTAR_A_MARK_NAME + 1] = {
	[SEASTAR_A_MARK_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_MARK_NAME] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_name),
};

const struct nla_policy seastar_latency_get_do_policy[SEASTAR_A_STATS_SINCE + 1] = {
	[SEASTAR_A_STATS_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_STATS_ROUTER] = { .type = NLA_U32 },
	[SEASTAR_A_STATS_SINCE] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_name),
};

const struct nla_policy seastar_latency_get_dump_policy[SEASTAR_A_STATS_SINCE + 1] = {
	[SEASTAR_A_STATS_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_STATS_SINCE] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_name),
};

const struct nla_policy seastar_link_get_do_policy[SEASTAR_A_LINK_ROUTER + 1] = {
	[SEASTAR_A_LINK_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_LINK_ROUTER] = { .type = NLA_U32 },
};

const struct nla_policy seastar_link_get_dump_policy[SEASTAR_A_LINK_DEV + 1] = {
	[SEASTAR_A_LINK_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
};

static SEASTAR_RANGE_CONST struct netlink_range_validation link_set_do_bit_errors = {
	.min = 0,
	.max = 10000000000,
};

const struct nla_policy seastar_link_set_do_policy[SEASTAR_A_LINK_BIT_ERRORS + 1] = {
	[SEASTAR_A_LINK_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_LINK_ROUTER] = { .type = NLA_U32 },
	[SEASTAR_A_LINK_PORT] = NLA_POLICY_MAX(NLA_U32, 6),
	[SEASTAR_A_LINK_UP] = NLA_POLICY_MAX(NLA_U8, 1),
	[SEASTAR_A_LINK_POLICY] = NLA_POLICY_MAX(NLA_U32, 1),
	[SEASTAR_A_LINK_BIT_ERRORS] = NLA_POLICY_FULL_RANGE(NLA_U64, &link_set_do_bit_errors),
};

const struct nla_policy seastar_route_get_do_policy[SEASTAR_A_ROUTE_DEV + 1] = {
	[SEASTAR_A_ROUTE_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
};

const struct nla_policy seastar_route_get_dump_policy[SEASTAR_A_ROUTE_DEV + 1] = {
	[SEASTAR_A_ROUTE_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
};

static SEASTAR_RANGE_CONST struct netlink_range_validation route_new_do_blocks = {
	.min = 1,
	.max = 16777216,
};

const struct nla_policy seastar_route_new_do_policy[SEASTAR_A_ROUTE_PLAN + 1] = {
	[SEASTAR_A_ROUTE_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_ROUTE_BLOCKS] = NLA_POLICY_FULL_RANGE(NLA_U32, &route_new_do_blocks),
	[SEASTAR_A_ROUTE_DATELINE] = NLA_POLICY_EXACT_LEN(12),
	[SEASTAR_A_ROUTE_PLAN] = { .type = NLA_NUL_STRING, .len = 1023 },
};

const struct nla_policy seastar_route_fill_do_policy[SEASTAR_A_ROUTE_NODE_ID + 1] = {
	[SEASTAR_A_ROUTE_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING, seastar_check_dev),
	[SEASTAR_A_ROUTE_ROUTER] = { .type = NLA_U32 },
	[SEASTAR_A_ROUTE_DRAFT] = { .type = NLA_U64 },
	[SEASTAR_A_ROUTE_FIRST_BLOCK] = { .type = NLA_U32 },
	[SEASTAR_A_ROUTE_BLOCK] = NLA_POLICY_RANGE(NLA_BINARY, 64, 32704),
	[SEASTAR_A_ROUTE_LOCAL] = NLA_POLICY_RANGE(NLA_BINARY, 1792, 32256),
	[SEASTAR_A_ROUTE_GLOBAL] = NLA_POLICY_RANGE(NLA_BINARY, 28, 504),
	[SEASTAR_A_ROUTE_NODE_ID] = NLA_POLICY_RANGE(NLA_BINARY, 2, 36),
};
