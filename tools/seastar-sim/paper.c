// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim paper: the results of papers. */
#define _GNU_SOURCE	/* asprintf */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/base/file.h"
#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/paper/study.h"

#include "cmd.h"

#define MOST	32

/**
 * struct request - the parsed command line
 * @shared: common options: print JSON, or only the experiments; workers and output are copied to
 *	@paper
 * @paper: settings of the runs
 * @page: results to be printed as a page of HTML, or NULL
 * @shown: results shown so far
 * @of: the paper whose results are reproduced, or NULL
 * @word: words for the results to reproduce or to show
 * @words: number of words
 * @settings: KEY=VALUE, with blanks between them
 */
struct request {
	struct command_options shared;
	struct paper_request paper;
	struct json_object *page;
	u32 shown;
	const struct paper *of;
	const char *word[MOST];
	int words;
	char *settings;
};

static const struct argp_option options[] = {
	{ "reduced", 'r', NULL, 0, "Run smaller fabrics for fewer cycles, to try it", 0 },
	OPTION_JSON("Print JSON, a line for each NAME"),
	{ "html", 'H', NULL, 0, "Print a page of HTML", 0 },
	OPTION_OUTPUT("Keep results; those already in FILE are not run again"),
	OPTION_WORKERS("Experiments at a time (default: as many as processors)"),
	OPTION_DRY_RUN("Print the commands that run the experiments, and end"),
	{ 0 }
};

/* Return true if @word is a setting.  A file name with an equals sign has a slash before it. */
static bool is_setting(const char *word)
{
	return word[strcspn(word, "=/")] == '=';
}

static void add_setting(struct request *q, const char *word)
{
	char *all = NULL;

	if (asprintf(&all, "%s%s%s", q->settings, *q->settings ? " " : "", word) < 0)
		sim_need(NULL);
	free(q->settings);
	q->settings = all;
}

/* Check that each setting is one of the experiments of @p. */
static bool check_settings(const struct paper_reproduction *p, const char *settings,
			   struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	char *words = sim_copy(settings), *rest = *words ? words : NULL, *word;
	bool ok = true;

	while (ok && (word = strsep(&rest, " ")))
		ok = p->measure ? p->measure->check(word, err) : sim_experiment_set(e, word, err);
	sim_experiment_free(e);
	free(words);
	if (ok && strstr(settings, "seed="))
		return sim_fail(err, "each experiment is run with seeds of its own: leave out 'seed'");
	return ok;
}

static error_t take_option(int key, char *arg, struct argp_state *state)
{
	struct request *q = state->input;

	switch (key) {
	case 'r':
		q->paper.reduced = true;
		return 0;
	case 'H':
		if (!q->page)
			q->page = json_object_new_array();
		return 0;
	case ARGP_KEY_ARG:
		if (is_setting(arg)) {
			if (strchr(arg, ' '))
				exit(complain(EXIT_USAGE, "'%s' is not KEY=VALUE, in which no blank may be",
					      arg));
			add_setting(q, arg);
			return 0;
		}
		if (q->words == MOST)
			exit(complain(EXIT_USAGE, "'%s' is one name too many", arg));
		q->word[q->words++] = arg;
		return 0;
	default:
		return command_option(&q->shared, key, arg);
	}
}

static const struct argp parser = {
	.options = options,
	.parser = take_option,
	.args_doc = "[PAPER [RESULT]... [KEY=VALUE]...]\nFILE... [KEY=VALUE]...",
	.doc = "Reproduce each RESULT of PAPER, and print the paper's figures beside ours; without RESULT, list them.  FILE is a study of yours (docs/studies.md), which is run and judged likewise.\vKEY=VALUE replaces the value that the experiments of RESULT have for KEY ('seastar-sim help keys'; of 'vc balance', 'seastar-sim route --help').  FILE may also be the output of --json: it is shown again, and nothing is run.",
};

/*
 * Return true if the name of @p is listed already: results with the same name are requested
 * together.
 */
