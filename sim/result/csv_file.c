// SPDX-License-Identifier: GPL-2.0-only
/* A file of results as a file of CSV, result by result: there may be more than fit into memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "csv_file.h"
#include "print.h"

static bool fail_file(const char *path, struct sim_error *err)
{
	return sim_fail(err, "%.200s: %s", path, strerror(errno));
}

/* The topology of the result in @line, of which only the experiment is parsed; 0: it has none. */
static u64 set_of_line(const char *line)
{
	static const char name[] = "\"experiment\":";
	const char *experiment = strstr(line, name);
	struct json_tokener *tokener;
	struct json_object *result;
	u64 set;

	if (!experiment)
		return 0;
	experiment += strlen(name);
	tokener = json_tokener_new();
	result = sim_need(json_object_new_object());
	json_object_object_add(result, "experiment",
			       json_tokener_parse_ex(tokener, experiment, strlen(experiment)));
	set = sim_csv_set(result);
	json_object_put(result);
	json_tokener_free(tokener);
	return set;
}

static u64 set_of_file(FILE *in)
{
	char *line = NULL;
	size_t room = 0;
	u64 set = 0;

	while (getline(&line, &room, in) > 0)
		set |= set_of_line(line);
	free(line);
	rewind(in);
	return set;
}

static bool copy_rows(FILE *in, const char *from, FILE *to, struct sim_error *err)
{
	const u64 set = set_of_file(in);
	struct json_object *result;
	char *line = NULL;
	size_t room = 0;
	bool good = true;

	sim_csv_head(set, to);
	while (good && getline(&line, &room, in) > 0) {
		result = json_tokener_parse(line);
		if (result)
			sim_csv_row(result, set, to);
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
