// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for links.
 */
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
			      SEASTAR_A_LINK_PAD))
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
