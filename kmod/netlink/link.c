// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for links.
 */
#include <seastar/mmr.h>

#include "../sim/topology/cube.h"

#include "dev/links.h"
#include "netlink/genl.h"

/* Put the counts that this version of the router has. */
static int put_counts(struct sk_buff *skb, const struct seastar_links *links)
{
	if ((links->has_dropped &&
	     nla_put_64bit(skb, SEASTAR_A_LINK_DROPPED, sizeof(links->dropped),
			   links->dropped, SEASTAR_A_LINK_PAD)) ||
	    (links->has_retries &&
	     nla_put_64bit(skb, SEASTAR_A_LINK_PORT_RETRIES, sizeof(links->retries),
			   links->retries, SEASTAR_A_LINK_PAD)))
		return -EMSGSIZE;
	return 0;
}

/* Put the state of links that only a model counts. */
static int put_model(struct sk_buff *skb, const struct seastar_links *links)
{
	struct nlattr *nest;

	if (!links->modelled)
		return 0;
	nest = nla_nest_start(skb, SEASTAR_A_LINK_MODEL);
	if (!nest ||
	    nla_put_64bit(skb, SEASTAR_A_MODEL_BIT_ERRORS, sizeof(links->bit_errors),
			  links->bit_errors, SEASTAR_A_MODEL_PAD) ||
	    nla_put_64bit(skb, SEASTAR_A_MODEL_UNDETECTED, sizeof(links->undetected),
			  links->undetected, SEASTAR_A_MODEL_PAD))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

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
	return put_counts(skb, &links) ?: put_model(skb, &links);
}

/**
 * seastar_link_get_doit() - SEASTAR_CMD_LINK_GET for one router
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_link_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return seastar_reply_router(info, fill_links);
}

static const struct seastar_dump_ops link_dump = { .fill = fill_links };

/**
 * seastar_link_get_start() - SEASTAR_CMD_LINK_GET: begin a dump, a message per router
 * @cb: the dump
 *
 * Return: 0 or an error.
 */
int seastar_link_get_start(struct netlink_callback *cb)
{
	return seastar_dump_routers_start(cb, &link_dump);
}

/* A request about a link: set register @reg to @value. */
struct ask {
	u32 router;
	u32 port;
	u32 reg;
	u64 value;
};

static int get_control(struct genl_info *info, const struct nlattr *up, u64 *value)
{
	const struct nlattr *policy = info->attrs[SEASTAR_A_LINK_POLICY];

	if (nla_get_u8(up) && policy)
		return seastar_refuse(info->extack, policy, -EINVAL,
				      "only a link that goes down takes a policy for its packets: leave the policy out");
	*value = nla_get_u8(up) ? SS_MMR_LINK_ENABLE : 0;
	if (policy && nla_get_u32(policy) == SEASTAR_LINK_DROP)
		*value |= SS_MMR_LINK_DROP;
	return 0;
}

static int get_value(struct genl_info *info, struct ask *ask)
{
	const struct nlattr *up = info->attrs[SEASTAR_A_LINK_UP];
	const struct nlattr *policy = info->attrs[SEASTAR_A_LINK_POLICY];
	const struct nlattr *bit_errors = info->attrs[SEASTAR_A_LINK_BIT_ERRORS];

	ask->reg = bit_errors ? SS_MMR_LINK_BIT_ERRORS : SS_MMR_LINK_CONTROL;
	if (!bit_errors && !up)
		return seastar_missing(info, SEASTAR_A_LINK_UP,
				       "the new state of the link, up or down, is missing");
	if (!bit_errors)
		return get_control(info, up, &ask->value);
	if (up || policy)
		return seastar_refuse(info->extack, up ?: policy, -EINVAL,
				      "bit errors and the state of a link cannot be set in one request: send two");
	ask->value = nla_get_u64(bit_errors);
	return 0;
}

static int set_locked(struct genl_info *info, const struct ask *ask)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	int err;

	if (!seastar_link_exists(sdev, ask->router, ask->port))
		return seastar_refuse(info->extack, info->attrs[SEASTAR_A_LINK_PORT], -ERANGE,
				      "this port has no link to another router");
	err = seastar_link_set(sdev, ask->router, ask->port, ask->reg, ask->value);
	if (err == -EIO)
		return seastar_refuse(info->extack, NULL, err,
				      "the device did not accept the change of the link");
	return seastar_dev_explain(info->extack, sdev, err);
}

/**
 * seastar_link_set_doit() - SEASTAR_CMD_LINK_SET
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_link_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *port = info->attrs[SEASTAR_A_LINK_PORT];
	struct seastar_claim claim;
	struct ask ask;
	int err;

	err = seastar_get_router(info, &ask.router);
	if (err)
		return err;
	if (!port)
		return seastar_missing(info, SEASTAR_A_LINK_PORT, "the port is missing");
	ask.port = nla_get_u32(port);
	err = get_value(info, &ask) ?: seastar_claim_dev(info, &claim);
	if (err)
		return err;
	err = set_locked(info, &ask);
	seastar_release_dev(info, &claim);
	return err;
}
