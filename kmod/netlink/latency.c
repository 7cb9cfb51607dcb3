// SPDX-License-Identifier: GPL-2.0-only
/* Netlink commands for the statistics of traffic sources: packets and their latencies. */
#include <linux/mm.h>

#include "base/alloc.h"
#include "base/fault.h"
#include "dev/marks.h"
#include "dev/sources.h"
#include "dev/stats.h"
#include "netlink/genl.h"

/* Return the number of bins up to the last one that is not empty. */
static u32 bins(const u64 *hist, u32 n)
{
	while (n && !hist[n - 1])
		n--;
	return n;
}

static int put_instant(struct sk_buff *skb, u64 cycle, u64 generation)
{
	if (nla_put_u64_64bit(skb, SEASTAR_A_STATS_CYCLE, cycle, SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_GENERATION, generation,
			      SEASTAR_A_STATS_PAD))
		return -EMSGSIZE;
	return 0;
}

static int put_source(struct sk_buff *skb, const struct ss_source_stats *source)
{
	if (nla_put_64bit(skb, SEASTAR_A_MODEL_SOURCE, sizeof(source->stat),
			  source->stat, SEASTAR_A_MODEL_PAD) ||
	    nla_put_64bit(skb, SEASTAR_A_MODEL_LAT_HIST,
			  bins(source->lat_hist, SEASTAR_LAT_BINS) * sizeof(u64), source->lat_hist,
			  SEASTAR_A_MODEL_PAD))
		return -EMSGSIZE;
	return 0;
}

/**
 * struct since - the mark from which counts are taken
 * @is_set: there is a mark
 * @sources: copy of the statistics when the mark was made; NULL without a mark, and when it is no
 * longer needed
 * @cycle: cycle of the mark
 * @time: time of the mark
 */
struct since {
	bool is_set;
	struct seastar_sources_view *sources;
	u64 cycle;
	u64 time;
};

/* Find the mark that @name names.  Context: caller holds the lock of the device. */
static int get_since(struct seastar_dev *sdev, const struct nlattr *name,
		     struct netlink_ext_ack *extack, struct since *since)
{
	struct seastar_mark *mark;
	int err;

	*since = (struct since){ 0 };
	if (!name)
		return 0;
	err = seastar_get_mark(sdev, name, extack, &mark);
	if (err)
		return err;
	*since = (struct since){
		.is_set = true,
		.sources = mark->sources,
		.cycle = mark->sample->data.cycle,
		.time = mark->sample->data.time,
	};
	return 0;
}

/*
 * Find the mark that @name names, with a reference to its copy.  Context: caller does not hold the
 * lock of the device.
 */
static int find_since(struct seastar_dev *sdev, const struct nlattr *name,
		      struct netlink_ext_ack *extack, struct since *since)
{
	int err;

	*since = (struct since){ 0 };
	if (!name)
		return 0;
	err = seastar_dev_lock_reader(sdev);
	if (err)
		return seastar_dev_explain(extack, sdev, err);
	err = get_since(sdev, name, extack, since);
	seastar_view_get(since->sources);
	seastar_dev_unlock_reader(sdev);
	return err;
}

static int put_since(struct sk_buff *skb, const struct since *since)
{
	return since->is_set ? seastar_put_since(skb, since->cycle, since->time) : 0;
}

