// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for counters, from a sample.
 */
#include "base/fault.h"
#include "dev/marks.h"
#include "dev/stats.h"
#include "netlink/genl.h"

/**
 * seastar_refuse_sample() - say why there is no sample
 * @extack: where to say it
 * @sdev: the device
 * @err: the error
 *
 * Return: @err.
 */
int seastar_refuse_sample(struct netlink_ext_ack *extack,
			  struct seastar_dev *sdev, int err)
{
	switch (err) {
	case -ENOMEM:
		return seastar_refuse(extack, NULL, err,
				      "not enough memory for a sample of the counters");
	case -EBUSY:
		return seastar_refuse(extack, NULL, err,
				      "too many readers hold on to samples of this device: let them read on, or go");
	case -EIO:
		return seastar_refuse(extack, NULL, err,
				      "the performance registers cannot be read");
	default:
		return seastar_dev_explain(extack, sdev, err);
	}
}

/**
 * struct view - what a request for counters is answered from
 * @now: the sample
 * @since: NULL, or the sample of the mark to count from
 */
struct view {
	struct seastar_sample *now;
	struct seastar_sample *since;
};

static int find_since(struct seastar_dev *sdev, const struct nlattr *name,
		      struct netlink_ext_ack *extack, struct view *view)
{
	struct seastar_mark *mark;
	int err;

	err = seastar_dev_lock(sdev);
	if (err)
		return seastar_refuse_sample(extack, sdev, err);
	mark = seastar_mark_find(sdev, nla_data(name));
	if (mark)
		view->since = seastar_sample_hold(mark->sample);
	seastar_dev_unlock(sdev);
	if (!mark)
		return seastar_refuse(extack, name, -ENOENT,
				      "the device has no mark of this name");
	return 0;
}

static void close_view(struct seastar_dev *sdev, struct view *view)
{
	if (!view)
		return;
	seastar_sample_put(sdev, view->now);
	seastar_sample_put(sdev, view->since);
	kfree(view);
}

/* The mark first: no sample that is taken after it is older. */
static int fill_view(struct seastar_dev *sdev, struct nlattr **attrs,
		     struct netlink_ext_ack *extack, struct view *view)
{
	const struct nlattr *since = attrs[SEASTAR_A_STATS_SINCE];
	int err;

	if (since) {
		err = find_since(sdev, since, extack, view);
		if (err)
			return err;
	}
	err = seastar_sample_get(sdev, &view->now);
	return err ? seastar_refuse_sample(extack, sdev, err) : 0;
}

static int open_view(struct seastar_dev *sdev, struct nlattr **attrs,
		     struct netlink_ext_ack *extack, struct view **opened)
{
	struct view *view = NULL;
	int err;

	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		view = kzalloc(sizeof(*view), GFP_KERNEL_ACCOUNT);
	if (!view)
		return seastar_refuse_sample(extack, sdev, -ENOMEM);
	err = fill_view(sdev, attrs, extack, view);
	if (err)
		close_view(sdev, view);
	else
		*opened = view;
	return err;
}

/* By counter, then port: counters can be added at the end. */
static int put_counters(struct sk_buff *skb, const struct view *view, u32 router)
{
	const struct ss_counters *now = seastar_sample_router(view->now, router);
	const struct ss_counters *since;
	struct ss_counters *to;
	struct nlattr *attr;
	u32 counter, port;

	attr = nla_reserve_64bit(skb, SEASTAR_A_STATS_COUNTERS, sizeof(*to),
				 SEASTAR_A_STATS_PAD);
	if (!attr)
		return -EMSGSIZE;
	to = nla_data(attr);
	*to = *now;
	if (!view->since)
		return 0;
	since = seastar_sample_router(view->since, router);
	for (counter = 0; counter < SEASTAR_COUNTERS; counter++)
		for (port = 0; port < SEASTAR_PORTS; port++)
			to->of[counter][port] -= since->of[counter][port];
	return 0;
}

static int put_since(struct sk_buff *skb, const struct seastar_sample *since)
{
	if (nla_put_u64_64bit(skb, SEASTAR_A_STATS_SINCE_CYCLE,
			      since->data.cycle, SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_SINCE_TIME,
			      since->data.time, SEASTAR_A_STATS_PAD))
		return -EMSGSIZE;
	return 0;
}

static u32 flags(const struct view *view)
{
	if (view->since && view->since->gaps == view->now->gaps)
		return view->now->data.flags & ~SEASTAR_STATS_GAP;
	return view->now->data.flags;
}

static int fill_stats(struct sk_buff *skb, struct seastar_dev *sdev,
		      const void *opened, u32 router)
{
	const struct view *view = opened;
	const struct seastar_stats_data *data = &view->now->data;

	if (nla_put_string(skb, SEASTAR_A_STATS_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u32(skb, SEASTAR_A_STATS_ROUTER, router) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_SEQUENCE, data->sequence,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_CYCLE, data->cycle,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_TIME, data->time,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_GENERATION,
			      data->generation, SEASTAR_A_STATS_PAD) ||
	    (flags(view) &&
	     nla_put_u32(skb, SEASTAR_A_STATS_FLAGS, flags(view))) ||
	    (view->since && put_since(skb, view->since)))
		return -EMSGSIZE;
	return put_counters(skb, view, router);
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
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct view *view;
	u32 router;
	int err;

	err = seastar_get_router(info, &router) ?:
	      open_view(sdev, info->attrs, info->extack, &view);
	if (err)
		return err;
	err = seastar_reply_view(info, fill_stats, view, router);
	close_view(sdev, view);
	return err;
}

/**
 * seastar_stats_get_dumpit() - SEASTAR_CMD_STATS_GET for all routers
 * @skb: where to put as many messages as fit
 * @cb: the dump, all of one sample
 *
 * Return: the length of @skb, 0 at the end, or an error.
 */
int seastar_stats_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct seastar_view_dump *dump = (struct seastar_view_dump *)cb->ctx;
	struct view *view;
	int err;

	if (!dump->view) {
		err = open_view(dump->dump.sdev, seastar_dump_attrs(cb),
				cb->extack, &view);
		if (err)
			return err;
		dump->view = view;
	}
	return seastar_dump_view(skb, cb, fill_stats);
}

/**
 * seastar_stats_get_done() - end a dump of counters, finished or not
 * @cb: the dump
 *
 * Return: 0.
 */
int seastar_stats_get_done(struct netlink_callback *cb)
{
	struct seastar_view_dump *dump = (struct seastar_view_dump *)cb->ctx;

	close_view(dump->dump.sdev, dump->view);
	return seastar_dump_done(cb);
}
