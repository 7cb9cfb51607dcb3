/* SPDX-License-Identifier: GPL-2.0-only */
/* Made by `make docs` of docs/netlink/seastar.yaml: what a request may carry. */
#ifndef SEASTAR_POLICY_H
#define SEASTAR_POLICY_H

#include <linux/seastar.h>
#include <net/netlink.h>

extern const struct nla_policy seastar_soft_policy[SEASTAR_A_SOFT_ACK_DELAY + 1];
extern const struct nla_policy seastar_entry_policy[SEASTAR_A_ENTRY_RSP_BIAS + 1];
extern const struct nla_policy seastar_config_dev_policy[SEASTAR_A_CONFIG_DEV_LOST + 1];
extern const struct nla_policy seastar_dev_get_do_policy[SEASTAR_A_DEV_WANT_HASH + 1];
extern const struct nla_policy seastar_dev_get_dump_policy[1 + 1];
extern const struct nla_policy seastar_dev_new_do_policy[SEASTAR_A_DEV_SOFT + 1];
extern const struct nla_policy seastar_dev_del_do_policy[SEASTAR_A_DEV_NAME + 1];
extern const struct nla_policy seastar_aging_get_do_policy[SEASTAR_A_AGING_ROUTER + 1];
extern const struct nla_policy seastar_aging_get_dump_policy[SEASTAR_A_AGING_DEV + 1];
extern const struct nla_policy seastar_aging_set_do_policy[SEASTAR_A_AGING_ENTRY + 1];
extern const struct nla_policy seastar_stats_get_do_policy[SEASTAR_A_STATS_SINCE + 1];
extern const struct nla_policy seastar_stats_get_dump_policy[SEASTAR_A_STATS_SINCE + 1];
extern const struct nla_policy seastar_stats_reset_do_policy[SEASTAR_A_STATS_DEV + 1];
extern const struct nla_policy seastar_traffic_get_do_policy[SEASTAR_A_TRAFFIC_DEV + 1];
extern const struct nla_policy seastar_traffic_get_dump_policy[SEASTAR_A_TRAFFIC_DEV + 1];
extern const struct nla_policy seastar_traffic_set_do_policy[SEASTAR_A_TRAFFIC_REQUESTS + 1];
extern const struct nla_policy seastar_clock_get_do_policy[SEASTAR_A_CLOCK_DEV + 1];
extern const struct nla_policy seastar_clock_set_do_policy[SEASTAR_A_CLOCK_RATE + 1];
extern const struct nla_policy seastar_mmr_get_do_policy[SEASTAR_A_MMR_COUNT + 1];
extern const struct nla_policy seastar_mmr_set_do_policy[SEASTAR_A_MMR_GENERATION + 1];
extern const struct nla_policy seastar_config_get_do_policy[SEASTAR_A_CONFIG_ID + 1];
extern const struct nla_policy seastar_config_get_dump_policy[1 + 1];
extern const struct nla_policy seastar_config_commit_do_policy[SEASTAR_A_CONFIG_COMMENT + 1];
extern const struct nla_policy seastar_config_confirm_do_policy[SEASTAR_A_CONFIG_ID + 1];
extern const struct nla_policy seastar_config_cancel_do_policy[SEASTAR_A_CONFIG_ID + 1];
extern const struct nla_policy seastar_config_extend_do_policy[SEASTAR_A_CONFIG_TIMEOUT + 1];
extern const struct nla_policy seastar_mark_get_do_policy[SEASTAR_A_MARK_NAME + 1];
extern const struct nla_policy seastar_mark_get_dump_policy[SEASTAR_A_MARK_DEV + 1];
extern const struct nla_policy seastar_mark_new_do_policy[SEASTAR_A_MARK_LEASE + 1];
extern const struct nla_policy seastar_mark_del_do_policy[SEASTAR_A_MARK_NAME + 1];
extern const struct nla_policy seastar_latency_get_do_policy[SEASTAR_A_STATS_SINCE + 1];
extern const struct nla_policy seastar_latency_get_dump_policy[SEASTAR_A_STATS_SINCE + 1];
extern const struct nla_policy seastar_link_get_do_policy[SEASTAR_A_LINK_ROUTER + 1];
extern const struct nla_policy seastar_link_get_dump_policy[SEASTAR_A_LINK_DEV + 1];
extern const struct nla_policy seastar_link_set_do_policy[SEASTAR_A_LINK_BIT_ERRORS + 1];
extern const struct nla_policy seastar_route_get_do_policy[SEASTAR_A_ROUTE_DEV + 1];
extern const struct nla_policy seastar_route_get_dump_policy[SEASTAR_A_ROUTE_DEV + 1];
extern const struct nla_policy seastar_route_new_do_policy[SEASTAR_A_ROUTE_PLAN + 1];
extern const struct nla_policy seastar_route_fill_do_policy[SEASTAR_A_ROUTE_NODE_ID + 1];

#endif /* SEASTAR_POLICY_H */
