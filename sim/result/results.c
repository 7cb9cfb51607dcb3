// SPDX-License-Identifier: GPL-2.0-only
/* Reading of results. */
#define _GNU_SOURCE	/* asprintf() */
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/base/file.h"
#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/experiment/list.h"
#include "sim/trace/kind.h"

#include "results.h"

#define RESULT_SCHEMA	1
#define WORD_MAX	64

struct json_object *result_value(struct json_object *result, const char *path)
{
	char word[WORD_MAX];
	size_t length;

	while (result && *path) {
		length = strcspn(path, ".");
		if (length >= sizeof(word))
			return NULL;
		memcpy(word, path, length);
		word[length] = '\0';
		if (!json_object_is_type(result, json_type_array))
			/* NULL for what is no object */
			result = json_object_object_get(result, word);
		else if (length && !word[strspn(word, "0123456789")])
			result = json_object_array_get_idx(result, strtoul(word, NULL, 10));
		else
			return NULL;
		path += length + (path[length] == '.');
	}
	return result;
}

double result_number(struct json_object *result, const char *path)
{
	struct json_object *value = result_value(result, path);

	if (json_object_is_type(value, json_type_int) ||
	    json_object_is_type(value, json_type_double))
		return json_object_get_double(value);
	return NAN;
}

u64 result_lost(struct json_object *result)
{
	double without_route = result_number(result, "tables.lost_without_route");
	double at_datelines = result_number(result, "tables.lost_at_datelines");

	return (isnan(without_route) ? 0 : without_route) +
	       (isnan(at_datelines) ? 0 : at_datelines);
}

const char *result_text(struct json_object *result, const char *path)
{
	struct json_object *value = result_value(result, path);

	return value ? json_object_get_string(value) : "";
}

u32 result_count(struct json_object *result, const char *path)
{
	struct json_object *array = result_value(result, path);

	return json_object_is_type(array, json_type_array) ? json_object_array_length(array) : 0;
}

const char *result_key(struct json_object *result, const char *key)
{
	return result_text(result_value(result, "experiment"), key);
}

const struct ss_topology_ops *result_topology(struct json_object *result)
{
	const char *key = result_key(result, "topology"), *end = strchr(key, ':');
	const char *router = result_key(result, "router");
	const struct ss_topology_ops *t;

	/* a kind of router that builds one topology only has its name */
	t = end ? ss_topology_find(key, end - key) : ss_topology_find(router, strlen(router));
	return t ? t : ss_topologies[0];
}

bool result_shape(struct json_object *result, struct ss_topology *t)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;
	bool is_one = true;

	for (u32 i = 0; is_one && i < sim_key_count; i++) {
		const struct sim_key *k = &sim_keys[i];
		const char *text = sim_key_is_size(k) ? result_key(result, k->name) : "";

		if (*text)
			is_one = k->type->parse(k, text, sim_key_field(k, e, 0), &err);
	}
	e->config.topology = result_topology(result);
	is_one = is_one && !e->config.topology->check(&e->config);
	if (is_one)
		ss_config_topology(&e->config, t);
	sim_experiment_free(e);
	return is_one;
}

void result_describe_router(const struct ss_topology_view *v, struct json_object *o,
			    char text[SS_WORDS])
{
	u32 at[SS_PLACES] = { 0 };
	char path[16];

	for (u32 i = 0; i < v->places; i++) {
		snprintf(path, sizeof(path), "at.%u", i);
		at[i] = json_object_get_int(result_value(o, path));
	}
	ss_write_place(v->router, json_object_get_int(result_value(o, "node")), at, text);
}

void experiment_choices(struct json_object *keys, const char *chosen[SIM_CHOICES])
{
	u32 i;

	for (i = 0; i < SIM_CHOICES; i++)
		chosen[i] = result_text(keys, sim_choice_keys[i]);
}

bool choices_agree(const char *const *a, const char *const *b, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++) {
		if (strcmp(a[i], b[i]))
			return false;
	}
	return true;
}

bool results_agree(const struct results *s, const char *key)
{
	u32 i;

	for (i = 1; i < s->count; i++) {
		if (strcmp(result_key(s->at[i], key), result_key(s->at[0], key)))
			return false;
	}
	return true;
}

/* Check the members that all other functions here rely on; the schema has the rest. */
static const char *check_result(struct json_object *result)
{
	if (!json_object_is_type(result, json_type_object))
		return "not a result: an object is expected";
	if (result_number(result, "schema") != RESULT_SCHEMA)
		return "not a result of seastar-sim: \"schema\" is not 1";
	if (!json_object_is_type(result_value(result, "experiment"), json_type_object))
		return "not a result: it has no \"experiment\"";
	return NULL;
}

