// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim plot: pictures of results. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/file.h"
#include "sim/plot/plot.h"

#include "cmd.h"
#include "selection.h"

/* The parsed command line. */
struct request {
	struct plot_options options;
	struct command_options shared;
	struct selection of;
};

static const struct argp_option options[] = {
	OPTION_OUTPUT("the picture: FILE.svg, FILE.png, or FILE.gp, the script for gnuplot"),
	{ "by", 'b', "KEY,...", 0, "keys that distinguish curves (default: those that differ)", 0 },
	{ "against", 'a', "KEY", 0,
	  "key along the horizontal axis (default: load; of a search query_time; of completion times a number that varies, or names), or accepted: the accepted load",
	  0 },
	{ "where", 'w', "KEY=VALUE,...", 0, "the same as KEY=VALUE,... after the files", 0 },
	{ "x-axis", 'x', "FROM:TO", 0, "limits of the horizontal axis", 0 },
	{ "y-axis", 'y', "FROM:TO", 0, "limits of the vertical axis", 0 },
	{ "of", 'f', "QUANTITY", 0,
	  "quantity of a heat map: utilisation, stalled, blocked; of a heat map or a profile: injected, accepted, received, latency; of latency: mean, p99; of a search: time, use",
	  0 },
	{ "group", 'g', "GROUP", 0,
	  "group of a Dragonfly whose local links a heat map shows (default: mean of all groups)",
	  0 },
	{ "ns", LONG_ONLY('n'), NULL, 0,
	  "times in ns, and loads in flits per ns, as in any case where cycle times differ", 0 },
	FORMER_OPTION('n'),
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case 'b':
		r->options.by = arg;
		break;
	case 'a':
		r->options.against = arg;
		break;
	case 'f':
		r->options.of = arg;
		break;
	case 'g':
		r->options.group = arg;
		break;
	case 'n':
		command_former("-n", "--ns");
	case LONG_ONLY('n'):
		r->options.ns = true;
		break;
	case 'x':
	case 'y':
		r->options.limits[key - 'x'] = arg;
		break;
	case 'w':
		selection_keep(&r->of, arg);
		break;
	case ARGP_KEY_ARG:
		if (r->options.kind)
			selection_word(&r->of, arg);
		else
			r->options.kind = arg;
		break;
	case ARGP_KEY_END:
		if (!r->options.kind)
			exit(complain(EXIT_USAGE, "a kind of plot and files are needed"));
		selection_needed(&r->of);
		command_needs_output(&r->shared);
		break;
	default:
		return command_option(&r->shared, key, arg);
	}
	return 0;
}

static void print_kinds(FILE *to)
{
	fputs("KIND is one of\n", to);
	plot_list(to);
}

/* List the kinds below the options, from their table. */
static char *list_kinds(int key, const char *text, void *input)
{
	(void)input;
	return command_list(key, text, print_kinds);
}

static bool make_plot(struct request *r, struct sim_error *err)
{
	struct picture picture = { 0 };
	bool made;

	made = picture_format_of(r->shared.output, &r->options.format, err) &&
	       selection_choose(&r->of, err) &&
	       plot_draw(&r->of.results, &r->options, &picture, err) == PLOT_DRAWN &&
	       file_write(r->shared.output, picture.bytes, picture.size, err);
	free(picture.bytes);
	selection_free(&r->of);
	return made;
}

int cmd_plot(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse_option, .args_doc = "KIND FILE... [KEY=VALUE...]",
		.help_filter = list_kinds,
		.doc =
			"Draw results of 'seastar-sim run' or 'sweep'. With KEY=VALUE,... only results of experiments with one of the values count.\v",
	};
	struct request r = { 0 };
	struct sim_error err;

	command_parse(&argp, argc, argv, &r);
	if (!make_plot(&r, &err))
		return complain(EXIT_FAILURE, "%s", err.text);
	return EXIT_SUCCESS;
}
