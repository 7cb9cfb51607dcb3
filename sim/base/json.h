/* SPDX-License-Identifier: GPL-2.0-only */
/* Members of JSON objects, written alike on every machine. */
#ifndef SIM_JSON_H
#define SIM_JSON_H

#include <stdio.h>

#include <json-c/json.h>

#include <seastar/types.h>

void json_put_u64(struct json_object *o, const char *name, u64 value);
void json_put_text(struct json_object *o, const char *name, const char *value);
void json_put_bool(struct json_object *o, const char *name, bool value);

/*
 * Put a number with six significant digits; null if it is not a number. So does json_append_real().
 */
void json_put_real(struct json_object *o, const char *name, double value);

/* Count one more of @name in @o, which has only such counts. */
void json_count(struct json_object *o, const char *name);

/* Put an empty object or array as member @name; returns it. */
struct json_object *json_put_object(struct json_object *o, const char *name);
struct json_object *json_put_array(struct json_object *o, const char *name);

/* Append an empty object to @list; returns it. */
struct json_object *json_append_object(struct json_object *list);
struct json_object *json_append_array(struct json_object *list);
void json_append_text(struct json_object *list, const char *value);
void json_append_u64(struct json_object *list, u64 value);
void json_append_real(struct json_object *list, double value);

/* Print @o without a space. */
void json_print_line(struct json_object *o, FILE *to);

#endif /* SIM_JSON_H */
