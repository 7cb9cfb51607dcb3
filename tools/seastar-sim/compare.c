// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim compare: experiments that were run with several seeds. */
#include <stdlib.h>
#include <string.h>

#include "sim/sweep/compare.h"

#include "cmd.h"
#include "selection.h"

/**
 * struct request - the parsed command line
 * @of: the results to compare
 * @by: keys that distinguish samples, or NULL
 * @fields: fields to compare, or NULL
 * @against: KEY=VALUE of the experiment that others are compared with, or NULL: the first
 * @shared: options: print JSON
 */
struct request {
	struct selection of;
	const char *by;
	const char *fields;
	const char *against;
	struct command_options shared;
};

static const struct argp_option options[] = {
	{ "against", 'a', "KEY=VALUE", 0,
	  "print differences from the first experiment with this value (default: from the first)",
	  0 },
	{ "by", 'b', "KEY,...", 0,
	  "keys that distinguish samples (default: all that differ, except the seed)", 0 },
	{ "fields", 'f', "FIELD,...", 0,
	  "what is compared: columns of the CSV, or places in the JSON such as ports.1.flits", 0 },
	OPTION_JSON("print JSON"),
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case 'a':
		r->against = arg;
		break;
	case 'b':
		r->by = arg;
		break;
	case 'f':
		r->fields = arg;
		/* files are read after all options */
		r->of.results.brief = !strstr(arg, "by_source");
		break;
	default:
		return selection_option(&r->of, &r->shared, key, arg);
	}
	return 0;
}

static int compare(struct request *r)
{
	struct json_object *comparison;
	struct sim_error err;

	if (!selection_choose(&r->of, &err) ||
	    (r->against && !results_first(&r->of.results, r->against, &err)))
		return complain(EXIT_FAILURE, "%s", err.text);
	comparison = compare_results(&r->of.results, r->by, r->fields, &err);
	if (!comparison)
		return complain(EXIT_FAILURE, "%s", err.text);
	if (r->shared.json)
		puts(json_object_to_json_string_ext(comparison, JSON_C_TO_STRING_PLAIN));
	else
		compare_text(comparison, stdout);
	json_object_put(comparison);
	return EXIT_SUCCESS;
}

int cmd_compare(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse_option, .args_doc = "FILE... [KEY=VALUE...]",
		.doc = "Compare experiments that were run with several seeds each: means over seeds with 95 % intervals, and differences from the first experiment of the same load, seed by seed; -a chooses another.\vThe files have results of 'seastar-sim sweep', with a list or range of seeds (seed=1:10). With KEY=VALUE only results of such experiments count.",
	};
	struct request r = { .of.results.brief = true };
	int status;

	command_parse(&argp, argc, argv, &r);
	status = compare(&r);
	selection_free(&r.of);
	return status;
}
