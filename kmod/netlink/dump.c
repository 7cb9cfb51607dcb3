// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dumps: messages about one device, or about all devices in turn.
 *
 * A dump reads a device either under its lock, so that all messages in one buffer are of one
 * instant; or from a view of one instant that is opened for the whole dump.  netlink_callback.seq
 * changes when messages may be inconsistent, which makes netlink set NLM_F_DUMP_INTR.
 */
#include "netlink/genl.h"
#include "registry.h"

/* State of a dump, in netlink_callback.ctx. */
struct dump {
	const struct seastar_dump_ops *ops;
	struct seastar_dev *sdev;	/* device with a reference; NULL: between two devices */
	void *view;
	u64 id;				/* id of the last device */
	u32 next;			/* next message of this device */
	unsigned int seen;		/* state of this device at the last watch() */
	unsigned int registry;		/* sequence number of the registry, see watch() */
	bool all;			/* the dump is of all devices */
	bool open;			/* a view is open */
};

static_assert(sizeof(struct dump) <= sizeof_field(struct netlink_callback, ctx));

static struct dump *dump_of(struct netlink_callback *cb)
{
	return (struct dump *)cb->ctx;
}

/**
 * seastar_dump_start() - begin a dump
 * @cb: the dump, which holds a reference to the device from here on if it names one
 * @ops: contents of its messages
 *
 * Return: 0 or an error.
 */
int seastar_dump_start(struct netlink_callback *cb, const struct seastar_dump_ops *ops)
{
	const struct nlattr *name = seastar_dump_attr(cb, SEASTAR_A_ANY_DEV);
	struct dump *dump = dump_of(cb);
	int err;

	err = seastar_check_alone(cb->skb, cb->nlh, cb->extack);
	if (err)
		return err;
	cb->seq = 1;
	dump->ops = ops;
	dump->all = !name;
	return name ? seastar_get_dev(name, cb->extack, &dump->sdev) : 0;
}

/**
 * seastar_dump_routers_start() - begin a dump of a message per router
 * @cb: the dump
 * @ops: contents of its messages
 *
 * Return: 0 or an error.
 */
int seastar_dump_routers_start(struct netlink_callback *cb, const struct seastar_dump_ops *ops)
{
	/* Linux 6.1 checks a dump by the policy of a request, so it may name a router */
	const struct nlattr *router = seastar_dump_attr(cb, SEASTAR_A_ANY_ROUTER);

	if (router)
		return seastar_refuse(cb->extack, router, -EINVAL,
				      "a dump lists all routers: leave the router out");
	return seastar_dump_start(cb, ops);
}

/**
 * seastar_dump_begin() - begin a message of a dump
 * @skb: buffer of messages
 * @cb: the dump
 *
 * Return: its header, or NULL if there is no room.
 */
void *seastar_dump_begin(struct sk_buff *skb, struct netlink_callback *cb)
{
	void *hdr = genlmsg_put(skb, NETLINK_CB(cb->skb).portid,
				cb->nlh->nlmsg_seq, &seastar_family, NLM_F_MULTI,
				genl_dumpit_info(cb)->op.cmd);

	if (hdr)
		genl_dump_check_consistent(cb, hdr);
	return hdr;
}

/**
 * seastar_dump_end() - end a message of a dump
 * @skb: buffer of messages
 * @cb: the dump
 * @hdr: its header
 * @err: if not 0, the message is removed
 *
 * If the removed message was flagged as inconsistent, the next one will be.
 *
 * Return: @err.
 */
int seastar_dump_end(struct sk_buff *skb, struct netlink_callback *cb, void *hdr, int err)
{
	if (!err) {
		genlmsg_end(skb, hdr);
		return 0;
	}
	if (genlmsg_nlhdr(hdr)->nlmsg_flags & NLM_F_DUMP_INTR)
		cb->prev_seq = ~cb->seq ?: 1;
	genlmsg_cancel(skb, hdr);
	return err;
}

static int put_part(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *dump = dump_of(cb);
	void *hdr = seastar_dump_begin(skb, cb);

	if (!hdr)
		return -EMSGSIZE;
	return seastar_dump_end(skb, cb, hdr,
				dump->ops->fill(skb, dump->sdev, dump->view, dump->next));
}