static bool is_listed(const struct paper_reproduction *const *p, const struct paper *of)
{
	return p > of->result && !strcmp(p[-1]->name, p[0]->name);
}

static void list(const struct paper *of)
{
	printf("%s: %s, %s\n", of->name, of->authors, of->title);
	for (const struct paper_reproduction *const *p = of->result; *p; p++)
		printf("  %-10s %s (%s)\n", is_listed(p, of) ? "" : (*p)->name, (*p)->title,
		       (*p)->place);
	if (of->note)
		printf("%s\n", of->note);
}

static void list_all(void)
{
	for (const struct paper *of = paper_list(); of->name; of++) {
		if (of > paper_list())
			putchar('\n');
		list(of);
	}
}

static const struct paper *find_paper(const char *name)
{
	for (const struct paper *of = paper_list(); of->name; of++)
		if (!strcmp(of->name, name))
			return of;
	return NULL;
}

/* Return the paper that has a result @name, or NULL. */
static const struct paper *paper_with(const char *name)
{
	for (const struct paper *of = paper_list(); of->name; of++)
		for (const struct paper_reproduction *const *p = of->result; *p; p++)
			if (!strcmp((*p)->name, name))
				return of;
	return NULL;
}

/* Return the first of @of that has @name. */
static const struct paper_reproduction *const *find(const struct paper *of, const char *name)
{
	for (const struct paper_reproduction *const *p = of->result; *p; p++)
		if (!strcmp((*p)->name, name))
			return p;
	return NULL;
}

static int unknown_result(const struct paper *of, const char *word)
{
	const char *names[MOST + 1] = { NULL }, *hint;

	for (int i = 0; of->result[i] && i < MOST; i++)
		names[i] = of->result[i]->name;
	hint = text_nearest(word, names);
	if (hint)
		return complain(EXIT_FAILURE, "unknown result '%s' of %s: did you mean '%s'?", word,
				of->name, hint);
	return complain(EXIT_FAILURE, "unknown result '%s': 'seastar-sim paper %s' lists them",
			word, of->name);
}

static int unknown(const struct request *q, const char *word)
{
	const struct paper *of = paper_with(word);

	if (of)
		return complain(EXIT_FAILURE, "'%s' is a result of paper %s: 'seastar-sim paper %s %s'",
				word, of->name, of->name, word);
	if (q->page)
		return complain(EXIT_FAILURE, "'%s' is neither a paper nor a file: --html prints the page to standard output, for '>FILE'",
				word);
	return complain(EXIT_FAILURE, "'%s' is neither a paper nor a file; 'seastar-sim paper' lists the papers",
			word);
}

/* Parse a result that was printed as a line of JSON, or return NULL. */
static struct json_object *parse_result(const char *line)
{
	struct json_object *o = json_tokener_parse(line);

	if (paper_is_result(o))
		return o;
	json_object_put(o);
	return NULL;
}

static void show(struct request *q, struct json_object *o)
{
	if (q->page) {
		json_object_array_add(q->page, o);
		return;
	}
	if (q->shared.json) {
		json_print_line(o, stdout);
		putchar('\n');
	} else {
		if (q->shown++)
			putchar('\n');
		paper_text(o, stdout);
	}
	fflush(stdout);
	json_object_put(o);
}

/* Print all commands or, if one of them cannot be made, none. */
static int print_commands(struct request *q, const struct paper_reproduction *p)
{
	struct sim_error err;
	size_t bytes;
	char *text;
	FILE *to = sim_need(open_memstream(&text, &bytes));
	bool ok = paper_commands(p, &q->paper, to, &err);

	fclose(to);
	if (ok)
		fputs(text, stdout);
	free(text);
	return ok ? EXIT_SUCCESS : complain(EXIT_FAILURE, "%s", err.text);
}

static int reproduce(struct request *q, const struct paper_reproduction *p)
{
	struct json_object *o;
	struct sim_error err;

	if (!check_settings(p, q->settings, &err))
		return complain(EXIT_FAILURE, "%s", err.text);
	if (q->shared.dry)
		return print_commands(q, p);
	o = paper_run(q->of, p, &q->paper, &err);
	if (!o)
		return complain(EXIT_FAILURE, "%s", err.text);
	show(q, o);
	return EXIT_SUCCESS;
}

