// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim report: results as one page of HTML. */
#include <stdlib.h>

#include "sim/base/file.h"
#include "sim/base/memory.h"
#include "sim/report/compare.h"
#include "sim/report/report.h"

#include "cmd.h"
#include "selection.h"

/**
 * struct request - the parsed command line
 * @shared: common options: the output, a page
 * @of: the results to report
 * @compares: the page has a line per experiment, rather than a row per run
 * @comparison: keys of a comparison, and the directory for scripts of pictures
 */
struct request {
	struct command_options shared;
	struct selection of;
	bool compares;
	struct comparison comparison;
};

static const struct argp_option options[] = {
	OPTION_OUTPUT("the page"),
	{ "scripts", 's', "DIRECTORY", 0,
	  "write there, for each picture, the script from which gnuplot draws it; the directory is made",
	  0 },
	{ "compare", LONG_ONLY('c'), NULL, 0,
	  "compare experiments at several loads: a line per experiment, a panel per pattern", 0 },
	{ "by", 'b', "KEY,...", 0,
	  "with --compare, keys that distinguish experiments (default: those that differ)", 0 },
	{ "panels", 'p', "KEY,...", 0,
	  "with --compare, keys that distinguish panels (default: pattern, and what belongs to it)",
	  0 },
	FORMER_OPTION('c'),
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case 's':
		r->comparison.scripts = arg;
		break;
	case 'c':
		command_former("-c", "--compare");
	case LONG_ONLY('c'):
		r->compares = true;
		break;
	case 'b':
		r->comparison.by = arg;
		break;
	case 'p':
		r->comparison.panels = arg;
		break;
	case ARGP_KEY_END:
		selection_needed(&r->of);
		command_needs_output(&r->shared);
		if (!r->compares && (r->comparison.by || r->comparison.panels))
			exit(complain(EXIT_USAGE, "-b and -p need --compare"));
		break;
	default:
		return selection_option(&r->of, &r->shared, key, arg);
	}
	return 0;
}

static bool write_page(const struct request *r, FILE *to, struct sim_error *err)
{
	const struct results *results = &r->of.results;
	const char *scripts = r->comparison.scripts;

	if (scripts && !file_directory(scripts, err))
		return false;
	if (r->compares)
		return report_compare(results, &r->comparison, to, err);
	return report_write(results, r->comparison.scripts, to, err);
}

static bool make_report(struct request *r, struct sim_error *err)
{
	size_t size;
	char *page;
	FILE *to = sim_need(open_memstream(&page, &size));
	bool made;

	made = selection_choose(&r->of, err) && write_page(r, to, err);
	fclose(to);
	made = made && file_write(r->shared.output, page, size, err);
	free(page);
	selection_free(&r->of);
	return made;
}

int cmd_report(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse_option, .args_doc = "FILE... [KEY=VALUE...]",
		.doc = "Write one page of HTML, which needs no other file, about results of 'seastar-sim run' or 'sweep'. With KEY=VALUE,... only results of experiments with one of the values count.",
	};
	struct request r = { 0 };
	struct sim_error err;

	command_parse(&argp, argc, argv, &r);
	if (!make_report(&r, &err))
		return complain(EXIT_FAILURE, "%s", err.text);
	return EXIT_SUCCESS;
}
