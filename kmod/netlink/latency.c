// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for what the traffic sources have seen: packets and their latencies.
 */
#include "dev/sources.h"
#include "netlink/genl.h"

/* The number of bins up to the last one that is not empty. */
static u32 bins(const u64 hist[SEASTAR_LAT_BINS])
{
	u32 n = SEASTAR_LAT_BINS;

	while (n && !hist[n - 1])
		n--;
	return n;
}

static int put_source(struct sk_buff *skb, u64 cycle, u64 generation,
		      const struct ss_source_stats *source)
{
	if (nla_put_u64_64bit(skb, SEASTAR_A_STATS_CYCLE, cycle, SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_GENERATION, generation,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_64bit(skb, SEASTAR_A_STATS_SOURCE, sizeof(source->stat),
			  source->stat, SEASTAR_A_STATS_PAD) ||
	    nla_put_64bit(skb, SEASTAR_A_STATS_LAT_HIST,
			  bins(source->lat_hist) * sizeof(u64), source->lat_hist,
			  SEASTAR_A_STATS_PAD))
		return -EMSGSIZE;
	return 0;
}

static int put_router(struct sk_buff *skb, struct seastar_dev *sdev, u32 router)
{
	if (nla_put_string(skb, SEASTAR_A_STATS_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u32(skb, SEASTAR_A_STATS_ROUTER, router))
		return -EMSGSIZE;
	return 0;
}

/* One router, read now. */
static int fill_latency(struct sk_buff *skb, struct seastar_dev *sdev, const void *view,
			u32 router)
{
	struct ss_source_stats source;

	sdev->ops->read_source(sdev, router, &source);
	return put_router(skb, sdev, router) ?:
	       put_source(skb, sdev->ops->cycle(sdev), sdev->generation, &source);
}

static int fill_view(struct sk_buff *skb, struct seastar_dev *sdev, const void *opened,
		     u32 router)
{
	const struct seastar_sources_view *view = opened;

	return put_router(skb, sdev, router) ?:
	       put_source(skb, view->sum.cycle, view->sum.generation, &view->of[router]);
}

/* The progress of the sources compared with each other. */
static int put_extremes(struct sk_buff *skb, const struct seastar_sources_sum *sum)
{
	if (nla_put_u32(skb, SEASTAR_A_STATS_SENDERS, sum->senders) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_LEAST_INJECTED, sum->injected.least,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_MOST_INJECTED, sum->injected.most,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_LEAST_DELIVERED, sum->delivered.least,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_MOST_DELIVERED, sum->delivered.most,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u32(skb, SEASTAR_A_STATS_STARVED, sum->starved) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_IN_FLIGHT, sum->in_flight,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_64bit(skb, SEASTAR_A_STATS_LOST, sizeof(sum->lost), sum->lost,
			  SEASTAR_A_STATS_PAD))
		return -EMSGSIZE;
	if (sum->oldest == U64_MAX)
		return 0;
	return nla_put_u64_64bit(skb, SEASTAR_A_STATS_OLDEST, sum->cycle - sum->oldest,
				 SEASTAR_A_STATS_PAD);
}

static int fill_sum(struct sk_buff *skb, struct seastar_dev *sdev, const void *read,
		    u32 none)
{
	const struct seastar_sources_sum *sum = read;

	if (nla_put_string(skb, SEASTAR_A_STATS_DEV, seastar_dev_name(sdev)))
		return -EMSGSIZE;
	return put_source(skb, sum->cycle, sum->generation, &sum->stats) ?:
	       put_extremes(skb, sum);
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

/* Say why there is no sample of the sources. */
static int refuse_sources(struct netlink_ext_ack *extack, struct seastar_dev *sdev, int err)
{
	switch (err) {
	case -ENOMEM:
		return seastar_refuse(extack, NULL, err,
				      "not enough memory for a copy of what the sources have seen");
	case -EBUSY:
		return seastar_refuse(extack, NULL, err,
				      "you have too many dumps of latencies half done: go on with them, or close them");
	default:
		return seastar_dev_explain(extack, sdev, err);
	}
}

static int reply_sum(struct genl_info *info)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct seastar_sources_sum sum;
	int err;

	err = seastar_sources_read(sdev, &sum);
	if (err)
		return refuse_sources(info->extack, sdev, err);
	return seastar_reply(info, fill_sum, &sum, 0);
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

static int open_view(struct seastar_dev *sdev, struct netlink_callback *cb, void **opened)
{
	struct seastar_sources_view *view;
	int err = check_sources(sdev, cb->extack);

	if (err)
		return err;
	err = seastar_sources_open(sdev, &view);
	if (err)
		return refuse_sources(cb->extack, sdev, err);
	*opened = view;
	return 0;
}

static void close_view(struct seastar_dev *sdev, void *view)
{
	seastar_sources_close(sdev, view);
}

static const struct seastar_dump_ops latency_dump = {
	.fill = fill_view,
	.open = open_view,
	.close = close_view,
};

/**
 * seastar_latency_get_start() - SEASTAR_CMD_LATENCY_GET: begin a dump, all of one instant
 * @cb: the dump
 *
 * Return: 0 or an error.
 */
int seastar_latency_get_start(struct netlink_callback *cb)
{
	return seastar_dump_routers_start(cb, &latency_dump);
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
