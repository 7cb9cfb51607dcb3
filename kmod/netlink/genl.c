// SPDX-License-Identifier: GPL-2.0-only
/*
 * What all netlink commands need: refusals, the device they name, replies and
 * dumps of a message a router.
 */
#include <linux/capability.h>

#include "base/fault.h"
#include "netlink/genl.h"
#include "registry.h"

static_assert(SEASTAR_A_DEV_NAME == SEASTAR_A_ANY_DEV);
static_assert(SEASTAR_A_AGING_DEV == SEASTAR_A_ANY_DEV);
static_assert(SEASTAR_A_STATS_DEV == SEASTAR_A_ANY_DEV);
static_assert(SEASTAR_A_TRAFFIC_DEV == SEASTAR_A_ANY_DEV);
static_assert(SEASTAR_A_CLOCK_DEV == SEASTAR_A_ANY_DEV);
static_assert(SEASTAR_A_MMR_DEV == SEASTAR_A_ANY_DEV);
static_assert(SEASTAR_A_MARK_DEV == SEASTAR_A_ANY_DEV);
static_assert(SEASTAR_A_AGING_ROUTER == SEASTAR_A_ANY_ROUTER);
static_assert(SEASTAR_A_STATS_ROUTER == SEASTAR_A_ANY_ROUTER);

/**
 * seastar_check_name() - policy: the name of a device that may not exist
 * @attr: the name, a terminated string
 * @extack: for the refusal
 *
 * Return: 0 or -EINVAL.
 */
int seastar_check_name(const struct nlattr *attr,
		       struct netlink_ext_ack *extack)
{
	const char *why = seastar_name_check(nla_data(attr));

	return why ? seastar_refuse_why(extack, attr, -EINVAL, why) : 0;
}

/**
 * seastar_check_dev() - policy: the name of a device that exists
 * @attr: the name, a terminated string
 * @extack: for the refusal
 *
 * That it exists is asked again when the device is taken.  But on Linux 6.1 a
 * dump can give its reasons only while its attributes are checked.
 *
 * Return: 0, -EINVAL or -ENODEV.
 */
int seastar_check_dev(const struct nlattr *attr,
		      struct netlink_ext_ack *extack)
{
	struct seastar_dev *sdev;
	int err;

	err = seastar_check_name(attr, extack);
	if (err)
		return err;
	sdev = seastar_dev_find(nla_data(attr));
	if (!sdev)
		return seastar_refuse(extack, attr, -ENODEV,
				      "there is no device of this name");
	seastar_dev_put(sdev);
	return 0;
}

/**
 * seastar_check_backend() - does a device have what an operation is about?
 * @sdev: the device
 * @needs: SEASTAR_OP_TRAFFIC, SEASTAR_OP_CLOCK
 * @name: the attribute that names the device, or NULL
 * @extack: for the refusal
 *
 * Return: 0 or -EOPNOTSUPP.
 */
int seastar_check_backend(const struct seastar_dev *sdev, unsigned int needs,
			  const struct nlattr *name,
			  struct netlink_ext_ack *extack)
{
	if (needs & SEASTAR_OP_TRAFFIC && !sdev->ops->traffic_get)
		return seastar_refuse(extack, name, -EOPNOTSUPP,
				      "the traffic of a hardware router is that of its users");
	if (needs & SEASTAR_OP_CLOCK && !sdev->ops->clock_get)
		return seastar_refuse(extack, name, -EOPNOTSUPP,
				      "the clock of a hardware router always runs");
	return 0;
}

/* The device that is named, if its backend has what the operation needs. */
static int find_dev(struct nlattr **attrs, unsigned int needs,
		    struct netlink_ext_ack *extack, struct seastar_dev **sdev)
{
	const struct nlattr *name = attrs[SEASTAR_A_ANY_DEV];
	int err;

	if (!name) {
		NL_SET_ERR_ATTR_MISS(extack, NULL, SEASTAR_A_ANY_DEV);
		return seastar_refuse(extack, NULL, -EINVAL,
				      "the name of the device is missing");
	}
	*sdev = seastar_dev_find(nla_data(name));
	if (!*sdev)
		return seastar_refuse(extack, name, -ENODEV,
				      "there is no device of this name");
	err = seastar_check_backend(*sdev, needs, name, extack);
	if (err)
		seastar_dev_put(*sdev);
	return err;
}

