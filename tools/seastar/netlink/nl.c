// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "tools/seastar/base/print.h"

#include "nl.h"

const char *(*nl_meant)(const char *name);

/* Take the outcome of a request: an error ends the program, unless the caller expects it. */
static void nl_take(struct nl *nl, int error)
{
	if (*nl->snl.note)
		warn("%s", nl->snl.note);
	if (!error)
		return;
	if (nl->expect && error == -nl->expect) {
		nl->met = true;
	} else if (nl->may_lack && error == -EOPNOTSUPP) {
		nl->unsupported = true;
	} else {
		nl->failed = true;
		if (!nl->may_fail)
			die("%s", nl->snl.why);
	}
}

void nl_open(struct nl *nl)
{
	*nl = (struct nl){ 0 };
	nl_take(nl, snl_open(&nl->snl));
}

void nl_try_open(struct nl *nl)
{
	*nl = (struct nl){ .may_fail = true };
	nl_take(nl, snl_open(&nl->snl));
}

void nl_close(struct nl *nl)
{
	snl_close(&nl->snl);
}

int nl_fd(const struct nl *nl)
{
	return snl_fd(&nl->snl);
}

void nl_need(const struct snl_msg *m)
{
	if (m->error)
		die("%s", m->error == -ENOMEM ? "out of memory" : strerror(-m->error));
}

void nl_do(struct nl *nl, struct snl_msg *m, snl_reply_fn fn, void *ctx)
{
	if (nl->failed) {
		snl_release(m);
		return;
	}
	nl->snl.meant = nl->expect || nl->may_fail ? NULL : nl_meant;
	nl_take(nl, snl_do(&nl->snl, m, fn, ctx));
}

void nl_dump(struct nl *nl, struct snl_msg *m, void (*restart)(void *ctx), snl_reply_fn fn,
	     void *ctx)
{
	if (nl->failed) {
		restart(ctx);
		snl_release(m);
		return;
	}
	nl->snl.meant = nl->expect || nl->may_fail ? NULL : nl_meant;
	nl_take(nl, snl_dump(&nl->snl, m, restart, fn, ctx));
}

void nl_subscribe(struct nl *nl)
{
	if (!nl->failed)
		nl_take(nl, snl_subscribe(&nl->snl));
}

bool nl_events_read(struct nl *nl, const struct snl_follower *f)
{
	int more = snl_events(&nl->snl, f);

	if (more < 0)
		nl_take(nl, more);
	return more;
}

void nl_events(struct nl *nl, const struct snl_follower *f)
{
	while (nl_events_read(nl, f))
		;
}
