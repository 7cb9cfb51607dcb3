// SPDX-License-Identifier: GPL-2.0-only
/* seastar config: changes of several devices at once, to be confirmed or undone. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "config.h"
#include "nl.h"
#include "print.h"
#include "replies.h"
#include "show.h"

static const char *const state_names[SEASTAR_CONFIG_STATES] = {
	[SEASTAR_CONFIG_CHECKED] = "checked",
	[SEASTAR_CONFIG_COMMITTED] = "committed",
	[SEASTAR_CONFIG_PENDING] = "pending",
	[SEASTAR_CONFIG_CONFIRMED] = "confirmed",
	[SEASTAR_CONFIG_CANCELLED] = "cancelled",
	[SEASTAR_CONFIG_EXPIRED] = "expired",
	[SEASTAR_CONFIG_FAILED] = "failed",
};

const char *config_state(const struct nlattr *state)
{
	uint32_t i = attr_u32(state);

	return i < SEASTAR_CONFIG_STATES ? state_names[i] : "unknown";
}

static void devices_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_DEV_MAX + 1];
	const struct nlattr *a;
	const char *separator = ": ";

	mnl_attr_for_each(a, m, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) != SEASTAR_A_CONFIG_DEV)
			continue;
		nl_nested(a, tb, SEASTAR_A_CONFIG_DEV_MAX);
		printf("%s%s generation %" PRIu64, separator,
		       attr_str(tb[SEASTAR_A_CONFIG_DEV_NAME]),
		       attr_u64(tb[SEASTAR_A_CONFIG_DEV_GENERATION]));
		separator = ", ";
	}
}

void config_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];

	nl_attributes(m, tb, SEASTAR_A_CONFIG_MAX);
	if (tb[SEASTAR_A_CONFIG_ID])
		printf("commit %" PRIu64 " ", attr_u64(tb[SEASTAR_A_CONFIG_ID]));
	printf("%s", config_state(tb[SEASTAR_A_CONFIG_STATE]));
	if (tb[SEASTAR_A_CONFIG_REMAINING])
		printf(", %s s left", text_real(attr_u32(tb[SEASTAR_A_CONFIG_REMAINING]) / 1e3, 3));
	devices_text(m);
	putchar('\n');
}

static struct json_object *devices_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_DEV_MAX + 1];
	struct json_object *list = json_object_new_array(), *o;
	const struct nlattr *a;

	mnl_attr_for_each(a, m, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) != SEASTAR_A_CONFIG_DEV)
			continue;
		nl_nested(a, tb, SEASTAR_A_CONFIG_DEV_MAX);
		o = json_object_new_object();
		json_add_str(o, "device", attr_str(tb[SEASTAR_A_CONFIG_DEV_NAME]));
		json_add_u64(o, "generation", attr_u64(tb[SEASTAR_A_CONFIG_DEV_GENERATION]));
		json_object_array_add(list, o);
	}
	return list;
}

struct json_object *config_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];
	struct json_object *o = json_object_new_object();

	nl_attributes(m, tb, SEASTAR_A_CONFIG_MAX);
	if (tb[SEASTAR_A_CONFIG_ID])
		json_add_u64(o, "id", attr_u64(tb[SEASTAR_A_CONFIG_ID]));
	json_add_str(o, "state", config_state(tb[SEASTAR_A_CONFIG_STATE]));
	if (tb[SEASTAR_A_CONFIG_REMAINING])
		json_add_real(o, "remaining", attr_u32(tb[SEASTAR_A_CONFIG_REMAINING]) / 1e3, 3);
	json_object_object_add(o, "devices", devices_json(m));
	return o;
}

bool config_names(const struct nlmsghdr *m, const char *dev)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_DEV_MAX + 1];
	const struct nlattr *a;

	mnl_attr_for_each(a, m, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) != SEASTAR_A_CONFIG_DEV)
			continue;
		nl_nested(a, tb, SEASTAR_A_CONFIG_DEV_MAX);
		if (!strcmp(attr_str(tb[SEASTAR_A_CONFIG_DEV_NAME]), dev))
			return true;
	}
	return false;
}

static void print_reply(const struct nlmsghdr *m, void *ctx)
{
	(void)ctx;
	if (print_is_json())
		print_json(config_json(m));
	else
		config_text(m);
}

static void send_commit(const struct settings *s, size_t n, uint32_t timeout, bool check)
{
	struct msg m;
	struct nl nl;
	size_t i;

	msg_start(&m, SEASTAR_CMD_CONFIG_COMMIT);
	for (i = 0; i < n; i++)
		settings_put(&m, &s[i]);
	if (timeout)
		msg_put_u32(&m, SEASTAR_A_CONFIG_TIMEOUT, timeout);
	if (check)
		msg_put(&m, SEASTAR_A_CONFIG_CHECK, NULL, 0);
	nl_open(&nl);
	nl_do(&nl, &m, print_reply, NULL);
	nl_close(&nl);
}

void config_commit(const struct settings *s, size_t n, uint32_t timeout)
{
	send_commit(s, n, timeout, false);
}

/* One time-out for all devices, wherever it stands. */
static void take_timeout(const struct args *a, const struct settings *s, uint32_t *timeout)
{
	if (s->confirm && *timeout)
		args_die(a, "'confirm' is given twice");
	if (s->confirm)
		*timeout = s->confirm;
}

