// SPDX-License-Identifier: GPL-2.0-only
/* Reading of the experiment in a result, to run it again. */
#include <string.h>

#include <json-c/json.h>

#include "assign.h"

/* Read the members of @o as keys, except for the two with cycles. */
static bool read_keys(struct sim_experiment *e, u32 phase, struct json_object *o,
		      const struct sim_origin *at, struct sim_error *err)
{
	const char *when = phase ? "at" : "changes";

	json_object_object_foreach(o, name, value) {
		enum json_type type = json_object_get_type(value);

		if (!strcmp(name, when))
			continue;
		if (type != json_type_string && type != json_type_int && type != json_type_double)
			return sim_fail_at(err, at, "'%.64s' has neither a number nor a string",
					   name);
		if (!sim_assign(e, phase, name, json_object_get_string(value), at, 0, err))
			return false;
	}
	return true;
}

static bool read_change(struct sim_experiment *e, struct json_object *o,
			const struct sim_origin *at, struct sim_error *err)
{
	struct json_object *cycle;
	int64_t n;

	if (!json_object_object_get_ex(o, "at", &cycle) ||
	    !json_object_is_type(cycle, json_type_int))
		return sim_fail_at(err, at, "a change has no \"at\", the cycle in which it is made");
	n = json_object_get_int64(cycle);
	if (n < 1 || n > (int64_t)SIM_MAX_CYCLES)
		return sim_fail_at(err, at, "a change \"at\" cycle %lld: 1 to %llu are possible",
				   (long long)n, SIM_MAX_CYCLES);
	return sim_add_phase(e, n, at, err) && read_keys(e, e->phases - 1, o, at, err);
}

static bool read_experiment(struct sim_experiment *e, struct json_object *result,
			    const struct sim_origin *at, struct sim_error *err)
{
	struct json_object *o, *changes;

	if (!json_object_object_get_ex(result, "experiment", &o) ||
	    !json_object_is_type(o, json_type_object)) {
		if (json_object_object_get_ex(result, "snapshot", NULL))
			return sim_fail_at(err, at,
				"this is a snapshot of a device: 'seastar whatif from FILE' takes it");
		return sim_fail_at(err, at, "this JSON is not a result: it has no \"experiment\"");
	}
	if (!read_keys(e, 0, o, at, err))
		return false;
	if (!json_object_object_get_ex(o, "changes", &changes))
		return true;
	if (!json_object_is_type(changes, json_type_array))
		return sim_fail_at(err, at, "\"changes\" is no list");
	for (size_t i = 0; i < json_object_array_length(changes); i++)
		if (!read_change(e, json_object_array_get_idx(changes, i), at, err))
			return false;
	return true;
}

/* Set @at to line and column of place @offset in @text. */
static void locate(const char *text, size_t offset, struct sim_origin *at)
{
	for (const char *p = text; p < text + offset && *p; p++) {
		at->column++;
		if (*p == '\n') {
			at->line++;
			at->column = 1;
		}
	}
}

bool sim_read_json(struct sim_experiment *e, const char *name, const char *text,
		   struct sim_error *err)
{
	struct sim_origin at = {
		.name = name, .line = 1, .column = 1, .level = SIM_LEVEL_FILE,
	};
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *result = json_tokener_parse_ex(tokener, text, strlen(text));
	enum json_tokener_error failure = json_tokener_get_error(tokener);
	size_t end = json_tokener_get_parse_end(tokener);
	bool ok;

	json_tokener_free(tokener);
	if (!result) {
		locate(text, end, &at);
		if (failure == json_tokener_continue)
			return sim_fail_at(err, &at, "the JSON ends too early");
		return sim_fail_at(err, &at, "no JSON: %s", json_tokener_error_desc(failure));
	}
	ok = read_experiment(e, result, &at, err);
	json_object_put(result);
	/* a file of several results, one per line, has several experiments */
	if (ok && text[end + strspn(text + end, " \t\r\n")]) {
		locate(text, end, &at);
		return sim_fail_at(err, &at, "there is more than one result: give one of them");
	}
	return ok;
}
