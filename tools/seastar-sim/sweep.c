// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim sweep: many experiments. */
#define _GNU_SOURCE	/* asprintf() */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/base/file.h"
#include "sim/base/memory.h"
#include "sim/result/csv_file.h"
#include "sim/sweep/sweep.h"

#include "cmd.h"

/**
 * struct request - the parsed command line
 * @shared: common options: only list the points; workers and output are copied to @sweep
 * @points: lists of values read so far
 * @sweep: output and workers of the sweep
 * @file: text that the experiments have in common, or NULL
 */
struct request {
	struct command_options shared;
	struct sweep_points points;
	struct sweep sweep;
	const char *file;
};

static const char output_text[] =
	"the results, a line of JSON each; results already in it are kept; .csv: a table, too";

static const struct argp_option options[] = {
	OPTION_OUTPUT(output_text),
	OPTION_WORKERS("experiments at a time (default: as many as processors)"),
	OPTION_DRY_RUN("list the points, and end"),
	FORMER_OPTION('j'),
	{ 0 }
};

/* Take a word: a word with '=' is a list, any other a file. */
static void take_word(const char *word, const struct argp_state *state, struct request *r)
{
	struct sim_error err;

	if (strchr(word, '=') && access(word, F_OK)) {
		if (!points_add(&r->points, word, &err))
			exit(complain(EXIT_FAILURE, "%s", err.text));
		return;
	}
	command_check_file(word, state);
	if (r->file)
		exit(complain(EXIT_USAGE, "'%s' is a second file: a sweep has one", word));
	r->file = word;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case 'j':
		command_former("-j N", "-w N");
	case ARGP_KEY_ARG:
		take_word(arg, state, r);
		break;
	case ARGP_KEY_END:
		if (!r->shared.dry)
			command_needs_output(&r->shared);
		break;
	default:
		return command_option(&r->shared, key, arg);
	}
	return 0;
}

static void print_failure(const char *line)
{
	complain(EXIT_FAILURE, "%s", line);
}

static bool expand(struct request *r, struct sim_error *err)
{
	char *text = NULL;
	size_t size;
	bool expanded;

	if (r->file && !file_read(r->file, &text, &size, err))
		return false;
	expanded = points_expand(&r->points, r->file, text, err);
	free(text);
	return expanded;
}

/* Warn of the first point that deserves a warning. */
static void warn(const struct sweep_points *points)
{
	char text[512] = "";

	for (u32 i = 0; i < points->count && !*text; i++) {
		struct sim_experiment *e = sim_experiment_new();
		struct sim_error err;

		if (!points->at[i].why &&
		    sim_experiment_read(e, "experiment", points->at[i].experiment, &err) &&
		    sim_experiment_warns(e, text, sizeof(text)))
			complain(EXIT_SUCCESS, "warning: %s: %s", points->at[i].label, text);
		sim_experiment_free(e);
	}
}

/* List all points, with a reason for those that cannot be run. */
static int list(const struct sweep_points *points)
{
	int status = EXIT_SUCCESS;
	u32 i;

	for (i = 0; i < points->count; i++) {
		char *why = points_why(points, i);

		puts(points->at[i].label);
		if (why)
			status = complain(EXIT_FAILURE, "%s", why);
		free(why);
	}
	return status;
}

/*
 * Return the name of the file of results for a table in CSV: x.jsonl for x.csv; NULL for other
 * outputs.
 */
static char *results_of_csv(const char *output)
{
	size_t length = strlen(output);
	char *path;

	if (length < 4 || strcmp(output + length - 4, ".csv"))
		return NULL;
	if (asprintf(&path, "%.*s.jsonl", (int)length - 4, output) < 0)
		path = sim_need(NULL);
	return path;
}

static bool run_points(struct request *r, u32 *failed, struct sim_error *err)
{
	const char *output = r->shared.output;
	char *results = results_of_csv(output);
	bool done;

	r->sweep.output = results ? results : output;
	r->sweep.workers = r->shared.workers;
	done = sweep_run(&r->sweep, failed, err) &&
	       (!results || *failed == r->points.count || csv_of_results(results, output, err));
	free(results);
	return done;
}

static int run(struct request *r)
{
	struct sim_error err;
	u32 failed = 0;

	if (!expand(r, &err))
		return complain(EXIT_FAILURE, "%s", err.text);
	warn(&r->points);
	if (r->shared.dry)
		return list(&r->points);
	r->sweep.points = &r->points;
	r->sweep.report = print_failure;
	if (!run_points(r, &failed, &err))
		return complain(EXIT_FAILURE, "%s", err.text);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int cmd_sweep(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse_option,
		.args_doc = "[FILE] [KEY=VALUE,...] [KEY=FIRST:LAST:STEP]...",
		.doc = "Run an experiment with each combination of values.\vFILE has the keys that all experiments share, as for 'seastar-sim run', and may have lists of values. Keys are combined in the order in which they are given, those of FILE first; the last key changes fastest. A key given twice has the values of both lists. Start a sweep that was stopped again, and it continues.",
	};
	struct request r = { 0 };
	int status;

	command_parse(&argp, argc, argv, &r);
	status = run(&r);
	points_free(&r.points);
	return status;
}
