// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

#define WORD_MAX	32	/* longer words are not typing errors */

/* Return the bytes of the character at @c; 0 if it is not UTF-8 by RFC 3629. */
static size_t utf8_length(const unsigned char *c)
{
	static const struct {
		unsigned char first, last;	/* range of the first byte */
		unsigned char low, high;	/* range of the second byte */
		size_t length;
	} forms[] = {
		{ 0x01, 0x7f, 0, 0, 1 },
		{ 0xc2, 0xdf, 0x80, 0xbf, 2 },
		{ 0xe0, 0xe0, 0xa0, 0xbf, 3 },
		{ 0xe1, 0xec, 0x80, 0xbf, 3 },
		{ 0xed, 0xed, 0x80, 0x9f, 3 },
		{ 0xee, 0xef, 0x80, 0xbf, 3 },
		{ 0xf0, 0xf0, 0x90, 0xbf, 4 },
		{ 0xf1, 0xf3, 0x80, 0xbf, 4 },
		{ 0xf4, 0xf4, 0x80, 0x8f, 4 },
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (*c < forms[i].first || *c > forms[i].last)
			continue;
		if (forms[i].length > 1 && (c[1] < forms[i].low || c[1] > forms[i].high))
			return 0;
		for (size_t k = 2; k < forms[i].length; k++)
			if (c[k] < 0x80 || c[k] > 0xbf)
				return 0;
		return forms[i].length;
	}
	return 0;
}

bool text_is_utf8(const char *text)
{
	const unsigned char *c = (const unsigned char *)text;
	size_t length = 1;

	/* most of a text is ASCII */
	for (; *c && length; c += length)
		length = *c < 0x80 ? 1 : utf8_length(c);
	return !*c;
}

size_t text_head(const char *text, size_t most)
{
	size_t n = 0, length;

	while (text[n]) {
		/* a byte that is not UTF-8 is a character */
		length = utf8_length((const unsigned char *)text + n);
		length += !length;
		if (length > most - n)
			break;
		n += length;
	}
	return n;
}

int text_characters(const char *text, size_t bytes)
{
	int n = 0;

	for (size_t i = 0; i < bytes; n++) {
		size_t length = utf8_length((const unsigned char *)text + i);

		i += length + !length;
	}
	return n;
}

void text_pad(const char *text, size_t bytes, int width, FILE *to)
{
	int blanks = abs(width) - text_characters(text, bytes);

	blanks = blanks > 0 ? blanks : 0;
	fprintf(to, "%*s%.*s%*s", width > 0 ? blanks : 0, "", (int)bytes, text,
		width < 0 ? blanks : 0, "");
}

bool text_has_control(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == '\x7f')
			return true;
	return false;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

bool text_needs_quotes(const char *text)
{
	size_t length = strlen(text);

	if (!length)
		return false;
	if (*text == '"' || strchr(text, '#') || is_blank(*text) || is_blank(text[length - 1]))
		return true;
	for (; *text; text++)
		if ((*text == ',' && is_blank(text[1])) || (is_blank(*text) && text[1] == ','))
			return true;
	return false;
}

void text_quote(const char *text, FILE *to)
{
	fputc('"', to);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', to);
		fputc(*text, to);
	}
	fputc('"', to);
}

char *text_unquote(char *text)
{
	char *to = text, *from = text + 1;

	for (; *from && *from != '"'; from++) {
		if (*from == '\\' && (from[1] == '"' || from[1] == '\\'))
			from++;
		*to++ = *from;
	}
	if (!*from)
		return NULL;
	*to = '\0';
	return from + 1;
}

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;

	return least < c ? least : c;
}

/* Count the edits (Levenshtein's, and swaps of neighbours) that turn @b into @a. */
static size_t distance(const char *a, const char *b)
{
	size_t d[WORD_MAX + 1][WORD_MAX + 1];
	size_t m = strlen(a), n = strlen(b), i, j;

	if (m > WORD_MAX || n > WORD_MAX)
		return WORD_MAX;
	for (i = 0; i <= m; i++)
		d[i][0] = i;
	for (j = 0; j <= n; j++)
		d[0][j] = j;
	for (i = 1; i <= m; i++) {
		for (j = 1; j <= n; j++) {
			d[i][j] = min3(d[i - 1][j] + 1, d[i][j - 1] + 1,
				       d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    d[i - 2][j - 2] + 1 < d[i][j])
				d[i][j] = d[i - 2][j - 2] + 1;
		}
	}
	return d[m][n];
}

const char *text_nearest(const char *typed, const char *const *words)
{
	size_t best = strlen(typed) > 3 ? 3 : 2;
	const char *hint = NULL;

	for (; *words; words++) {
		size_t d = distance(typed, *words);

		if (d < best && d < strlen(*words)) {
			best = d;
			hint = *words;
		}
	}
	return hint;
}

bool text_number(const char *text, u64 *value)
{
	int base = 10;
	char *end;

	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
		base = 16;
		text += 2;
	}
	/* strtoull() would take signs and leading space */
	if (!isxdigit((unsigned char)*text))
		return false;
	errno = 0;
	*value = strtoull(text, &end, base);
	return !errno && end != text && !*end;
}

/* Append @digit to @v.  Returns false if there is no room for it. */
static bool append_digit(u64 *v, u32 digit)
{
	return !__builtin_mul_overflow(*v, 10, v) && !__builtin_add_overflow(*v, digit, v);
}

bool text_decimal(const char *text, u32 digits, u64 *value)
{
	bool any = false, fits = true;
	u64 v = 0;

	for (; isdigit((unsigned char)*text) && fits; text++, any = true)
		fits = append_digit(&v, *text - '0');
	if (*text == '.')
		text++;
	for (; isdigit((unsigned char)*text) && digits && fits; text++, digits--, any = true)
		fits = append_digit(&v, *text - '0');
	for (; digits && fits; digits--)
		fits = append_digit(&v, 0);
	*value = v;
	return any && fits && !*text;
}

void text_from_decimal(u64 value, u32 digits, char *text, size_t room)
{
	u64 one = 1, rest;
	int length;
	u32 i;

	for (i = 0; i < digits; i++)
		one *= 10;
	rest = value % one;
	length = snprintf(text, room, "%" PRIu64, value / one);
	if (!rest)
		return;
	for (; rest % 10 == 0; digits--)
		rest /= 10;
	snprintf(text + length, room - length, ".%0*" PRIu64, (int)digits, rest);
}

u32 text_numbers(const char *text, char separator, u64 max, u64 *value, u32 most)
{
	char part[24];
	u32 n = 0;

	for (;;) {
		const char reject[] = { separator, '\0' };
		size_t length = strcspn(text, reject);

		if (n == most || length >= sizeof(part))
			return 0;
		memcpy(part, text, length);
		part[length] = '\0';
		if (!text_number(part, &value[n]) || value[n] > max)
			return 0;
		n++;
		if (!text[length])
			return n;
		text += length + 1;
	}
}
