// SPDX-License-Identifier: GPL-2.0-only
/* Lines of a study's file. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "lines.h"

#define BLANKS	" \t"

static bool is_continuation(const char *line)
{
	size_t blanks = strspn(line, BLANKS);

	return blanks && line[blanks] && line[blanks] != '\n';
}

/* Take the text of the next line of the file, without white space at its ends. */
static void take_line(struct lines *l, FILE *to)
{
	size_t length = strcspn(l->at, "\n"), blanks = strspn(l->at, BLANKS), end = length;

	while (end > blanks && strchr(BLANKS, l->at[end - 1]))
		end--;
	if (end > blanks)
		fwrite(l->at + blanks, end - blanks, 1, to);
	l->at += length + (l->at[length] == '\n');
	l->next++;
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
	take_line(l, to);
	while (is_continuation(l->at)) {
		fputc(' ', to);
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
