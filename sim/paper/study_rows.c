// SPDX-License-Identifier: GPL-2.0-only
/* The rows of a study. A list of values in their keys makes a row of each. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/experiment/list.h"

#include "lines.h"
#include "study.h"

#define AXES	6	/* with two values each they make PAPER_ROWS */

/**
 * struct axes - the keys of a row
 * @plain: those with one value
 * @key: those with a list
 * @list: the list
 * @count: how many have lists
 * @rows: that these make
 */
struct axes {
	char *plain;
	const char *key[AXES];
	struct sim_list list[AXES];
	u32 count;
	u32 rows;
};

static bool add_axis(struct axes *a, const char *key, const char *values, struct sim_error *err)
{
	struct sim_list *list = a->count < AXES ? &a->list[a->count] : NULL;

	if (list) {
		a->key[a->count++] = key;
		if (!sim_list_add(list, key, values, err))
			return false;
	}
	if (!list || list->count > PAPER_ROWS / a->rows)
		return sim_fail(err, "its lists make more than %u rows: shorten them", PAPER_ROWS);
	a->rows *= list->count;
	return true;
}

/* Split @words into keys with one value and with several. */
static bool read_axes(struct study *s, struct axes *a, char *words, struct sim_error *err)
{
	char *word, *value, *joined;

	while (words && (word = strsep(&words, " "))) {
		value = strchr(word, '=');
		if (value)
			*value = '\0';
		if (value && strcmp(word, "seed") && sim_list_is(word, value + 1)) {
			if (!add_axis(a, word, value + 1, err))
				return false;
			continue;
		}
		if (value)
			*value = '=';
		if (!study_is_key(s, word, err))
			return false;
		joined = paper_join_keys(a->plain, word);
		free(a->plain);
		a->plain = joined;
	}
	return true;
}

/* The values of the @n-th row; the last key changes first. */
static void choose(const struct axes *a, u32 n, const char *value[AXES])
{
	for (u32 i = a->count; i--; n /= a->list[i].count)
		value[i] = a->list[i].value[n % a->list[i].count];
}

/* An id ends in "@VALUE" of each list, with '_' for what expressions cannot name. */
static void put_id(const char *key, const char *value, FILE *to)
{
	(void)key;
	fputc('@', to);
	for (; *value; value++)
		fputc(isalnum((unsigned char)*value) ||
		      (*value == '.' && isalnum((unsigned char)value[1])) ? *value : '_', to);
}

/* The text @start, and behind it what @put makes of the key and value of each list. */
static char *text_of(struct study *s, const char *start, const struct axes *a,
		     const char *const *value, void (*put)(const char *key, const char *value, FILE *to))
{
	size_t bytes;
	char *text;
	FILE *to = sim_need(open_memstream(&text, &bytes));

	fputs(start, to);
	for (u32 i = 0; i < a->count; i++)
		put(a->key[i], value[i], to);
	fclose(to);
	return study_own(s, text);
}

static void put_name(const char *key, const char *value, FILE *to)
{
	(void)key;
	fprintf(to, ", %s", value);
}

static void put_key(const char *key, const char *value, FILE *to)
{
	fprintf(to, "%s%s=%s", ftell(to) ? " " : "", key, value);
}

static bool add_row(struct study *s, const struct paper_row *like, const struct axes *a, u32 n,
		    struct sim_error *err)
{
	const char *value[AXES];
	struct paper_row *row = &s->row[s->rows];

	if (s->rows == PAPER_ROWS)
		return sim_fail(err, "there are more than %u rows", PAPER_ROWS);
	choose(a, n, value);
	*row = *like;
	row->id = text_of(s, like->id, a, value, put_id);
	row->name = text_of(s, like->name, a, value, put_name);
	row->keys = text_of(s, a->plain, a, value, put_key);
	if (!study_is_new(s, "row", row->id, study_find_row, err))
		return false;
	s->rows++;
	return true;
}

/* "NAME=NUMBER ..." */
static bool read_constants(struct study *s, struct paper_row *row, char *words,
			   struct sim_error *err)
{
	char *word, *value, *end;

	if (!words || !*words)
		return true;
	/* as many as there are words, or fewer */
	row->constant = study_own(s, sim_alloc(strlen(words), sizeof(row->constant[0])));
	while ((word = strsep(&words, " "))) {
		struct paper_constant *c = &row->constant[row->constants++];

		value = lines_cut(word, "=");
		if (!value)
			return sim_fail(err, "behind the name of a row there are constants, NAME=NUMBER, not '%.64s'",
					word);
		if (!study_is_name("constant", word, false, err))
			return false;
		*c = (struct paper_constant){ word, strtod(value, &end) };
		if (*end || end == value)
			return sim_fail(err, "'%.64s' is no number", value);
	}
	return true;
}

bool study_add_rows(struct study *s, char *id, char *text, struct sim_error *err)
{
	char *name = lines_cut(text, "|"), *constants = name ? lines_cut(name, "|") : NULL;
	struct paper_row row = { .id = id, .name = name && *name ? name : id };
	struct axes a = { .rows = 1, .plain = sim_copy("") };
	bool ok = read_constants(s, &row, constants, err) && read_axes(s, &a, *text ? text : NULL, err);

	for (u32 n = 0; ok && n < a.rows; n++)
		ok = add_row(s, &row, &a, n, err);
	for (u32 i = 0; i < a.count; i++)
		sim_list_free(&a.list[i]);
	free(a.plain);
	return ok;
}
