// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* vasprintf() */
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libsmartcols/libsmartcols.h>

#include "tools/lib/names.h"

#include "json.h"
#include "out.h"
#include "print.h"

#define DEPTH	16
#define NUMBER	SCOLS_FL_RIGHT
#define LONG	SCOLS_FL_WRAP
#define LONG_MIN_WIDTH	24	/* least columns of a wrapped text: a time, or two words */
#define SEPARATOR	"  "

/* Stack of the open objects, lists, tables and rows, and whether each is in JSON. */
static struct {
	enum kind { OBJECT, LIST, TABLE, ROW } kind;
	bool in_json;
} nest[DEPTH];
static unsigned int depth;

/* JSON that out_keep() collects. */
static struct {
	FILE *file;		/* NULL: none */
	char *text;
	size_t size;
} kept;

static struct {
	struct libscols_table *of;
	struct libscols_line *row;	/* NULL: between rows */
	size_t cells;			/* cells of the row */
	const char *none;
} table;

static void table_begin(const char *none)
{
	table.none = none;
	setlocale(LC_CTYPE, "");	/* other bytes are printed as \xNN */
	table.of = scols_new_table();
	if (!table.of || scols_table_set_column_separator(table.of, SEPARATOR) ||
	    scols_table_enable_colors(table.of, print_colours()))
		die("out of memory");
}

static struct libscols_column *column_at(size_t i)
{
	return scols_table_get_column(table.of, i);
}

static size_t width_of(size_t i)
{
	size_t width = scols_column_get_width(column_at(i));

	return scols_column_is_wrap(column_at(i)) && width > LONG_MIN_WIDTH ? LONG_MIN_WIDTH :
									      width;
}

/* Show columns @first to @end - 1, after the first column, whose cells name the rows. */
static void table_show(size_t first, size_t end)
{
	size_t i;

	for (i = 1; i < scols_table_get_ncols(table.of); i++) {
		int flags = scols_column_get_flags(column_at(i)) & ~SCOLS_FL_HIDDEN;

		scols_column_set_flags(column_at(i),
				       i < first || i >= end ? flags | SCOLS_FL_HIDDEN : flags);
	}
	if (scols_print_table(table.of))
		die("cannot print a table");
}

/*
 * Print the table on a terminal of @room columns (0: no terminal): columns that do not fit follow
 * below.
 */
static void table_fit(size_t room)
{
	size_t n = scols_table_get_ncols(table.of), first, end, used;
	char *whole;

	if (!room) {
		table_show(1, n);
		return;
	}
	/* print to a string that is not used: this computes the widths of columns */
	scols_table_set_termforce(table.of, SCOLS_TERMFORCE_NEVER);
	if (scols_print_table_to_string(table.of, &whole))
		die("out of memory");
	free(whole);
	scols_table_set_termforce(table.of, SCOLS_TERMFORCE_ALWAYS);
	scols_table_set_termwidth(table.of, room);
	for (first = 1; first < n || first == 1; first = end) {
		used = width_of(0);
		for (end = first; end < n; end++) {
			used += strlen(SEPARATOR) + width_of(end);
			if (used > room && end > first)
				break;
		}
		if (first > 1)
			putchar('\n');
		table_show(first, end);
	}
}

static void table_end(void)
{
	if (!scols_table_is_empty(table.of))
		table_fit(print_columns());
	else if (table.none)
		puts(table.none);
	scols_unref_table(table.of);
	table.of = NULL;
}

static void row_begin(void)
{
	table.cells = 0;
	table.row = scols_new_line();
	if (!table.row)
		die("out of memory");
}

static void row_end(void)
{
	if (scols_table_add_line(table.of, table.row))
		die("out of memory");
	scols_unref_line(table.row);
	table.row = NULL;
}

/*
 * Return the flags of a column: the first one is aligned left, and others right, since most are
 * numbers.
 */
static int column_flags(int flags)
{
	return table.cells || flags == LONG ? flags : 0;
}

static void cell(const char *head, const char *value, int flags)
{
	if (scols_table_is_empty(table.of) &&
	    !scols_table_new_column(table.of, head, 0, column_flags(flags)))
		die("out of memory");
	table.cells++;
	if (scols_line_alloc_cells(table.row, table.cells) ||
	    scols_line_set_data(table.row, table.cells - 1, value))
		die("out of memory");
}

/* Print a text with @value in place of "%s"; both may have any characters. */
static void sentence(const char *text, const char *value)
{
	const char *at = strstr(text, "%s");

	if (at)
		printf("%.*s%s%s", (int)(at - text), text, value, at + 2);
	else
		fputs(text, stdout);
}

static void to_text(const char *text, const char *value, int flags)
{
	if (text && table.row)
		cell(text, value, flags);
	else if (text)
		sentence(text, value);
}

static bool is_json(void)
{
	return print_is_json() || kept.file;
}

/* Return true if a value is for JSON and is printed now. */
static bool to_json(const char *key)
{
	if (!is_json())
		return false;
	if (!depth)
		json_begin(kept.file ? kept.file : stdout, !kept.file && print_is_pretty());
	return key || !depth || json_in_list();
}

