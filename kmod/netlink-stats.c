// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for counters, from a sample.
 */
#include "fault.h"
#include "genl.h"
#include "marks.h"

const struct nla_policy seastar_stats_get_policy[] = {
	[SEASTAR_A_STATS_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING,
						       seastar_check_dev),
	[SEASTAR_A_STATS_ROUTER] = { .type = NLA_U32 },
	[SEASTAR_A_STATS_SINCE] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING,
							 seastar_check_name),
};

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
	if (err == -ETIMEDOUT ||
	    (err == -ENODEV && READ_ONCE(sdev->lost) && !READ_ONCE(sdev->gone)))
		return seastar_check_answer(extack, sdev, err);
	switch (err) {
	case -ENODEV:
		return seastar_refuse(extack, NULL, err,
				      "the device has just been deleted");
	case -ENOMEM:
		return seastar_refuse(extack, NULL, err,
				      "not enough memory for a sample of the counters");
	case -EBUSY:
		return seastar_refuse(extack, NULL, err,
				      "too many readers hold on to samples of this device: let them read on, or go");
	case -EINTR:
		return err;
	default:
		return seastar_refuse(extack, NULL, err,
				      "the performance registers cannot be read");
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

/* The mark first: no sample that is taken after it is older. */
static int open_view(struct seastar_dev *sdev, struct nlattr **attrs,
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

static void close_view(struct seastar_dev *sdev, struct view *view)
{
	seastar_sample_put(sdev, view->now);
	seastar_sample_put(sdev, view->since);
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
		      const struct view *view, u32 router)
{
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

static int reply_stats(struct genl_info *info, const struct view *view,
		       u32 router)
{
	struct sk_buff *skb = NULL;
	void *hdr;
	int err;

	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		skb = genlmsg_new(NLMSG_DEFAULT_SIZE, GFP_KERNEL);
	if (!skb)
		return seastar_refuse(info->extack, NULL, -ENOMEM,
				      "not enough memory for the reply");
	hdr = genlmsg_put_reply(skb, info, &seastar_family, 0,
				info->genlhdr->cmd);
	err = hdr ? fill_stats(skb, seastar_info_dev(info), view, router) :
		    -EMSGSIZE;
	if (err) {
		nlmsg_free(skb);
		return err;
	}
	genlmsg_end(skb, hdr);
	return genlmsg_reply(skb, info);
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
	struct view view = {};
	u32 router;
	int err;

	err = seastar_get_router(info, &router);
	if (err)
		return err;
	err = open_view(sdev, info->attrs, info->extack, &view);
	if (!err)
		err = reply_stats(info, &view, router);
	close_view(sdev, &view);
	return err;
}

/**
 * struct stats_dump - a dump of counters; in netlink_callback.ctx
 * @dump: how far it is
 * @view: what all its messages come from
 */
struct stats_dump {
	struct seastar_dump dump;
	struct view view;
};

static_assert(sizeof(struct stats_dump) <=
	      sizeof_field(struct netlink_callback, ctx));

/**
 * seastar_stats_get_start() - begin a dump of the counters of all routers
 * @cb: the dump, which holds a reference to its device from here on
 *
 * Return: 0 or an error.
 */
int seastar_stats_get_start(struct netlink_callback *cb)
{
	struct stats_dump *stats = (struct stats_dump *)cb->ctx;

	stats->view = (struct view){};
	return seastar_dump_routers_start(cb);
}

static int dump_router(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct stats_dump *stats = (struct stats_dump *)cb->ctx;
	void *hdr;
	int err;

	hdr = genlmsg_put(skb, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq,
			  &seastar_family, NLM_F_MULTI, SEASTAR_CMD_STATS_GET);
	if (!hdr)
		return -EMSGSIZE;
	genl_dump_check_consistent(cb, hdr);
	err = fill_stats(skb, stats->dump.sdev, &stats->view, stats->dump.next);
	if (err)
		genlmsg_cancel(skb, hdr);
	else
		genlmsg_end(skb, hdr);
	return err;
}

/* A sequence number unlike that of a device that is gone, which has moved from 1. */
#define STEADY	1

/**
 * seastar_stats_get_dumpit() - SEASTAR_CMD_STATS_GET for all routers
 * @skb: where to put as many messages as fit
 * @cb: the dump
 *
 * All messages of a dump come from one sample.  It is taken here and not at the
 * start, where Linux 6.1 could not be told why there is none.
 *
 * Return: the length of @skb, 0 at the end, or an error.
 */
int seastar_stats_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct stats_dump *stats = (struct stats_dump *)cb->ctx;
	struct seastar_dev *sdev = stats->dump.sdev;
	int err = 0;

	if (!stats->view.now)
		err = open_view(sdev, seastar_dump_attrs(cb), cb->extack,
				&stats->view);
	/* one sample agrees with itself, whatever is set meanwhile */
	cb->seq = READ_ONCE(sdev->gone) ? READ_ONCE(sdev->seq) : STEADY;
	while (!err && stats->dump.next < sdev->routers) {
		err = dump_router(skb, cb);
		if (!err)
			stats->dump.next++;
	}
	return skb->len ?: err;
}

/**
 * seastar_stats_get_done() - end a dump of counters, finished or not
 * @cb: the dump
 *
 * Return: 0.
 */
int seastar_stats_get_done(struct netlink_callback *cb)
{
	struct stats_dump *stats = (struct stats_dump *)cb->ctx;

	close_view(stats->dump.sdev, &stats->view);
	return seastar_dump_done(cb);
}
