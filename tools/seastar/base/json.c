// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "json.h"

#define DEPTH	16

static struct {
	FILE *file;
	bool pretty;
	unsigned int depth;
	char end[DEPTH];	/* closing bracket of each depth */
	bool any[DEPTH + 1];	/* by depth: the object or list has a value */
} to;

/* Close all open objects and lists, so that output before an error is valid JSON. */
static void close_all(void)
{
	while (to.depth)
		json_close();
}

void json_begin(FILE *file, bool pretty)
{
	if (!to.file)
		atexit(close_all);
	to.file = file;
	to.pretty = pretty;
}

bool json_in_list(void)
{
	return to.depth && to.end[to.depth - 1] == ']';
}

static void new_line(void)
{
	if (to.pretty)
		fprintf(to.file, "\n%*s", 2 * to.depth, "");
}

/* Print the comma, line break and key before a value. */
static void lead(const char *key)
{
	if (to.any[to.depth])
		fputc(',', to.file);
	to.any[to.depth] = to.depth;
	if (to.depth)
		new_line();
	if (key)
		fprintf(to.file, to.pretty ? "\"%s\": " : "\"%s\":", key);
}

/* Print the newline after the outermost value. */
static void trail(void)
{
	if (!to.depth)
		fputc('\n', to.file);
}

void json_open(const char *key, char bracket)
{
	lead(key);
	fputc(bracket, to.file);
	to.end[to.depth++] = bracket == '{' ? '}' : ']';
	to.any[to.depth] = false;
}

void json_close(void)
{
	to.depth--;
	new_line();
	fputc(to.end[to.depth], to.file);
	trail();
}

void json_raw(const char *key, const char *value)
{
	lead(key);
	fputs(value, to.file);
	trail();
}

/* Print a tree, indented from the present depth; no string has a newline of its own. */
void json_tree(const char *key, struct json_object *value)
{
	const char *text = json_object_to_json_string_ext(value, JSON_C_TO_STRING_NOSLASHESCAPE |
			(to.pretty ? JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED : 0));

	lead(key);
	for (; *text; text++) {
		if (*text == '\n')
			new_line();
		else
			fputc(*text, to.file);
	}
	trail();
	json_object_put(value);
}
