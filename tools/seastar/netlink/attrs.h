/* SPDX-License-Identifier: GPL-2.0-only */
/* Which attribute of a request the kernel objects to. */
#ifndef NETLINK_ATTRS_H
#define NETLINK_ATTRS_H

#include <linux/netlink.h>
#include <stdint.h>

#define ATTRS_NAME_MAX	64

/*
 * Write the name of the attribute at @offset of @request into @name; leave it
 * alone if there is none.
 */
void attrs_name_at(const struct nlmsghdr *request, uint32_t offset, char name[ATTRS_NAME_MAX]);

#endif /* NETLINK_ATTRS_H */
