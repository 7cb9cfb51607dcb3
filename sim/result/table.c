// SPDX-License-Identifier: GPL-2.0-only
/* Any fields of results as a table. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/base/text.h"

#include "differing.h"
#include "field.h"
#include "print.h"
#include "table.h"

#define LONG_VALUE	40	/* characters of it that people see */

/* Fields shown by default. */
static const char *const usual[] = {
	"verdict", "accepted", "latency_mean", "latency_ci95", "latency_p99", "fairness_jain",
};

static bool is_single(struct json_object *value)
{
	return !json_object_is_type(value, json_type_object) &&
	       !json_object_is_type(value, json_type_array);
}

static bool check_field(const struct results *s, const char *name, struct sim_error *err)
{
	if (!field_is_known(s, name, err))
		return false;
	for (u32 i = 0; i < s->count; i++) {
		struct json_object *value = field_value(s->at[i], name);
		char members[160];

		if (is_single(value))
			continue;
		field_members(value, members, sizeof(members));
		return sim_fail(err, "'%.64s' is no single value: name one in it, with '.' and one of %s",
				name, members);
	}
	return true;
}

static bool split_fields(struct key_names *f, const struct results *s, char *names,
			 struct sim_error *err)
{
	char *name;

	while ((name = strsep(&names, ","))) {
		if (!check_field(s, name, err))
			return false;
		key_names_add(f, name);
	}
	return true;
}

static void take_usual(struct key_names *f, const struct results *s)
{
	key_names_varied(f, s);
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		key_names_add(f, usual[i]);
}

static void print_csv(const struct results *s, const struct key_names *f, FILE *to)
{
	for (u32 k = 0; k < f->count; k++)
		fprintf(to, "%s%c", f->at[k], k + 1 < f->count ? ',' : '\n');
	for (u32 i = 0; i < s->count; i++) {
		for (u32 k = 0; k < f->count; k++) {
			sim_csv_cell(field_value(s->at[i], f->at[k]), to);
			fputc(k + 1 < f->count ? ',' : '\n', to);
		}
	}
}

static void print_json(const struct results *s, const struct key_names *f, FILE *to)
{
	struct json_object *list = sim_need(json_object_new_array()), *o;

	for (u32 i = 0; i < s->count; i++) {
		o = sim_need(json_object_new_object());
		for (u32 k = 0; k < f->count; k++)
			json_object_object_add(o, f->at[k],
					       json_object_get(field_value(s->at[i], f->at[k])));
		json_object_array_add(list, o);
	}
	fprintf(to, "%s\n", json_object_to_json_string_ext(list, JSON_C_TO_STRING_PLAIN |
							   JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(list);
}

static void print_units(const struct results *s, const struct key_names *f, FILE *to)
{
	struct json_object *o = sim_need(json_object_new_object());

	(void)s;
	for (u32 k = 0; k < f->count; k++)
		json_put_text(o, f->at[k], field_unit(f->at[k]));
	fprintf(to, "%s\n", json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
							   JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(o);
}

static const char *text_of(struct json_object *value)
{
	return value ? json_object_get_string(value) : "-";
}

/* Return how many characters of a long value, such as a list of nodes, are shown. */
static int shown_of(struct json_object *value)
{
	return text_head(text_of(value), LONG_VALUE);
}

/* Return true if a column has numbers: these are aligned at their end, words at their beginning. */
static bool is_of_numbers(const struct results *s, const char *name)
{
	for (u32 i = 0; i < s->count; i++) {
		struct json_object *value = field_value(s->at[i], name);

		if (value && !json_object_is_type(value, json_type_int) &&
		    !json_object_is_type(value, json_type_double))
			return false;
	}
	return true;
}

static int width_of(const struct results *s, const char *name)
{
	int most = text_characters(name, strlen(name)), length;

	for (u32 i = 0; i < s->count; i++) {
		struct json_object *value = field_value(s->at[i], name);

		length = text_characters(text_of(value), shown_of(value));
		most = length > most ? length : most;
	}
	return most;
}

static void print_text(const struct results *s, const struct key_names *f, FILE *to)
{
	int *width = sim_alloc(f->count, sizeof(*width));

	for (u32 k = 0; k < f->count; k++) {
		width[k] = width_of(s, f->at[k]);
		if (!is_of_numbers(s, f->at[k]))
			width[k] = -width[k];
		fputs(k ? "  " : "", to);
		text_pad(f->at[k], strlen(f->at[k]), width[k], to);
	}
	fputc('\n', to);
	for (u32 i = 0; i < s->count; i++) {
		for (u32 k = 0; k < f->count; k++) {
			struct json_object *value = field_value(s->at[i], f->at[k]);

			fputs(k ? "  " : "", to);
			text_pad(text_of(value), shown_of(value), width[k], to);
		}
		fputc('\n', to);
	}
	free(width);
}

bool table_print(const struct results *s, const char *fields, enum table_form form, FILE *to,
		 struct sim_error *err)
{
	static void (*const print[])(const struct results *s, const struct key_names *f,
				     FILE *to) = {
		[TABLE_TEXT] = print_text, [TABLE_CSV] = print_csv, [TABLE_JSON] = print_json,
		[TABLE_UNITS] = print_units,
	};
	char *names = fields ? sim_copy(fields) : NULL;
	struct key_names f = { 0 };
	bool good = true;

	if (names)
		good = split_fields(&f, s, names, err);
	else
		take_usual(&f, s);
	if (good)
		print[form](s, &f, to);
	free(f.at);
	free(names);
	return good;
}
