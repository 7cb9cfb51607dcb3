// SPDX-License-Identifier: GPL-2.0-only
/* Fields of results by name. */
#include <math.h>
#include <string.h>

#include <json-c/json_pointer.h>

#include "sim/base/text.h"

#include "field.h"
#include "print.h"

#define MOST_NAMES	512

struct json_object *field_value(struct json_object *result, const char *name)
{
	struct json_object *value = result_value(result_value(result, "experiment"), name);
	char path[SIM_CSV_PATH];

	if (value || sim_key_find(name) < sim_key_count)
		return value;
	if (!sim_csv_has(name))
		return result_value(result, name);
	if (!sim_csv_path(name, result, path) || json_pointer_get(result, path, &value))
		return NULL;
	return value;
}

double field_number(struct json_object *result, const char *name)
{
	struct json_object *value = field_value(result, name);

	if (json_object_is_type(value, json_type_int) ||
	    json_object_is_type(value, json_type_double))
		return json_object_get_double(value);
	return NAN;
}

const char *field_unit(const char *name)
{
	u32 key = sim_key_find(name);
	const char *unit = sim_csv_unit(name);

	if (key < sim_key_count)
		return sim_keys[key].unit;
	return unit ? unit : "";
}

void field_members(struct json_object *value, char *text, size_t room)
{
	size_t length = 0;

	snprintf(text, room, "0 to %zu", json_object_is_type(value, json_type_array) ?
		 json_object_array_length(value) - 1 : 0);
	if (!json_object_is_type(value, json_type_object))
		return;
	*text = '\0';
	json_object_object_foreach(value, name, member) {
		(void)member;
		if (length + strlen(name) + strlen(", ...") >= room) {
			snprintf(text + length, room - length, ", ...");
			return;
		}
		length += snprintf(text + length, room - length, "%s%s", length ? ", " : "", name);
	}
}

/*
 * Return true, with a sentence, if the JSON lacks a place, but has other members of the object that
 * should have it.
 */
static bool has_other_members(const struct results *s, const char *name, struct sim_error *err)
{
	const char *point = strrchr(name, '.');
	struct json_object *outer;
	char path[64], members[160];

	if (!point || point - name >= (int)sizeof(path))
		return false;
	snprintf(path, sizeof(path), "%.*s", (int)(point - name), name);
	outer = result_value(s->at[0], path);
	if (!json_object_is_type(outer, json_type_object) &&
	    !(json_object_is_type(outer, json_type_array) && json_object_array_length(outer)))
		return false;
	field_members(outer, members, sizeof(members));
	sim_fail(err, "no result has a field '%.64s': '%s' has %s", name, path, members);
	return true;
}

bool field_is_known(const struct results *s, const char *name, struct sim_error *err)
{
	const char *words[MOST_NAMES + 1] = { 0 }, *hint;
	u32 known = 0;

	if (sim_csv_has(name) || sim_key_find(name) < sim_key_count)
		return true;
	for (u32 i = 0; i < s->count; i++)
		if (field_value(s->at[i], name))
			return true;
	if (s->count && has_other_members(s, name, err))
		return false;
	for (u32 i = 0; i < sim_key_count && known < MOST_NAMES; i++)
		words[known++] = sim_keys[i].name;
	known += sim_csv_names(words + known, MOST_NAMES - known);
	hint = text_nearest(name, words);
	return sim_fail(err, "no result has a field '%.64s'%s%s%s", name,
			hint ? ": did you mean '" : ": docs/sim-keys.md lists keys and columns",
			hint ? hint : "", hint ? "'?" : "");
}
