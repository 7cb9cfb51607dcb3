/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fields of results by name: a key of the experiment, a column of the CSV, or a place in the
 * JSON.
 */
#ifndef SIM_FIELD_H
#define SIM_FIELD_H

#include "results.h"

/* Return the value of field @name in a result; NULL if it has none. */
struct json_object *field_value(struct json_object *result, const char *name);

/* Return the value of field @name as a number; NAN if it is none. */
double field_number(struct json_object *result, const char *name);

/* Return the unit of a key or a column, "" if it has none or @name is a place in the JSON. */
const char *field_unit(const char *name);

/*
 * Return true if @name is a column of the CSV, or any of the results has such a field.  If not,
 * there is a sentence.
 */
bool field_is_known(const struct results *s, const char *name, struct sim_error *err);

/* Write the names in an object, or the numbers in an array, to @text, of @room bytes. */
void field_members(struct json_object *value, char *text, size_t room);

#endif /* SIM_FIELD_H */
