// SPDX-License-Identifier: GPL-2.0-only
/*
 * The generic netlink family: its commands, and the capabilities that they need.
 *
 * A fabric belongs to the machine, not to a container: the family is in the initial network
 * namespace only.  All users may read and listen there.  Writing, and the hash of the state, need
 * CAP_NET_ADMIN in the initial user namespace (seastar_check_admin()).
 */
#include <linux/module.h>

#include "base/events.h"
#include "netlink/family.h"
#include "netlink/genl.h"
#include "netlink/policy.h"

/* A request and the policy of its attributes. */
#define DO(name_)							\
	.do_policy = seastar_##name_##_do_policy,			\
	.do_max = ARRAY_SIZE(seastar_##name_##_do_policy) - 1,		\
	.doit = seastar_##name_##_doit

/* A dump, and the policy of its attributes. */
#define DUMP(name_)							\
	.dump_policy = seastar_##name_##_dump_policy,			\
	.dump_max = ARRAY_SIZE(seastar_##name_##_dump_policy) - 1,	\
	.start = seastar_##name_##_start,				\
	.dumpit = seastar_dumpit,					\
	.done = seastar_dump_done

/* The operations, in ascending order of their numbers, as generic netlink requires. */
static const struct seastar_op ops[] = {
	{
		.cmd = SEASTAR_CMD_DEV_GET,
		DO(dev_get),
		DUMP(dev_get),
	}, {
		.cmd = SEASTAR_CMD_DEV_NEW,
		.flags = GENL_ADMIN_PERM,
		.internal_flags = SEASTAR_OP_CREATE,
		DO(dev_new),
	}, {
		.cmd = SEASTAR_CMD_DEV_DEL,
		.flags = GENL_ADMIN_PERM,
		DO(dev_del),
	}, {
		.cmd = SEASTAR_CMD_AGING_GET,
		DO(aging_get),
		DUMP(aging_get),
	}, {
		.cmd = SEASTAR_CMD_AGING_SET,
		.flags = GENL_ADMIN_PERM,
		DO(aging_set),
	}, {
		.cmd = SEASTAR_CMD_STATS_GET,
		DO(stats_get),
		DUMP(stats_get),
	}, {
		.cmd = SEASTAR_CMD_STATS_RESET,
		.flags = GENL_ADMIN_PERM,
		.internal_flags = SEASTAR_OP_TRAFFIC,
		DO(stats_reset),
	}, {
		.cmd = SEASTAR_CMD_TRAFFIC_GET,
		.internal_flags = SEASTAR_OP_TRAFFIC,
		DO(traffic_get),
		DUMP(traffic_get),
	}, {
		.cmd = SEASTAR_CMD_TRAFFIC_SET,
		.flags = GENL_ADMIN_PERM,
		.internal_flags = SEASTAR_OP_TRAFFIC,
		DO(traffic_set),
	}, {
		.cmd = SEASTAR_CMD_CLOCK_GET,
		.internal_flags = SEASTAR_OP_CLOCK,
		DO(clock_get),
	}, {
		.cmd = SEASTAR_CMD_CLOCK_SET,
		.flags = GENL_ADMIN_PERM,
		.internal_flags = SEASTAR_OP_CLOCK,
		DO(clock_set),
	}, {
		.cmd = SEASTAR_CMD_MMR_GET,
		DO(mmr_get),
	}, {
		.cmd = SEASTAR_CMD_MMR_SET,
		.flags = GENL_ADMIN_PERM,
		DO(mmr_set),
	}, {
		.cmd = SEASTAR_CMD_CONFIG_GET,
		.internal_flags = SEASTAR_OP_MANY,
		DO(config_get),
		.dump_policy = seastar_config_get_dump_policy,
		.dump_max = ARRAY_SIZE(seastar_config_get_dump_policy) - 1,
		.start = seastar_config_get_start,
		.dumpit = seastar_config_get_dumpit,
	}, {
		.cmd = SEASTAR_CMD_CONFIG_COMMIT,
		.flags = GENL_ADMIN_PERM,
		.internal_flags = SEASTAR_OP_MANY,
		DO(config_commit),
	}, {
		.cmd = SEASTAR_CMD_CONFIG_CONFIRM,
		.flags = GENL_ADMIN_PERM,
		.internal_flags = SEASTAR_OP_MANY,
		DO(config_confirm),
	}, {
		.cmd = SEASTAR_CMD_CONFIG_CANCEL,
		.flags = GENL_ADMIN_PERM,
		.internal_flags = SEASTAR_OP_MANY,
		DO(config_cancel),
	}, {
		.cmd = SEASTAR_CMD_CONFIG_EXTEND,
		.flags = GENL_ADMIN_PERM,
		.internal_flags = SEASTAR_OP_MANY,
		DO(config_extend),
	}, {
		.cmd = SEASTAR_CMD_MARK_GET,
		DO(mark_get),
		DUMP(mark_get),
	}, {
		.cmd = SEASTAR_CMD_MARK_NEW,
		.flags = GENL_ADMIN_PERM,
		DO(mark_new),
	}, {
		.cmd = SEASTAR_CMD_MARK_DEL,
		.flags = GENL_ADMIN_PERM,
		DO(mark_del),
	}, {
		.cmd = SEASTAR_CMD_LATENCY_GET,
		DO(latency_get),
		DUMP(latency_get),
	}, {
		.cmd = SEASTAR_CMD_LINK_GET,
		DO(link_get),
		DUMP(link_get),
	}, {
		.cmd = SEASTAR_CMD_LINK_SET,
		.flags = GENL_ADMIN_PERM,
		DO(link_set),
	}, {
		.cmd = SEASTAR_CMD_ROUTE_GET,
		DO(route_get),
		DUMP(route_get),
	}, {
		.cmd = SEASTAR_CMD_ROUTE_NEW,
		.flags = GENL_ADMIN_PERM,
		DO(route_new),
	}, {
		.cmd = SEASTAR_CMD_ROUTE_FILL,
		.flags = GENL_ADMIN_PERM,
		DO(route_fill),
	},
};

static struct seastar_genl_op slots[2 * ARRAY_SIZE(ops)];

static const struct genl_multicast_group groups[] = {
	{ .name = SEASTAR_GENL_MC_EVENTS },
};

/*
 * parallel_ops: a long request for one device delays no other request.  Generic netlink is locked
 * for reading meanwhile: the registration of a family waits for that, and requests after it
 * (docs/ABI).
 */
struct genl_family seastar_family = {
	.name = SEASTAR_GENL_NAME,
	.version = SEASTAR_GENL_VERSION,
	.module = THIS_MODULE,
	.parallel_ops = true,
	.mcgrps = groups,
	.n_mcgrps = ARRAY_SIZE(groups),
	.pre_doit = seastar_pre_doit,
	.post_doit = seastar_post_doit,
};

/**
 * seastar_netlink_init() - prepare the family, without registering it
 *
 * Until it is registered, events have no listeners.
 *
 * Return: 0 or an error of netlink.
 */
int seastar_netlink_init(void)
{
	seastar_events = &seastar_netlink_events;
	seastar_set_ops(&seastar_family, slots, ops, ARRAY_SIZE(ops));
	return seastar_route_init();
}

/**
 * seastar_netlink_exit() - undo seastar_netlink_init()
 */
void seastar_netlink_exit(void)
{
	seastar_route_exit();
}

/**
 * seastar_netlink_publish() - register the family: from here on users send requests
 *
 * Return: 0 or an error of generic netlink.
 */
int seastar_netlink_publish(void)
{
	return genl_register_family(&seastar_family);
}

/**
 * seastar_netlink_unpublish() - unregister the family, and wait for requests in progress
 */
void seastar_netlink_unpublish(void)
{
	genl_unregister_family(&seastar_family);
}