static u32 line_of(const char *text, size_t offset)
{
	u32 line = 1;

	for (; offset; offset--)
		line += *text++ == '\n';
	return line;
}

static size_t skip_space(const char *text, size_t from)
{
	while (isspace((unsigned char)text[from]))
		from++;
	return from;
}

/* Return the end of the JSON array at @text, or NULL if it does not end. */
static const char *array_end(const char *text)
{
	u32 depth = 0;

	for (;; text++) {
		text += strcspn(text, "\"[]{}");
		switch (*text) {
		case '"':
			while (*++text && *text != '"')
				text += *text == '\\' && text[1];
			if (!*text)
				return NULL;
			break;
		case '[':
		case '{':
			depth++;
			break;
		case ']':
		case '}':
			if (!--depth)
				return text + 1;
			break;
		default:
			return NULL;
		}
	}
}

/* Find the list of sources in the line at @text, and its @end; NULL: the line has none. */
static const char *list_of_sources(const char *text, const char **end)
{
	static const char name[] = "\"by_source\":";
	const char *at = memmem(text, strchrnul(text, '\n') - text, name, strlen(name));

	if (!at || at[strlen(name)] != '[')
		return NULL;
	at += strlen(name);
	*end = array_end(at);
	return *end ? at : NULL;
}

/*
 * Parse the result at @text, of which @size bytes are left; @end receives its end.  If @brief, the
 * list of sources is left empty: it is half of a result, and takes half of the time.
 */
static struct json_object *parse_one(struct json_tokener *tokener, const char *text, size_t size,
				     bool brief, const char **end)
{
	const char *from = text, *rest, *list = brief ? list_of_sources(text, &rest) : NULL;
	struct json_object *result;

	/* a line that ends before its list, or is no JSON, is refused as a whole */
	if (list && !json_tokener_parse_ex(tokener, text, list - text) &&
	    json_tokener_get_error(tokener) == json_tokener_continue) {
		json_tokener_parse_ex(tokener, "[]", strlen("[]"));
		from = rest;
	} else {
		json_tokener_reset(tokener);
	}
	size -= from - text;
	result = json_tokener_parse_ex(tokener, from, size < INT_MAX ? size : INT_MAX);
	*end = from + json_tokener_get_parse_end(tokener);
	return result;
}

static bool parse_results(struct results *s, const char *path, const char *text, size_t size,
			  struct sim_error *err)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *result;
	const char *why = NULL, *no_json = "", *end;
	size_t at = skip_space(text, 0);

	while (at < size && !why) {
		result = parse_one(tokener, text + at, size - at, s->brief, &end);
		if (json_tokener_get_error(tokener) == json_tokener_continue)
			why = "a result breaks off";
		else if (!result)
			why = json_tokener_error_desc(json_tokener_get_error(tokener));
		else
			why = check_result(result);
		if (json_tokener_get_error(tokener) > json_tokener_continue)
			no_json = "not a result of seastar-sim, which is JSON: ";
		if (why) {
			sim_fail(err, "%s:%u: %s%s", path, line_of(text, at), no_json, why);
			json_object_put(result);
			break;
		}
		s->at = sim_grow(s->at, s->count + 1, sizeof(s->at[0]));
		s->at[s->count++] = result;
		at = skip_space(text, end - text);
		json_tokener_reset(tokener);
	}
	json_tokener_free(tokener);
	return !why;
}

/* Add to a refusal where the results are: a sweep that writes a table keeps them beside it. */
static void point_to_results(const char *path, struct sim_error *err)
{
	const struct sim_error why = *err;
	size_t length = strlen(path);
	char *name;

	if (length < strlen(".csv") || strcmp(path + length - strlen(".csv"), ".csv"))
		return;
	if (asprintf(&name, "%.*s.jsonl", (int)(length - strlen(".csv")), path) < 0)
		name = sim_need(NULL);
	if (!access(name, F_OK))
		sim_fail(err, "%s: the results are in %s", why.text, name);
	free(name);
}

bool results_read(struct results *s, const char *path, struct sim_error *err)
{
	u32 before = s->count;
	enum trace_kind kind;
	char *text;
	size_t size;
	bool read;

	if (!file_read(path, &text, &size, err)) {
		kind = trace_kind_of(path);
		return kind == TRACE_KIND_OTF2 && trace_kind_refuse(path, kind, err);
	}
	read = (text_is_utf8(text) ||
		sim_fail(err, "%s: is not UTF-8, which results are written in", path)) &&
	       parse_results(s, path, text, size, err);
	kind = trace_kind_of_head(text, size);
	free(text);
	if (!read && kind != TRACE_KIND_OTHER)
		trace_kind_refuse(path, kind, err);
	else if (!read)
		point_to_results(path, err);
	if (read && s->count == before)
		return sim_fail(err, "%s: there is no result in it", path);
	return read;
}

