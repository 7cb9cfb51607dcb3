// SPDX-License-Identifier: GPL-2.0-only
/* All results at full size without their figures, as JSON: a line each, for tests/paper/claims. */
#include <stdio.h>

#include "sim/base/json.h"
#include "sim/paper/paper.h"

static void put_columns(struct json_object *o, const struct paper_column *column)
{
	struct json_object *list = json_put_array(o, "columns");

	for (; column->name; column++)
		json_object_array_add(list, json_object_new_string(column->name));
}

static void put_rows(struct json_object *o, const struct paper_row *row)
{
	struct json_object *list = json_put_array(o, "rows");

	for (; row->name; row++)
		json_object_array_add(list, json_object_new_string(row->name));
}

static void put_parts(struct json_object *o, const struct paper_reproduction *r)
{
	struct json_object *list = json_put_array(o, "parts");

	for (const struct paper_part *part = r->part; part->name; part++) {
		struct json_object *p = json_append_object(list);

		json_put_text(p, "part", part->name);
		json_put_text(p, "what", part->what);
		json_put_u64(p, "seeds", paper_seeds(r, part, false));
	}
}

static void put_claims(struct json_object *o, const struct paper_reproduction *r)
{
	struct json_object *list = json_put_array(o, "claims");

	for (u32 part = 0; r->part[part].name; part++) {
		for (const struct paper_claim *c = r->claim; c->text; c++) {
			struct json_object *claim;

			if (!paper_is_of(c, part))
				continue;
			claim = json_append_object(list);
			json_put_text(claim, "part", r->part[part].name);
			json_put_text(claim, "claim", c->text);
			json_put_real(claim, "paper", paper_value(r, c, part));
			json_put_real(claim, "least", c->least);
			json_put_real(claim, "most", c->most);
			if (c->why[part])
				json_put_text(claim, "why", c->why[part]);
		}
	}
}

int main(void)
{
	for (const struct paper *paper = paper_list(); paper->name; paper++) {
		for (const struct paper_reproduction *const *r = paper->result; *r; r++) {
			struct json_object *o = json_object_new_object();

			json_put_text(o, "paper", paper->name);
			json_put_text(o, "authors", paper->authors);
			json_put_text(o, "paper_title", paper->title);
			json_put_text(o, "reproduction", (*r)->name);
			json_put_text(o, "place", (*r)->place);
			json_put_text(o, "title", (*r)->title);
			json_put_text(o, "note", (*r)->note);
			put_columns(o, (*r)->column);
			put_rows(o, (*r)->row);
			put_parts(o, *r);
			put_claims(o, *r);
			puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
			json_object_put(o);
		}
	}
	return 0;
}
