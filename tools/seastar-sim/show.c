// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim show: print saved results as text. */
#include <stdlib.h>

#include "sim/result/print.h"

#include "cmd.h"
#include "selection.h"

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	return selection_option(state->input, NULL, key, arg);
}

int cmd_show(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse_option, .args_doc = "FILE... [KEY=VALUE...]",
		.doc = "Print kept results as 'seastar-sim run -t' prints a new one.\vNothing is run. With KEY=VALUE only results of such experiments are shown.",
	};
	struct selection s = { 0 };
	struct sim_error err;
	bool good;

	command_parse(&argp, argc, argv, &s);
	good = selection_choose(&s, &err);
	for (u32 i = 0; i < s.results.count && good; i++) {
		if (i)
			putchar('\n');
		sim_result_text(s.results.at[i], stdout);
	}
	selection_free(&s);
	return good ? EXIT_SUCCESS : complain(EXIT_FAILURE, "%s", err.text);
}