/* Output a number whose JSON is the same as its text. */
static void number(const char *key, const char *text, const char *value)
{
	if (to_json(key))
		json_raw(key, value);
	else if (!is_json())
		to_text(text, value, NUMBER);
}

static void string(const char *key, const char *text, const char *value, int flags)
{
	if (!value)
		out_unknown(key, text);
	else if (to_json(key))
		json_tree(key, json_object_new_string(value));
	else if (!is_json())
		to_text(text, value, flags);
}

static void push(const char *key, enum kind kind)
{
	nest[depth].kind = kind;
	nest[depth].in_json = to_json(key);
	if (nest[depth].in_json)
		json_open(key, kind == OBJECT || kind == ROW ? '{' : '[');
	depth++;
}

void out_open(const char *key)
{
	push(key, OBJECT);
}

void out_list(const char *key)
{
	push(key, LIST);
}

void out_table(const char *key, const char *none)
{
	push(key, TABLE);
	if (!is_json())
		table_begin(none);
}

void out_row(void)
{
	bool of_table = table.of && !table.row;

	push(NULL, of_table ? ROW : OBJECT);
	if (of_table)
		row_begin();
}

void out_close(void)
{
	depth--;
	if (nest[depth].in_json)
		json_close();
	else if (nest[depth].kind == TABLE && table.of)
		table_end();
	else if (nest[depth].kind == ROW)
		row_end();
}

void out_u64(const char *key, const char *text, uint64_t value)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRIu64, value);
	number(key, text, digits);
}

void out_s64(const char *key, const char *text, int64_t value)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRId64, value);
	number(key, text, digits);
}

void out_str(const char *key, const char *text, const char *value)
{
	string(key, text, value, NUMBER);
}

void out_long(const char *key, const char *text, const char *value)
{
	string(key, text, value, LONG);
}

void out_bool(const char *key, bool value)
{
	number(key, NULL, value ? "true" : "false");
}

void out_hex(const char *key, const char *text, uint64_t value)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "0x%016" PRIx64, value);
	out_str(key, text, digits);
}

void out_unknown(const char *key, const char *text)
{
	number(key, text, is_json() ? "null" : "-");
}

void out_u64_if(bool known, const char *key, const char *text, uint64_t value)
{
	if (known)
		out_u64(key, text, value);
	else
		out_unknown(key, text);
}

void out_real(const char *key, unsigned int precise, const char *text, unsigned int digits,
	      double value)
{
	if (isfinite(value))
		number(key, text, text_real(value, is_json() ? precise : digits));
	else
		out_unknown(key, text);
}

void out_fraction(const char *key, unsigned int digits, double value)
{
	out_real(key, digits, NULL, 0, value);
}

void out_exact(const char *key, double value)
{
	char text[32];

	snprintf(text, sizeof(text), "%.17g", value);
	if (isfinite(value))
		number(key, NULL, text);
	else
		out_unknown(key, NULL);
}

void out_name(const char *key, const char *text, const char *const *names, unsigned int value)
{
	out_str(key, text, is_json() ? name_of(names, value) : text_name(names, value));
}

void out_time(const char *key, const char *text, uint64_t ns)
{
	char when[TIME_TEXT_MAX];

	if (ns)
		out_str(key, text, time_text(ns, when));
	else
		out_unknown(key, text);
}

void out_u64s(const char *key, const uint64_t *value, size_t n)
{
	size_t i;

	out_list(key);
	for (i = 0; i < n; i++)
		out_u64(NULL, NULL, value[i]);
	out_close();
}

void out_u32s(const char *key, const uint32_t *value, size_t n)
{
	size_t i;

	out_list(key);
	for (i = 0; i < n; i++)
		out_u64(NULL, NULL, value[i]);
	out_close();
}

void out_tree(const char *key, struct json_object *value)
{
	if (to_json(key))
		json_tree(key, value);
	else
		json_object_put(value);
}

void out_keep(void)
{
	kept.file = open_memstream(&kept.text, &kept.size);
	if (!kept.file)
		die("out of memory");
}

struct json_object *out_kept(void)
{
	struct json_object *o;

	if (fclose(kept.file))
		die("out of memory");
	kept.file = NULL;
	o = json_tokener_parse(kept.text);
	free(kept.text);
	return o;
}

void out_cell(const char *head, const char *fmt, ...)
{
	va_list ap;
	char *text;

	if (!table.row)
		return;
	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		die("out of memory");
	va_end(ap);
	cell(head, text, NUMBER);
	free(text);
}

void out_text(const char *fmt, ...)
{
	va_list ap;

	if (is_json())
		return;
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
}

void out_colour(enum colour colour)
{
	static const char *const start[] = {
		[COLOUR_GOOD] = "\033[32m", [COLOUR_BAD] = "\033[31m"
	};

	if (table.row &&
	    scols_cell_set_color(scols_line_get_cell(table.row, table.cells - 1), start[colour]))
		die("out of memory");
}

void out_event(const struct timespec *when, const char *name)
{
	char text[32];

	strftime(text, sizeof(text), "%F %T", localtime(&when->tv_sec));
	out_open(NULL);
	out_text("%s.%06ld ", text, when->tv_nsec / 1000);
	out_real("time", 6, NULL, 0, when->tv_sec + when->tv_nsec / 1e9);
	out_str("event", "%s ", name);
}
