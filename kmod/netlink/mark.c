// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for marks.
 */
#include <linux/err.h>

#include "dev/marks.h"
#include "dev/stats.h"
#include "netlink/genl.h"

static int put_mark(struct sk_buff *skb, struct seastar_dev *sdev,
		    const struct seastar_mark *mark)
{
	if (nla_put_string(skb, SEASTAR_A_MARK_DEV, seastar_dev_name(sdev)) ||
	    nla_put_string(skb, SEASTAR_A_MARK_NAME, mark->name) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_MARK_ID, mark->id,
			      SEASTAR_A_MARK_PAD) ||
	    nla_put_u32(skb, SEASTAR_A_MARK_LEASE, seastar_mark_lease(mark)) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_MARK_CYCLE,
			      mark->sample->data.cycle, SEASTAR_A_MARK_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_MARK_TIME,
			      mark->sample->data.time, SEASTAR_A_MARK_PAD))
		return -EMSGSIZE;
	return 0;
}

static int fill_mark(struct sk_buff *skb, struct seastar_dev *sdev, const void *view,
		     u32 part)
{
	const struct seastar_mark *mark;

	list_for_each_entry(mark, &sdev->marks, node)
		if (!part--)
			return put_mark(skb, sdev, mark);
	return -ENOENT;
}

static u32 live_marks(struct seastar_dev *sdev)
{
	seastar_marks_expire(sdev);
	return seastar_marks_count(sdev);
}

static const struct seastar_dump_ops mark_dump = {
	.parts = live_marks,
	.fill = fill_mark,
};

/**
 * seastar_mark_get_start() - SEASTAR_CMD_MARK_GET: begin a dump of marks
 * @cb: the dump
 *
 * Return: 0 or an error.
 */
int seastar_mark_get_start(struct netlink_callback *cb)
{
	/* Linux 6.1 checks a dump by the policy of a request, so it may name a mark */
	const struct nlattr *name = seastar_dump_attr(cb, SEASTAR_A_MARK_NAME);

	if (name)
		return seastar_refuse(cb->extack, name, -EINVAL,
				      "a dump lists all marks: leave the name out");
	return seastar_dump_start(cb, &mark_dump);
}

static int get_name(struct genl_info *info, const char **name)
{
	const struct nlattr *attr = info->attrs[SEASTAR_A_MARK_NAME];

	if (!attr)
		return seastar_missing(info, SEASTAR_A_MARK_NAME,
				       "the name of the mark is missing");
	*name = nla_data(attr);
	return 0;
}

/**
 * seastar_get_mark() - look a mark up by its name
 * @sdev: the device
 * @name: the attribute that names it
 * @extack: for the refusal
 * @mark: set to the mark
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0, or -ENOENT with its sentence.
 */
int seastar_get_mark(struct seastar_dev *sdev, const struct nlattr *name,
		     struct netlink_ext_ack *extack, struct seastar_mark **mark)
{
	*mark = seastar_mark_find(sdev, nla_data(name));
	return *mark ? 0 : seastar_refuse(extack, name, -ENOENT,
					  "the device has no mark of this name, or its lease has ended");
}

/* Find the mark that the request names. Context: caller holds the lock of the device. */
static int find_mark(struct genl_info *info, struct seastar_mark **mark)
{
	return seastar_get_mark(seastar_info_dev(info), info->attrs[SEASTAR_A_MARK_NAME],
				info->extack, mark);
}

/* Put the mark that a request names. */
static int fill_named(struct sk_buff *skb, struct seastar_dev *sdev, const void *request,
		      u32 none)
{
	const struct genl_info *info = request;
	struct seastar_mark *mark;

	return seastar_get_mark(sdev, info->attrs[SEASTAR_A_MARK_NAME], info->extack, &mark) ?:
	       put_mark(skb, sdev, mark);
}

/**
 * seastar_mark_get_doit() - SEASTAR_CMD_MARK_GET for one mark
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_mark_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	const char *name;

	return get_name(info, &name) ?: seastar_lock_and_reply(info, fill_named, info, 0);
}

static int refuse_mark(struct genl_info *info, int err)
{
	const struct nlattr *name = info->attrs[SEASTAR_A_MARK_NAME];

	switch (err) {
	case -EEXIST:
		return seastar_refuse(info->extack, name, err,
				      "the device already has a mark of this name: delete it first");
	case -ENOSPC:
		return seastar_refuse(info->extack, NULL, err,
				      "the device already has 16 marks, the most it can have: delete one first");
	default:
		return seastar_refuse_sample(info->extack,
					     seastar_info_dev(info), err);
	}
}

static_assert(SEASTAR_MAX_MARKS == 16, "refuse_mark() says so");

/**
 * seastar_mark_new_doit() - SEASTAR_CMD_MARK_NEW
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_mark_new_doit(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *lease = info->attrs[SEASTAR_A_MARK_LEASE];
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct seastar_mark *mark;
	const char *name;
	int err;

	err = get_name(info, &name) ?: seastar_lock_dev(info);
	if (err)
		return err;
	mark = seastar_mark_new(sdev, name, lease ? nla_get_u32(lease) : 0);
	if (IS_ERR(mark)) {
		err = refuse_mark(info, PTR_ERR(mark));
	} else {
		err = seastar_reply(info, fill_mark, NULL,
				    seastar_marks_count(sdev) - 1);
		if (err)
			seastar_mark_del(sdev, mark);
	}
	seastar_dev_unlock(sdev);
	return err;
}

/**
 * seastar_mark_del_doit() - SEASTAR_CMD_MARK_DEL
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_mark_del_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct seastar_mark *mark;
	const char *name;
	int err;

	err = get_name(info, &name) ?: seastar_lock_dev(info);
	if (err)
		return err;
	err = find_mark(info, &mark);
	if (!err)
		seastar_mark_del(sdev, mark);
	seastar_dev_unlock(sdev);
	return err;
}
