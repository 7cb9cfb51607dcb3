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

void json_put_real(struct json_object *o, const char *name, double value)
{
	struct json_object *number = NULL;
	char text[32];

	if (isfinite(value)) {
		snprintf(text, sizeof(text), "%.6g", value);
		number = json_object_new_double_s(value, text);
	}
	json_object_object_add(o, name, number);
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

void json_append_u64(struct json_object *list, u64 value)
{
	json_object_array_add(list, json_object_new_uint64(value));
}
