/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All differences between the kernels this module builds for, from 6.1 on.
 */
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

/* What the hooks around a doit are told of the operation. */
#if KERNEL_VERSION(6, 2, 0) > LINUX_VERSION_CODE
#define seastar_genl_op	genl_ops
#else
#define seastar_genl_op	genl_split_ops
#endif

/* The attributes of the request that started a dump. */
static inline struct nlattr **seastar_dump_attrs(struct netlink_callback *cb)
{
#if KERNEL_VERSION(6, 6, 0) > LINUX_VERSION_CODE
	return genl_dumpit_info(cb)->attrs;
#else
	return genl_info_dump(cb)->attrs;
#endif
}

/* A string field of a tracepoint. */
#if KERNEL_VERSION(6, 10, 0) > LINUX_VERSION_CODE
#define seastar_assign_str(dst, src)	__assign_str(dst, src)
#else
#define seastar_assign_str(dst, src)	__assign_str(dst)
#endif

/* A timer that is made ready, and told what it calls. */
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

/* An answer whose sentence, of less than NETLINK_MAX_FMTMSG_LEN, is no literal. */
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
