// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for counters, from a sample.
 */
#include "base/fault.h"
#include "dev/marks.h"
#include "dev/stats.h"
#include "netlink/genl.h"

/**
 * seastar_refuse_sample() - put the reason into an answer if there is no sample
 * @extack: the answer
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
				      "you have too many unfinished dumps of counters or open statistics files: finish or close one first");
	case -EIO:
		return seastar_refuse(extack, NULL, err,
				      "the performance registers cannot be read");
	default:
		return seastar_dev_explain(extack, sdev, err);
	}
}

/**
 * struct view - source of the answers to a request for counters
 * @now: the sample; if there is a mark, its counters are those since the mark
 * @since: counters are counted since a mark
 * @since_cycle: cycle of the mark
 * @since_time: time of the mark
 * @gaps: samples that lack counts, since the mark or since the device came
 * @failed: samples that could not be taken, since the mark or since the device came
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
	err = seastar_dev_lock_reader(sdev);
	if (err)
		return seastar_refuse_sample(extack, sdev, err);
	err = seastar_get_mark(sdev, name, extack, &mark);
	if (!err)
		*since = seastar_sample_hold(mark->sample);
	seastar_dev_unlock_reader(sdev);
	return err;
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

/*
 * Subtract the counters of a mark from a copy of a sample. The copy is the caller's own and needs
 * no lock.
 */
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
	view->gaps -= since->data.gaps;
	view->failed -= since->data.failed;
}

/* Make a view. The mark is found first, so that the sample is not older than the mark. */
static int fill_view(struct seastar_dev *sdev, const struct nlattr *name, struct file *opener,
		     struct netlink_ext_ack *extack, u32 first, u32 n,
		     struct view *view)
{
	struct seastar_sample *since;
	int err;

	err = find_since(sdev, name, extack, &since);
	if (err)
		return err;
	err = seastar_sample_get(sdev, opener, first, n, &view->now);
	if (err) {
		seastar_refuse_sample(extack, sdev, err);
	} else {
		view->gaps = view->now->data.gaps;
		view->failed = view->now->data.failed;
		if (since)
			count_since(view, since, n);
	}
	seastar_sample_put(since);
	return err;
}

static int open_view(struct seastar_dev *sdev, const struct nlattr *name, struct file *opener,
		     struct netlink_ext_ack *extack, u32 first, u32 n,
		     struct view **opened)
{
	struct view *view = NULL;
	int err;

	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		view = kzalloc(sizeof(*view), GFP_KERNEL_ACCOUNT);
	if (!view)
		return seastar_refuse_sample(extack, sdev, -ENOMEM);
	err = fill_view(sdev, name, opener, extack, first, n, view);
	if (err)
		close_view(view);
	else
		*opened = view;
	return err;
}

/* Put the counters, ordered by counter and then port, so that counters can be added at the end. */
static int put_counters(struct sk_buff *skb, const struct view *view, u32 router)
{
	return nla_put_64bit(skb, SEASTAR_A_STATS_COUNTERS,
			     sizeof(struct ss_counters),
			     seastar_sample_router(view->now, router),
			     SEASTAR_A_STATS_PAD);
}

/**
 * seastar_put_since() - put the cycle and time of a mark
 * @skb: the message
 * @cycle: cycle of a mark
 * @time: time of the mark
 *
 * Return: 0 or -EMSGSIZE.
 */
int seastar_put_since(struct sk_buff *skb, u64 cycle, u64 time)
{
	if (nla_put_u64_64bit(skb, SEASTAR_A_STATS_SINCE_CYCLE, cycle, SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_SINCE_TIME, time, SEASTAR_A_STATS_PAD))
		return -EMSGSIZE;
	return 0;
}

/* Put the numbers of samples that lack counts or failed, unless they are 0. */
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

/**
 * seastar_put_sample() - put the attributes of a sample
 * @skb: the message
 * @sdev: the device
 * @data: the sample
 *
 * Return: 0 or -EMSGSIZE.
 */
int seastar_put_sample(struct sk_buff *skb, struct seastar_dev *sdev,
		       const struct seastar_stats_data *data)
{
	if (nla_put_string(skb, SEASTAR_A_STATS_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_SEQUENCE, data->sequence,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_CYCLE, data->cycle,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_TIME, data->time,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_GENERATION,
			      data->generation, SEASTAR_A_STATS_PAD))
		return -EMSGSIZE;
	return 0;
}

static int fill_stats(struct sk_buff *skb, struct seastar_dev *sdev,
		      const void *opened, u32 router)
{
	const struct view *view = opened;

	if (seastar_put_sample(skb, sdev, &view->now->data) ||
	    nla_put_u32(skb, SEASTAR_A_STATS_ROUTER, router) ||
	    put_trouble(skb, view) ||
	    (view->since && seastar_put_since(skb, view->since_cycle, view->since_time)))
		return -EMSGSIZE;
	return put_counters(skb, view, router);
}

/**
 * seastar_stats_get_doit() - SEASTAR_CMD_STATS_GET for one router
 * @skb: the request
 * @info: attributes and header of the request
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
	      open_view(sdev, info->attrs[SEASTAR_A_STATS_SINCE], seastar_opener(skb),
			info->extack, router, 1, &view);
	if (err)
		return err;
	err = seastar_reply(info, fill_stats, view, router);
	close_view(view);
	return err;
}

static int open_dump(struct seastar_dev *sdev, struct netlink_callback *cb, void **opened)
{
	struct view *view;
	int err = open_view(sdev, seastar_dump_attr(cb, SEASTAR_A_STATS_SINCE),
			    seastar_opener(cb->skb), cb->extack, 0, sdev->routers, &view);

	if (!err)
		*opened = view;
	return err;
}

static void close_dump(struct seastar_dev *sdev, void *view)
{
	close_view(view);
}

static const struct seastar_dump_ops stats_dump = {
	.fill = fill_stats,
	.open = open_dump,
	.close = close_dump,
};

/**
 * seastar_dump_counts_start() - begin a dump of a message per router, which may count from a mark
 * @cb: the dump
 * @ops: contents of its messages
 *
 * Return: 0 or an error.
 */
int seastar_dump_counts_start(struct netlink_callback *cb, const struct seastar_dump_ops *ops)
{
	const struct nlattr *since = seastar_dump_attr(cb, SEASTAR_A_STATS_SINCE);

	if (since && !seastar_dump_attr(cb, SEASTAR_A_STATS_DEV))
		return seastar_refuse(cb->extack, since, -EINVAL,
				      "a mark belongs to one device: name the device, too");
	return seastar_dump_routers_start(cb, ops);
}

/**
 * seastar_stats_get_start() - SEASTAR_CMD_STATS_GET: begin a dump; all its messages are of one
 * sample
 * @cb: the dump
 *
 * Return: 0 or an error.
 */
int seastar_stats_get_start(struct netlink_callback *cb)
{
	return seastar_dump_counts_start(cb, &stats_dump);
}