static int put_router(struct sk_buff *skb, struct seastar_dev *sdev, u32 router,
		      const struct since *since)
{
	if (nla_put_string(skb, SEASTAR_A_STATS_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u32(skb, SEASTAR_A_STATS_ROUTER, router))
		return -EMSGSIZE;
	return put_since(skb, since);
}

/* Put whether the node starves.  That is unknown for counts since a mark. */
static int put_starved(struct sk_buff *skb, const struct since *since,
		       const struct ss_source_stats *source)
{
	if (since->is_set)
		return 0;
	return nla_put_u32(skb, SEASTAR_A_MODEL_STARVED, ss_source_starves(source));
}

/* Put the counts of one source that only the model has. */
static int put_model(struct sk_buff *skb, const struct since *since,
		     const struct ss_source_stats *source)
{
	struct nlattr *nest = nla_nest_start(skb, SEASTAR_A_STATS_MODEL);

	if (!nest || put_source(skb, source) || put_starved(skb, since, source))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

/*
 * Put the statistics of one router's source, read now, since the mark that the request names, if it
 * names one.  Context: caller holds the lock of the device.
 */
static int fill_latency(struct sk_buff *skb, struct seastar_dev *sdev, const void *request,
			u32 router)
{
	const struct genl_info *info = request;
	struct ss_source_stats source;
	struct since since;
	int err;

	err = get_since(sdev, info->attrs[SEASTAR_A_STATS_SINCE], info->extack, &since);
	if (err)
		return err;
	seastar_sources_read_one(sdev, since.sources, router, &source);
	return put_router(skb, sdev, router, &since) ?:
	       put_instant(skb, sdev->ops->cycle(sdev), sdev->generation) ?:
	       put_model(skb, &since, &source);
}

/* The view of a dump: @now is counted since @since. */
struct view {
	struct since since;
	struct seastar_sources_view *now;
};

static int fill_view(struct sk_buff *skb, struct seastar_dev *sdev, const void *opened,
		     u32 router)
{
	const struct view *view = opened;
	const struct seastar_sources_view *now = view->now;

	return put_router(skb, sdev, router, &view->since) ?:
	       put_instant(skb, now->sum.cycle, now->sum.generation) ?:
	       put_model(skb, &view->since, &now->of[router]);
}

/* Put the number of packets in the network and of those that were lost. */
static int put_fates(struct sk_buff *skb, const struct seastar_sources_sum *sum)
{
	if (nla_put_u64_64bit(skb, SEASTAR_A_MODEL_IN_FLIGHT, sum->in_flight,
			      SEASTAR_A_MODEL_PAD) ||
	    nla_put_64bit(skb, SEASTAR_A_MODEL_LOST, sizeof(sum->lost), sum->lost,
			  SEASTAR_A_MODEL_PAD))
		return -EMSGSIZE;
	return 0;
}

/* Put the ranges over all sources. */
static int put_extremes(struct sk_buff *skb, const struct seastar_sources_sum *sum)
{
	if (nla_put_u32(skb, SEASTAR_A_MODEL_SENDERS, sum->senders) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_MODEL_LEAST_INJECTED, sum->injected.least,
			      SEASTAR_A_MODEL_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_MODEL_MOST_INJECTED, sum->injected.most,
			      SEASTAR_A_MODEL_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_MODEL_LEAST_DELIVERED, sum->delivered.least,
			      SEASTAR_A_MODEL_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_MODEL_MOST_DELIVERED, sum->delivered.most,
			      SEASTAR_A_MODEL_PAD) ||
	    nla_put_u32(skb, SEASTAR_A_MODEL_STARVED, sum->starved))
		return -EMSGSIZE;
	if (sum->oldest == U64_MAX)
		return 0;
	return nla_put_u64_64bit(skb, SEASTAR_A_MODEL_OLDEST, sum->cycle - sum->oldest,
				 SEASTAR_A_MODEL_PAD);
}

/* The view of an answer about the sum of all sources: @sum is counted since @since. */
struct sum {
	struct since since;
	struct seastar_sources_sum sum;
};

static int put_fine(struct sk_buff *skb, const struct seastar_sources_sum *sum)
{
	return nla_put_64bit(skb, SEASTAR_A_MODEL_LAT_FINE,
			     bins(sum->fine, SEASTAR_LAT_FINE_BINS) * sizeof(u64), sum->fine,
			     SEASTAR_A_MODEL_PAD);
}

static int fill_sum(struct sk_buff *skb, struct seastar_dev *sdev, const void *read,
		    u32 none)
{
	const struct sum *s = read;

	struct nlattr *nest;

	if (nla_put_string(skb, SEASTAR_A_STATS_DEV, seastar_dev_name(sdev)) ||
	    put_since(skb, &s->since) ||
	    put_instant(skb, s->sum.cycle, s->sum.generation))
		return -EMSGSIZE;
	nest = nla_nest_start(skb, SEASTAR_A_STATS_MODEL);
	if (!nest || put_source(skb, &s->sum.stats) ||
	    (!s->since.is_set && put_extremes(skb, &s->sum)) || put_fates(skb, &s->sum) ||
	    put_fine(skb, &s->sum))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

/* Refuse a device without sources: hardware routers do not see the sources of their packets. */
static int check_sources(struct seastar_dev *sdev,
			 struct netlink_ext_ack *extack)
{
	if (sdev->ops->read_source)
		return 0;
	return seastar_refuse(extack, NULL, -EOPNOTSUPP,
			      "this device is hardware: only a software fabric measures latencies");
}

/* Put the reason into an answer if there is no sample of the sources. */
static int refuse_sources(struct netlink_ext_ack *extack, struct seastar_dev *sdev, int err)
{
	switch (err) {
	case -ENOMEM:
		return seastar_refuse(extack, NULL, err,
				      "not enough memory for a copy of the latencies");
	case -EBUSY:
		return seastar_refuse(extack, NULL, err,
				      "you have too many unfinished dumps of latencies: finish or close one first");
	case -ENOENT:
		return seastar_refuse(extack, NULL, err, "the mark has just been deleted");
	default:
		return seastar_dev_explain(extack, sdev, err);
	}
}

static int read_and_reply_sum(struct genl_info *info, struct sum *s)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	int err;

	err = find_since(sdev, info->attrs[SEASTAR_A_STATS_SINCE], info->extack, &s->since);
	if (err)
		return err;
	err = s->since.sources ? seastar_sources_read_since(sdev, s->since.sources, &s->sum) :
				 seastar_sources_read(sdev, &s->sum);
	err = err ? refuse_sources(info->extack, sdev, err) :
		    seastar_reply(info, fill_sum, s, 0);
	seastar_view_put(s->since.sources);
	return err;
}

/* Answer with the sum, which is too large for the stack. */
static int reply_sum(struct genl_info *info)
{
	struct sum *s = seastar_calloc(1, sizeof(*s));
	int err;

	if (!s)
		return refuse_sources(info->extack, seastar_info_dev(info), -ENOMEM);
	err = read_and_reply_sum(info, s);
	kvfree(s);
	return err;
}

static int reply_router(struct genl_info *info)
{
	u32 router;

	return seastar_get_router(info, &router) ?:
	       seastar_lock_and_reply(info, fill_latency, info, router);
}

/**
 * seastar_latency_get_doit() - SEASTAR_CMD_LATENCY_GET for one router, or the sum of all
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_latency_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	int err = check_sources(seastar_info_dev(info), info->extack);

	if (err)
		return err;
	return info->attrs[SEASTAR_A_STATS_ROUTER] ? reply_router(info) : reply_sum(info);
}

static void close_view(struct seastar_dev *sdev, void *opened)
{
	struct view *view = opened;

	seastar_view_put(view->now);
	kfree(view);
}

static int read_view(struct seastar_dev *sdev, struct netlink_callback *cb, struct view *view)
{
	int err = find_since(sdev, seastar_dump_attr(cb, SEASTAR_A_STATS_SINCE), cb->extack,
			     &view->since);

	if (err)
		return err;
	err = seastar_sources_open(sdev, seastar_opener(cb->skb), view->since.sources,
				   &view->now);
	/* a dump that is not read must not keep the copy of a mark, which is charged to nobody */
	seastar_view_put(view->since.sources);
	view->since.sources = NULL;
	return err ? refuse_sources(cb->extack, sdev, err) : 0;
}

