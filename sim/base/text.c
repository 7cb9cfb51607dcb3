// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

#define WORD_MAX	32	/* longer words are nobody's typing error */

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;

	return least < c ? least : c;
}

/* Edits (Levenshtein's, and a swap of neighbours) that make @a from @b. */
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

/* Append @digit to @v.  Return: is there room for it? */
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
