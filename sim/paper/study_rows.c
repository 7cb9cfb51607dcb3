// SPDX-License-Identifier: GPL-2.0-only
/* The rows of a study.  Keys with lists of values make a row of each combination. */
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
 * @plain: keys with one value
 * @key: keys with a list
 * @list: list of values of each of @key
 * @count: number of keys with lists
 * @rows: number of rows that the lists make
 */
struct axes {
	const char *plain;
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
	char *word, *value;

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
		a->plain = study_own(s, paper_join_keys(a->plain, word));
	}
	return true;
}

/* Return @value as a part of an ID, with '_' for each character that names cannot have. */
static const char *name_of(struct study *s, const char *value)
{
	char *name = study_own(s, sim_copy(value));

	for (char *at = name; *at; at++)
		if (!isalnum((unsigned char)*at) && (*at != '.' || !isalnum((unsigned char)at[1])))
			*at = '_';
	return name;
}

/* Add the @n-th row, whose ID ends in "@VALUE" of each list; the last list's value changes first. */
static bool add_row(struct study *s, struct paper_row row, const struct axes *a, u32 n,
		    struct sim_error *err)
{
	u32 rows = a->rows;

	if (s->rows == PAPER_ROWS)
		return sim_fail(err, "there are more than %u rows", PAPER_ROWS);
	row.keys = a->plain;
	for (u32 i = 0; i < a->count; i++) {
		const struct sim_list *list = &a->list[i];
		const char *value;

		rows /= list->count;
		value = list->value[n / rows % list->count];
		row.id = study_text(s, "%s@%s", row.id, name_of(s, value));
		row.name = study_text(s, "%s, %s", row.name, value);
		row.keys = study_text(s, "%s%s%s=%s", row.keys, *row.keys ? " " : "", a->key[i], value);
	}
	if (!study_is_new(s, STUDY_ROWS, row.id, err))
		return false;
	s->p.row[s->rows++] = row;
	return true;
}

/* Read constants: "NAME=NUMBER ...". */
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
			return sim_fail(err, "after the name of a row come constants, NAME=NUMBER, not '%.64s'",
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
	struct axes a = { .rows = 1, .plain = "" };
	bool ok = read_constants(s, &row, constants, err) && read_axes(s, &a, *text ? text : NULL, err);

	for (u32 n = 0; ok && n < a.rows; n++)
		ok = add_row(s, row, &a, n, err);
	for (u32 i = 0; i < a.count; i++)
		sim_list_free(&a.list[i]);
	return ok;
}