static int take_result(struct request *q, const char *word)
{
	const struct paper_reproduction *const *p = find(q->of, word);
	int status = EXIT_SUCCESS;

	if (!p)
		return unknown_result(q->of, word);
	for (; *p && !strcmp((*p)->name, word) && status == EXIT_SUCCESS; p++)
		status = reproduce(q, *p);
	return status;
}

/* Add the result on a line to @list; false if the line has none.  A blank line is skipped. */
static bool add_result(struct json_object *list, const char *line)
{
	struct json_object *o;

	if (!line[strspn(line, " \t\r")])
		return true;
	o = parse_result(line);
	if (o)
		json_object_array_add(list, o);
	return o;
}

/* Show all results of a file or, if a line has no result, none of them. */
static int show_results(struct request *q, const char *word, char *text)
{
	struct json_object *list;
	char *rest = text, *line;
	u32 number = 0;
	bool ok = true;

	if (*q->settings)
		return complain(EXIT_USAGE, "%s: a kept result has its own settings: leave out KEY=VALUE",
				word);
	list = json_object_new_array();
	for (; ok && (line = strsep(&rest, "\n")); number++)
		ok = add_result(list, line);
	for (size_t i = 0; ok && i < json_object_array_length(list); i++)
		show(q, json_object_get(json_object_array_get_idx(list, i)));
	json_object_put(list);
	if (!ok)
		return complain(EXIT_FAILURE, "%s:%u: is not what 'seastar-sim paper --json' prints: make it anew",
				word, number);
	return EXIT_SUCCESS;
}

static int run_study(struct request *q, const char *word, const char *text)
{
	struct sim_error err;
	struct study *s = study_read(word, text, &err);
	int status;

	if (!s)
		return complain(EXIT_FAILURE, "%s", err.text);
	if (s->p.measure && q->paper.output)
		status = complain(EXIT_FAILURE,
				  "%s: a measure keeps no results of runs: leave out --output",
				  word);
	else
		status = reproduce(q, &s->p);
	study_free(s);
	return status;
}

/* Take a file: results, which begin as JSON, or a study. */
static int take_file(struct request *q, const char *word)
{
	struct sim_error err;
	size_t size;
	char *text;
	int status;

	if (access(word, F_OK))
		return unknown(q, word);
	if (!file_read(word, &text, &size, &err))
		return complain(EXIT_FAILURE, "%s", err.text);
	if (!text_is_utf8(text))
		status = complain(EXIT_FAILURE, "%s: is not UTF-8, which pages and pictures are written in",
				  word);
	else
		status = *text == '{' ? show_results(q, word, text) : run_study(q, word, text);
	free(text);
	return status;
}

static int take_all(struct request *q)
{
	int status = EXIT_SUCCESS;

	q->of = q->words ? find_paper(q->word[0]) : NULL;
	if (*q->settings && (!q->words || (q->of && q->words == 1)))
		return complain(EXIT_USAGE, "the name of the result is missing: KEY=VALUE changes its experiments");
	if (!q->words)
		list_all();
	else if (q->of && q->words == 1)
		list(q->of);
	for (int i = !!q->of; i < q->words && status == EXIT_SUCCESS; i++)
		status = q->of ? take_result(q, q->word[i]) : take_file(q, q->word[i]);
	return status;
}

int cmd_paper(int argc, char **argv)
{
	struct request q = { .settings = sim_copy("") };
	int status;

	command_parse(&parser, argc, argv, &q);
	q.paper.settings = q.settings;
	q.paper.output = q.shared.output;
	q.paper.workers = q.shared.workers;
	status = take_all(&q);
	if (q.page && json_object_array_length(q.page) && status == EXIT_SUCCESS)
		paper_page(q.page, stdout);
	json_object_put(q.page);
	free(q.settings);
	return status;
}