/**
 * seastar_check_admin() - may whoever sent a request administer fabrics?
 * @skb: the request
 * @info: of the request
 *
 * The check is that of GENL_ADMIN_PERM, for what needs it of some devices only.
 *
 * Return: 0, or -EPERM with its sentence.
 */
int seastar_check_admin(struct sk_buff *skb, struct genl_info *info)
{
	if (netlink_capable(skb, CAP_NET_ADMIN))
		return 0;
	return seastar_refuse(info->extack, NULL, -EPERM,
			      "this needs CAP_NET_ADMIN in the initial user namespace");
}

/**
 * seastar_pre_doit() - before a request: its device
 * @op: the operation
 * @skb: the request
 * @info: of the request
 *
 * Return: 0 or an error with its sentence.
 */
int seastar_pre_doit(const struct seastar_genl_op *op, struct sk_buff *skb,
		     struct genl_info *info)
{
	struct seastar_dev *sdev = NULL;
	int err;

	if (!(op->internal_flags & (SEASTAR_OP_CREATE | SEASTAR_OP_MANY))) {
		err = find_dev(info->attrs, op->internal_flags, info->extack,
			       &sdev);
		if (err)
			return err;
	}
	info->user_ptr[0] = sdev;
	return 0;
}

/**
 * seastar_post_doit() - after a request
 * @op: the operation
 * @skb: the request
 * @info: of the request
 */
void seastar_post_doit(const struct seastar_genl_op *op, struct sk_buff *skb,
		       struct genl_info *info)
{
	if (info->user_ptr[0])
		seastar_dev_put(info->user_ptr[0]);
}

/**
 * seastar_info_dev() - the device a request is about
 * @info: of the request
 *
 * Return: the device, with a reference that the request holds.
 */
struct seastar_dev *seastar_info_dev(struct genl_info *info)
{
	return info->user_ptr[0];
}

/**
 * seastar_lock_dev() - lock the device a request is about
 * @info: of the request
 *
 * Return: 0, -ENODEV with its sentence, or -EINTR for a task being killed.
 */
int seastar_lock_dev(struct genl_info *info)
{
	int err = seastar_dev_lock(seastar_info_dev(info));

	if (err == -ENODEV)
		seastar_refuse(info->extack, info->attrs[SEASTAR_A_ANY_DEV],
			       err, "the device has just been deleted");
	return err;
}

/**
 * seastar_get_fields() - take parameters from a request
 * @info: of the request
 * @fields: which attributes go where
 * @n: how many
 * @to: the structure, with the defaults of those that are not given
 *
 * Return: 0, or -EINVAL for an array of a wrong length.
 */
int seastar_get_fields(struct genl_info *info,
		       const struct seastar_field *fields, size_t n, void *to)
{
	const struct seastar_field *f;

	for (f = fields; f < fields + n; f++) {
		const struct nlattr *attr = info->attrs[f->attr];

		if (!attr)
			continue;
		if (nla_len(attr) != f->count * sizeof(u32))
			return seastar_refuse(info->extack, attr, -EINVAL,
					      "this array has a wrong number of entries");
		nla_memcpy(to + f->offset, attr, nla_len(attr));
	}
	return 0;
}

/**
 * seastar_begin_reply() - begin the answer to a request
 * @info: of the request
 * @hdr: set to the header of the message
 *
 * Return: the message, or NULL with its sentence.
 */
struct sk_buff *seastar_begin_reply(struct genl_info *info, void **hdr)
{
	struct sk_buff *skb = NULL;

	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		skb = genlmsg_new(NLMSG_DEFAULT_SIZE, GFP_KERNEL);
	/* there is room for the header of a message in a new one */
	if (skb)
		*hdr = genlmsg_put_reply(skb, info, &seastar_family, 0,
					 info->genlhdr->cmd);
	else
		seastar_refuse(info->extack, NULL, -ENOMEM,
			       "not enough memory for the reply");
	return skb;
}

/**
 * seastar_end_reply() - send the answer to a request
 * @info: of the request
 * @skb: from seastar_begin_reply()
 * @hdr: the same
 * @err: if it is one there is no answer
 *
 * Return: 0 or an error.
 */
int seastar_end_reply(struct genl_info *info, struct sk_buff *skb, void *hdr, int err)
{
	if (err) {
		nlmsg_free(skb);
		return err;
	}
	genlmsg_end(skb, hdr);
	return genlmsg_reply(skb, info);
}