static int open_view(struct seastar_dev *sdev, struct netlink_callback *cb, void **opened)
{
	struct view *view = NULL;
	int err = check_sources(sdev, cb->extack);

	if (err)
		return err;
	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		view = kzalloc(sizeof(*view), GFP_KERNEL_ACCOUNT);
	if (!view)
		return refuse_sources(cb->extack, sdev, -ENOMEM);
	err = read_view(sdev, cb, view);
	if (err)
		close_view(sdev, view);
	else
		*opened = view;
	return err;
}

static const struct seastar_dump_ops latency_dump = {
	.fill = fill_view,
	.open = open_view,
	.close = close_view,
};

/**
 * seastar_latency_get_start() - SEASTAR_CMD_LATENCY_GET: begin a dump; all its messages are of one
 * instant
 * @cb: the dump
 *
 * Return: 0 or an error.
 */
int seastar_latency_get_start(struct netlink_callback *cb)
{
	return seastar_dump_counts_start(cb, &latency_dump);
}

/**
 * seastar_stats_reset_doit() - SEASTAR_CMD_STATS_RESET
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_stats_reset_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	int err;

	err = check_sources(sdev, info->extack);
	if (err)
		return err;
	err = seastar_marks_reset_sources(sdev);
	return err ? seastar_dev_explain(info->extack, sdev, err) : 0;
}
