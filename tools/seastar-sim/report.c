// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim report: results as one page of HTML. */
#include <stdlib.h>

#include "sim/base/file.h"
#include "sim/base/memory.h"
#include "sim/report/report.h"

#include "cmd.h"

struct request {
	const char *output;
	char **files;
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
	case ARGP_KEY_ARGS:
		r->files = state->argv + state->next;
		break;
	case ARGP_KEY_END:
		if (!r->files)
			exit(complain(EXIT_USAGE, "files of results are needed"));
		if (!r->output)
			exit(complain(EXIT_USAGE, "-o FILE is missing"));
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static bool make_report(const struct request *r, struct sim_error *err)
{
	struct results results = { 0 };
	size_t size;
	char *page;
	FILE *to = sim_need(open_memstream(&page, &size));
	bool made;

	made = results_read_all(&results, r->files, err) && report_write(&results, to, err);
	fclose(to);
	made = made && file_write(r->output, page, size, err);
	free(page);
	results_free(&results);
	return made;
}

int cmd_report(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse_option, .args_doc = "FILE...",
		.doc = "Bind results of 'seastar-sim run' or 'sweep' into one page of HTML that needs nothing else.",
	};
	struct request r = { 0 };
	struct sim_error err;

	command_parse(&argp, argc, argv, &r);
	if (!make_report(&r, &err))
		return complain(EXIT_FAILURE, "%s", err.text);
	return EXIT_SUCCESS;
}
