// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for statistics.
 */
#include "genl.h"

const struct nla_policy seastar_stats_get_policy[] = {
	[SEASTAR_A_STATS_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING,
						       seastar_check_dev),
	[SEASTAR_A_STATS_ROUTER] = { .type = NLA_U32 },
};

/* By register, then port: registers can be added at the end. */
static int put_regs(struct sk_buff *skb, struct seastar_dev *sdev, u32 router)
{
	u64 regs[SEASTAR_PORTS][SEASTAR_REGS];
	struct nlattr *attr;
	u64 cycle, *to;
	u32 port, reg;
	int err;

	attr = nla_reserve_64bit(skb, SEASTAR_A_STATS_REGS,
				 sizeof(regs),
				 SEASTAR_A_STATS_PAD);
	if (!attr)
		return -EMSGSIZE;
	err = sdev->ops->read_perf(sdev, router, 1, &regs, &cycle);
	if (err)
		return err;
	to = nla_data(attr);
	for (reg = 0; reg < SEASTAR_REGS; reg++)
		for (port = 0; port < SEASTAR_PORTS; port++)
			*to++ = regs[port][reg];
	return 0;
}

/* How many bins there are up to the last that is not empty. */
static u32 bins(const u64 hist[SEASTAR_LAT_BINS])
{
	u32 n = SEASTAR_LAT_BINS;

	while (n && !hist[n - 1])
		n--;
	return n;
}

static int put_source(struct sk_buff *skb, struct seastar_dev *sdev, u32 router)
{
	struct ss_source_stats source;

	if (!sdev->ops->read_source)
		return 0;
	sdev->ops->read_source(sdev, router, &source);
	if (nla_put_64bit(skb, SEASTAR_A_STATS_SOURCE, sizeof(source.stat),
			  source.stat, SEASTAR_A_STATS_PAD) ||
	    nla_put_64bit(skb, SEASTAR_A_STATS_LAT_HIST,
			  bins(source.lat_hist) * sizeof(u64), source.lat_hist,
			  SEASTAR_A_STATS_PAD))
		return -EMSGSIZE;
	return 0;
}

static int fill_stats(struct sk_buff *skb, struct seastar_dev *sdev, u32 router)
{
	if (nla_put_string(skb, SEASTAR_A_STATS_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u32(skb, SEASTAR_A_STATS_ROUTER, router) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_CYCLE,
			      sdev->ops->cycle(sdev), SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_GENERATION,
			      sdev->generation, SEASTAR_A_STATS_PAD))
		return -EMSGSIZE;
	return put_regs(skb, sdev, router) ?: put_source(skb, sdev, router);
}

/**
 * seastar_stats_get_doit() - SEASTAR_CMD_STATS_GET for one router
 * @skb: the request
 * @info: of the request
 *
 * Return: 0 or an error.
 */
int seastar_stats_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return seastar_reply_router(info, fill_stats);
}

/**
 * seastar_stats_get_dumpit() - SEASTAR_CMD_STATS_GET for all routers
 * @skb: where to put as many messages as fit
 * @cb: the dump
 *
 * Return: the length of @skb, 0 at the end, or an error.
 */
int seastar_stats_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	return seastar_dump_routers(skb, cb, fill_stats);
}

/**
 * seastar_stats_reset_doit() - SEASTAR_CMD_STATS_RESET
 * @skb: the request
 * @info: of the request
 *
 * Return: 0 or an error.
 */
int seastar_stats_reset_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	int err;

	err = seastar_lock_dev(info);
	if (err)
		return err;
	sdev->ops->reset_sources(sdev);
	seastar_dev_disturbed(sdev);
	seastar_dev_unlock(sdev);
	return 0;
}
