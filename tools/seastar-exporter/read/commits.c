// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "commits.h"

static void commits_forget(void *ctx)
{
	struct commits *c = ctx;

	c->n = 0;
	c->incomplete = false;
}

static void add(struct commits *c, const struct reply *r, const struct nlattr *dev)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_DEV_MAX + 1];
	struct commit *more;

	snl_nested(dev, tb, SEASTAR_A_CONFIG_DEV_MAX);
	more = realloc(c->commit, (c->n + 1) * sizeof(*more));
	if (!more) {
		c->incomplete = true;
		return;
	}
	c->commit = more;
	more[c->n] = (struct commit){
		.id = snl_u64(r->tb[SEASTAR_A_CONFIG_ID]),
		.remaining = snl_u32(r->tb[SEASTAR_A_CONFIG_REMAINING]),
	};
	snprintf(more[c->n].dev, sizeof(more->dev), "%s",
		 snl_str(tb[SEASTAR_A_CONFIG_DEV_NAME]));
	c->n++;
}

static void commits_remember(const struct reply *r, void *ctx)
{
	const struct nlattr *a;

	mnl_attr_for_each(a, r->message, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) == SEASTAR_A_CONFIG_DEV)
			add(ctx, r, a);
	}
}

int commits_read(struct snl *nl, struct commits *c)
{
	static const struct request request = {
		.command = SEASTAR_CMD_CONFIG_GET, .dump = true
	};
	struct commits fresh = { 0 };
	int err;

	err = family_ask(nl, &request, SEASTAR_A_CONFIG_MAX, commits_forget, commits_remember,
			 &fresh);
	if (!err && fresh.incomplete)
		err = -ENOMEM;
	commits_free(err ? &fresh : c);
	if (!err)
		*c = fresh;
	return err;
}

void commits_free(struct commits *c)
{
	free(c->commit);
	*c = (struct commits){ 0 };
}
