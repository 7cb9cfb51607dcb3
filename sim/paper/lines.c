// SPDX-License-Identifier: GPL-2.0-only
/* Lines of a study's file. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "lines.h"

#define BLANKS	" \t\r"	/* a line may end in CR LF */

static bool is_continuation(const char *line)
{
	size_t blanks = strspn(line, BLANKS);

	return blanks && line[blanks] && line[blanks] != '\n';
}

static bool is_word(const char *text, size_t length, const char *word)
{
	return length == strlen(word) && !strncmp(text, word, length);
}

/* Add the words of the next line of the file, with one blank before each but the first. */
static void take_line(struct lines *l, FILE *to)
{
	for (l->at += strspn(l->at, BLANKS); *l->at && *l->at != '\n'; l->at += strspn(l->at, BLANKS)) {
		size_t word = strcspn(l->at, BLANKS "\n");

		fprintf(to, "%s%.*s", ftell(to) ? " " : "", (int)word, l->at);
		l->at += word;
	}
	l->at += *l->at == '\n';
	l->next++;
}

bool lines_is_key_of_claim(const char *line)
{
	size_t key;

	line += strspn(line, BLANKS);
	key = strcspn(line, BLANKS "=\n");
	if (!is_word(line, key, "paper") && !is_word(line, key, "why"))
		return false;
	line += key + strspn(line + key, BLANKS);
	line += strcspn(line, BLANKS "=<>\n");
	return line[strspn(line, BLANKS)] == '=';
}

static void fail_indented(struct lines *l, const char *why)
{
	l->number = l->next;
	l->why = why;
}

char *lines_next(struct lines *l)
{
	size_t size;
	char *text;
	FILE *to;

	while (*l->at == '#' || l->at[strspn(l->at, BLANKS)] == '\n') {
		l->at += strcspn(l->at, "\n");
		l->at += *l->at == '\n';
		l->next++;
	}
	if (!l->at[strspn(l->at, BLANKS)])
		return NULL;
	to = sim_need(open_memstream(&text, &size));
	l->number = l->next;
	if (is_continuation(l->at))
		fail_indented(l, "an indented line continues the one just above, which is none: do not indent it");
	take_line(l, to);
	while (is_continuation(l->at)) {
		if (!l->why && lines_is_key_of_claim(l->at))
			fail_indented(l, "an indented line continues the one above, so this is no key of a claim: do not indent it");
		take_line(l, to);
	}
	fclose(to);
	return text;
}

bool lines_fail(const struct lines *l, const struct sim_error *why, struct sim_error *err)
{
	return sim_fail(err, "%.100s:%u: %.380s", l->name, l->number, why->text);
}

char *lines_cut(char *line, const char *sign)
{
	char *at = strstr(line, sign), *rest;

	if (!at)
		return NULL;
	rest = at + strlen(sign);
	rest += strspn(rest, BLANKS);
	while (at > line && strchr(BLANKS, at[-1]))
		at--;
	*at = '\0';
	return rest;
}
