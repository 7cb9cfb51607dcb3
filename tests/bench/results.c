// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>

#include "results.h"
#include "workload.h"

static struct json_object *results;

void results_begin(void)
{
	results = json_object_new_array();
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void result_add(const struct result *r, double *value, u32 n)
{
	struct json_object *o = json_append_object(results);
	double median;

	qsort(value, n, sizeof(*value), by_size);
	median = value[n / 2];
	json_put_text(o, "name", r->name);
	json_put_real(o, "value", median);
	json_put_text(o, "unit", r->unit);
	json_put_text(o, "note", r->note);
	if (n > 1) {
		json_put_real(o, "low", value[0]);
		json_put_real(o, "high", value[n - 1]);
	}
	if (r->series) {
		json_put_text(o, "series", r->series);
		json_put_real(o, "x", r->x);
	}
	printf("%-52s %12.4g %-6s %s\n", r->name, median, r->unit, r->note);
	fflush(stdout);
}

void result_add_one(const char *name, double value, const char *unit, const char *note)
{
	struct result r = { .name = name, .unit = unit, .note = note };

	result_add(&r, &value, 1);
}

void results_write(const char *file)
{
	if (json_object_to_file_ext(file, results, JSON_C_TO_STRING_PRETTY |
				    JSON_C_TO_STRING_NOSLASHESCAPE))
		die("cannot write %s: is its directory there?", file);
	json_object_put(results);
}