/**
 * seastar_reply() - answer a request
 * @info: of the request
 * @sdev: a device, locked
 * @fill: puts the attributes
 * @router: for @fill
 *
 * Return: 0 or an error.
 */
int seastar_reply(struct genl_info *info, struct seastar_dev *sdev,
		  seastar_fill fill, u32 router)
{
	struct sk_buff *skb;
	void *hdr;
	int err;

	skb = seastar_begin_reply(info, &hdr);
	if (!skb)
		return -ENOMEM;
	err = fill(skb, sdev, router);
	seastar_dev_explain(info->extack, sdev, err);
	return seastar_end_reply(info, skb, hdr, err);
}

/**
 * seastar_reply_view() - answer a request about one router from a view
 * @info: of the request
 * @fill: puts the attributes
 * @view: for @fill
 * @router: for @fill
 *
 * Return: 0 or an error.
 */
int seastar_reply_view(struct genl_info *info, seastar_fill_view fill,
		       const void *view, u32 router)
{
	struct sk_buff *skb;
	void *hdr;
	int err;

	skb = seastar_begin_reply(info, &hdr);
	if (!skb)
		return -ENOMEM;
	err = fill(skb, seastar_info_dev(info), view, router);
	return seastar_end_reply(info, skb, hdr, err);
}

/**
 * seastar_get_router() - which router a request is about
 * @info: of the request
 * @router: set to its number
 *
 * Return: 0, or an error with its sentence.
 */
int seastar_get_router(struct genl_info *info, u32 *router)
{
	const struct nlattr *attr = info->attrs[SEASTAR_A_ANY_ROUTER];

	if (!attr)
		return seastar_missing(info, SEASTAR_A_ANY_ROUTER,
				       "the router is missing: name one, or ask for a dump of all");
	*router = nla_get_u32(attr);
	if (*router >= seastar_info_dev(info)->routers)
		return seastar_refuse(info->extack, attr, -ERANGE,
				      "the fabric has no router of this number");
	return 0;
}

/**
 * seastar_reply_router() - answer a request about one router
 * @info: of the request
 * @fill: puts the attributes
 *
 * Return: 0 or an error.
 */
int seastar_reply_router(struct genl_info *info, seastar_fill fill)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	u32 router;
	int err;

	err = seastar_get_router(info, &router);
	if (err)
		return err;
	err = seastar_lock_dev(info);
	if (err)
		return err;
	err = seastar_reply(info, sdev, fill, router);
	seastar_dev_unlock(sdev);
	return err;
}

static_assert(sizeof(struct seastar_dump) <=
	      sizeof_field(struct netlink_callback, ctx));

static struct seastar_dump *part_dump(struct netlink_callback *cb)
{
	return (struct seastar_dump *)cb->ctx;
}

/**
 * seastar_dump_start() - begin a dump of a device in parts
 * @cb: the dump, which holds a reference to its device from here on
 *
 * Return: 0 or an error.
 */
int seastar_dump_start(struct netlink_callback *cb)
{
	struct seastar_dump *dump = part_dump(cb);

	dump->next = 0;
	dump->done = false;
	return find_dev(seastar_dump_attrs(cb), 0, cb->extack, &dump->sdev);
}

/**
 * seastar_dump_routers_start() - begin a dump of a message a router
 * @cb: the dump, which holds a reference to its device from here on
 *
 * Return: 0 or an error.
 */
int seastar_dump_routers_start(struct netlink_callback *cb)
{
	/* of Linux 6.1, whose dumps have the policy of a request about one router */
	const struct nlattr *router = seastar_dump_attr(cb, SEASTAR_A_ANY_ROUTER);

	if (router)
		return seastar_refuse(cb->extack, router, -EINVAL,
				      "a dump has all routers: do not name one");
	return seastar_dump_start(cb);
}

static void *begin_part(struct sk_buff *skb, struct netlink_callback *cb)
{
	void *hdr = genlmsg_put(skb, NETLINK_CB(cb->skb).portid,
				cb->nlh->nlmsg_seq, &seastar_family, NLM_F_MULTI,
				genl_dumpit_info(cb)->op.cmd);

	if (hdr)
		genl_dump_check_consistent(cb, hdr);
	return hdr;
}

static int end_part(struct sk_buff *skb, void *hdr, int err)
{
	if (err)
		genlmsg_cancel(skb, hdr);
	else
		genlmsg_end(skb, hdr);
	return err;
}

