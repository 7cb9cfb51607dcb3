// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "print.h"

#define WORD_MAX	32	/* longer words are nobody's typing error */

void args_die(const struct args *a, const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fputs("seastar: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "; see 'seastar%s%s%s%s help'\n", a->object ? " " : "",
		a->object ? a->object : "", a->command ? " " : "",
		a->command ? a->command : "");
	exit(EXIT_USAGE);
}

bool args_more(const struct args *a)
{
	return *a->word;
}

bool args_take(struct args *a, const char *word)
{
	if (!args_more(a) || strcmp(*a->word, word))
		return false;
	a->word++;
	return true;
}

const char *args_value(struct args *a, const char *what)
{
	if (!args_more(a))
		args_die(a, "%s is missing", what);
	return *a->word++;
}

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

/* The word that @typed may have been meant for, or NULL. */
static const char *nearest(const char *typed, const char *const *words)
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

static int find_word(const char *typed, const char *const *words)
{
	int i;

	for (i = 0; words[i]; i++) {
		if (!strcmp(typed, words[i]))
			return i;
	}
	return -1;
}

static void unknown_word(const struct args *a, const char *what, const char *typed,
			 const char *const *words) __attribute__((noreturn));

static void unknown_word(const struct args *a, const char *what, const char *typed,
			 const char *const *words)
{
	const char *hint = nearest(typed, words);

	if (hint)
		args_die(a, "unknown %s '%s': did you mean '%s'?", what, typed, hint);
	args_die(a, "unknown %s '%s'", what, typed);
}

int args_choice(struct args *a, const char *what, const char *const *words)
{
	const char *typed = args_value(a, what);
	int i = find_word(typed, words);

	if (i < 0)
		unknown_word(a, what, typed, words);
	return i;
}

int args_keyword(struct args *a, const char *const *words, uint64_t *seen)
{
	int i = args_choice(a, "keyword", words);

	if (*seen >> i & 1)
		args_die(a, "'%s' is given twice", words[i]);
	*seen |= 1ULL << i;
	return i;
}

void args_end(const struct args *a)
{
	if (args_more(a))
		args_die(a, "'%s' is one word too many", *a->word);
}

/* Unsigned digits only: strtoull() would take signs and leading space. */
static bool scan_number(const char *text, uint64_t *value)
{
	int base = 10;
	char *end;

	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
		base = 16;
		text += 2;
	}
	if (!isxdigit((unsigned char)*text))
		return false;
	errno = 0;
	*value = strtoull(text, &end, base);
	return !errno && end != text && !*end;
}

uint64_t parse_number(const struct args *a, const char *what, const char *text,
		      uint64_t min, uint64_t max)
{
	uint64_t value;

	if (!scan_number(text, &value) || value < min || value > max)
		args_die(a, "%s: '%s' is not a number from %" PRIu64 " to %" PRIu64, what,
			 text, min, max);
	return value;
}

uint64_t args_number(struct args *a, const char *what, uint64_t min, uint64_t max)
{
	return parse_number(a, what, args_value(a, what), min, max);
}

static bool scan_decimal(const char *text, unsigned int digits, uint64_t *value)
{
	uint64_t v = 0;
	bool any = false;

	for (; isdigit((unsigned char)*text); text++, any = true) {
		if (v > UINT32_MAX)
			return false;
		v = v * 10 + (*text - '0');
	}
	if (*text == '.')
		text++;
	for (; isdigit((unsigned char)*text) && digits; text++, digits--, any = true)
		v = v * 10 + (*text - '0');
	for (; digits; digits--)
		v *= 10;
	*value = v;
	return any && !*text;
}

uint64_t args_decimal(struct args *a, const char *what, unsigned int digits,
		      uint64_t min, uint64_t max)
{
	const char *text = args_value(a, what);
	uint64_t value, one = 1;
	unsigned int i;

	for (i = 0; i < digits; i++)
		one *= 10;
	if (!scan_decimal(text, digits, &value) || value < min || value > max)
		args_die(a, "%s: '%s' is not a number from %g to %g with at most %u digits after the point",
			 what, text, (double)min / one, (double)max / one, digits);
	return value;
}

void parse_pair(const struct args *a, const char *what, const char *text, char separator,
		uint64_t min, uint64_t max, uint64_t pair[2])
{
	const char *cut = strchr(text, separator);
	char *first;

	if (!cut)
		args_die(a, "%s: '%s' is not two numbers with a '%c' between them", what, text,
			 separator);
	first = strndup(text, cut - text);
	if (!first)
		die("out of memory");
	pair[0] = parse_number(a, what, first, min, max);
	pair[1] = parse_number(a, what, cut + 1, min, max);
	free(first);
}
