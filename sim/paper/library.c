// SPDX-License-Identifier: GPL-2.0-only
/* The papers and their results: files that the build puts into the program (build/studies). */
#define _GNU_SOURCE	/* asprintf() */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "lines.h"
#include "study.h"

/* Before each file there is a line with this and its path. */
#define MARK	"\f"

#define FOLDER	"sim/paper/"

asm(".section .rodata\n.global paper_files\npaper_files:\n.incbin \"build/studies\"\n.byte 0\n.previous");

extern const char paper_files[];

/* Return the text of a file, to be freed, or NULL if there is no such file. */
static char *text_of(const char *path)
{
	size_t length = strlen(path);
	const char *at = paper_files, *end;

	for (; at; at = strstr(at + 1, MARK))
		if (!strncmp(at + strlen(MARK), path, length) && at[strlen(MARK) + length] == '\n')
			break;
	if (!at)
		return NULL;
	at += strlen(MARK) + length + 1;
	end = strstr(at, MARK);
	return sim_need(end ? strndup(at, end - at) : strdup(at));
}

/* Read result @name of @paper, which may begin with a folder; abort if the file cannot be read. */
static const struct paper_reproduction *read_result(const char *paper, const char *name)
{
	struct sim_error err;
	struct study *s;
	char *path, *text;

	if (asprintf(&path, FOLDER "%s/%s.study", paper, name) < 0)
		path = sim_need(NULL);
	text = sim_need(text_of(path));
	s = study_read(path, text, &err);
	if (!s) {
		fprintf(stderr, "seastar-sim: %s\n", err.text);
		abort();
	}
	free(text);
	free(path);
	return &s->p;
}

static void add_results(struct paper *p, char *names)
{
	const struct paper_reproduction **list = NULL;
	char *name;
	u32 n = 0;

	do {
		name = strsep(&names, " ");
		list = sim_grow(list, n + 2, sizeof(list[0]));
		list[n++] = read_result(p->name, name);
	} while (names);
	list[n] = NULL;
	p->result = list;
}

/* Read a line of a paper's section; the paper keeps the text, except for that of its results. */
static void set(struct paper *p, char *line)
{
	char *value = lines_cut(line, "=");

	if (!strcmp(line, "authors")) {
		p->authors = value;
	} else if (!strcmp(line, "title")) {
		p->title = value;
	} else if (!strcmp(line, "note")) {
		p->note = value;
	} else {
		add_results(p, value);
		free(line);
	}
}

static struct paper *read_all(char *text)
{
	struct lines lines = { .name = FOLDER "papers", .at = text, .next = 1 };
	struct paper *list = sim_alloc(1, sizeof(*list));
	char *line;
	u32 n = 0;

	while ((line = lines_next(&lines))) {
		if (*line != '[') {
			set(&list[n - 1], line);
			continue;
		}
		list = sim_grow(list, n + 2, sizeof(*list));
		list[n] = (struct paper){ .name = line + 1 };
		line[strlen(line) - 1] = '\0';
		list[++n] = (struct paper){ 0 };
	}
	return list;
}

const struct paper *paper_list(void)
{
	static struct paper *list;
	char *text;

	if (list)
		return list;
	text = sim_need(text_of(FOLDER "papers"));
	list = read_all(text);
	free(text);
	return list;
}
