// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim run: one experiment. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/base/progress.h"
#include "sim/base/text.h"
#include "sim/result/print.h"
#include "sim/run/crew.h"
#include "sim/sweep/pool.h"
#include "sim/trace/write.h"

#include "cmd.h"

enum form {
	FORM_NONE,
	FORM_TEXT,
	FORM_LINE,	/* JSON on a line */
	FORM_PRETTY,	/* JSON, indented */
	FORM_CSV,
};

/**
 * struct request - the parsed command line
 * @shared: options: the output, or only print the experiment
 * @experiment: experiment as read so far
 * @form: form of the output
 * @trace: file for the messages of the run, or NULL
 * @threads: threads of the run, or 0
 * @read: number of files read
 */
struct request {
	struct command_options shared;
	struct sim_experiment *experiment;
	enum form form;
	const char *trace;
	u32 threads;
	u32 read;
};

static const struct argp_option options[] = {
	OPTION_DRY_RUN("Print the whole experiment as a file for run, and end"),
	{ "text", 't', NULL, 0, "Print a summary for people (default on a terminal)", 0 },
	OPTION_JSON("Print JSON on one line (default elsewhere)"),
	{ "pretty", 'p', NULL, 0, "Print JSON, indented", 0 },
	{ "csv", LONG_ONLY('c'), NULL, 0, "Print CSV: a line of names and a line of values", 0 },
	OPTION_OUTPUT("Write into FILE; .csv and .txt choose the form"),
	{ "write-trace", 'w', "FILE", 0,
	  "Write all messages that are sent into FILE, a trace for pattern=trace", 0 },
	{ "threads", 'T', "N", 0,
	  "Run in N threads (default: one per processor); the result is the same", 0 },
	FORMER_OPTION('c'),
	{ 0 }
};

static u32 threads(const char *arg)
{
	u64 n;

	if (!text_number(arg, &n) || n < 1 || n > SS_MAX_REGIONS)
		exit(complain(EXIT_USAGE, "there are 1 to %u threads, not '%s'", SS_MAX_REGIONS,
			      arg));
	return n;
}

static error_t take_option(int key, char *arg, struct argp_state *state)
{
	static const struct {
		int key;
		enum form form;
	} forms[] = {
		{ 't', FORM_TEXT }, { 'j', FORM_LINE }, { 'p', FORM_PRETTY },
		{ LONG_ONLY('c'), FORM_CSV },
	};
	struct request *q = state->input;

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (key == forms[i].key) {
			q->form = forms[i].form;
			return 0;
		}
	}
	switch (key) {
	case 'c':
		command_former("-c", "--csv");
	case 'w':
		q->trace = arg;
		return 0;
	case 'T':
		q->threads = threads(arg);
		return 0;
	case ARGP_KEY_ARG:
		command_experiment(q->experiment, arg, &q->read, state);
		return 0;
	default:
		return command_option(&q->shared, key, arg);
	}
}

static const struct argp parser = {
	.options = options,
	.parser = take_option,
	.args_doc = "[FILE] [KEY=VALUE]...",
	.doc = "Run the experiment of FILE ('-' is standard input), or of the defaults, with the keys given.\vFILE has lines 'key = value'; or it is a result of this program, whose experiment is run again. 'seastar-sim help keys' lists the keys.",
};

static void print_csv(const struct sim_result *r, FILE *to)
{
	struct json_object *o = sim_result_outline(r);

	sim_csv_head(sim_csv_set(o), to);
	sim_csv_row(o, sim_csv_set(o), to);
	json_object_put(o);
}

