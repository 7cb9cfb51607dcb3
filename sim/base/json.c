// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>

#include "json.h"

void json_put_u64(struct json_object *o, const char *name, u64 value)
{
	json_object_object_add(o, name, json_object_new_uint64(value));
}

void json_put_text(struct json_object *o, const char *name, const char *value)
{
	json_object_object_add(o, name, json_object_new_string(value));
}

void json_put_bool(struct json_object *o, const char *name, bool value)
{
	json_object_object_add(o, name, json_object_new_boolean(value));
}

static struct json_object *new_real(double value)
{
	char text[32];

	if (!isfinite(value))
		return NULL;
	snprintf(text, sizeof(text), "%.6g", value);
	return json_object_new_double_s(value, text);
}

void json_put_real(struct json_object *o, const char *name, double value)
{
	json_object_object_add(o, name, new_real(value));
}

void json_count(struct json_object *o, const char *name)
{
	json_put_u64(o, name, json_object_get_int64(json_object_object_get(o, name)) + 1);
}

struct json_object *json_put_object(struct json_object *o, const char *name)
{
	struct json_object *member = json_object_new_object();

	json_object_object_add(o, name, member);
	return member;
}

struct json_object *json_put_array(struct json_object *o, const char *name)
{
	struct json_object *member = json_object_new_array();

	json_object_object_add(o, name, member);
	return member;
}

struct json_object *json_append_object(struct json_object *list)
{
	struct json_object *member = json_object_new_object();

	json_object_array_add(list, member);
	return member;
}

struct json_object *json_append_array(struct json_object *list)
{
	struct json_object *member = json_object_new_array();

	json_object_array_add(list, member);
	return member;
}

void json_append_text(struct json_object *list, const char *value)
{
	json_object_array_add(list, json_object_new_string(value));
}

void json_append_u64(struct json_object *list, u64 value)
{
	json_object_array_add(list, json_object_new_uint64(value));
}

void json_append_real(struct json_object *list, double value)
{
	json_object_array_add(list, new_real(value));
}

void json_print_line(struct json_object *o, FILE *to)
{
	fputs(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
						JSON_C_TO_STRING_NOSLASHESCAPE), to);
}
