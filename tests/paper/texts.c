// SPDX-License-Identifier: GPL-2.0-only
/* The words of all reproductions at full size, as JSON: a line each, for tests/paper/words. */
#include <stdio.h>

#include "sim/base/json.h"
#include "sim/paper/list.h"

static void put_parts(struct json_object *o, const struct paper_part *part)
{
	struct json_object *list = json_put_array(o, "parts");

	for (; part->name; part++) {
		struct json_object *p = json_append_object(list);

		json_put_text(p, "part", part->name);
		json_put_text(p, "what", part->what);
	}
}

static void put_claims(struct json_object *o, const struct paper_reproduction *r)
{
	struct json_object *list = json_put_array(o, "claims");

	for (u32 part = 0; r->part[part].name; part++) {
		for (const struct paper_claim *c = r->claim; c->text; c++) {
			struct json_object *claim;

			if (c->part != PAPER_EVERY && c->part != (int)part)
				continue;
			claim = json_append_object(list);
			json_put_text(claim, "part", r->part[part].name);
			json_put_text(claim, "claim", c->text);
			if (c->why[part])
				json_put_text(claim, "why", c->why[part]);
		}
	}
}

int main(void)
{
	for (const struct paper *paper = papers; paper->name; paper++) {
		for (const struct paper_reproduction *const *r = paper->result; *r; r++) {
			struct json_object *o = json_object_new_object();

			json_put_text(o, "paper", paper->name);
			json_put_text(o, "reproduction", (*r)->name);
			json_put_text(o, "title", (*r)->title);
			json_put_text(o, "note", (*r)->note);
			put_parts(o, (*r)->part);
			put_claims(o, *r);
			puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
			json_object_put(o);
		}
	}
	return 0;
}