static void take_commit(struct args *a, bool check)
{
	struct settings *s = NULL;
	uint32_t timeout = 0;
	size_t n = 0;

	args_take(a, "dev");
	do {
		s = resize(s, n + 1, sizeof(*s));
		args_settings(a, &s[n]);
		take_timeout(a, &s[n++], &timeout);
	} while (args_take(a, "dev"));
	args_end(a);
	send_commit(s, n, timeout, check);
	while (n--)
		settings_free(&s[n]);
	free(s);
}

static void do_commit(struct args *a)
{
	take_commit(a, false);
}

static void do_check(struct args *a)
{
	take_commit(a, true);
}

/* Ask something of the commit that the next word names. */
static void ask(struct args *a, uint8_t command, bool timeout)
{
	struct msg m;
	struct nl nl;

	msg_start(&m, command);
	msg_put_u64(&m, SEASTAR_A_CONFIG_ID, args_number(a, "the commit's id", 0, UINT64_MAX));
	if (timeout)
		msg_put_u32(&m, SEASTAR_A_CONFIG_TIMEOUT, args_timeout(a, "seconds"));
	args_end(a);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static void do_confirm(struct args *a)
{
	ask(a, SEASTAR_CMD_CONFIG_CONFIRM, false);
}

static void do_cancel(struct args *a)
{
	ask(a, SEASTAR_CMD_CONFIG_CANCEL, false);
}

static void do_extend(struct args *a)
{
	ask(a, SEASTAR_CMD_CONFIG_EXTEND, true);
}

static void do_show(struct args *a)
{
	struct replies replies = { 0 };
	struct msg m;
	struct nl nl;

	args_end(a);
	msg_start(&m, SEASTAR_CMD_CONFIG_GET);
	nl_open(&nl);
	nl_dump(&nl, &m, replies_forget, replies_keep, &replies);
	nl_close(&nl);
	replies_print(&replies, config_text, config_json);
}

static const struct command commands[] = {
	{ "show", do_show, "", "Show the commits that wait to be confirmed" },
	{ "commit", do_commit,
	  "[dev] DEV SETTINGS... [dev DEV SETTINGS...]... [confirm SECONDS]\n"
	  "       where a device's SETTINGS... are those of 'seastar age set'",
	  "Change settings of several devices, all or none" },
	{ "check", do_check,
	  "[dev] DEV SETTINGS... [dev DEV SETTINGS...]...",
	  "Check whether that is possible, and change nothing" },
	{ "confirm", do_confirm, "ID", "Keep what a commit has changed" },
	{ "cancel", do_cancel, "ID", "Undo it now" },
	{ "extend", do_extend, "ID SECONDS", "Give it this time, from now on" },
	{ 0 }
};

void cmd_config(struct args *a)
{
	cmd_run("config", commands, a);
}
