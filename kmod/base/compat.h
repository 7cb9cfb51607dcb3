/* SPDX-License-Identifier: GPL-2.0-only */
/* Differences between the kernels that this module builds for, from 6.1 on. */
#ifndef SEASTAR_COMPAT_H
#define SEASTAR_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/version.h>
#include <net/genetlink.h>

#if KERNEL_VERSION(6, 1, 0) > LINUX_VERSION_CODE
#error "seastar needs Linux 6.1 or later"
#endif

#ifndef CONFIG_64BIT
#error "seastar needs a 64-bit kernel"
#endif

/* Type of the first argument of a family's pre_doit and post_doit. */
#if KERNEL_VERSION(6, 2, 0) > LINUX_VERSION_CODE
#define seastar_genl_op	genl_ops
#else
#define seastar_genl_op	genl_split_ops
#endif

/*
 * The ranges to which struct nla_policy points are const from 6.7 on, and not const before.
 */
#if KERNEL_VERSION(6, 7, 0) > LINUX_VERSION_CODE
#define SEASTAR_RANGE_CONST
#else
#define SEASTAR_RANGE_CONST	const
#endif

/* Return the attributes of the request that started a dump. */
static inline struct nlattr **seastar_dump_attrs(struct netlink_callback *cb)
{
#if KERNEL_VERSION(6, 6, 0) > LINUX_VERSION_CODE
	return genl_dumpit_info(cb)->attrs;
#else
	return genl_info_dump(cb)->attrs;
#endif
}

/*
 * Return attribute @attr of the request that started a dump; NULL if it is missing or the policy of
 * the dump does not have it.
 */
static inline struct nlattr *seastar_dump_attr(struct netlink_callback *cb, int attr)
{
	return attr <= genl_dumpit_info(cb)->op.maxattr ?
	       seastar_dump_attrs(cb)[attr] : NULL;
}

/**
 * struct seastar_op - a command: its policies and functions, for requests and for dumps
 * @cmd: number of the command
 * @flags: GENL_ADMIN_PERM, or 0
 * @internal_flags: SEASTAR_OP_CREATE and the other flags of netlink/genl.h
 * @do_policy: policy of a request, with attributes up to @do_max
 * @do_max: highest attribute of a request
 * @doit: function that answers a request
 * @dump_policy: policy of a dump, with attributes up to @dump_max
 * @dump_max: highest attribute of a dump
 * @start: function that begins a dump
 * @dumpit: function that fills a buffer with messages of a dump; NULL: the command has no dump
 * @done: function that ends a dump
 */
struct seastar_op {
	u8 cmd;
	u8 flags;
	u8 internal_flags;
	const struct nla_policy *do_policy;
	unsigned int do_max;
	int (*doit)(struct sk_buff *skb, struct genl_info *info);
	const struct nla_policy *dump_policy;
	unsigned int dump_max;
	int (*start)(struct netlink_callback *cb);
	int (*dumpit)(struct sk_buff *skb, struct netlink_callback *cb);
	int (*done)(struct netlink_callback *cb);
};

/* Convert @n operations to the form that generic netlink needs, which takes up to 2 * @n @slots. */
static inline void seastar_set_ops(struct genl_family *family,
				   struct seastar_genl_op *slots,
				   const struct seastar_op *ops, size_t n)
{
	struct seastar_genl_op *slot = slots;
	const struct seastar_op *op;

	for (op = ops; op < ops + n; op++) {
#if KERNEL_VERSION(6, 2, 0) > LINUX_VERSION_CODE
		*slot++ = (struct genl_ops){
			.cmd = op->cmd,
			.flags = op->flags,
			.internal_flags = op->internal_flags,
			.policy = op->do_policy,
			.maxattr = op->do_max,
			.doit = op->doit,
			.start = op->start,
			.dumpit = op->dumpit,
			.done = op->done,
		};
#else
		*slot++ = (struct genl_split_ops){
			.cmd = op->cmd,
			.flags = op->flags | GENL_CMD_CAP_DO,
			.internal_flags = op->internal_flags,
			.policy = op->do_policy,
			.maxattr = op->do_max,
			.pre_doit = family->pre_doit,
			.doit = op->doit,
			.post_doit = family->post_doit,
		};
		if (!op->dumpit)
			continue;
		*slot++ = (struct genl_split_ops){
			.cmd = op->cmd,
			.flags = op->flags | GENL_CMD_CAP_DUMP,
			.internal_flags = op->internal_flags,
			.policy = op->dump_policy,
			.maxattr = op->dump_max,
			.start = op->start,
			.dumpit = op->dumpit,
			.done = op->done,
		};
#endif
	}
#if KERNEL_VERSION(6, 2, 0) > LINUX_VERSION_CODE
	family->ops = slots;
	family->n_ops = slot - slots;
#else
	family->split_ops = slots;
	family->n_split_ops = slot - slots;
#endif
}

/* Declare a string field of a tracepoint. */
#if KERNEL_VERSION(6, 10, 0) > LINUX_VERSION_CODE
#define seastar_assign_str(dst, src)	__assign_str(dst, src)
#else
#define seastar_assign_str(dst, src)	__assign_str(dst)
#endif

/* Set up a timer, with the function that it calls. */
static inline void
seastar_hrtimer_setup(struct hrtimer *timer,
		      enum hrtimer_restart (*function)(struct hrtimer *timer),
		      clockid_t clock, enum hrtimer_mode mode)
{
#if KERNEL_VERSION(6, 13, 0) > LINUX_VERSION_CODE
	hrtimer_init(timer, clock, mode);
	timer->function = function;
#else
	hrtimer_setup(timer, function, clock, mode);
#endif
}

/*
 * Put @why, a string that is no literal, into @extack as the error message.  It has less than
 * NETLINK_MAX_FMTMSG_LEN bytes.
 */
static inline void seastar_set_err_msg(struct netlink_ext_ack *extack,
				       const struct nlattr *attr, const char *why)
{
#if KERNEL_VERSION(6, 2, 0) > LINUX_VERSION_CODE
	if (extack)
		extack->_msg = why;
	NL_SET_BAD_ATTR(extack, attr);
#else
	NL_SET_ERR_MSG_ATTR_FMT(extack, attr, "%s", why);
#endif
}

#endif /* SEASTAR_COMPAT_H */