static int dump_part(struct sk_buff *skb, struct netlink_callback *cb,
		     seastar_fill fill)
{
	struct seastar_dump *dump = part_dump(cb);
	void *hdr = begin_part(skb, cb);

	return hdr ? end_part(skb, hdr, fill(skb, dump->sdev, dump->next)) :
		     -EMSGSIZE;
}

/* The device cannot be locked: what was sent before is marked inconsistent. */
static int dump_ends(struct netlink_callback *cb, int err)
{
	struct seastar_dump *dump = part_dump(cb);

	cb->seq = READ_ONCE(dump->sdev->seq);
	if (err == -ENODEV && dump->next)
		return 0;
	return seastar_dev_explain(cb->extack, dump->sdev, err);
}

/**
 * seastar_dump_parts() - go on with a dump of a device in parts
 * @skb: where to put as many messages as fit, all of one instant
 * @cb: the dump
 * @parts: how many parts the device has now
 * @fill: puts the attributes of a message
 *
 * If the device has gone the dump ends, marked as inconsistent by way of
 * netlink_callback.seq, which has moved.
 *
 * Return: the length of @skb, 0 at the end, or an error.
 */
int seastar_dump_parts(struct sk_buff *skb, struct netlink_callback *cb,
		       u32 (*parts)(struct seastar_dev *sdev),
		       seastar_fill fill)
{
	struct seastar_dump *dump = part_dump(cb);
	struct seastar_dev *sdev = dump->sdev;
	int err;

	if (dump->done)
		return 0;
	err = seastar_dev_lock(sdev);
	if (err)
		return dump_ends(cb, err);
	cb->seq = sdev->seq;
	while (!err && dump->next < parts(sdev)) {
		err = dump_part(skb, cb, fill);
		if (!err)
			dump->next++;
	}
	seastar_dev_explain(cb->extack, sdev, err);
	seastar_dev_unlock(sdev);
	dump->done = !err;
	return skb->len ?: err;
}

static u32 routers(struct seastar_dev *sdev)
{
	return sdev->routers;
}

/**
 * seastar_dump_routers() - go on with a dump of a message a router
 * @skb: where to put as many messages as fit, all of one instant
 * @cb: the dump
 * @fill: puts the attributes of a message
 *
 * Return: the length of @skb, 0 at the end, or an error.
 */
int seastar_dump_routers(struct sk_buff *skb, struct netlink_callback *cb,
			 seastar_fill fill)
{
	return seastar_dump_parts(skb, cb, routers, fill);
}

static_assert(sizeof(struct seastar_view_dump) <=
	      sizeof_field(struct netlink_callback, ctx));

/**
 * seastar_dump_view_start() - begin a dump of all routers from a view
 * @cb: the dump, which holds a reference to its device from here on, and no view yet:
 *	Linux 6.1 could not be told here why there is none
 *
 * Return: 0 or an error.
 */
int seastar_dump_view_start(struct netlink_callback *cb)
{
	((struct seastar_view_dump *)cb->ctx)->view = NULL;
	return seastar_dump_routers_start(cb);
}

/* A sequence number unlike that of a device that is gone, which has moved from 1. */
#define STEADY	1

/**
 * seastar_dump_view() - go on with a dump of all routers from a view
 * @skb: where to put as many messages as fit
 * @cb: the dump, its view open
 * @fill: puts the attributes of a message
 *
 * Return: the length of @skb, 0 at the end, or an error.
 */
int seastar_dump_view(struct sk_buff *skb, struct netlink_callback *cb,
		      seastar_fill_view fill)
{
	struct seastar_view_dump *dump = (struct seastar_view_dump *)cb->ctx;
	struct seastar_dev *sdev = dump->dump.sdev;
	int err = 0;

	/* a view agrees with itself, whatever is set meanwhile */
	cb->seq = READ_ONCE(sdev->gone) ? READ_ONCE(sdev->seq) : STEADY;
	while (!err && dump->dump.next < sdev->routers) {
		void *hdr = begin_part(skb, cb);

		err = hdr ? end_part(skb, hdr, fill(skb, sdev, dump->view,
						    dump->dump.next)) :
			    -EMSGSIZE;
		if (!err)
			dump->dump.next++;
	}
	return skb->len ?: err;
}

/**
 * seastar_dump_done() - end a dump that was begun, finished or not
 * @cb: the dump
 *
 * Return: 0.
 */
int seastar_dump_done(struct netlink_callback *cb)
{
	seastar_dev_put(part_dump(cb)->sdev);
	return 0;
}