bool results_have_key(const struct results *s, const char *key, struct sim_error *err)
{
	const char *words[WORD_MAX + 1] = { 0 }, *hint;
	u32 i, known = 0;

	for (i = 0; i < s->count; i++) {
		if (*result_key(s->at[i], key))
			return true;
	}
	json_object_object_foreach(json_object_object_get(s->at[0], "experiment"), name, value) {
		if (known < WORD_MAX && !json_object_is_type(value, json_type_array))
			words[known++] = name;
	}
	hint = text_nearest(key, words);
	return sim_fail(err, "the experiments have no key '%s'%s%s%s", key,
			hint ? ": did you mean '" : "", hint ? hint : "", hint ? "'?" : "");
}

/*
 * Return @value of @key in the form that results have, such as 0.3 for 0.30; NULL if it is not
 * valid.
 */
static char *read_value(const char *key, const char *value, struct sim_error *err)
{
	const struct sim_key *k = &sim_keys[sim_key_find(key)];
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error why;
	char *text = NULL;

	/* the key alone: sim_experiment_set() drops what the default router does not have */
	if (k->type->parse(k, value, sim_key_field(k, e, 0), &why))
		text = sim_key_text(k, e, 0);
	else
		sim_fail(err, "%s: %s", key, why.text);
	sim_experiment_free(e);
	return text;
}

/* Parse all values that @text lists, in the form that results have. */
static bool read_values(struct sim_list *values, const char *key, const char *text,
			struct sim_error *err)
{
	struct sim_list list = { 0 };
	bool read = true;

	if (!*text)
		return sim_fail(err, "%s: the value is missing", key);
	if (sim_key_find(key) == sim_key_count) {
		sim_list_append(values, text);
		return true;
	}
	if (sim_list_is(key, text))
		read = sim_list_add(&list, key, text, err);
	else
		sim_list_append(&list, text);
	for (u32 i = 0; read && i < list.count; i++) {
		char *value = read_value(key, list.value[i], err);

		read = value;
		if (value)
			sim_list_append(values, value);
		free(value);
	}
	sim_list_free(&list);
	return read;
}

static bool has_value(const struct sim_list *values, const char *value)
{
	for (u32 i = 0; i < values->count; i++)
		if (!strcmp(values->value[i], value))
			return true;
	return false;
}

/*
 * Put the results that @assignment chooses first, in their order, and the others behind them, in
 * theirs.  @chosen receives the number of the former.
 */
static bool sort_chosen(struct results *s, const char *assignment, u32 *chosen,
			struct sim_error *err)
{
	const char *equals = strchr(assignment, '=');
	struct sim_list values = { 0 };
	struct json_object **other;
	u32 others = 0;
	char *key;
	bool read;

	*chosen = 0;
	if (!equals)
		return sim_fail(err, "'%s' is not key=value", assignment);
	key = sim_need(strndup(assignment, equals - assignment));
	read = results_have_key(s, key, err) && read_values(&values, key, equals + 1, err);
	if (!read && strchr(equals + 1, '='))
		sim_fail(err, "'%s' has several keys: give each KEY=VALUE by itself", assignment);
	other = sim_alloc(s->count, sizeof(*other));
	for (u32 i = 0; read && i < s->count; i++) {
		if (has_value(&values, result_key(s->at[i], key)))
			s->at[(*chosen)++] = s->at[i];
		else
			other[others++] = s->at[i];
	}
	if (read)
		memcpy(s->at + *chosen, other, others * sizeof(*other));
	free(other);
	free(key);
	sim_list_free(&values);
	return read;
}

bool results_first(struct results *s, const char *assignment, struct sim_error *err)
{
	u32 chosen;

	return sort_chosen(s, assignment, &chosen, err) &&
	       (chosen || sim_fail(err, "no result has %s", assignment));
}

bool results_keep(struct results *s, const char *assignment, struct sim_error *err)
{
	u32 kept;

	if (!sort_chosen(s, assignment, &kept, err))
		return false;
	for (u32 i = kept; i < s->count; i++)
		json_object_put(s->at[i]);
	s->count = kept;
	return kept || sim_fail(err, "no result has %s", assignment);
}

void results_free(struct results *s)
{
	u32 i;

	for (i = 0; i < s->count; i++)
		json_object_put(s->at[i]);
	free(s->at);
}
