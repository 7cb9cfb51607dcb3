/* SPDX-License-Identifier: GPL-2.0-only */
/* Any fields of results as a table: a line per result. */
#ifndef SIM_TABLE_H
#define SIM_TABLE_H

#include <stdio.h>

#include "results.h"

enum table_form {
	TABLE_TEXT,	/* columns aligned, for people */
	TABLE_CSV,	/* RFC 4180 */
	TABLE_JSON,	/* a list of objects */
	TABLE_UNITS,	/* an object: units by field, without the results */
};

/**
 * table_print() - print fields of results
 * @s: the results
 * @fields: names of fields with commas between; NULL: the keys that differ, and the usual figures
 * @form: form of the table
 * @to: stream that the table is printed to
 * @err: receives the reason for a failure: a field that no result has, or one that is no single
 * value
 */
bool table_print(const struct results *s, const char *fields, enum table_form form, FILE *to,
		 struct sim_error *err);

#endif /* SIM_TABLE_H */
