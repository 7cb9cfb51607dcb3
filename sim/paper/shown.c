// SPDX-License-Identifier: GPL-2.0-only
/* The lists and objects of a reproduction, which a file of JSON may lack. */
#include "paper.h"

/* What the elements of a list have lists of. */
struct shape {
	const char *list;
	const struct shape *of;
};

static const struct shape row_shape[] = { { "figures", NULL }, { "runs", NULL }, { NULL, NULL } };
static const struct shape part_shape[] = { { "rows", row_shape }, { NULL, NULL } };
static const struct shape shape[] = {
	{ "columns", NULL }, { "parts", part_shape }, { "claims", NULL }, { NULL, NULL }
};

/* Has @o a list of objects for each of @s, and have these objects theirs? */
static bool has_lists(struct json_object *o, const struct shape *s)
{
	for (; s && s->list; s++) {
		struct json_object *list = json_object_object_get(o, s->list);

		if (!json_object_is_type(list, json_type_array))
			return false;
		for (size_t i = 0; i < json_object_array_length(list); i++) {
			struct json_object *at = json_object_array_get_idx(list, i);

			if (!json_object_is_type(at, json_type_object) || !has_lists(at, s->of))
				return false;
		}
	}
	return true;
}

bool paper_is_result(struct json_object *o)
{
	return json_object_is_type(o, json_type_object) &&
	       json_object_is_type(json_object_object_get(o, "authors"), json_type_string) &&
	       has_lists(o, shape);
}
