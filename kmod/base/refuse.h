/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Refusals: a request that fails is answered with a sentence, and with the attribute at
 * fault if there is one.
 */
#ifndef SEASTAR_REFUSE_H
#define SEASTAR_REFUSE_H

#include <linux/netlink.h>

/*
 * Put the literal @why, the reason for a refusal, into @extack; evaluates to @err.  @extack may be
 * NULL: Linux 6.1 has none for the start of a dump.
 */
#define seastar_refuse(extack, attr, err, why)				\
({									\
	NL_SET_ERR_MSG_ATTR(extack, attr, why);				\
	(err);								\
})

/* As seastar_refuse(), for a sentence that is no literal. */
int seastar_refuse_why(struct netlink_ext_ack *extack, const struct nlattr *attr,
		       int err, const char *why);
void seastar_warn_why(struct netlink_ext_ack *extack, const char *why);

/* Return true if @extack has a reason for a refusal already. */
static inline bool seastar_refused(const struct netlink_ext_ack *extack)
{
	return extack && extack->_msg;
}

/* Remove the reason for a refusal: the request is carried out. */
static inline void seastar_unrefuse(struct netlink_ext_ack *extack)
{
	if (!extack)
		return;
	extack->_msg = NULL;
	extack->bad_attr = NULL;
}

#endif /* SEASTAR_REFUSE_H */
