// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/print.h"

#include "unified.h"

#define CONTEXT	3	/* lines around a change */

/* A line of the comparison: ' ' in both, '-' in the old one, '+' in the new one. */
struct edit {
	char mark;
	const char *text;
};

struct edits {
	struct edit *edit;
	size_t n;
};

static void unified_add(struct edits *e, char mark, const char *text)
{
	e->edit[e->n++] = (struct edit){ .mark = mark, .text = text };
}

/* Merge two texts: both are in the same order, so that lines about the same setting meet. */
static struct edits merge(const struct conf_lines *from, const struct conf_lines *to)
{
	const struct conf_line *a = from->line, *a_end = a + from->n;
	const struct conf_line *b = to->line, *b_end = b + to->n;
	struct edits e = { 0 };

	e.edit = allocate(from->n + to->n + 1, sizeof(*e.edit));
	while (a < a_end || b < b_end) {
		bool take_a = b == b_end || (a < a_end && a->order <= b->order);
		bool take_b = a == a_end || (b < b_end && b->order <= a->order);

		if (take_a && take_b && !strcmp(a->text, b->text)) {
			unified_add(&e, ' ', a->text);
		} else {
			if (take_a)
				unified_add(&e, '-', a->text);
			if (take_b)
				unified_add(&e, '+', b->text);
		}
		a += take_a;
		b += take_b;
	}
	return e;
}

/*
 * Return the end of the hunk that begins with the change @i, and ends CONTEXT lines after its last
 * one.
 */
static size_t hunk_end(const struct edits *e, size_t i)
{
	size_t last = i;

	for (; i < e->n && i - last <= 2 * CONTEXT + 1; i++) {
		if (e->edit[i].mark != ' ')
			last = i;
	}
	return e->n - last > CONTEXT ? last + 1 + CONTEXT : e->n;
}

static size_t unified_count(const struct edits *e, size_t first, size_t end, char other)
{
	size_t i, n = 0;

	for (i = first; i < end; i++)
		n += e->edit[i].mark != other;
	return n;
}

/*
 * Return "FIRST,NUMBER" of the lines of a side, or "FIRST" for one line; FIRST of an empty side is
 * the line before it.
 */
static char *span(const struct edits *e, size_t first, size_t end, char other)
{
	size_t before = unified_count(e, 0, first, other), n = unified_count(e, first, end, other);
	char *text;
	int ok;

	if (n == 1)
		ok = asprintf(&text, "%zu", before + 1);
	else
		ok = asprintf(&text, "%zu,%zu", n ? before + 1 : before, n);
	if (ok < 0)
		die("out of memory");
	return text;
}

static void emit_free(char *line, void (*emit)(const char *line, void *ctx), void *ctx)
{
	emit(line, ctx);
	free(line);
}

static void emit_hunk(const struct edits *e, size_t first, size_t end,
		      void (*emit)(const char *line, void *ctx), void *ctx)
{
	char *from = span(e, first, end, '+'), *to = span(e, first, end, '-'), *line;

	if (asprintf(&line, "@@ -%s +%s @@", from, to) < 0)
		die("out of memory");
	emit_free(line, emit, ctx);
	free(from);
	free(to);
	for (; first < end; first++) {
		if (asprintf(&line, "%c%s", e->edit[first].mark, e->edit[first].text) < 0)
			die("out of memory");
		emit_free(line, emit, ctx);
	}
}

void conf_unified(const struct conf_lines *from, const struct conf_lines *to,
		  void (*emit)(const char *line, void *ctx), void *ctx)
{
	struct edits e = merge(from, to);
	size_t i, first, end = 0;

	for (i = 0; i < e.n; i++) {
		if (e.edit[i].mark == ' ')
			continue;
		first = i - end > CONTEXT ? i - CONTEXT : end;
		end = hunk_end(&e, i);
		emit_hunk(&e, first, end, emit, ctx);
		i = end - 1;
	}
	free(e.edit);
}