static int put_parts(struct sk_buff *skb, struct netlink_callback *cb, u32 parts)
{
	struct dump *dump = dump_of(cb);
	int err = 0;

	while (!err && dump->next < parts) {
		err = put_part(skb, cb);
		if (!err)
			dump->next++;
	}
	return err;
}

/*
 * Record the state of the device.  If it changed since messages were put, the dump is flagged as
 * inconsistent.
 */
static void watch(struct netlink_callback *cb, unsigned int state)
{
	struct dump *dump = dump_of(cb);

	if (dump->next && dump->seen != state)
		cb->seq++;
	dump->seen = state;
}

static int lock_and_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *dump = dump_of(cb);
	int err = seastar_dev_lock_reader(dump->sdev);
	u32 parts;

	if (err)
		return err;
	/* the device may have fewer parts by now */
	parts = dump->ops->parts ? dump->ops->parts(dump->sdev) : dump->sdev->routers;
	watch(cb, dump->sdev->seq);
	err = put_parts(skb, cb, parts);
	seastar_dev_unlock_reader(dump->sdev);
	return err;
}

static int dump_view(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *dump = dump_of(cb);
	u32 parts;
	int err;

	/* not in start(), where Linux 6.1 has no extack for the reason */
	if (!dump->open) {
		err = dump->ops->open(dump->sdev, cb, &dump->view);
		if (err)
			return err;
		dump->open = true;
	}
	/* a view is consistent whatever changes meanwhile */
	watch(cb, READ_ONCE(dump->sdev->gone));
	parts = dump->ops->view_parts ? dump->ops->view_parts(dump->view) : dump->sdev->routers;
	return put_parts(skb, cb, parts);
}

static int dump_dev(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *dump = dump_of(cb);
	int err;

	err = seastar_check_backend(dump->sdev, dump->ops->needs, NULL, cb->extack);
	if (err)
		return err;
	err = dump->ops->open ? dump_view(skb, cb) : lock_and_dump(skb, cb);
	return seastar_refused(cb->extack) ? err :
	       seastar_dev_explain(cb->extack, dump->sdev, err);
}

/* Return true if @err is a failure of the device, not of the request. */
static bool is_its_own(int err)
{
	return err == -ENODEV || err == -EHOSTDOWN || err == -EOPNOTSUPP ||
	       err == -ETIMEDOUT || err == -EIO;
}

/*
 * Let a dump go on with the next device after one that cannot answer.  If that device goes after
 * some of its messages were put, the dump is flagged as inconsistent.
 */
static int forgive(struct netlink_callback *cb, int err)
{
	struct dump *dump = dump_of(cb);

	if (err == -ENODEV && dump->next)
		cb->seq++;
	else if (!dump->all || !is_its_own(err))
		return err;
	seastar_unrefuse(cb->extack);
	return 0;
}

static bool next_dev(struct netlink_callback *cb)
{
	struct dump *dump = dump_of(cb);
	unsigned int seq;

	if (!dump->all)
		return false;
	dump->sdev = seastar_dev_next(dump->id, &seq);
	if (dump->registry && dump->registry != seq)
		cb->seq++;
	dump->registry = seq;
	dump->next = 0;
	return dump->sdev;
}

static void leave_dev(struct dump *dump)
{
	if (dump->open)
		dump->ops->close(dump->sdev, dump->view);
	dump->open = false;
	dump->view = NULL;
	dump->id = dump->sdev->id;
	seastar_dev_put(dump->sdev);
	dump->sdev = NULL;
}

/**
 * seastar_dumpit() - go on with a dump
 * @skb: buffer, filled with as many messages as fit
 * @cb: the dump
 *
 * A dump of all devices leaves out devices that lack the reported object, do not answer, or sleep.
 *
 * Return: the length of @skb, 0 at the end, or an error.
 */
int seastar_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *dump = dump_of(cb);
	int err = 0;

	while (!err && (dump->sdev || next_dev(cb))) {
		err = dump_dev(skb, cb);
		if (err && err != -EMSGSIZE)
			err = forgive(cb, err);
		if (!err)
			leave_dev(dump);
	}
	return skb->len ?: err;
}

/**
 * seastar_dump_done() - end a dump, whether or not it is complete
 * @cb: the dump
 *
 * Return: 0.
 */
int seastar_dump_done(struct netlink_callback *cb)
{
	struct dump *dump = dump_of(cb);

	if (dump->sdev)
		leave_dev(dump);
	return 0;
}
