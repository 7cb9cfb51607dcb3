// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim map: the fabric of results, to be looked at in a browser. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/base/file.h"
#include "sim/base/memory.h"
#include "sim/report/map.h"

#include "cmd.h"

/**
 * struct request - what the command line asks for
 * @output: file of the page
 * @results: of all files
 * @keep: assignments that choose among them
 * @kept: how many those are
 */
struct request {
	const char *output;
	struct results results;
	char **keep;
	u32 kept;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "the page", 0 },
	{ 0 }
};

static void take_word(char *word, struct request *r)
{
	struct sim_error err;

	if (strchr(word, '=') && access(word, F_OK)) {
		r->keep = sim_grow(r->keep, r->kept + 1, sizeof(r->keep[0]));
		r->keep[r->kept++] = word;
	} else if (!results_read(&r->results, word, &err)) {
		exit(complain(EXIT_FAILURE, "%s", err.text));
	}
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case 'o':
		r->output = arg;
		break;
	case ARGP_KEY_ARG:
		take_word(arg, r);
		break;
	case ARGP_KEY_END:
		if (!r->results.count)
			exit(complain(EXIT_USAGE, "files of results are needed"));
		if (!r->output)
			exit(complain(EXIT_USAGE, "-o FILE is missing"));
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static bool make_map(struct request *r, struct sim_error *err)
{
	bool made = true;
	size_t size;
	char *page;
	FILE *to;

	for (u32 i = 0; i < r->kept && made; i++)
		made = results_keep(&r->results, r->keep[i], err);
	to = sim_need(open_memstream(&page, &size));
	made = made && map_write(&r->results, to, err);
	fclose(to);
	made = made && file_write(r->output, page, size, err);
	free(page);
	return made;
}

int cmd_map(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse_option, .args_doc = "FILE... [KEY=VALUE...]",
		.doc = "Draw the links and nodes of results as a page of HTML that needs nothing else: choose a run, a metric, a plane or a group, and point at a link.",
	};
	struct request r = { 0 };
	struct sim_error err;
	bool made;

	command_parse(&argp, argc, argv, &r);
	made = make_map(&r, &err);
	results_free(&r.results);
	free(r.keep);
	return made ? EXIT_SUCCESS : complain(EXIT_FAILURE, "%s", err.text);
}
