// SPDX-License-Identifier: GPL-2.0-only
/* A file of results as a file of CSV, result by result: there may be more than fit into memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_file.h"
#include "print.h"

static bool fail_file(const char *path, struct sim_error *err)
{
	return sim_fail(err, "%.200s: %s", path, strerror(errno));
}

static bool copy_rows(FILE *in, const char *from, FILE *to, struct sim_error *err)
{
	struct json_object *result;
	char *line = NULL;
	size_t room = 0;
	bool good = true;

	sim_csv_head(to);
	while (good && getline(&line, &room, in) > 0) {
		result = json_tokener_parse(line);
		if (result)
			sim_csv_row(result, to);
		else
			good = sim_fail(err, "%.200s: not a file of results", from);
		json_object_put(result);
	}
	free(line);
	return good;
}

bool csv_of_results(const char *from, const char *path, struct sim_error *err)
{
	FILE *in = fopen(from, "r"), *to;
	bool good;

	if (!in)
		return fail_file(from, err);
	to = fopen(path, "w");
	if (!to) {
		fclose(in);
		return fail_file(path, err);
	}
	good = copy_rows(in, from, to, err);
	fclose(in);
	if (ferror(to) | fclose(to))
		return good && fail_file(path, err);
	return good;
}
