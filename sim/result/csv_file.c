// SPDX-License-Identifier: GPL-2.0-only
/* Conversion of a file of results to CSV, result by result, since not all may fit into memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/line_reader.h"
#include "sim/base/memory.h"

#include "csv_file.h"
#include "print.h"

static bool fail_file(const char *path, struct sim_error *err)
{
	return sim_fail(err, "%.200s: %s", path, strerror(errno));
}

/*
 * Return the set with the topology of the result in @line, of which only the experiment is parsed;
 * 0: it has none.
 */
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

/* Collect the topologies of all results in @in, which is then read from its beginning again. */
static bool set_of_file(FILE *in, const char *from, u64 *set, struct sim_error *err)
{
	struct line_reader r = { .path = from, .from = in };
	enum line line;

	while ((line = line_next(&r, err)) == LINE_WHOLE || line == LINE_OPEN)
		*set |= set_of_line(r.text);
	line_end(&r);
	rewind(in);
	return line == LINE_NONE;
}

static bool copy_rows(FILE *in, const char *from, FILE *to, struct sim_error *err)
{
	struct line_reader r = { .path = from, .from = in };
	struct json_object *result;
	bool good = true;
	enum line line;
	u64 set = 0;

	if (!set_of_file(in, from, &set, err))
		return false;
	sim_csv_head(set, to);
	while (good && ((line = line_next(&r, err)) == LINE_WHOLE || line == LINE_OPEN)) {
		result = json_tokener_parse(r.text);
		if (result)
			sim_csv_row(result, set, to);
		else
			good = sim_fail(err, "%.200s: not a file of results", from);
		json_object_put(result);
	}
	line_end(&r);
	return good && line != LINE_BAD;
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
