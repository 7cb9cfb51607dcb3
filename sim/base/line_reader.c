// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "line_reader.h"
#include "memory.h"

static const char mark[] = "\xef\xbb\xbf";

#define MARK	(sizeof(mark) - 1)

static enum line bad(const struct line_reader *r, const char *why, struct sim_error *err)
{
	sim_fail(err, "%.200s:%" PRIu64 ": %s", r->path, r->number, why);
	return LINE_BAD;
}

static void make_room(struct line_reader *r, size_t bytes)
{
	if (bytes <= r->room)
		return;
	r->room = 2 * bytes > 256 ? 2 * bytes : 256;
	r->text = sim_grow(r->text, r->room, 1);
}

/* Remove the byte order mark from the first line, of @n bytes; returns what is left of these. */
static size_t skip_mark(struct line_reader *r, size_t n)
{
	if (r->number != 1 || n < MARK || memcmp(r->text, mark, MARK))
		return n;
	r->mark = MARK;
	memmove(r->text, r->text + MARK, n - MARK);
	return n - MARK;
}

enum line line_next(struct line_reader *r, struct sim_error *err)
{
	size_t n = 0;
	int c;

	r->number++;
	while ((c = getc_unlocked(r->from)) != '\n' && c != EOF) {
		if (!c)
			return bad(r, "has a byte 0, so it is not text: remove it", err);
		if (r->most && n > r->most + MARK)
			return bad(r, "the line is longer than any of such a file", err);
		make_room(r, n + 2);
		r->text[n++] = c;
	}
	if (c == EOF && ferror(r->from)) {
		sim_fail(err, "%.200s: cannot be read: %s", r->path, strerror(errno));
		return LINE_BAD;
	}
	make_room(r, n + 2);
	n = skip_mark(r, n);
	r->bytes = n + (c == '\n');
	if (n && r->text[n - 1] == '\r')
		n--;
	r->text[n] = '\0';
	if (r->most && n > r->most)
		return bad(r, "the line is longer than any of such a file", err);
	if (c == '\n')
		return LINE_WHOLE;
	return n ? LINE_OPEN : LINE_NONE;
}

bool line_refuse(const struct line_reader *r, struct sim_error *err, const char *why, ...)
{
	char text[512];
	va_list rest;

	va_start(rest, why);
	vsnprintf(text, sizeof(text), why, rest);
	va_end(rest);
	return sim_fail(err, "%.200s:%" PRIu64 ": %s", r->path, r->number, text);
}

void line_end(struct line_reader *r)
{
	free(r->text);
	r->text = NULL;
	r->room = 0;
}
