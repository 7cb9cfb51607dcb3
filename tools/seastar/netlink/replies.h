/* SPDX-License-Identifier: GPL-2.0-only */
/* Replies that are kept until a dump is complete. */
#ifndef NETLINK_REPLIES_H
#define NETLINK_REPLIES_H

#include <libmnl/libmnl.h>
#include <stddef.h>

struct replies {
	struct nlmsghdr **reply;
	size_t n;
};

/* Callbacks for nl_dump() or nl_do(), with a struct replies as their context. */
void replies_forget(void *ctx);
void replies_keep(const struct nlmsghdr *reply, void *ctx);

/* Print each reply in the open list or table, and release the replies. */
void replies_out(struct replies *r, void (*out)(const struct nlmsghdr *m));

#endif /* NETLINK_REPLIES_H */
