/* SPDX-License-Identifier: GPL-2.0-only */
/* A result for programs and for people. */
#ifndef SIM_PRINT_H
#define SIM_PRINT_H

#include <stdio.h>

#include <json-c/json.h>

struct sim_result;

/*
 * The result as JSON.  The same experiment gives the same bytes on any machine: print
 * with JSON_C_TO_STRING_PLAIN for a line, or with JSON_C_TO_STRING_PRETTY |
 * JSON_C_TO_STRING_SPACED.
 */
struct json_object *sim_result_json(const struct sim_result *r);

/* The same without what is told of single sources and links (detail=full). */
struct json_object *sim_result_outline(const struct sim_result *r);

/* Print sim_result_json() as a line, without its end; of large fabrics in a tenth of the memory. */
void sim_result_line(const struct sim_result *r, FILE *to);

/* A line with the names of the columns; the result, as JSON, as a line below it. */
void sim_csv_head(FILE *to);
void sim_csv_row(struct json_object *result, FILE *to);

/* The columns as a table for docs/sim-keys.md. */
void sim_csv_page(FILE *to);

/* A summary of a result, as JSON, for people. */
void sim_result_text(struct json_object *result, FILE *to);

#endif /* SIM_PRINT_H */
