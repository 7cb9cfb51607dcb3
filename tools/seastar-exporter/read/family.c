// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "family.h"

#define PATIENCE	5	/* seconds: a monitor must not hang when the driver does */

/* The receiver of the replies to a request. */
struct taker {
	int max;
	void (*restart)(void *ctx);
	void (*fn)(const struct reply *r, void *ctx);
	void *ctx;
};

/*
 * Return true if the module is loaded. A request for the family would load it, which a monitor must
 * not do.
 */
static bool module_is_there(void)
{
	return !access("/sys/class/seastar", F_OK);
}

int family_open(struct snl *nl)
{
	if (!module_is_there())
		return -ENOENT;
	nl->patience = PATIENCE;
	return snl_is_open(nl) ? snl_find(nl) : snl_open(nl);
}

static void family_restart(void *ctx)
{
	struct taker *t = ctx;

	if (t->restart)
		t->restart(t->ctx);
}

static void family_take(const struct nlmsghdr *message, void *ctx)
{
	struct taker *t = ctx;
	const struct nlattr *tb[t->max + 1];
	struct reply r = { .tb = tb, .message = message };

	snl_attributes(message, tb, t->max);
	t->fn(&r, t->ctx);
}

static void build(struct snl_msg *m, const struct request *r)
{
	snl_start(m, r->command);
	if (r->dev_attr)
		snl_put_str(m, r->dev_attr, r->dev);
}

int family_ask(struct snl *nl, const struct request *r, int max, void (*restart)(void *ctx),
	       void (*fn)(const struct reply *r, void *ctx), void *ctx)
{
	struct taker t = { .max = max, .restart = restart, .fn = fn, .ctx = ctx };
	int err = snl_is_open(nl) ? 0 : family_open(nl);
	struct snl_msg m;

	if (err)
		return err;
	build(&m, r);
	return r->dump ? snl_dump(nl, &m, family_restart, family_take, &t) :
			 snl_do(nl, &m, family_take, &t);
}

void attr_copy(const struct nlattr *a, void *to, size_t size)
{
	memset(to, 0, size);
	snl_array(a, to, size, 1);
}
