// SPDX-License-Identifier: GPL-2.0-only
/* Functions of all netlink commands: refusals, the device that a request names, replies. */
#include <linux/capability.h>

#include "base/fault.h"
#include "base/quota.h"
#include "dev/config.h"
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
static_assert(SEASTAR_A_LINK_ROUTER == SEASTAR_A_ANY_ROUTER);

/**
 * seastar_check_name() - check, for a policy, the name of a device that may not exist
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
 * seastar_check_dev() - check, for a policy, the name of a device that must exist
 * @attr: the name, a terminated string
 * @extack: for the refusal
 *
 * The request looks the device up again later.  This check is for dumps on Linux 6.1, which can
 * give a reason only while attributes are checked.
 *
 * Return: 0, -EINVAL or -ENODEV.
 */
int seastar_check_dev(const struct nlattr *attr,
		      struct netlink_ext_ack *extack)
{
	struct seastar_dev *sdev;
	int err;

	err = seastar_check_name(attr, extack) ?: seastar_get_dev(attr, extack, &sdev);
	if (!err)
		seastar_dev_put(sdev);
	return err;
}

/**
 * seastar_check_backend() - check whether a device has what an operation needs
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
				      "this device is hardware: the driver generates traffic only in software fabrics");
	if (needs & SEASTAR_OP_CLOCK && !sdev->ops->clock_get)
		return seastar_refuse(extack, name, -EOPNOTSUPP,
				      "this device is hardware: only the clock of a software fabric can be controlled");
	return 0;
}

/**
 * seastar_get_dev() - look a device up by its name
 * @name: the attribute that names it
 * @extack: for the refusal
 * @sdev: set to the device, with a reference to it
 *
 * Return: 0 or -ENODEV.
 */
int seastar_get_dev(const struct nlattr *name, struct netlink_ext_ack *extack,
		    struct seastar_dev **sdev)
{
	*sdev = seastar_dev_find(nla_data(name));
	return *sdev ? 0 : seastar_refuse(extack, name, -ENODEV,
					  "there is no device of this name");
}

/*
 * Find the device that the request names, and check that its backend has what the operation needs.
 */
static int find_dev(struct genl_info *info, unsigned int needs,
		    struct seastar_dev **sdev)
{
	const struct nlattr *name = info->attrs[SEASTAR_A_ANY_DEV];
	int err;

	if (!name)
		return seastar_missing(info, SEASTAR_A_ANY_DEV,
				       "the name of the device is missing");
	err = seastar_get_dev(name, info->extack, sdev);
	if (err)
		return err;
	err = seastar_check_backend(*sdev, needs, name, info->extack);
	if (err)
		seastar_dev_put(*sdev);
	return err;
}

/**
 * seastar_check_admin() - check that the sender of a request may administer fabrics
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Makes the check of GENL_ADMIN_PERM, for operations that need it for some devices only.
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
 * seastar_check_alone() - check that a request is the last one of its datagram
 * @skb: the request, and what follows it
 * @nlh: its header
 * @extack: for the refusal
 *
 * Generic netlink is locked for reading until all requests of a datagram are done, however long
 * they wait (docs/ABI).  A user's datagram has one request, so that he holds it for one.
 *
 * Return: 0, or -E2BIG with its sentence.
 */
int seastar_check_alone(struct sk_buff *skb, const struct nlmsghdr *nlh,
			struct netlink_ext_ack *extack)
{
	if (skb->len < NLMSG_ALIGN(nlh->nlmsg_len) + NLMSG_HDRLEN ||
	    netlink_capable(skb, CAP_NET_ADMIN))
		return 0;
	return seastar_refuse(extack, NULL, -E2BIG,
			      "several requests in a datagram need CAP_NET_ADMIN: send one at a time");
}

/**
 * seastar_pre_doit() - look up the device of a request, before the operation
 * @op: the operation
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error with its sentence.
 */
int seastar_pre_doit(const struct seastar_genl_op *op, struct sk_buff *skb,
		     struct genl_info *info)
{
	struct seastar_dev *sdev = NULL;
	int err;

	err = seastar_check_alone(skb, info->nlhdr, info->extack);
	if (err)
		return err;
	if (!(op->internal_flags & (SEASTAR_OP_CREATE | SEASTAR_OP_MANY))) {
		err = find_dev(info, op->internal_flags, &sdev);
		if (err)
			return err;
	}
	info->user_ptr[0] = sdev;
	return 0;
}

/**
 * seastar_post_doit() - undo seastar_pre_doit(), after the operation
 * @op: the operation
 * @skb: the request
 * @info: attributes and header of the request
 */
void seastar_post_doit(const struct seastar_genl_op *op, struct sk_buff *skb,
		       struct genl_info *info)
{
	if (info->user_ptr[0])
		seastar_dev_put(info->user_ptr[0]);
}

/**
 * seastar_info_dev() - return the device a request is about
 * @info: attributes and header of the request
 *
 * Return: the device, with a reference that the request holds.
 */
struct seastar_dev *seastar_info_dev(struct genl_info *info)
{
	return info->user_ptr[0];
}

static int explain_unlocked(struct genl_info *info, int err)
{
	if (err == -ENODEV)
		seastar_refuse(info->extack, info->attrs[SEASTAR_A_ANY_DEV],
			       err, "the device has just been deleted");
	if (err == -EUSERS)
		seastar_refuse(info->extack, NULL, err, SEASTAR_TOO_MANY_WAIT);
	if (err == -ECANCELED)
		seastar_refuse(info->extack, info->attrs[SEASTAR_A_ANY_DEV], err,
			       "the machine is going to sleep, and a commit to this device is being undone");
	return err;
}

