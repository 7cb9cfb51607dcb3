// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/base/memory.h"

#include "selection.h"

void selection_keep(struct selection *s, char *assignment)
{
	s->keep = sim_grow(s->keep, s->kept + 1, sizeof(s->keep[0]));
	s->keep[s->kept++] = assignment;
}

void selection_word(struct selection *s, char *word)
{
	struct sim_error err;

	if (strchr(word, '=') && access(word, F_OK))
		selection_keep(s, word);
	else if (!results_read(&s->results, word, &err))
		exit(complain(EXIT_FAILURE, "%s", err.text));
}

void selection_needed(const struct selection *s)
{
	if (!s->results.count)
		exit(complain(EXIT_USAGE, "files of results are needed"));
}

error_t selection_option(struct selection *s, struct command_options *o, int key, char *arg)
{
	switch (key) {
	case ARGP_KEY_ARG:
		selection_word(s, arg);
		return 0;
	case ARGP_KEY_END:
		selection_needed(s);
		return 0;
	default:
		return o ? command_option(o, key, arg) : ARGP_ERR_UNKNOWN;
	}
}

bool selection_choose(struct selection *s, struct sim_error *err)
{
	for (u32 i = 0; i < s->kept; i++)
		if (!results_keep(&s->results, s->keep[i], err))
			return false;
	return true;
}

void selection_free(struct selection *s)
{
	results_free(&s->results);
	free(s->keep);
}
