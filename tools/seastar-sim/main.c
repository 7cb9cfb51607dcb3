// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim: experiments on simulated SeaStar fabrics. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <seastar/version.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/experiment/keys.h"
#include "sim/experiment/list.h"
#include "sim/sweep/pool.h"
#include "sim/trace/kind.h"

#include "cmd.h"

const struct command commands[] = {
	{ "run", cmd_run, "run one experiment", true },
	{ "sweep", cmd_sweep, "run many experiments", true },
	{ "saturate", cmd_saturate, "find the highest stable load of an experiment", true },
	{ "plot", cmd_plot, "draw results", false },
	{ "report", cmd_report, "write a page of HTML about results", false },
	{ "compare", cmd_compare, "compare experiments run with several seeds", false },
	{ "map", cmd_map, "draw a fabric's links and nodes, for a browser", false },
	{ "show", cmd_show, "print kept results as text", false },
	{ "table", cmd_table, "print any fields of results", false },
	{ "paper", cmd_paper, "reproduce the results of papers", true },
	{ "route", cmd_route, "make tables that route packets, and prove them", false },
	{ "graph500", cmd_graph500, "compare the model of Graph500 with searches", false },
	{ "convert", cmd_convert, "convert the trace of an MPI program for replays", false },
	{ "help", cmd_help, "describe a subcommand, a key of experiments, or all 'keys'", false },
	{ 0 }
};

#define MOST		16
#define MOST_WORKERS	4096

int complain(int status, const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fputs("seastar-sim: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	return status;
}

void command_warn(const struct sim_experiment *e)
{
	char text[512];

	if (sim_experiment_warns(e, text, sizeof(text)))
		complain(EXIT_SUCCESS, "warning: %s", text);
}

int command_run(const struct command *c, int argc, char **argv)
{
	struct sim_error err;

	if (c->pooled) {
		switch (pool_begin(argv, &err)) {
		case POOL_SERVED:
			return EXIT_SUCCESS;
		case POOL_FAILED:
			return complain(EXIT_FAILURE, "%s", err.text);
		default:
			atexit(pool_end);
		}
	}
	return c->run(argc, argv);
}

void command_parse(const struct argp *parser, int argc, char **argv, void *request)
{
	static char name[32];

	snprintf(name, sizeof(name), "seastar-sim %s", argv[0]);
	argv[0] = name;
	argp_err_exit_status = EXIT_USAGE;
	argp_parse(parser, argc, argv, 0, NULL, request);
}

error_t command_option(struct command_options *o, int key, char *arg)
{
	switch (key) {
	case 'j':
		o->json = true;
		return 0;
	case 'n':
		o->dry = true;
		return 0;
	case 'o':
		o->output = arg;
		return 0;
	case 'w':
		o->workers = command_number(arg, "workers", MOST_WORKERS);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

void command_needs_output(const struct command_options *o)
{
	if (!o->output)
		exit(complain(EXIT_USAGE, "-o FILE is missing"));
}

void command_former(const char *was, const char *now)
{
	exit(complain(EXIT_USAGE, "'%s' is now '%s'", was, now));
}

/* Return true if "key=value" has several values. */
static bool is_list(const char *assignment)
{
	char *key = sim_copy(assignment), *value = strchr(key, '=');
	bool is;

	*value++ = '\0';
	is = sim_list_is(key, value);
	free(key);
	return is;
}

void command_check_file(const char *word, const struct argp_state *state)
{
	const char *value = state->next < state->argc ? state->argv[state->next] : NULL;
	enum trace_kind kind = trace_kind_of(word);
	struct sim_error err;

	if (access(word, F_OK) && sim_key_find(word) < sim_key_count) {
		if (!value || *value == '-' || strchr(value, '='))
			value = "VALUE";
		exit(complain(EXIT_USAGE, "'%s' is a key: give '%s=%s'", word, word, value));
	}
	/* a folder has a sentence of its own */
	if (kind != TRACE_KIND_OTHER && kind != TRACE_KIND_FOLDER) {
		trace_kind_refuse(word, kind, &err);
		exit(complain(EXIT_FAILURE, "%s", err.text));
	}
}

void command_experiment(struct sim_experiment *e, const char *word, u32 *files,
			const struct argp_state *state)
{
	struct sim_error err;
	bool ok;

	if (strchr(word, '=') && access(word, F_OK)) {
		ok = sim_experiment_set(e, word, &err);
		if (!ok && is_list(word))
			exit(complain(EXIT_FAILURE,
				      "command line, '%.80s': several values are a sweep: 'seastar-sim sweep' runs an experiment with each",
				      word));
	} else {
		command_check_file(word, state);
		if ((*files)++)
			exit(complain(EXIT_USAGE, "'%s' is a second file: an experiment has one",
				      word));
		ok = sim_experiment_load(e, word, &err);
	}
	if (!ok)
		exit(complain(EXIT_FAILURE, "%s", err.text));
}

u32 command_number(const char *word, const char *what, u32 most)
{
	u64 value;

	if (!text_number(word, &value) || !value || value > most)
		exit(complain(EXIT_USAGE, "'%s' is no number of %s from 1 to %u", word, what,
			      most));
	return value;
}

char *command_list(int key, const char *text, void (*print)(FILE *to))
{
	char *list;
	size_t size;
	FILE *to;

	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)text;
	to = open_memstream(&list, &size);
	if (!to)
		return NULL;
	if (text && *text)
		fprintf(to, "%s\n\n", text);
	print(to);
	fclose(to);
	return list;
}

static int unknown(const char *word)
{
	const char *names[MOST + 1] = { NULL }, *hint;

	for (int i = 0; commands[i].name; i++)
		names[i] = commands[i].name;
	hint = text_nearest(word, names);
	if (hint)
		return complain(EXIT_USAGE, "unknown subcommand '%s': did you mean '%s'?", word,
				hint);
	return complain(EXIT_USAGE, "unknown subcommand '%s'; see 'seastar-sim help'", word);
}

static int choose(int argc, char **argv)
{
	if (argc < 2)
		return complain(EXIT_USAGE, "the subcommand is missing; see 'seastar-sim help'");
	if (!strcmp(argv[1], "-V") || !strcmp(argv[1], "--version")) {
		puts("seastar-sim " SEASTAR_VERSION);
		return EXIT_SUCCESS;
	}
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"))
		return cmd_help(1, argv + 1);
	for (const struct command *c = commands; c->name; c++)
		if (!strcmp(argv[1], c->name))
			return command_run(c, argc - 1, argv + 1);
	return unknown(argv[1]);
}

int main(int argc, char **argv)
{
	int status;

	/* when the reader is gone, a write fails instead of a signal */
	signal(SIGPIPE, SIG_IGN);
	status = choose(argc, argv);
	/* a reader that has closed the pipe needs no message */
	if (fflush(stdout) || ferror(stdout))
		return errno == EPIPE ? EXIT_FAILURE :
		       complain(EXIT_FAILURE, "standard output cannot be written");
	return status;
}
