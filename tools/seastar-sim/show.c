// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim show: kept results as text. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/base/memory.h"
#include "sim/result/print.h"
#include "sim/result/results.h"

#include "cmd.h"

/**
 * struct request - what the command line asks for
 * @results: of all files
 * @keep: assignments that choose among them
 * @kept: how many those are
 */
struct request {
	struct results results;
	char **keep;
	u32 kept;
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;
	struct sim_error err;

	switch (key) {
	case ARGP_KEY_ARG:
		if (strchr(arg, '=') && access(arg, F_OK)) {
			r->keep = sim_grow(r->keep, r->kept + 1, sizeof(r->keep[0]));
			r->keep[r->kept++] = arg;
		} else if (!results_read(&r->results, arg, &err)) {
			exit(complain(EXIT_FAILURE, "%s", err.text));
		}
		break;
	case ARGP_KEY_END:
		if (!r->results.count)
			exit(complain(EXIT_USAGE, "files of results are needed"));
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

int cmd_show(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse_option, .args_doc = "FILE... [KEY=VALUE...]",
		.doc = "Print kept results as 'seastar-sim run -t' prints a new one.\vNothing is run. With KEY=VALUE only results of such experiments are shown.",
	};
	struct request r = { 0 };
	struct sim_error err;
	bool good = true;

	command_parse(&argp, argc, argv, &r);
	for (u32 i = 0; i < r.kept && good; i++)
		good = results_keep(&r.results, r.keep[i], &err);
	for (u32 i = 0; i < r.results.count && good; i++) {
		if (i)
			putchar('\n');
		sim_result_text(r.results.at[i], stdout);
	}
	results_free(&r.results);
	free(r.keep);
	return good ? EXIT_SUCCESS : complain(EXIT_FAILURE, "%s", err.text);
}
