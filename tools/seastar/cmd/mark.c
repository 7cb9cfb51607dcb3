// SPDX-License-Identifier: GPL-2.0-only
/* seastar mark: counters kept under a name, to count from. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

/* A table, or a list for JSON. */
struct list {
	struct table *table;
	struct json_object *json;
};

static void mark_row(struct table *t, const struct nlattr **tb)
{
	uint64_t ns = snl_u64(tb[SEASTAR_A_MARK_TIME]);
	time_t seconds = ns / 1000000000;
	char when[32];

	strftime(when, sizeof(when), "%F %T", localtime(&seconds));
	table_cell(t, "%s", snl_str(tb[SEASTAR_A_MARK_NAME]));
	table_cell(t, "%" PRIu64, snl_u64(tb[SEASTAR_A_MARK_ID]));
	table_cell(t, "%" PRIu64, snl_u64(tb[SEASTAR_A_MARK_CYCLE]));
	table_cell(t, "%s", when);
	if (snl_u32(tb[SEASTAR_A_MARK_LEASE]))
		table_cell(t, "%u", snl_u32(tb[SEASTAR_A_MARK_LEASE]));
	else
		table_cell(t, "-");
}

/* No lease is null, as it is no number of seconds. */
static struct json_object *mark_json(const struct nlattr **tb)
{
	struct json_object *o = json_object_new_object();

	json_add_str(o, "name", snl_str(tb[SEASTAR_A_MARK_NAME]));
	json_add_u64(o, "id", snl_u64(tb[SEASTAR_A_MARK_ID]));
	json_add_u64(o, "cycle", snl_u64(tb[SEASTAR_A_MARK_CYCLE]));
	json_add_u64(o, "time_ns", snl_u64(tb[SEASTAR_A_MARK_TIME]));
	if (snl_u32(tb[SEASTAR_A_MARK_LEASE]))
		json_add_u64(o, "lease_seconds", snl_u32(tb[SEASTAR_A_MARK_LEASE]));
	else
		json_object_object_add(o, "lease_seconds", NULL);
	return o;
}

static void begin_list(void *ctx)
{
	static const char *const heads[] = { "name", "id", "cycle", "time", "lease", NULL };
	struct list *l = ctx;

	if (print_is_json()) {
		json_object_put(l->json);
		l->json = json_object_new_array();
	} else if (!l->table) {
		l->table = table_new(heads);
	}
}

static void add_mark(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_MARK_MAX + 1];
	struct list *l = ctx;

	snl_attributes(reply, tb, SEASTAR_A_MARK_MAX);
	if (l->json)
		json_object_array_add(l->json, mark_json(tb));
	else
		mark_row(l->table, tb);
}

static void print_new(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_MARK_MAX + 1];

	(void)ctx;
	snl_attributes(reply, tb, SEASTAR_A_MARK_MAX);
	if (print_is_json())
		print_json(mark_json(tb));
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
	struct list l = { 0 };
	struct snl_msg m;
	struct nl nl;

	snl_start(&m, SEASTAR_CMD_MARK_GET);
	snl_put_str(&m, SEASTAR_A_MARK_DEV, args_device(a));
	args_end(a);
	nl_open(&nl);
	nl_dump(&nl, &m, begin_list, add_mark, &l);
	nl_close(&nl);
	if (l.json)
		print_json(l.json);
	else
		table_print(l.table);
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
	  .help = "Name the present counts, to count from them later",
	  .keywords = mark_keywords },
	{ .name = "del", .run = mark_del, .usage = "DEV NAME", .help = "Forget a mark" },
	{ .name = "show", .run = mark_show, .usage = "DEV", .help = "Show the marks of a device" },
	{ 0 }
};

void cmd_mark(struct args *a)
{
	cmd_run("mark", mark_commands, a);
}