static void print_for_people(const struct sim_result *r, enum form form, FILE *to)
{
	struct json_object *o = sim_result_json(r);

	if (form == FORM_TEXT)
		sim_result_text(o, to);
	else
		fprintf(to, "%s\n", json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY |
								   JSON_C_TO_STRING_SPACED |
								   JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(o);
}

static void print_result(const struct sim_result *r, enum form form, FILE *to)
{
	switch (form) {
	case FORM_TEXT:
	case FORM_PRETTY:
		print_for_people(r, form, to);
		break;
	case FORM_CSV:
		print_csv(r, to);
		break;
	default:
		sim_result_line(r, to);
		fputc('\n', to);
	}
}

static bool ends_in(const char *name, const char *end)
{
	size_t n = strlen(name), m = strlen(end);

	return n >= m && !strcmp(name + n - m, end);
}

/* Return the form of the output that belongs to the suffix of its file's name. */
static enum form form_of_name(const struct request *q)
{
	static const struct {
		const char *end;
		enum form form;
	} ends[] = {
		{ ".csv", FORM_CSV }, { ".txt", FORM_TEXT }, { ".json", FORM_LINE },
		{ ".jsonl", FORM_LINE },
	};

	for (size_t i = 0; q->shared.output && i < sizeof(ends) / sizeof(ends[0]); i++)
		if (ends_in(q->shared.output, ends[i].end))
			return ends[i].form;
	return FORM_NONE;
}

/* Refuse a file name whose suffix belongs to another form. */
static void check_form(const struct request *q)
{
	static const char *const words[] = {
		[FORM_TEXT] = "text", [FORM_LINE] = "JSON", [FORM_PRETTY] = "JSON",
		[FORM_CSV] = "CSV",
	};
	enum form named = form_of_name(q);

	if (named != FORM_NONE && strcmp(words[named], words[q->form]))
		exit(complain(EXIT_USAGE,
			      "-o %s: the file would have %s in it: leave out the option for %s%s",
			      q->shared.output, words[q->form], words[q->form],
			      named == FORM_LINE ? "; 'seastar-sim show' prints it as text" : ""));
}

/* Return the default form: a rank's stdout may look like a terminal, but mpirun reads it. */
static enum form usual_form(const struct request *q)
{
	enum form named = form_of_name(q);

	if (named != FORM_NONE)
		return named;
	if (q->shared.output || sim_crew_ranks() || !isatty(STDOUT_FILENO))
		return FORM_LINE;
	return FORM_TEXT;
}

/* Choose the number of threads or, if the program is linked with MPI, ranks. */
static void choose_crew(struct request *q)
{
	u32 ranks = sim_crew_ranks(), parts = ss_config_parts(&q->experiment->config);
	bool groups = parts < ss_config_routers(&q->experiment->config);
	const char *who = ranks ? "ranks" : "threads";

	if (ranks && q->threads)
		exit(complain(EXIT_USAGE,
			      "a rank is one thread: leave out -T and start more ranks"));
	if (ranks > SS_MAX_REGIONS)
		exit(complain(EXIT_FAILURE, "there are %u ranks: use at most %u", ranks,
			      SS_MAX_REGIONS));
	if (ranks)
		q->threads = ranks;
	if (!q->threads)
		q->threads = sim_threads(q->experiment);
	if (q->threads > parts)
		exit(complain(EXIT_FAILURE, "there are more %s than %s: use at most %u", who,
			      groups ? "groups" : "routers", parts));
}

/* Truncate the output, if it is a file; input is read before. */
static FILE *start_over(FILE *to)
{
	if (to != stdout && ftruncate(fileno(to), 0) && errno != EINVAL)
		exit(complain(EXIT_FAILURE, "the output cannot be written: %s", strerror(errno)));
	return to;
}

/* Return true if both are names of one file. */
static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && S_ISREG(x.st_mode) && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

/* Open the writer of messages; NULL if no trace is requested. */
static struct trace_writer *open_trace(const struct request *q)
{
	struct trace_writer *w;
	struct sim_error err;

	if (!q->trace)
		return NULL;
	if (!strcmp(q->trace, "-") && !q->shared.output)
		exit(complain(EXIT_USAGE,
			      "both the trace and the result go to standard output: give -o FILE"));
	if (is_same_file(q->trace, q->experiment->phase[0].settings.trace))
		exit(complain(EXIT_FAILURE, "%s: is the trace that is read: write to another file",
			      q->trace));
	w = trace_writer_create(q->trace, &err);
	if (!w)
		exit(complain(EXIT_FAILURE, "%s", err.text));
	return w;
}

static int run(struct request *q, FILE *to)
{
	struct progress progress;
	struct sim_watch watch = { progress_report, &progress, NULL };
	struct sim_error err, ignored;
	struct sim_result *r;

	if (q->shared.dry) {
		sim_experiment_print(q->experiment, start_over(to));
		return EXIT_SUCCESS;
	}
	watch.writer = open_trace(q);
	progress_begin(&progress, stderr, 0, 0);
	r = pool_run(q->experiment, q->threads, &watch, &err);
	progress_clear(&progress);
	if (watch.writer && !trace_writer_finish(watch.writer, r, r ? &err : &ignored)) {
		sim_result_free(r);
		r = NULL;
	}
	if (!r)
		return complain(EXIT_FAILURE, "%s", err.text);
	print_result(r, q->form, start_over(to));
	sim_result_free(r);
	return EXIT_SUCCESS;
}

/* Run, and write the output file, which keeps its contents until there is a result. */
static int run_into(struct request *q)
{
	bool is_new = access(q->shared.output, F_OK);
	int fd = open(q->shared.output, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	FILE *to = fd < 0 ? NULL : fdopen(fd, "w");
	int status;

	if (!to)
		return complain(EXIT_FAILURE, "%s: cannot be written: %s", q->shared.output,
				strerror(errno));
	status = run(q, to);
	if (status && is_new)
		unlink(q->shared.output);
	if (ferror(to) | fclose(to))
		return complain(EXIT_FAILURE, "%s: cannot be written: %s", q->shared.output,
				strerror(errno));
	return status;
}

int cmd_run(int argc, char **argv)
{
	struct request q = { 0 };
	struct sim_error err;
	int status;

	q.experiment = sim_experiment_new();
	command_parse(&parser, argc, argv, &q);
	if (q.form == FORM_NONE)
		q.form = usual_form(&q);
	if (!q.shared.dry)
		check_form(&q);
	if (!sim_experiment_check(q.experiment, &err))
		exit(complain(EXIT_FAILURE, "%s", err.text));
	command_warn(q.experiment);
	if (!q.shared.dry)
		choose_crew(&q);
	status = q.shared.output ? run_into(&q) : run(&q, stdout);
	sim_experiment_free(q.experiment);
	return status;
}
