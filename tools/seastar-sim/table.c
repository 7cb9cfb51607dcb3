// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim table: any fields of results. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/base/memory.h"
#include "sim/result/table.h"

#include "cmd.h"

/**
 * struct request - what the command line asks for
 * @results: of all files
 * @keep: assignments that choose among them
 * @kept: how many those are
 * @fields: to be printed, or NULL
 * @form: of the table
 */
struct request {
	struct results results;
	char **keep;
	u32 kept;
	const char *fields;
	enum table_form form;
};

static const struct argp_option options[] = {
	{ "fields", 'f', "FIELD,...", 0,
	  "keys, columns of the CSV, or places in the JSON such as ports.1.flits", 0 },
	{ "json", 'j', NULL, 0, "Print JSON, a list of objects", 0 },
	{ "csv", LONG_ONLY('c'), NULL, 0, "Print CSV", 0 },
	{ "units", 'u', NULL, 0, "Print the units of the fields, as JSON", 0 },
	{ 0 }
};

static void take_word(char *word, struct request *r)
{
	struct sim_error err;

	if (strchr(word, '=') && access(word, F_OK)) {
		r->keep = sim_grow(r->keep, r->kept + 1, sizeof(r->keep[0]));
		r->keep[r->kept++] = word;
		return;
	}
	if (!results_read(&r->results, word, &err))
		exit(complain(EXIT_FAILURE, "%s", err.text));
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case 'f':
		r->fields = arg;
		break;
	case 'j':
		r->form = TABLE_JSON;
		break;
	case LONG_ONLY('c'):
		r->form = TABLE_CSV;
		break;
	case 'u':
		r->form = TABLE_UNITS;
		break;
	case ARGP_KEY_ARG:
		take_word(arg, r);
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

int cmd_table(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse_option, .args_doc = "FILE... [KEY=VALUE...]",
		.doc = "Print fields of results as a table, a line per result.\vThe files have results of 'seastar-sim run' or 'sweep'. With KEY=VALUE only results of such experiments count. 'seastar-sim compare' prints means over seeds.",
	};
	struct request r = { 0 };
	struct sim_error err;
	bool good = true;

	command_parse(&argp, argc, argv, &r);
	for (u32 i = 0; i < r.kept && good; i++)
		good = results_keep(&r.results, r.keep[i], &err);
	good = good && table_print(&r.results, r.fields, r.form, stdout, &err);
	results_free(&r.results);
	free(r.keep);
	return good ? EXIT_SUCCESS : complain(EXIT_FAILURE, "%s", err.text);
}
