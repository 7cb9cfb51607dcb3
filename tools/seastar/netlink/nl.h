/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The library's requests, for commands: whatever goes wrong ends the program with the kernel's own
 * sentence, unless the connection was opened by nl_try_open(), or expects the error.
 */
#ifndef NETLINK_NL_H
#define NETLINK_NL_H

#include "tools/lib/nl.h"

struct nl {
	struct snl snl;
	bool may_lack;		/* go on if the device does not support a request */
	bool unsupported;	/* the kernel did not support it */
	int expect;		/* go on if a request is refused with this error */
	bool met;		/* the expectation was met */
	bool may_fail;		/* go on whatever goes wrong */
	bool failed;		/* something did: requests do nothing any more; see snl.why */
};

/* The library's field @meant for all connections; set by a program that has suggestions. */
extern const char *(*nl_meant)(const char *name);

void nl_open(struct nl *nl);
void nl_close(struct nl *nl);

/*
 * Open as nl_open() does, for a program that survives failures: it checks @nl->failed, and starts
 * again after nl_close().
 */
void nl_try_open(struct nl *nl);

/* End the program if @m cannot be sent. */
void nl_need(const struct snl_msg *m);

/* Send a request as snl_do() and snl_dump() do. */
void nl_do(struct nl *nl, struct snl_msg *m, snl_reply_fn fn, void *ctx);
void nl_dump(struct nl *nl, struct snl_msg *m, void (*restart)(void *ctx), snl_reply_fn fn,
	     void *ctx);

/* Join the events; then wait for one after another, until that is the end. */
void nl_subscribe(struct nl *nl);
void nl_events(struct nl *nl, const struct snl_follower *f);

/* Handle the events at hand once nl_fd() is readable; false at the end. */
bool nl_events_read(struct nl *nl, const struct snl_follower *f);
int nl_fd(const struct nl *nl);

#endif /* NETLINK_NL_H */
