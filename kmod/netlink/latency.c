// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for what the traffic sources have seen: packets and their latencies.
 */
#include <linux/sched.h>

#include "netlink/genl.h"

/* How many bins there are up to the last that is not empty. */
static u32 bins(const u64 hist[SEASTAR_LAT_BINS])
{
	u32 n = SEASTAR_LAT_BINS;

	while (n && !hist[n - 1])
		n--;
	return n;
}

static int put_source(struct sk_buff *skb, struct seastar_dev *sdev,
		      const struct ss_source_stats *source)
{
	if (nla_put_u64_64bit(skb, SEASTAR_A_STATS_CYCLE,
			      sdev->ops->cycle(sdev), SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_GENERATION,
			      sdev->generation, SEASTAR_A_STATS_PAD) ||
	    nla_put_64bit(skb, SEASTAR_A_STATS_SOURCE, sizeof(source->stat),
			  source->stat, SEASTAR_A_STATS_PAD) ||
	    nla_put_64bit(skb, SEASTAR_A_STATS_LAT_HIST,
			  bins(source->lat_hist) * sizeof(u64), source->lat_hist,
			  SEASTAR_A_STATS_PAD))
		return -EMSGSIZE;
	return 0;
}

static int fill_latency(struct sk_buff *skb, struct seastar_dev *sdev, u32 router)
{
	struct ss_source_stats source;

	sdev->ops->read_source(sdev, router, &source);
	if (nla_put_string(skb, SEASTAR_A_STATS_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u32(skb, SEASTAR_A_STATS_ROUTER, router))
		return -EMSGSIZE;
	return put_source(skb, sdev, &source);
}

/* A sum of 128 bits, its low half in @at[0] and its high half in @at[1]. */
static void add_wide(u64 *at, const u64 *more)
{
	at[0] += more[0];
	at[1] += more[1] + (at[0] < more[0]);
}

static void add_source(struct ss_source_stats *to, const struct ss_source_stats *s)
{
	u32 i;

	for (i = 0; i < SEASTAR_SRC_STATS; i++) {
		switch (i) {
		case SEASTAR_SRC_LAT_MAX:
		case SEASTAR_SRC_NET_MAX:
			to->stat[i] = max(to->stat[i], s->stat[i]);
			break;
		case SEASTAR_SRC_LAT_SQ_LO:
		case SEASTAR_SRC_NET_SQ_LO:
			add_wide(&to->stat[i], &s->stat[i]);
			i++;	/* the high half */
			break;
		default:
			to->stat[i] += s->stat[i];
		}
	}
	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		to->lat_hist[i] += s->lat_hist[i];
}

static void add_router(struct ss_source_stats *sum, struct seastar_dev *sdev, u32 router)
{
	struct ss_source_stats source;

	sdev->ops->read_source(sdev, router, &source);
	add_source(sum, &source);
}

static int fill_sum(struct sk_buff *skb, struct seastar_dev *sdev, u32 none)
{
	struct ss_source_stats sum = {};
	u32 router;

	for (router = 0; router < sdev->routers; router++) {
		add_router(&sum, sdev, router);
		cond_resched();
	}
	if (nla_put_string(skb, SEASTAR_A_STATS_DEV, seastar_dev_name(sdev)))
		return -EMSGSIZE;
	return put_source(skb, sdev, &sum);
}

/* Hardware routers do not see the sources of their packets. */
static int check_sources(struct seastar_dev *sdev,
			 struct netlink_ext_ack *extack)
{
	if (sdev->ops->read_source)
		return 0;
	return seastar_refuse(extack, NULL, -EOPNOTSUPP,
			      "the packets of this device have sources that the driver does not see");
}

static int reply_sum(struct genl_info *info)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	int err;

	err = seastar_lock_dev(info);
	if (err)
		return err;
	err = seastar_reply(info, sdev, fill_sum, 0);
	seastar_dev_unlock(sdev);
	return err;
}

/**
 * seastar_latency_get_doit() - SEASTAR_CMD_LATENCY_GET for one router, or the sum of all
 * @skb: the request
 * @info: of the request
 *
 * Return: 0 or an error.
 */
int seastar_latency_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	int err = check_sources(seastar_info_dev(info), info->extack);

	if (err)
		return err;
	return info->attrs[SEASTAR_A_STATS_ROUTER] ?
	       seastar_reply_router(info, fill_latency) : reply_sum(info);
}

/**
 * seastar_latency_get_dumpit() - SEASTAR_CMD_LATENCY_GET for all routers
 * @skb: where to put as many messages as fit, all of one instant
 * @cb: the dump
 *
 * Return: the length of @skb, 0 at the end, or an error.
 */
int seastar_latency_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct seastar_dump *dump = (struct seastar_dump *)cb->ctx;
	int err = check_sources(dump->sdev, cb->extack);

	return err ?: seastar_dump_routers(skb, cb, fill_latency);
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

	err = check_sources(sdev, info->extack) ?: seastar_lock_dev(info);
	if (err)
		return err;
	sdev->ops->reset_sources(sdev);
	seastar_dev_disturbed(sdev);
	seastar_dev_unlock(sdev);
	return 0;
}
