// SPDX-License-Identifier: GPL-2.0-only
/* seastar commit: changes of several devices at once, to be confirmed or undone. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/commit/commit.h"
#include "tools/seastar/commit/show.h"
#include "tools/seastar/conf/outcome.h"
#include "tools/seastar/netlink/nl.h"
#include "tools/seastar/netlink/replies.h"

#include "cmd.h"

/* Take the time-out, which holds for all devices and may stand anywhere. */
static void take_timeout(const struct args *a, const struct settings *s, uint32_t *timeout)
{
	if (s->confirm && *timeout)
		args_die(a, "'confirm' is given twice");
	if (s->confirm)
		*timeout = s->confirm;
}

static void commit_set(struct args *a)
{
	struct settings *s = NULL;
	uint32_t timeout = 0;
	size_t n = 0;

	args_take(a, "dev");
	do {
		s = resize(s, n + 1, sizeof(*s));
		args_commit_settings(a, &s[n]);
		take_timeout(a, &s[n++], &timeout);
	} while (args_take(a, "dev"));
	args_end(a);
	config_commit(s, n, timeout);
	while (n--)
		settings_free(&s[n]);
	free(s);
}

/* Refuse to confirm or extend a candidate of an experiment that the user may not know of. */
static void refuse_experiment(const struct nlmsghdr *m, bool extend)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];
	unsigned long long id = config_id(m);
	int end = 0;

	snl_attributes(m, tb, SEASTAR_A_CONFIG_MAX);
	if (tb[SEASTAR_A_CONFIG_COMMENT] &&
	    !sscanf(snl_str(tb[SEASTAR_A_CONFIG_COMMENT]), TUNE_COMMENT "%*d.%*x%n", &end) && end)
		die("commit %llu is a trial of a running 'seastar tune': wait for its end or interrupt it; 'seastar commit %s %llu%s",
		    id, extend ? "extend" : "confirm", id,
		    extend ? " SECONDS' extends the trial" : "' keeps the trial's settings");
}

/*
 * Return the id of the commit that waits to be confirmed, for a command; end the program unless
 * there is exactly one.
 */
static uint64_t only_commit(struct nl *nl, uint8_t config_command)
{
	struct replies pending = { 0 };
	uint64_t id;

	config_read_pending(nl, &pending);
	if (!pending.n)
		die("no commit waits to be confirmed: 'journalctl -k' names those that were not in time");
	if (pending.n > 1)
		die("%zu commits wait to be confirmed, from %" PRIu64 " to %" PRIu64 ": give the id of one; see 'seastar commit show'",
		    pending.n, config_id(pending.reply[0]),
		    config_id(pending.reply[pending.n - 1]));
	id = config_id(pending.reply[0]);
	/* a trial that is cancelled ends at the former settings */
	if (config_command != SEASTAR_CMD_CONFIG_CANCEL)
		refuse_experiment(pending.reply[0], config_command == SEASTAR_CMD_CONFIG_EXTEND);
	replies_forget(&pending);
	free(pending.reply);
	return id;
}

/*
 * Send a request about the commit that the next word names, or about the only one; return its id.
 */
static uint64_t commit_ask(struct args *a, uint8_t config_command, bool extend)
{
	bool named = args_more(a) && (!extend || a->word[1]);
	uint64_t id = named ? args_number(a, "the commit's id", NULL, 0, UINT64_MAX) : 0;
	uint32_t timeout = extend ? args_timeout(a, "the time left") : 0;
	struct snl_msg m;
	struct nl nl;

	args_end(a);
	nl_open(&nl);
	if (!named)
		id = only_commit(&nl, config_command);
	snl_start(&m, config_command);
	snl_put_u64(&m, SEASTAR_A_CONFIG_ID, id);
	if (extend)
		snl_put_u32(&m, SEASTAR_A_CONFIG_TIMEOUT, timeout);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
	return id;
}

static void commit_confirm(struct args *a)
{
	outcome_record(commit_ask(a, SEASTAR_CMD_CONFIG_CONFIRM, false), HISTORY_MADE);
}

static void commit_cancel(struct args *a)
{
	outcome_record(commit_ask(a, SEASTAR_CMD_CONFIG_CANCEL, false), HISTORY_CANCELLED);
}

static void commit_extend(struct args *a)
{
	commit_ask(a, SEASTAR_CMD_CONFIG_EXTEND, true);
}

/* Print a pending commit with its owner and its comment. */
static void pending_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];

	snl_attributes(m, tb, SEASTAR_A_CONFIG_MAX);
	config_out(m);
	out_str("owner", "    made by %s, ", snl_str(tb[SEASTAR_A_CONFIG_OWNER]));
	out_u64("owner_uid", "uid %s", snl_u32(tb[SEASTAR_A_CONFIG_OWNER_UID]));
	if (tb[SEASTAR_A_CONFIG_COMMENT])
		out_str("comment", ": %s", snl_str(tb[SEASTAR_A_CONFIG_COMMENT]));
	out_text("\n");
}

static void commit_show(struct args *a)
{
	struct replies replies = { 0 };
	struct nl nl;

	args_end(a);
	nl_open(&nl);
	config_read_pending(&nl, &replies);
	nl_close(&nl);
	out_list(NULL);
	replies_out(&replies, pending_out);
	out_close();
}

static const struct command commit_commands[] = {
	{ .name = "set", .run = commit_set,
	  .usage = "[dev] DEV SETTINGS [dev DEV SETTINGS]...",
	  .help = "Change settings of several devices, of all or of none",
	  .keywords = commit_keywords, .rules = commit_rules },
	{ .name = "show", .run = commit_show, .usage = "",
	  .help = "Show the commits that wait to be confirmed" },
	{ .name = "confirm", .run = commit_confirm, .usage = "[ID]",
	  .help = "Keep the changes of a commit" },
	{ .name = "cancel", .run = commit_cancel, .usage = "[ID]", .help = "Undo a commit now" },
	{ .name = "extend", .run = commit_extend, .usage = "[ID] SECONDS",
	  .help = "Set the time that a commit has left" },
	{ 0 }
};

void cmd_commit(struct args *a)
{
	object_run("commit", commit_commands, a);
}
