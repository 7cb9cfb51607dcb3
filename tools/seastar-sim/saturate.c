// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim saturate: the highest stable load of an experiment. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/text.h"
#include "sim/experiment/keys.h"
#include "sim/saturate/saturate.h"

#include "cmd.h"

/**
 * struct request - the parsed command line
 * @shared: common options: print JSON; workers and output are copied to @saturate
 * @saturate: the search
 * @files: number of files read
 */
struct request {
	struct command_options shared;
	struct saturate saturate;
	u32 files;
};

static const struct argp_option options[] = {
	{ "step", LONG_ONLY('s'), "LOAD", 0, "loads are multiples of it (default: 0.005)", 0 },
	{ "highest", 'm', "LOAD", 0,
	  "highest load tried (default: 1, or 8 with arrivals=poisson)", 0 },
	{ "rule", 'r', "RULE", 0, "condition for a stable load: verdict (default) or accepted", 0 },
	{ "seeds", 'S', "N", 0,
	  "runs of each load, with seeds from the experiment's on (default: 1)", 0 },
	OPTION_WORKERS("runs at a time (default: as many as processors)"),
	OPTION_OUTPUT("write the results of all runs, a line of JSON each"),
	OPTION_JSON("print JSON"),
	FORMER_OPTION('s'),
	{ 0 }
};

static u32 take_load(const char *what, const char *text)
{
	char most[TEXT_DECIMAL];
	u64 load;

	if (text_decimal(text, 6, &load) && load && load <= saturate_most())
		return load;
	text_from_decimal(saturate_most(), 6, most, sizeof(most));
	exit(complain(EXIT_USAGE, "%s is a load from 0.000001 to %s, not '%s'", what, most, text));
}

static enum stable_rule take_rule(const char *text)
{
	u32 i;

	for (i = 0; i < STABLE_RULES; i++)
		if (!strcmp(text, stable_words[i].name))
			return i;
	exit(complain(EXIT_USAGE, "a rule is 'verdict' or 'accepted', not '%s'", text));
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case 's':
		command_former("-s LOAD", "--step=LOAD");
	case LONG_ONLY('s'):
		r->saturate.step = take_load("the step", arg);
		break;
	case 'm':
		r->saturate.highest = take_load("the highest load", arg);
		break;
	case 'r':
		r->saturate.rule = take_rule(arg);
		break;
	case 'S':
		r->saturate.seeds = command_number(arg, "seeds", SATURATE_MAX_SEEDS);
		break;
	case ARGP_KEY_ARG:
		command_experiment(r->saturate.experiment, arg, &r->files, state);
		break;
	case ARGP_KEY_END:
		if (r->saturate.highest && r->saturate.highest < r->saturate.step)
			exit(complain(EXIT_USAGE, "the highest load is less than the step"));
		break;
	default:
		return command_option(&r->shared, key, arg);
	}
	return 0;
}

static void print_rules(FILE *to)
{
	u32 i;

	fputs("By RULE, a load is stable if\n", to);
	for (i = 0; i < STABLE_RULES; i++)
		fprintf(to, "  %s\n      %s\n", stable_words[i].name, stable_words[i].sentence);
	fputs("with every seed.", to);
}

/* List the rules below the options, from their table. */
static char *list_rules(int key, const char *text, void *input)
{
	(void)input;
	return command_list(key, text, print_rules);
}

int cmd_saturate(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options, .parser = parse_option,
		.args_doc = "[FILE] [KEY=VALUE]...",
		.doc = "Find the highest stable load of an experiment, by halving.\vFILE and KEY=VALUE are those of 'seastar-sim run', except for the load, which is searched: that of FILE is replaced, and KEY=VALUE may not give one.",
		.help_filter = list_rules,
	};
	struct request r = { .saturate = { .step = SATURATE_STEP, .seeds = 1 } };
	struct json_object *saturation = NULL;
	struct sim_error err;

	r.saturate.experiment = sim_experiment_new();
	command_parse(&argp, argc, argv, &r);
	r.saturate.workers = r.shared.workers;
	r.saturate.output = r.shared.output;
	if (saturate_check(&r.saturate, &err)) {
		command_warn(r.saturate.experiment);
		saturation = saturate_run(&r.saturate, &err);
	}
	sim_experiment_free(r.saturate.experiment);
	if (!saturation)
		return complain(EXIT_FAILURE, "%s", err.text);
	if (r.shared.json)
		puts(json_object_to_json_string_ext(saturation, JSON_C_TO_STRING_PLAIN |
						    JSON_C_TO_STRING_NOSLASHESCAPE));
	else
		saturate_text(saturation, stdout);
	json_object_put(saturation);
	return EXIT_SUCCESS;
}
