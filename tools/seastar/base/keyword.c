// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "keyword.h"
#include "out.h"
#include "print.h"

#define MAX_KEYWORDS	64
#define VALUE_MAX	256

/* Refuse the former spelling of a keyword, with the present one in the message. */
static void keyword_refuse_former(const struct args *a, const struct keyword *k)
{
	if (k->former && args_comes(a, k->former))
		args_die(a, "'%s' is now '%s'", k->former, k->name);
}

size_t keyword_take(struct args *a, const struct keyword *table, uint64_t *seen)
{
	const char *names[MAX_KEYWORDS + 1] = { 0 };
	size_t i;

	for (i = 0; table[i].name; i++) {
		names[i] = table[i].name;
		keyword_refuse_former(a, &table[i]);
		if (table[i].many)
			*seen &= ~(1ULL << i);
	}
	return args_keyword(a, names, seen);
}

uint64_t keyword_number(struct args *a, const struct keyword *k)
{
	if (k->digits)
		return args_decimal(a, k->name, k->unit, k->digits, k->min, k->max);
	return args_number(a, k->name, k->unit, k->min, k->max);
}

int keyword_choice(struct args *a, const struct keyword *k)
{
	return args_choice(a, k->name, k->words);
}

/* Return "port|dimension", or the text of the table. */
static const char *keyword_value(const struct keyword *k, char text[VALUE_MAX])
{
	size_t i, n = 0;

	if (k->value || !k->words)
		return k->value;
	for (i = 0; k->words[i] && n < VALUE_MAX; i++)
		n += snprintf(text + n, VALUE_MAX - n, "%s%s", i ? "|" : "", k->words[i]);
	return text;
}

void keyword_need(const struct args *a, const struct keyword *table, uint64_t seen)
{
	char text[VALUE_MAX];
	size_t i;

	for (i = 0; table[i].name; i++) {
		const char *value = keyword_value(&table[i], text);

		if (table[i].place == KEYWORD_NEEDED && !(seen >> i & 1))
			args_die(a, "'%s%s%s' is missing", table[i].name, value ? " " : "",
				 value ? value : "");
	}
}

static void put_keyword(FILE *f, const struct keyword *k)
{
	char text[VALUE_MAX];
	const char *value = keyword_value(k, text);

	fprintf(f, "%s%s%s", k->name, value ? " " : "", value ? value : "");
}

/* Write a keyword's usage; KEYWORD_OR and KEYWORD_WITH go into the brackets of the one before. */
static void put_free(FILE *f, const struct keyword *k, bool *open)
{
	bool inside = k->place == KEYWORD_OR || k->place == KEYWORD_WITH;

	if (*open && !inside)
		fputc(']', f);
	*open = inside || (k->place != KEYWORD_NEEDED && !k->many);
	fputs(k->place == KEYWORD_NEEDED ? " " : k->place == KEYWORD_OR ? " | " : " [", f);
	put_keyword(f, k);
	if (k->place == KEYWORD_WITH)
		fputc(']', f);
	else if (k->many)
		fputs("]...", f);
}

void keyword_usage(FILE *f, const struct keyword *table, bool rule)
{
	const struct keyword *k;
	bool open = false;

	for (k = table; k->name; k++) {
		if (k->place < KEYWORD_LAST ? !rule : k->place == KEYWORD_RULE && rule)
			put_free(f, k, &open);
	}
	for (k = table; k->name; k++) {
		if (k->place == KEYWORD_LAST && !rule)
			put_free(f, k, &open);
	}
	if (open)
		fputc(']', f);
}

static double scale_of_keyword(const struct keyword *k)
{
	double one = 1;
	unsigned int i;

	for (i = 0; i < k->digits; i++)
		one *= 10;
	return one;
}

static void range_text(const struct keyword *k)
{
	if (!k->max)
		return;
	if (k->digits)
		printf(", %g to %g", k->min / scale_of_keyword(k), k->max / scale_of_keyword(k));
	else if (k->max < UINT32_MAX)
		printf(", %" PRIu64 " to %" PRIu64, k->min, k->max);
}

void keyword_text(const struct keyword *table)
{
	const struct keyword *k;
	char text[VALUE_MAX];

	for (k = table; k->name; k++) {
		const char *value = keyword_value(k, text);

		if (!k->help)
			continue;
		printf("    %s%s%s: %s", k->name, value ? " " : "", value ? value : "", k->help);
		if (k->unit)
			printf(", in %s", k->unit);
		range_text(k);
		putchar('\n');
	}
}

static void range_out(const struct keyword *k)
{
	double scale = scale_of_keyword(k);

	if (!k->digits) {
		out_u64("min", NULL, k->min);
		out_u64("max", NULL, k->max);
		return;
	}
	out_real("min", k->digits, NULL, 0, k->min / scale);
	out_real("max", k->digits, NULL, 0, k->max / scale);
}

void keyword_out(const struct keyword *table)
{
	const struct keyword *k;
	char text[VALUE_MAX];

	out_list("keywords");
	for (k = table; k && k->name; k++) {
		out_row();
		out_str("keyword", NULL, k->name);
		if (keyword_value(k, text))
			out_str("value", NULL, keyword_value(k, text));
		if (k->unit)
			out_str("unit", NULL, k->unit);
		if (k->max)
			range_out(k);
		if (k->help)
			out_str("help", NULL, k->help);
		out_close();
	}
	out_close();
}
