/* SPDX-License-Identifier: GPL-2.0-only */
/* Printing of a result, for programs and for users. */
#ifndef SIM_PRINT_H
#define SIM_PRINT_H

#include <stdio.h>

#include <json-c/json.h>

#include <seastar/types.h>

struct sim_result;

/*
 * Make the JSON of a result.  The same experiment gives the same bytes on any machine: print with
 * JSON_C_TO_STRING_PLAIN for a line, or with JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED.
 */
struct json_object *sim_result_json(const struct sim_result *r);

/* Make the JSON of a result without the values of single sources and links (detail=full). */
struct json_object *sim_result_outline(const struct sim_result *r);

/* Print sim_result_json() as a line, without its end; of large fabrics in a tenth of the memory. */
void sim_result_line(const struct sim_result *r, FILE *to);

/*
 * Print a result, given as JSON, as CSV: sim_csv_head() the names of the columns, sim_csv_row() a
 * line of values.  Columns that only some topologies need are last; @of is the set of topologies,
 * such as the union of sim_csv_set() over the results of a file.
 */
u64 sim_csv_set(struct json_object *result);
void sim_csv_head(u64 of, FILE *to);
void sim_csv_row(struct json_object *result, u64 of, FILE *to);

/* Print a value as a cell of CSV, by RFC 4180; NULL as an empty one. */
void sim_csv_cell(struct json_object *value, FILE *to);

#define SIM_CSV_PATH	64	/* characters of a place in the JSON */

/*
 * Look up columns by name.  sim_csv_has(): return true if there is one.  sim_csv_path(): write
 * where @result has it (a JSON pointer); false if results of that topology lack it.
 * sim_csv_names(): list at most @most names, without keys.
 */
bool sim_csv_has(const char *name);
bool sim_csv_path(const char *name, struct json_object *result, char path[SIM_CSV_PATH]);
u32 sim_csv_names(const char **names, u32 most);

/* Return the unit of a column, "" if it has none; NULL if there is no such column. */
const char *sim_csv_unit(const char *name);

/* Print the columns as a table for docs/sim-keys.md. */
void sim_csv_page(FILE *to);

/* Print a summary of a result, given as JSON, as text. */
void sim_result_text(struct json_object *result, FILE *to);

#endif /* SIM_PRINT_H */
