/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests of libseastar for commands: any error ends the program with the kernel's sentence,
 * unless the connection was opened by nl_try_open() or expects the error.
 */
#ifndef NETLINK_NL_H
#define NETLINK_NL_H

#include "tools/lib/nl.h"

struct nl {
	struct snl snl;
	bool may_lack;		/* an unsupported request is no error */
	bool unsupported;	/* a request was not supported */
	int expect;		/* an errno that is no error */
	bool met;		/* a request failed with @expect */
	bool may_fail;		/* no error ends the program */
	bool failed;		/* an error occurred: later requests do nothing; see snl.why */
};

/* Value of snl.meant for all connections, set by a program that suggests names. */
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

/* Subscribe to events; nl_events() hands events to @f until @f->event returns false. */
void nl_subscribe(struct nl *nl);
void nl_events(struct nl *nl, const struct snl_follower *f);

/* Hand the events that have arrived to @f, once nl_fd() is readable; false if @f asks to end. */
bool nl_events_read(struct nl *nl, const struct snl_follower *f);
int nl_fd(const struct nl *nl);

#endif /* NETLINK_NL_H */
