// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim map: show the fabric of results as a page for browsers. */
#include <stdlib.h>

#include "sim/base/file.h"
#include "sim/base/memory.h"
#include "sim/report/map.h"

#include "cmd.h"
#include "selection.h"

/**
 * struct request - the parsed command line
 * @shared: common options: the output, a page
 * @of: the results to show
 */
struct request {
	struct command_options shared;
	struct selection of;
};

static const struct argp_option options[] = {
	OPTION_OUTPUT("the page"),
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case ARGP_KEY_END:
		selection_needed(&r->of);
		command_needs_output(&r->shared);
		break;
	default:
		return selection_option(&r->of, &r->shared, key, arg);
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
	made = made && file_write(r->shared.output, page, size, err);
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
