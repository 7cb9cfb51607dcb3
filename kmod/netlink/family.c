// SPDX-License-Identifier: GPL-2.0-only
/*
 * The generic netlink family: its commands and who may give them.
 *
 * The policies fix the type of each attribute and no more: the values are
 * checked where a refusal can be given a sentence that names the register or
 * parameter and its range.
 *
 * A fabric is the machine's, and not a container's: the family is in the initial network
 * namespace and in no other.  There, reading and listening are for everyone; writing, and the hash
 * of the state, for who has CAP_NET_ADMIN in the initial user namespace
 * (seastar_check_admin()).
 */
#include <linux/module.h>

#include "base/events.h"
#include "netlink/family.h"
#include "netlink/genl.h"

/* For the commands that say no more than which device they mean. */
static const struct nla_policy only_dev_policy[SEASTAR_A_ANY_DEV + 1] = {
	[SEASTAR_A_ANY_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING,
						     seastar_check_dev),
};

static const struct genl_ops ops[] = {
	{
		.cmd = SEASTAR_CMD_DEV_GET,
		.policy = seastar_dev_get_policy,
		.maxattr = ARRAY_SIZE(seastar_dev_get_policy) - 1,
		.doit = seastar_dev_get_doit,
		.start = seastar_dev_get_start,
		.dumpit = seastar_dev_get_dumpit,
	}, {
		.cmd = SEASTAR_CMD_DEV_NEW,
		.policy = seastar_dev_new_policy,
		.maxattr = ARRAY_SIZE(seastar_dev_new_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE | SEASTAR_OP_CREATE,
		.doit = seastar_dev_new_doit,
	}, {
		.cmd = SEASTAR_CMD_DEV_DEL,
		.policy = only_dev_policy,
		.maxattr = ARRAY_SIZE(only_dev_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE,
		.doit = seastar_dev_del_doit,
	}, {
		.cmd = SEASTAR_CMD_AGING_GET,
		.policy = seastar_aging_get_policy,
		.maxattr = ARRAY_SIZE(seastar_aging_get_policy) - 1,
		.doit = seastar_aging_get_doit,
		.start = seastar_dump_view_start,
		.dumpit = seastar_aging_get_dumpit,
		.done = seastar_aging_get_done,
	}, {
		.cmd = SEASTAR_CMD_AGING_SET,
		.policy = seastar_aging_set_policy,
		.maxattr = ARRAY_SIZE(seastar_aging_set_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE,
		.doit = seastar_aging_set_doit,
	}, {
		.cmd = SEASTAR_CMD_STATS_GET,
		.policy = seastar_stats_get_policy,
		.maxattr = ARRAY_SIZE(seastar_stats_get_policy) - 1,
		.doit = seastar_stats_get_doit,
		.start = seastar_dump_view_start,
		.dumpit = seastar_stats_get_dumpit,
		.done = seastar_stats_get_done,
	}, {
		.cmd = SEASTAR_CMD_LATENCY_GET,
		.policy = seastar_latency_get_policy,
		.maxattr = ARRAY_SIZE(seastar_latency_get_policy) - 1,
		.doit = seastar_latency_get_doit,
		.start = seastar_dump_routers_start,
		.dumpit = seastar_latency_get_dumpit,
		.done = seastar_dump_done,
	}, {
		.cmd = SEASTAR_CMD_MARK_GET,
		.policy = only_dev_policy,
		.maxattr = ARRAY_SIZE(only_dev_policy) - 1,
		.start = seastar_dump_start,
		.dumpit = seastar_mark_get_dumpit,
		.done = seastar_dump_done,
	}, {
		.cmd = SEASTAR_CMD_MARK_NEW,
		.policy = seastar_mark_new_policy,
		.maxattr = ARRAY_SIZE(seastar_mark_new_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE,
		.doit = seastar_mark_new_doit,
	}, {
		.cmd = SEASTAR_CMD_MARK_DEL,
		.policy = seastar_mark_del_policy,
		.maxattr = ARRAY_SIZE(seastar_mark_del_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE,
		.doit = seastar_mark_del_doit,
	}, {
		.cmd = SEASTAR_CMD_STATS_RESET,
		.policy = only_dev_policy,
		.maxattr = ARRAY_SIZE(only_dev_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE | SEASTAR_OP_TRAFFIC,
		.doit = seastar_stats_reset_doit,
	}, {
		.cmd = SEASTAR_CMD_TRAFFIC_GET,
		.policy = only_dev_policy,
		.maxattr = ARRAY_SIZE(only_dev_policy) - 1,
		.internal_flags = SEASTAR_OP_TRAFFIC,
		.doit = seastar_traffic_get_doit,
		.start = seastar_dump_start,
		.dumpit = seastar_traffic_get_dumpit,
		.done = seastar_dump_done,
	}, {
		.cmd = SEASTAR_CMD_TRAFFIC_SET,
		.policy = seastar_traffic_set_policy,
		.maxattr = ARRAY_SIZE(seastar_traffic_set_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE | SEASTAR_OP_TRAFFIC,
		.doit = seastar_traffic_set_doit,
	}, {
		.cmd = SEASTAR_CMD_CLOCK_GET,
		.policy = only_dev_policy,
		.maxattr = ARRAY_SIZE(only_dev_policy) - 1,
		.internal_flags = SEASTAR_OP_CLOCK,
		.doit = seastar_clock_get_doit,
	}, {
		.cmd = SEASTAR_CMD_CLOCK_SET,
		.policy = seastar_clock_set_policy,
		.maxattr = ARRAY_SIZE(seastar_clock_set_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE | SEASTAR_OP_CLOCK,
		.doit = seastar_clock_set_doit,
	}, {
		.cmd = SEASTAR_CMD_CONFIG_GET,
		.policy = seastar_config_get_policy,
		.maxattr = ARRAY_SIZE(seastar_config_get_policy) - 1,
		.start = seastar_config_get_start,
		.dumpit = seastar_config_get_dumpit,
	}, {
		.cmd = SEASTAR_CMD_CONFIG_COMMIT,
		.policy = seastar_config_commit_policy,
		.maxattr = ARRAY_SIZE(seastar_config_commit_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE | SEASTAR_OP_MANY,
		.doit = seastar_config_commit_doit,
	}, {
		.cmd = SEASTAR_CMD_CONFIG_CONFIRM,
		.policy = seastar_config_id_policy,
		.maxattr = ARRAY_SIZE(seastar_config_id_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE | SEASTAR_OP_MANY,
		.doit = seastar_config_confirm_doit,
	}, {
		.cmd = SEASTAR_CMD_CONFIG_CANCEL,
		.policy = seastar_config_id_policy,
		.maxattr = ARRAY_SIZE(seastar_config_id_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE | SEASTAR_OP_MANY,
		.doit = seastar_config_cancel_doit,
	}, {
		.cmd = SEASTAR_CMD_CONFIG_EXTEND,
		.policy = seastar_config_extend_policy,
		.maxattr = ARRAY_SIZE(seastar_config_extend_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE | SEASTAR_OP_MANY,
		.doit = seastar_config_extend_doit,
	}, {
		.cmd = SEASTAR_CMD_LINK_GET,
		.policy = seastar_link_get_policy,
		.maxattr = ARRAY_SIZE(seastar_link_get_policy) - 1,
		.doit = seastar_link_get_doit,
		.start = seastar_dump_routers_start,
		.dumpit = seastar_link_get_dumpit,
		.done = seastar_dump_done,
	}, {
		.cmd = SEASTAR_CMD_MMR_GET,
		.policy = seastar_mmr_get_policy,
		.maxattr = ARRAY_SIZE(seastar_mmr_get_policy) - 1,
		.doit = seastar_mmr_get_doit,
	}, {
		.cmd = SEASTAR_CMD_MMR_SET,
		.policy = seastar_mmr_set_policy,
		.maxattr = ARRAY_SIZE(seastar_mmr_set_policy) - 1,
		.internal_flags = SEASTAR_OP_WRITE,
		.doit = seastar_mmr_set_doit,
	},
};

static const struct genl_multicast_group groups[] = {
	{ .name = SEASTAR_GENL_MC_EVENTS },
};

/* parallel_ops: a long request for one device must not hold up other families. */
struct genl_family seastar_family = {
	.name = SEASTAR_GENL_NAME,
	.version = SEASTAR_GENL_VERSION,
	.module = THIS_MODULE,
	.parallel_ops = true,
	.ops = ops,
	.n_ops = ARRAY_SIZE(ops),
	.mcgrps = groups,
	.n_mcgrps = ARRAY_SIZE(groups),
	.pre_doit = seastar_pre_doit,
	.post_doit = seastar_post_doit,
};

/**
 * seastar_netlink_init() - take requests
 *
 * Return: 0 or what generic netlink says.
 */
int seastar_netlink_init(void)
{
	seastar_events = &seastar_netlink_events;
	return genl_register_family(&seastar_family);
}

/**
 * seastar_netlink_exit() - take no more requests; those begun are finished
 */
void seastar_netlink_exit(void)
{
	genl_unregister_family(&seastar_family);
}
