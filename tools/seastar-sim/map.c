// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim map: the fabric of results, to be looked at in a browser. */
#include <stdlib.h>

#include "sim/base/file.h"
#include "sim/base/memory.h"
#include "sim/report/map.h"

#include "cmd.h"
#include "selection.h"

/**
 * struct request - what the command line asks for
 * @output: file of the page
 * @of: the results
 */
struct request {
	const char *output;
	struct selection of;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "the page", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case 'o':
		r->output = arg;
		break;
	case ARGP_KEY_ARG:
		selection_word(&r->of, arg);
		break;
	case ARGP_KEY_END:
		selection_needed(&r->of);
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
	size_t size;
	char *page;
	FILE *to = sim_need(open_memstream(&page, &size));
	bool made = selection_choose(&r->of, err) && map_write(&r->of.results, to, err);

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
	selection_free(&r.of);
	return made ? EXIT_SUCCESS : complain(EXIT_FAILURE, "%s", err.text);
}