/**
 * seastar_lock_dev() - lock the device a request is about
 * @info: attributes and header of the request
 *
 * Return: 0, -ENODEV with its sentence, or -EINTR for a task being killed.
 */
int seastar_lock_dev(struct genl_info *info)
{
	return explain_unlocked(info, seastar_dev_lock(seastar_info_dev(info)));
}

/**
 * seastar_lock_reader() - lock the device a request reads
 * @info: attributes and header of the request
 *
 * Return: as seastar_lock_dev(); if it is 0, seastar_dev_unlock_reader() undoes it.
 */
int seastar_lock_reader(struct genl_info *info)
{
	return explain_unlocked(info, seastar_dev_lock_reader(seastar_info_dev(info)));
}

/**
 * seastar_claim_dev() - claim the device a request is about, to change its settings, and lock it
 * @info: attributes and header of the request
 * @claim: the claim, to be made
 *
 * Return: as seastar_lock_dev(), or -ECANCELED with its sentence; if it is 0, seastar_release_dev()
 * undoes it.
 */
int seastar_claim_dev(struct genl_info *info, struct seastar_claim *claim)
{
	int err;

	seastar_claim_init(claim);
	seastar_claim_add(claim, seastar_info_dev(info));
	err = explain_unlocked(info, seastar_config_claim(claim));
	if (err)
		goto end_claim;
	err = seastar_lock_dev(info);
	if (!err)
		return 0;
	seastar_claim_release(claim);
end_claim:
	seastar_claim_put(claim);
	return err;
}

/**
 * seastar_release_dev() - undo seastar_claim_dev()
 * @info: attributes and header of the request
 * @claim: the claim
 */
void seastar_release_dev(struct genl_info *info, struct seastar_claim *claim)
{
	seastar_dev_unlock(seastar_info_dev(info));
	seastar_claim_release(claim);
	seastar_claim_put(claim);
}

/**
 * seastar_get_fields() - take parameters from a request, or from a nest
 * @attrs: attributes of the request or nest
 * @extack: for the refusal
 * @fields: attributes, and where their values are stored
 * @n: number of fields
 * @to: the structure, which holds defaults for attributes that are missing
 *
 * Return: 0, or -EINVAL for an array of a wrong length.
 */
int seastar_get_fields(struct nlattr **attrs, struct netlink_ext_ack *extack,
		       const struct seastar_field *fields, size_t n, void *to)
{
	const struct seastar_field *f;

	for (f = fields; f < fields + n; f++) {
		const struct nlattr *attr = attrs[f->attr];

		if (!attr)
			continue;
		if (nla_len(attr) != f->count * sizeof(u32))
			return seastar_refuse(extack, attr, -EINVAL,
					      "this attribute has the wrong number of entries");
		nla_memcpy(to + f->offset, attr, nla_len(attr));
	}
	return 0;
}

/**
 * seastar_begin_reply() - begin the answer to a request
 * @info: attributes and header of the request
 * @hdr: set to the header of the message
 *
 * Return: the message, or NULL with its sentence.
 */
struct sk_buff *seastar_begin_reply(struct genl_info *info, void **hdr)
{
	struct sk_buff *skb = NULL;

	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		skb = genlmsg_new(NLMSG_DEFAULT_SIZE, GFP_KERNEL);
	/* a new message always has room for its header */
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
 * @info: attributes and header of the request
 * @skb: from seastar_begin_reply()
 * @hdr: from seastar_begin_reply()
 * @err: if not 0, no answer is sent
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
 * @info: attributes and header of the request
 * @fill: puts the attributes
 * @view: for @fill
 * @part: for @fill
 *
 * Context: without @view the caller holds the lock of the device, and serves an administrator:
 * answers to others are sent when the lock is free (seastar_lock_and_reply()).
 *
 * Return: 0 or an error.
 */
int seastar_reply(struct genl_info *info, seastar_fill fill, const void *view, u32 part)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct sk_buff *skb;
	void *hdr;
	int err;

	skb = seastar_begin_reply(info, &hdr);
	if (!skb)
		return -ENOMEM;
	err = fill(skb, sdev, view, part);
	seastar_dev_explain(info->extack, sdev, err);
	return seastar_end_reply(info, skb, hdr, err);
}

/**
 * seastar_lock_and_reply() - lock a device and answer a request of any user about it
 * @info: attributes and header of the request
 * @fill: puts the attributes, of the device and of @view
 * @view: for @fill
 * @part: for @fill
 *
 * The lock is held only while attributes are put.  The message is allocated before, and sent after:
 * how long the delivery takes is up to the receiver, whose socket may have filters and waiters.
 *
 * Return: 0 or an error.
 */
int seastar_lock_and_reply(struct genl_info *info, seastar_fill fill, const void *view,
			   u32 part)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct sk_buff *skb;
	void *hdr;
	int err;

	skb = seastar_begin_reply(info, &hdr);
	if (!skb)
		return -ENOMEM;
	err = seastar_lock_reader(info);
	if (!err) {
		err = fill(skb, sdev, view, part);
		if (!seastar_refused(info->extack))
			seastar_dev_explain(info->extack, sdev, err);
		seastar_dev_unlock_reader(sdev);
	}
	return seastar_end_reply(info, skb, hdr, err);
}

/**
 * seastar_get_router() - get the number of the router a request is about
 * @info: attributes and header of the request
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
 * @info: attributes and header of the request
 * @fill: puts the attributes
 *
 * Return: 0 or an error.
 */
int seastar_reply_router(struct genl_info *info, seastar_fill fill)
{
	u32 router;

	return seastar_get_router(info, &router) ?:
	       seastar_lock_and_reply(info, fill, NULL, router);
}
