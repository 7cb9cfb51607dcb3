// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* vasprintf */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "print.h"

static enum { TEXT, JSON, JSON_PRETTY } form;

void die(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fputs("seastar: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(EXIT_FAILURE);
}

void *allocate(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		die("out of memory");
	return p;
}

void *resize(void *p, size_t n, size_t size)
{
	p = reallocarray(p, n, size);
	if (!p)
		die("out of memory");
	return p;
}

void print_use_json(bool pretty)
{
	form = pretty ? JSON_PRETTY : JSON;
}

bool print_is_json(void)
{
	return form != TEXT;
}

void print_json(struct json_object *o)
{
	int flags = JSON_C_TO_STRING_NOSLASHESCAPE;

	if (form == JSON_PRETTY)
		flags |= JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED;
	puts(json_object_to_json_string_ext(o, flags));
	json_object_put(o);
}

void print_finish(void)
{
	if (fflush(stdout) || ferror(stdout))
		die("cannot write the output: %s", errno ? strerror(errno) : "write error");
}

void json_add_u64(struct json_object *o, const char *key, uint64_t value)
{
	json_object_object_add(o, key, json_object_new_uint64(value));
}

void json_add_str(struct json_object *o, const char *key, const char *value)
{
	json_object_object_add(o, key, json_object_new_string(value));
}

/* All 64 bits survive in a string; many readers keep numbers as doubles. */
void json_add_hex(struct json_object *o, const char *key, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%016" PRIx64, value);
	json_add_str(o, key, text);
}

struct json_object *json_real(double value, int digits)
{
	return isfinite(value) ? json_object_new_double_s(value, text_real(value, digits)) : NULL;
}

void json_add_real(struct json_object *o, const char *key, double value, int digits)
{
	json_object_object_add(o, key, json_real(value, digits));
}

struct json_object *json_u32_list(const uint32_t *value, size_t n)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < n; i++)
		json_object_array_add(list, json_object_new_uint64(value[i]));
	return list;
}

const char *text_real(double value, int digits)
{
	static char text[64];

	if (!isfinite(value))
		return "-";
	snprintf(text, sizeof(text), "%.*f", digits, value);
	return text;
}

struct table {
	size_t columns;
	size_t cells;	/* the heads are the first row */
	char **cell;
};

static void add_cell(struct table *t, char *text)
{
	t->cell = resize(t->cell, t->cells + 1, sizeof(*t->cell));
	t->cell[t->cells++] = text;
}

struct table *table_new(const char *const *heads)
{
	struct table *t = allocate(1, sizeof(*t));

	for (; heads[t->columns]; t->columns++)
		table_cell(t, "%s", heads[t->columns]);
	return t;
}

void table_cell(struct table *t, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		die("out of memory");
	va_end(ap);
	add_cell(t, text);
}

static size_t column_width(const struct table *t, size_t column)
{
	size_t i, width = 0;

	for (i = column; i < t->cells; i += t->columns) {
		if (strlen(t->cell[i]) > width)
			width = strlen(t->cell[i]);
	}
	return width;
}

void table_print(struct table *t)
{
	int *width = allocate(t->columns, sizeof(*width));
	size_t i;

	for (i = 0; i < t->columns; i++)
		width[i] = column_width(t, i);
	for (i = 0; i < t->cells; i++) {
		if (i % t->columns == 0)
			printf("%-*s", width[0], t->cell[i]);
		else
			printf("  %*s", width[i % t->columns], t->cell[i]);
		if ((i + 1) % t->columns == 0)
			putchar('\n');
		free(t->cell[i]);
	}
	free(width);
	free(t->cell);
	free(t);
}

int print_columns(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO))
		return 0;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return 80;
	return size.ws_col;
}

bool print_colours(void)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && !(no && *no) && term && strcmp(term, "dumb") &&
	       strncmp(term, "vt", 2);
}
