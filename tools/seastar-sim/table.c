// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim table: print chosen fields of results. */
#include <stdlib.h>

#include "sim/result/table.h"

#include "cmd.h"
#include "selection.h"

/**
 * struct request - the parsed command line
 * @of: the results to print
 * @fields: fields to print, or NULL
 * @form: form of the table
 */
struct request {
	struct selection of;
	const char *fields;
	enum table_form form;
};

static const struct argp_option options[] = {
	{ "fields", 'f', "FIELD,...", 0,
	  "keys, columns of the CSV, or places in the JSON such as ports.1.flits", 0 },
	OPTION_JSON("Print JSON, a list of objects"),
	{ "csv", LONG_ONLY('c'), NULL, 0, "Print CSV", 0 },
	{ "units", 'u', NULL, 0, "Print the units of the fields, as JSON", 0 },
	{ 0 }
};

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
	default:
		return selection_option(&r->of, NULL, key, arg);
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
	bool good;

	command_parse(&argp, argc, argv, &r);
	good = selection_choose(&r.of, &err) &&
	       table_print(&r.of.results, r.fields, r.form, stdout, &err);
	selection_free(&r.of);
	return good ? EXIT_SUCCESS : complain(EXIT_FAILURE, "%s", err.text);
}
