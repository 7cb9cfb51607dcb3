// SPDX-License-Identifier: GPL-2.0-only
/* Application of the settings that seastar whatif found best, as a commit to be confirmed. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/seastar/aging/settings.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/netlink/replies.h"

#include "whatif.h"

#define MAX_WORDS	16

void whatif_command(const struct whatif *w, const struct candidate *c, const char *seconds,
		    char *text, size_t room)
{
	snprintf(text, room, "seastar age set %s %s generation %" PRIu64 " confirm %s",
		 w->s.device, c->words, w->s.generation, seconds);
}

/* Cut @text into words in place: @word points into it. */
static void split(char *text, char **word)
{
	size_t n = 0;
	char *rest = text;

	do
		word[n] = strsep(&rest, " ");
	while (word[n++] && n < MAX_WORDS);
}

struct nlmsghdr *whatif_apply(const struct whatif *w, const char *seconds, char *why, size_t room)
{
	char command[256], *word[MAX_WORDS];
	struct args a = { .object = "age", .command = "set" };
	struct nlmsghdr *commit = NULL;
	struct replies replies = { 0 };
	struct settings s;
	struct snl_msg m;
	struct nl nl;

	whatif_command(w, &w->candidate[w->best], seconds, command, sizeof(command));
	split(command, word);
	a.word = &word[3];	/* skip "seastar age set" */
	args_settings(&a, &s);
	snl_start(&m, SEASTAR_CMD_CONFIG_COMMIT);
	settings_put(&m, &s);
	snl_put_u32(&m, SEASTAR_A_CONFIG_TIMEOUT, s.confirm);
	nl_try_open(&nl);
	nl_do(&nl, &m, replies_keep, &replies);
	nl_close(&nl);
	settings_free(&s);
	if (replies.n)
		commit = replies.reply[0];
	else
		snprintf(why, room, "%s", nl.failed ? nl.snl.why :
			 "the kernel's answer to the commit is missing");
	free(replies.reply);
	return commit;
}
