// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for links.
 */
#include <seastar/mmr.h>

#include "../sim/core/topology.h"

#include "dev/links.h"
#include "netlink/genl.h"

static int fill_links(struct sk_buff *skb, struct seastar_dev *sdev, const void *view,
		      u32 router)
{
	struct seastar_links links;

	if (sdev->lost)
		return -ENODEV;
	sdev->ops->links(sdev, router, &links);
	if (nla_put_string(skb, SEASTAR_A_LINK_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u32(skb, SEASTAR_A_LINK_ROUTER, router) ||
	    nla_put_u32(skb, SEASTAR_A_LINK_PORTS_PRESENT, links.present) ||
	    nla_put_u32(skb, SEASTAR_A_LINK_PORTS_UP, links.up) ||
	    nla_put(skb, SEASTAR_A_LINK_TRANSITIONS, sizeof(links.transitions),
		    links.transitions) ||
	    nla_put_64bit(skb, SEASTAR_A_LINK_SINCE, sizeof(links.since),
			  links.since, SEASTAR_A_LINK_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_LINK_GENERATION, sdev->generation,
			      SEASTAR_A_LINK_PAD) ||
	    nla_put_64bit(skb, SEASTAR_A_LINK_DROPPED, sizeof(links.dropped),
			  links.dropped, SEASTAR_A_LINK_PAD))
		return -EMSGSIZE;
	return 0;
}

/**
 * seastar_link_get_doit() - SEASTAR_CMD_LINK_GET for one router
 * @skb: the request
 * @info: of the request
 *
 * Return: 0 or an error.
 */
int seastar_link_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return seastar_reply_router(info, fill_links);
}

static const struct seastar_dump_ops link_dump = { .fill = fill_links };

/**
 * seastar_link_get_start() - SEASTAR_CMD_LINK_GET: begin a dump, a message a router
 * @cb: the dump
 *
 * Return: 0 or an error.
 */
int seastar_link_get_start(struct netlink_callback *cb)
{
	return seastar_dump_routers_start(cb, &link_dump);
}

/* What LINK_CONTROL is to hold. */
static int get_value(struct genl_info *info, u64 *value)
{
	const struct nlattr *up = info->attrs[SEASTAR_A_LINK_UP];
	const struct nlattr *policy = info->attrs[SEASTAR_A_LINK_POLICY];

	if (!up)
		return seastar_missing(info, SEASTAR_A_LINK_UP,
				       "whether the link is to be up or down is missing");
	if (nla_get_u8(up) && policy)
		return seastar_refuse(info->extack, policy, -EINVAL,
				      "what becomes of packets is for a link that goes down");
	*value = nla_get_u8(up) ? SS_MMR_LINK_ENABLE : 0;
	if (policy && nla_get_u32(policy) == SEASTAR_LINK_DROP)
		*value |= SS_MMR_LINK_DROP;
	return 0;
}

static int set_locked(struct genl_info *info, u32 router, u32 port, u64 value)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct seastar_links links;
	int err;

	sdev->ops->links(sdev, router, &links);
	if (port == SEASTAR_PORT_PROC || !(links.present & BIT(port)))
		return seastar_refuse(info->extack, info->attrs[SEASTAR_A_LINK_PORT], -ERANGE,
				      "this port has no link to another router");
	err = seastar_link_set(sdev, router, port, value);
	if (err == -EIO)
		return seastar_refuse(info->extack, NULL, err,
				      "the device failed to take what is asked of the link");
	return seastar_dev_explain(info->extack, sdev, err);
}

/**
 * seastar_link_set_doit() - SEASTAR_CMD_LINK_SET
 * @skb: the request
 * @info: of the request
 *
 * Return: 0 or an error.
 */
int seastar_link_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *port = info->attrs[SEASTAR_A_LINK_PORT];
	u32 router;
	u64 value;
	int err;

	err = seastar_get_router(info, &router);
	if (err)
		return err;
	if (!port)
		return seastar_missing(info, SEASTAR_A_LINK_PORT, "the port is missing");
	err = get_value(info, &value) ?: seastar_lock_dev(info);
	if (err)
		return err;
	err = set_locked(info, router, nla_get_u32(port), value);
	seastar_dev_unlock(seastar_info_dev(info));
	return err;
}
