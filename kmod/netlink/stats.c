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
				      "you have too many readings of counters half done: go on with your dumps and statistics files, or close them");
	case -EIO:
		return seastar_refuse(extack, NULL, err,
				      "the performance registers cannot be read");
	default:
		return seastar_dev_explain(extack, sdev, err);
	}
}

/**
 * struct view - what a request for counters is answered from
 * @now: the sample; if there is a mark, its counters are those since the mark
 * @since: there is a mark
 * @since_cycle: its cycle
 * @since_time: its time
 * @gaps: samples that lack counts, since the mark or since the device came
 * @failed: samples that could not be taken, likewise
 */
struct view {
	struct seastar_sample *now;
	bool since;
	u64 since_cycle;
	u64 since_time;
	u64 gaps;
	u64 failed;
};

static int find_since(struct seastar_dev *sdev, const struct nlattr *name,
		      struct netlink_ext_ack *extack,
		      struct seastar_sample **since)
{
	struct seastar_mark *mark;
	int err;

	*since = NULL;
	if (!name)
		return 0;
	err = seastar_dev_lock(sdev);
	if (err)
		return seastar_refuse_sample(extack, sdev, err);
	mark = seastar_mark_find(sdev, nla_data(name));
	if (mark)
		*since = seastar_sample_hold(mark->sample);
	seastar_dev_unlock(sdev);
	if (!mark)
		return seastar_refuse(extack, name, -ENOENT,
				      "the device has no mark of this name");
	return 0;
}

static void close_view(struct view *view)
{
	if (!view)
		return;
	seastar_sample_put(view->now);
	kfree(view);
}

static void subtract(struct ss_counters *from, const struct ss_counters *n)
{
	u32 counter, port;

	for (counter = 0; counter < SEASTAR_COUNTERS; counter++)
		for (port = 0; port < SEASTAR_PORTS; port++)
			from->of[counter][port] -= n->of[counter][port];
}

/* Nobody else sees the copy. */
static void count_since(struct view *view, const struct seastar_sample *since, u32 n)
{
	struct ss_counters *now = (struct ss_counters *)view->now->data.counters;
	u32 i;

	for (i = 0; i < n; i++) {
		subtract(&now[i], seastar_sample_router(since, view->now->first + i));
		cond_resched();
	}
	view->since = true;
	view->since_cycle = since->data.cycle;
	view->since_time = since->data.time;
	view->gaps -= since->gaps;
	view->failed -= since->failed;
}

/* The mark first: no sample that is taken after it is older. */
static int fill_view(struct seastar_dev *sdev, const struct nlattr *name,
		     struct netlink_ext_ack *extack, u32 first, u32 n,
		     struct view *view)
{
	struct seastar_sample *since;
	int err;

	err = find_since(sdev, name, extack, &since);
	if (err)
		return err;
	err = seastar_sample_get(sdev, first, n, &view->now);
	if (err) {
		seastar_refuse_sample(extack, sdev, err);
	} else {
		view->gaps = view->now->gaps;
		view->failed = view->now->failed;
		if (since)
			count_since(view, since, n);
	}
	seastar_sample_put(since);
	return err;
}

static int open_view(struct seastar_dev *sdev, const struct nlattr *name,
		     struct netlink_ext_ack *extack, u32 first, u32 n,
		     struct view **opened)
{
	struct view *view = NULL;
	int err;

	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		view = kzalloc(sizeof(*view), GFP_KERNEL_ACCOUNT);
	if (!view)
		return seastar_refuse_sample(extack, sdev, -ENOMEM);
	err = fill_view(sdev, name, extack, first, n, view);
	if (err)
		close_view(view);
	else
		*opened = view;
	return err;
}

/* By counter, then port: counters can be added at the end. */
static int put_counters(struct sk_buff *skb, const struct view *view, u32 router)
{
	return nla_put_64bit(skb, SEASTAR_A_STATS_COUNTERS,
			     sizeof(struct ss_counters),
			     seastar_sample_router(view->now, router),
			     SEASTAR_A_STATS_PAD);
}

static int put_since(struct sk_buff *skb, const struct view *view)
{
	if (!view->since)
		return 0;
	if (nla_put_u64_64bit(skb, SEASTAR_A_STATS_SINCE_CYCLE,
			      view->since_cycle, SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_SINCE_TIME,
			      view->since_time, SEASTAR_A_STATS_PAD))
		return -EMSGSIZE;
	return 0;
}

/* Whether counts are missing, and how often; seldom is there anything to say. */
static int put_trouble(struct sk_buff *skb, const struct view *view)
{
	u32 flags = view->now->data.flags;

	if (!view->gaps)
		flags &= ~SEASTAR_STATS_FLAG_GAP;
	if ((flags && nla_put_u32(skb, SEASTAR_A_STATS_FLAGS, flags)) ||
	    (view->gaps &&
	     nla_put_u64_64bit(skb, SEASTAR_A_STATS_GAPS, view->gaps,
			       SEASTAR_A_STATS_PAD)) ||
	    (view->failed &&
	     nla_put_u64_64bit(skb, SEASTAR_A_STATS_FAILED, view->failed,
			       SEASTAR_A_STATS_PAD)))
		return -EMSGSIZE;
	return 0;
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
	    put_trouble(skb, view) || put_since(skb, view))
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
	      open_view(sdev, info->attrs[SEASTAR_A_STATS_SINCE],
			info->extack, router, 1, &view);
	if (err)
		return err;
	err = seastar_reply_view(info, fill_stats, view, router);
	close_view(view);
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
	struct seastar_dev *sdev = dump->dump.sdev;
	struct view *view;
	int err;

	if (!dump->view) {
		err = open_view(sdev, seastar_dump_attrs(cb)[SEASTAR_A_STATS_SINCE],
				cb->extack, 0, sdev->routers, &view);
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

	close_view(dump->view);
	return seastar_dump_done(cb);
}
