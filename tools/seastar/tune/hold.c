// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/wait.h"
#include "tools/seastar/commit/commit.h"
#include "tools/seastar/commit/show.h"

#include "hold.h"

#define RETRY_MS	200	/* ms from one try of a request to the next */

bool hold_is_due(const struct hold *h)
{
	return clock_ms() + HOLD_MS >= h->until + HOLD_EXTEND_MS;
}

bool hold_failed(struct hold *h, char why[TUNE_WHY])
{
	if (!h->nl.failed)
		return false;
	snprintf(why, TUNE_WHY, "%.*s", TUNE_WHY - 1, h->nl.snl.why);
	nl_close(&h->nl);
	nl_try_open(&h->nl);
	return true;
}

static bool is_ours(const struct hold *h, const struct nlmsghdr *commit)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];

	snl_attributes(commit, tb, SEASTAR_A_CONFIG_MAX);
	return !strcmp(snl_str(tb[SEASTAR_A_CONFIG_COMMENT]), h->comment) &&
	       commit_names(commit, h->dev);
}

/* Set @found to our pending commit, to be freed, or NULL; return false if reading them fails. */
static bool find_ours(struct hold *h, struct nlmsghdr **found)
{
	struct replies pending = { 0 };
	struct nlmsghdr *ours = NULL;
	char why[TUNE_WHY];
	bool failed;

	config_read_pending(&h->nl, &pending);
	failed = hold_failed(h, why);
	if (failed)
		replies_forget(&pending);
	for (size_t i = 0; i < pending.n; i++) {
		if (!ours && is_ours(h, pending.reply[i]))
			ours = pending.reply[i];
		else
			free(pending.reply[i]);
	}
	free(pending.reply);
	*found = ours;
	return !failed;
}

/* Return true if a new connection found that the module was removed, which ends all commits. */
static bool module_is_gone(const struct hold *h)
{
	return h->nl.failed && snl_is_open(&h->nl.snl) && !h->nl.snl.family;
}

/* Search the pending commits for ours, for HOLD_MS if the search fails; return it or NULL. */
static struct nlmsghdr *look_for_ours(struct hold *h)
{
	uint64_t until = clock_ms() + HOLD_MS;
	struct nlmsghdr *ours = NULL;

	while (!module_is_gone(h) && !find_ours(h, &ours) && clock_ms() < until)
		wait_ms(RETRY_MS);
	return ours;
}

struct nlmsghdr *hold_commit(struct hold *h, struct snl_msg *m, uint32_t ms, char why[TUNE_WHY])
{
	struct nlmsghdr *commit = NULL;
	struct replies replies = { 0 };

	snl_put_u32(m, SEASTAR_A_CONFIG_TIMEOUT, ms);
	config_put_comment(m, h->comment);
	nl_do(&h->nl, m, replies_keep, &replies);
	if (replies.n)
		commit = replies.reply[0];
	free(replies.reply);
	if (!hold_failed(h, why) && !commit)
		snprintf(why, TUNE_WHY, "the kernel's answer to the commit is missing");
	return commit ?: look_for_ours(h);
}

bool hold_begin(struct hold *h, struct snl_msg *m, char why[TUNE_WHY])
{
	uint64_t until = clock_ms() + HOLD_MS;
	struct nlmsghdr *commit = hold_commit(h, m, HOLD_MS, why);

	if (!commit)
		return false;
	h->id = config_id(commit);
	h->generation = config_generation(commit);
	h->until = until;
	h->unsure = false;
	free(commit);
	return true;
}

static enum hold_result ask_once(struct hold *h, uint8_t command, char why[TUNE_WHY])
{
	struct snl_msg m;

	if (module_is_gone(h))
		return HOLD_ENDED;
	snl_start(&m, command);
	snl_put_u64(&m, SEASTAR_A_CONFIG_ID, h->id);
	if (command == SEASTAR_CMD_CONFIG_EXTEND)
		snl_put_u32(&m, SEASTAR_A_CONFIG_TIMEOUT, HOLD_MS);
	h->nl.expect = ENOENT;
	h->nl.met = false;
	nl_do(&h->nl, &m, NULL, NULL);
	h->nl.expect = 0;
	if (hold_failed(h, why))
		return HOLD_FAILED;
	return h->nl.met ? HOLD_ENDED : HOLD_DONE;
}

/* Send a request until it is answered or the deadline has come. */
static enum hold_result ask(struct hold *h, uint8_t command, char why[TUNE_WHY])
{
	enum hold_result result;

	while ((result = ask_once(h, command, why)) == HOLD_FAILED) {
		h->unsure = true;
		if (clock_ms() >= h->until)
			break;
		wait_ms(RETRY_MS);
	}
	return result;
}

enum hold_result hold_extend(struct hold *h, char why[TUNE_WHY])
{
	uint64_t until = clock_ms() + HOLD_MS;
	enum hold_result result = ask(h, SEASTAR_CMD_CONFIG_EXTEND, why);

	if (result != HOLD_DONE)
		return result;
	h->until = until;
	h->unsure = false;
	return result;
}

enum hold_result hold_cancel(struct hold *h, char why[TUNE_WHY])
{
	enum hold_result result = ask(h, SEASTAR_CMD_CONFIG_CANCEL, why);

	if (result != HOLD_FAILED)
		h->id = 0;
	return result;
}
