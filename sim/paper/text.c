// SPDX-License-Identifier: GPL-2.0-only
/* A reproduction for people: the paper's figures beside ours, and what holds, from its JSON. */
#include <math.h>
#include <string.h>

#include "shown.h"

#define LABEL	22

static void print_cell(double value, FILE *to)
{
	char buffer[SHOWN_NUMBER];

	fprintf(to, " %9s", shown_short(value, buffer));
}

static void print_columns(struct json_object *list, FILE *to)
{
	for (u32 line = 0; line < 2; line++) {
		fprintf(to, "%*s", LABEL + 7, "");
		for (size_t i = 0; i < json_object_array_length(list); i++)
			fprintf(to, " %9s", shown_text(json_object_array_get_idx(list, i),
						       line ? "unit" : "name"));
		fputc('\n', to);
	}
}

static void print_row(struct json_object *row, bool searched, FILE *to)
{
	static const char *const lines[] = { "paper", "here", "+-" };
	static const char *const lines_of[] = { "paper", "mean", "ci95" };
	struct json_object *figures = shown_member(row, "figures");
	const char *label = shown_text(row, "row");

	for (u32 line = 0; line < 3; line++) {
		if (!line && !shown_is_known(figures, "paper"))
			continue;
		if (line == 2 && json_object_array_length(shown_member(row, "runs")) < 2)
			continue;
		fprintf(to, "  %-*s %-5s", LABEL - 2, label, lines[line]);
		for (size_t i = 0; i < json_object_array_length(figures); i++) {
			struct json_object *f = json_object_array_get_idx(figures, i);

			print_cell(shown_number(f, lines_of[line]), to);
		}
		fputc('\n', to);
		label = "";
	}
	shown_row_notes(row, searched, "                             ", "\n", to);
}

/* Print @sentence in lines of @width, each after @indent spaces. */
static void print_wrapped(const char *sentence, int indent, int width, FILE *to)
{
	int column = 0;

	if (!*sentence)
		return;

	while (*sentence) {
		int word = strcspn(sentence, " ");

		if (column && column + 1 + word > width) {
			fputc('\n', to);
			column = 0;
		}
		fprintf(to, "%*s%.*s", column ? 1 : indent, "", word, sentence);
		column += word + !!column;
		sentence += word;
		sentence += strspn(sentence, " ");
	}
	fputc('\n', to);
}

static void print_part(struct json_object *o, struct json_object *part, FILE *to)
{
	bool searched = shown_is(part, "searched");
	struct json_object *rows = shown_member(part, "rows");

	fprintf(to, "\n%s\n", shown_text(part, "part"));
	print_wrapped(shown_text(part, "what"), 2, 100, to);
	print_wrapped(shown_text(part, "keys"), 2, 100, to);
	if (shown_is(part, "placed"))
		fputs("  and the placement of ranks that --dry-run prints\n", to);
	if (shown_is(part, "permuted"))
		fputs("  and the permutation that --dry-run prints\n", to);
	if (searched)
		fputs("  at the highest stable load, where 98 % of what is offered is accepted\n", to);
	fputc('\n', to);
	print_columns(shown_member(o, "columns"), to);
	for (size_t i = 0; i < json_object_array_length(rows); i++)
		print_row(json_object_array_get_idx(rows, i), searched, to);
}

/* Print a claim; @own: it is one of a user's study, which has no paper's figures. */
static void print_claim(struct json_object *claim, bool own, FILE *to)
{
	fprintf(to, "  %-8s %s: %s (", shown_verdict(claim), shown_text(claim, "part"),
		shown_text(claim, "claim"));
	shown_bounds(claim, to);
	fprintf(to, ")\n%11s", "");
	shown_value(claim, own, to);
	fputc('\n', to);
	shown_claim_notes(claim, "           ", "\n", to);
	if (shown_member(claim, "why"))
		print_wrapped(shown_text(claim, "why"), 11, 90, to);
}

void paper_text(struct json_object *o, FILE *to)
{
	struct json_object *parts = shown_member(o, "parts"), *claims = shown_member(o, "claims");
	bool small = shown_is(o, "small");
	u32 left_out = json_object_get_int(shown_member(o, "claims_left_out"));

	fprintf(to, "%s%s%s: %s\n", shown_text(o, "paper"), *shown_text(o, "paper") ? " " : "",
		shown_text(o, "reproduction"), shown_text(o, "title"));
	shown_source(o, to);
	print_wrapped(shown_text(o, "note"), 0, 100, to);
	if (*shown_text(o, "settings"))
		fprintf(to, "With %s.\n", shown_text(o, "settings"));
	for (size_t i = 0; i < json_object_array_length(parts); i++)
		print_part(o, json_object_array_get_idx(parts, i), to);
	if (!json_object_array_length(claims) && !left_out)
		return;
	fprintf(to, "\nWhat holds%s\n",
		small ? " (of reduced fabrics, which need not show what full ones do)" : "");
	for (size_t i = 0; i < json_object_array_length(claims); i++)
		print_claim(json_object_array_get_idx(claims, i), !*shown_text(o, "paper"), to);
	if (left_out)
		fprintf(to, "  left out: %u, about rows whose own keys the settings replace\n", left_out);
}

/* A list, and the lists that its elements have. */
struct shape {
	const char *list;
	const struct shape *of;
};

static const struct shape row_shape[] = { { "figures", NULL }, { "runs", NULL }, { NULL, NULL } };
static const struct shape part_shape[] = { { "rows", row_shape }, { NULL, NULL } };
static const struct shape shape[] = {
	{ "columns", NULL }, { "parts", part_shape }, { "claims", NULL }, { NULL, NULL }
};

/*
 * Return true if @o has a list of objects for each of @s, and these objects have the lists within.
 */
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
