// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

#define FIRST_ROOM	(64 * 1024)
#define MOST_DIGITS	20	/* digits of a number of 64 bits */

static bool page_make_room(struct page *p, size_t n)
{
	size_t room = p->room ?: p->expected ?: FIRST_ROOM;
	char *text;

	if (p->failed)
		return false;
	while (room - p->length < n)
		room *= 2;
	if (room == p->room)
		return true;
	text = realloc(p->text, room);
	if (!text) {
		p->failed = true;
		return false;
	}
	p->text = text;
	p->room = room;
	return true;
}

static void put(struct page *p, const char *text, size_t n)
{
	if (!page_make_room(p, n))
		return;
	memcpy(p->text + p->length, text, n);
	p->length += n;
}

static void put_text(struct page *p, const char *text)
{
	put(p, text, strlen(text));
}

/*
 * Write the digits of @value, before @end: a page has thousands of numbers, and printf() would take
 * most of a scrape's time.  Returns their beginning.
 */
static char *digits(char *end, uint64_t value)
{
	do {
		*--end = '0' + value % 10;
		value /= 10;
	} while (value);
	return end;
}

static void put_u64(struct page *p, uint64_t value)
{
	char text[MOST_DIGITS], *end = text + sizeof(text), *at = digits(end, value);

	put(p, at, end - at);
}

void page_family(struct page *p, const char *name, const char *type, const char *help)
{
	p->family = name;
	p->type = type;
	p->help = help;
	p->family_put = false;
}

static void put_family(struct page *p)
{
	const char *const words[] = { "# HELP ", p->family, " ", p->help, "\n# TYPE ", p->family,
				      " ", p->type, "\n" };
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		put_text(p, words[i]);
	p->family_put = true;
}

void page_sample(struct page *p, const char *suffix)
{
	if (!p->family_put)
		put_family(p);
	p->line = p->length;
	put_text(p, p->family);
	put_text(p, suffix);
	p->labelled = false;
}

static void begin_label(struct page *p, const char *key)
{
	put(p, p->labelled ? "," : "{", 1);
	put_text(p, key);
	put(p, "=\"", 2);
	p->labelled = true;
}

void page_label(struct page *p, const char *key, const char *value)
{
	size_t n;

	begin_label(p, key);
	for (; *value; value += n) {
		n = strcspn(value, "\\\"\n");
		put(p, value, n);
		if (!value[n])
			break;
		put(p, value[n] == '\n' ? "\\n" : value[n] == '"' ? "\\\"" : "\\\\", 2);
		n++;
	}
	put(p, "\"", 1);
}

void page_label_u64(struct page *p, const char *key, uint64_t value)
{
	begin_label(p, key);
	put_u64(p, value);
	put(p, "\"", 1);
}

static void begin_value(struct page *p)
{
	if (p->labelled)
		put(p, "}", 1);
	put(p, " ", 1);
}

void page_u64(struct page *p, uint64_t value)
{
	begin_value(p);
	put_u64(p, value);
	put(p, "\n", 1);
}

/* Write the rest of a line after the stem. */
static size_t finish_line(char *to, uint32_t i, uint64_t value)
{
	char text[2 * MOST_DIGITS + 4], *end = text + sizeof(text), *at = end;

	*--at = '\n';
	at = digits(at, value);
	at -= 3;
	memcpy(at, "\"} ", 3);
	at = digits(at, i);
	memcpy(to, at, end - at);
	return end - at;
}

/*
 * Put a sample per value.  Thousands of lines begin alike, so the common stem is copied rather than
 * made again.
 */
void page_each(struct page *p, const char *key, const uint64_t *value, size_t apart, uint32_t n)
{
	size_t line = p->line, stem;
	uint32_t i;

	begin_label(p, key);
	stem = p->length - line;
	for (i = 0; i < n && page_make_room(p, stem + 2 * MOST_DIGITS + 4); i++) {
		if (i) {
			memcpy(p->text + p->length, p->text + line, stem);
			p->length += stem;
		}
		p->length += finish_line(p->text + p->length, i,
					 *(const uint64_t *)((const char *)value + i * apart));
	}
}

void page_real(struct page *p, double value)
{
	char text[32];

	begin_value(p);
	put(p, text, snprintf(text, sizeof(text), "%.15g\n", value));
}

void page_free(struct page *p)
{
	free(p->text);
	*p = (struct page){ 0 };
}
