// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim paper: the results of Abts & Weisser, SC07. */
#define _GNU_SOURCE	/* asprintf */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/paper/paper.h"

#include "cmd.h"

#define MOST	32

/**
 * struct request - what the command line asks for
 * @paper: how to run
 * @json: print JSON
 * @page: print a page of documentation
 * @dry: only print the experiments
 * @results: as asked for, run or read
 * @word: what is to be reproduced or shown
 * @words: how many
 * @settings: KEY=VALUE, with blanks between them
 */
struct request {
	struct paper_request paper;
	bool json;
	bool page;
	bool dry;
	struct json_object *results;
	const char *word[MOST];
	int words;
	char *settings;
};

static const struct argp_option options[] = {
	{ "reduced", 'r', NULL, 0, "Run smaller fabrics for fewer cycles, to try it", 0 },
	{ "json", 'j', NULL, 0, "Print JSON, a line for each NAME", 0 },
	{ "page", 'm', NULL, 0, "Print a page of Markdown", 0 },
	{ "dry-run", 'n', NULL, 0, "Print the commands that run the experiments, and end", 0 },
	{ 0 }
};

/* A file's name with an equals sign in it is told by a slash before that. */
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

/* Is each of the settings one of an experiment? */
static bool check_settings(const char *settings, struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	char *words = sim_copy(settings), *rest = *words ? words : NULL, *word;
	bool ok = true;

	while (ok && (word = strsep(&rest, " ")))
		ok = sim_experiment_set(e, word, err);
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
	case 'j':
		q->json = true;
		return 0;
	case 'm':
		q->page = true;
		return 0;
	case 'n':
		q->dry = true;
		return 0;
	case ARGP_KEY_ARG:
		if (is_setting(arg)) {
			add_setting(q, arg);
			return 0;
		}
		if (q->words == MOST)
			exit(complain(EXIT_USAGE, "'%s' is one name too many", arg));
		q->word[q->words++] = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp parser = {
	.options = options,
	.parser = take_option,
	.args_doc = "[NAME|FILE]... [KEY=VALUE]...",
	.doc = "Reproduce the results NAME of Abts & Weisser, SC07, and print the paper's figures beside ours; without NAME, list them.\vKEY=VALUE goes before what the experiments of NAME have for KEY ('seastar-sim help keys').  FILE is what --json printed: it is shown again, and nothing is run.",
};

static void list(void)
{
	for (const struct paper_reproduction *const *p = paper_all; *p; p++)
		printf("%-9s %s (%s)\n", (*p)->name, (*p)->title, (*p)->place);
	puts("\nAge arithmetic and Procedures 1 to 3 have no experiments: tests/unit/age.c goes through all states.");
}

static const struct paper_reproduction *find(const char *name)
{
	for (const struct paper_reproduction *const *p = paper_all; *p; p++)
		if (!strcmp((*p)->name, name))
			return *p;
	return NULL;
}

static int unknown(const char *word)
{
	const char *names[MOST + 1] = { NULL }, *hint;

	for (int i = 0; paper_all[i] && i < MOST; i++)
		names[i] = paper_all[i]->name;
	hint = text_nearest(word, names);
	if (hint)
		return complain(EXIT_FAILURE, "unknown reproduction '%s': did you mean '%s'?", word,
				hint);
	return complain(EXIT_FAILURE, "'%s' is neither a reproduction nor a file; 'seastar-sim paper' lists them",
			word);
}

static void progress(const char *what, u32 done, u32 all)
{
	fprintf(stderr, "\r%s: %u of %u \033[K", what, done, all);
	if (done + 1 == all)
		fputs("\r\033[K", stderr);
}

/* A result that was printed as JSON. */
static struct json_object *read_result(const char *path)
{
	struct json_object *o = json_object_from_file(path), *of;

	if (o && json_object_is_type(o, json_type_object) &&
	    json_object_object_get_ex(o, "reproduction", &of))
		return o;
	json_object_put(o);
	return NULL;
}

static void show(const struct request *q, struct json_object *o)
{
	if (q->page)
		return;
	if (q->json)
		puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
						    JSON_C_TO_STRING_NOSLASHESCAPE));
	else
		paper_text(o, stdout);
	fflush(stdout);
}

static int take(struct request *q, const char *word)
{
	const struct paper_reproduction *p = find(word);
	struct sim_error err;
	struct json_object *o;

	if (!p && access(word, F_OK))
		return unknown(word);
	if (p && q->dry) {
		paper_commands(p, &q->paper, stdout);
		return EXIT_SUCCESS;
	}
	if (!p && *q->settings)
		return complain(EXIT_USAGE, "%s: what was measured has its settings", word);
	o = p ? paper_run(p, &q->paper, &err) : read_result(word);
	if (!o && p)
		return complain(EXIT_FAILURE, "%s", err.text);
	if (!o)
		return complain(EXIT_FAILURE, "%s: is not what 'seastar-sim paper --json' prints",
				word);
	if (!q->page && !q->json && json_object_array_length(q->results))
		putchar('\n');
	json_object_array_add(q->results, o);
	show(q, o);
	return EXIT_SUCCESS;
}

int cmd_paper(int argc, char **argv)
{
	struct request q = { .results = json_object_new_array(), .settings = sim_copy("") };
	int status = EXIT_SUCCESS;
	struct sim_error err;

	command_parse(&parser, argc, argv, &q);
	if (!check_settings(q.settings, &err))
		status = complain(EXIT_FAILURE, "%s", err.text);
	else if (*q.settings && !q.words)
		status = complain(EXIT_USAGE, "settings are for a reproduction, whose name is missing");
	q.paper.settings = q.settings;
	if (isatty(STDERR_FILENO))
		q.paper.progress = progress;
	if (!q.words && status == EXIT_SUCCESS)
		list();
	for (int i = 0; i < q.words && status == EXIT_SUCCESS; i++)
		status = take(&q, q.word[i]);
	if (q.page && !q.dry && status == EXIT_SUCCESS)
		paper_page(q.results, stdout);
	json_object_put(q.results);
	free(q.settings);
	return status;
}
