/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of the attributes that the kernel refuses. */
#ifndef SEASTAR_WHERE_H
#define SEASTAR_WHERE_H

#include <linux/netlink.h>
#include <stdint.h>

#define WHERE_MAX	64

/*
 * Write the name of the attribute at @offset of @request into @name; leave @name unchanged if there
 * is none.
 */
void snl_where(const struct nlmsghdr *request, uint32_t offset, char name[WHERE_MAX]);

/* Return the value of an unsigned attribute of any size. */
uint64_t snl_where_number(const struct nlattr *a);

#endif /* SEASTAR_WHERE_H */
