// SPDX-License-Identifier: GPL-2.0-only
/* seastar mark: named copies of the counts, from which later commands count. */
#include <errno.h>
#include <time.h>

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/netlink/nl.h"
#include "tools/seastar/netlink/replies.h"

#include "cmd.h"

/* Output a mark; a lease that never ends is null. */
static void mark_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_MARK_MAX + 1];
	uint64_t ns, lease;
	time_t seconds;
	char when[32];

	snl_attributes(m, tb, SEASTAR_A_MARK_MAX);
	ns = snl_u64(tb[SEASTAR_A_MARK_TIME]);
	lease = snl_u32(tb[SEASTAR_A_MARK_LEASE]);
	seconds = ns / 1000000000;
	strftime(when, sizeof(when), "%F %T", localtime(&seconds));
	out_str("name", "name", snl_str(tb[SEASTAR_A_MARK_NAME]));
	out_u64("id", "id", snl_u64(tb[SEASTAR_A_MARK_ID]));
	out_u64("cycle", "cycle", snl_u64(tb[SEASTAR_A_MARK_CYCLE]));
	out_cell("time", "%s", when);
	out_u64("time_ns", NULL, ns);
	out_u64_if(lease, "lease_seconds", "lease", lease);
}

/* Print a new mark; its id is for programs only. */
static void print_new(const struct nlmsghdr *reply, void *ctx)
{
	(void)ctx;
	if (!print_is_json())
		return;
	out_open(NULL);
	mark_out(reply);
	out_close();
}

enum { LEASE };

static const struct keyword mark_keywords[] = {
	[LEASE] = { .name = "lease", .value = "SECONDS", .min = 1, .max = UINT32_MAX,
		    .unit = "seconds", .help = "forget the mark after this time" },
	{ 0 }
};

static void mark_add(struct args *a)
{
	const char *dev = args_device(a), *name = args_value(a, "the mark's name");
	uint64_t seen = 0;
	struct snl_msg m;
	struct nl nl;

	snl_start(&m, SEASTAR_CMD_MARK_NEW);
	snl_put_str(&m, SEASTAR_A_MARK_DEV, dev);
	snl_put_str(&m, SEASTAR_A_MARK_NAME, name);
	while (args_more(a)) {
		keyword_take(a, mark_keywords, &seen);
		snl_put_u32(&m, SEASTAR_A_MARK_LEASE, keyword_number(a, &mark_keywords[LEASE]));
	}
	nl_open(&nl);
	nl.expect = EEXIST;
	nl_do(&nl, &m, print_new, NULL);
	if (nl.met)
		die("%s already has a mark '%s': 'seastar mark del %s %s' forgets it",
		    dev, name, dev, name);
	nl_close(&nl);
}

static void mark_show(struct args *a)
{
	struct replies marks = { 0 };
	struct snl_msg m;
	struct nl nl;

	snl_start(&m, SEASTAR_CMD_MARK_GET);
	snl_put_str(&m, SEASTAR_A_MARK_DEV, args_device(a));
	args_end(a);
	nl_open(&nl);
	nl_dump(&nl, &m, replies_forget, replies_keep, &marks);
	nl_close(&nl);
	out_table(NULL, "no marks");
	replies_out(&marks, mark_out);
	out_close();
}

static void mark_del(struct args *a)
{
	struct snl_msg m;
	struct nl nl;

	snl_start(&m, SEASTAR_CMD_MARK_DEL);
	snl_put_str(&m, SEASTAR_A_MARK_DEV, args_device(a));
	snl_put_str(&m, SEASTAR_A_MARK_NAME, args_value(a, "the mark's name"));
	args_end(a);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static const struct command mark_commands[] = {
	{ .name = "add", .run = mark_add, .usage = "DEV NAME",
	  .help = "Keep the present counts under a name, for 'since' of stats, hist, link and latency show",
	  .keywords = mark_keywords },
	{ .name = "del", .run = mark_del, .usage = "DEV NAME", .help = "Forget a mark" },
	{ .name = "show", .run = mark_show, .usage = "DEV", .help = "Show the marks of a device" },
	{ 0 }
};

void cmd_mark(struct args *a)
{
	object_run("mark", mark_commands, a);
}
