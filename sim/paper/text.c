// SPDX-License-Identifier: GPL-2.0-only
/* A reproduction for people: the paper's figures beside ours, and what holds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paper.h"

#define LABEL	22

static struct json_object *member(struct json_object *o, const char *name)
{
	return json_object_object_get(o, name);
}

static const char *text(struct json_object *o, const char *name)
{
	const char *s = json_object_get_string(member(o, name));

	return s ? s : "";
}

/* As it is written: what was just measured has more digits than what is read again. */
static double number(struct json_object *o, const char *name)
{
	const char *s = json_object_get_string(member(o, name));

	return s ? strtod(s, NULL) : NAN;
}

/* Four digits: more are not worth reading. */
static const char *shorten(double value, char *buffer, size_t bytes)
{
	double size = fabs(value);

	if (isnan(value))
		snprintf(buffer, bytes, "-");
	else if (size >= 1e7 || (size > 0 && size < 0.001))
		snprintf(buffer, bytes, "%.2e", value);
	else if (size >= 1000)
		snprintf(buffer, bytes, "%.0f", value);
	else
		snprintf(buffer, bytes, "%.4g", value);
	return buffer;
}

static void print_cell(double value, FILE *to)
{
	char buffer[32];

	fprintf(to, " %9s", shorten(value, buffer, sizeof(buffer)));
}

static void print_columns(struct json_object *list, FILE *to)
{
	for (u32 line = 0; line < 2; line++) {
		fprintf(to, "%*s", LABEL + 7, "");
		for (size_t i = 0; i < json_object_array_length(list); i++)
			fprintf(to, " %9s", text(json_object_array_get_idx(list, i),
						 line ? "unit" : "name"));
		fputc('\n', to);
	}
}

static bool is_known(struct json_object *figures, const char *name)
{
	for (size_t i = 0; i < json_object_array_length(figures); i++)
		if (member(json_object_array_get_idx(figures, i), name))
			return true;
	return false;
}

static void print_verdicts(struct json_object *runs, FILE *to)
{
	for (size_t i = 0; i < json_object_array_length(runs); i++) {
		struct json_object *run = json_object_array_get_idx(runs, i);

		if (member(run, "verdict") && strcmp(text(run, "verdict"), "ok"))
			fprintf(to, "%*s seed %s: %s\n", LABEL + 6, "", text(run, "seed"),
				text(run, "verdict"));
	}
}

/* @searched: loads were; a stable one may have any verdict, since 2 % may be left. */
static void print_row(struct json_object *row, bool searched, FILE *to)
{
	static const char *const lines[] = { "paper", "here", "+-" };
	static const char *const lines_of[] = { "paper", "mean", "ci95" };
	struct json_object *figures = member(row, "figures");
	const char *label = text(row, "row");

	for (u32 line = 0; line < 3; line++) {
		if (!line && !is_known(figures, "paper"))
			continue;
		if (line == 2 && json_object_array_length(member(row, "runs")) < 2)
			continue;
		fprintf(to, "  %-*s %-5s", LABEL - 2, label, lines[line]);
		for (size_t i = 0; i < json_object_array_length(figures); i++) {
			struct json_object *f = json_object_array_get_idx(figures, i);

			print_cell(number(f, lines_of[line]), to);
		}
		fputc('\n', to);
		label = "";
	}
	if (!searched)
		print_verdicts(member(row, "runs"), to);
}

/* @sentence in lines of @width, each after @indent spaces. */
static void print_wrapped(const char *sentence, int indent, int width, FILE *to)
{
	int column = 0;

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
	bool searched = json_object_get_boolean(member(part, "searched"));
	struct json_object *rows = member(part, "rows");

	fprintf(to, "\n%s\n", text(part, "part"));
	print_wrapped(text(part, "what"), 2, 100, to);
	print_wrapped(text(part, "keys"), 2, 100, to);
	if (json_object_get_boolean(member(part, "placed")))
		fputs("  and the placement of ranks that --dry-run prints\n", to);
	if (json_object_get_boolean(member(part, "permuted")))
		fputs("  and the permutation that --dry-run prints\n", to);
	if (searched)
		fputs("  at the highest stable load, where 98 % of what is offered is accepted\n", to);
	fputc('\n', to);
	print_columns(member(o, "columns"), to);
	for (size_t i = 0; i < json_object_array_length(rows); i++)
		print_row(json_object_array_get_idx(rows, i), searched, to);
}

/* From where to where a claim's value may be. */
static void print_bounds(struct json_object *claim, FILE *to)
{
	double least = number(claim, "least"), most = number(claim, "most");
	char a[32], b[32];

	shorten(least, a, sizeof(a));
	shorten(most, b, sizeof(b));
	if (isnan(most))
		fprintf(to, "at least %s", a);
	else if (least > 0)
		fprintf(to, "%s to %s", a, b);
	else
		fprintf(to, "at most %s", b);
}

static void print_claim(struct json_object *claim, FILE *to)
{
	double held = number(claim, "holds"), of = number(claim, "of");
	char paper[32], mean[32], low[32], high[32];

	fprintf(to, "  %-8s", held == of ? "holds" : held > 0 ? "in part" : "differs");
	fprintf(to, " %s: %s (", text(claim, "part"), text(claim, "claim"));
	print_bounds(claim, to);
	fprintf(to, ")\n%11spaper %s, here %s", "",
		shorten(number(claim, "paper"), paper, sizeof(paper)),
		shorten(number(claim, "mean"), mean, sizeof(mean)));
	if (of > 1)
		fprintf(to, " (%s to %s), in %.0f of %.0f seeds",
			shorten(number(claim, "low"), low, sizeof(low)),
			shorten(number(claim, "high"), high, sizeof(high)), held, of);
	fputc('\n', to);
	if (member(claim, "why"))
		print_wrapped(text(claim, "why"), 11, 90, to);
}

void paper_text(struct json_object *o, FILE *to)
{
	struct json_object *parts = member(o, "parts"), *claims = member(o, "claims");
	bool small = json_object_get_boolean(member(o, "small"));

	fprintf(to, "%s %s: %s\n", text(o, "paper"), text(o, "reproduction"), text(o, "title"));
	fprintf(to, "%s, %s%s\n", text(o, "authors"), text(o, "place"),
		!json_object_get_boolean(member(o, "reduced")) ? "" :
		small ? "; reduced in size" : "; for fewer cycles");
	print_wrapped(text(o, "note"), 0, 100, to);
	if (*text(o, "settings"))
		fprintf(to, "With %s.\n", text(o, "settings"));
	for (size_t i = 0; i < json_object_array_length(parts); i++)
		print_part(o, json_object_array_get_idx(parts, i), to);
	fprintf(to, "\nWhat holds%s\n",
		small ? " (of reduced fabrics, which need not show what full ones do)" : "");
	for (size_t i = 0; i < json_object_array_length(claims); i++)
		print_claim(json_object_array_get_idx(claims, i), to);
}

/* That of @list with the reproduction of @o and the settings of @with. */
static struct json_object *find_alike(struct json_object *list, struct json_object *o,
				      struct json_object *with)
{
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *other = json_object_array_get_idx(list, i);

		if (!strcmp(text(other, "paper"), text(o, "paper")) &&
		    !strcmp(text(other, "reproduction"), text(o, "reproduction")) &&
		    !strcmp(text(other, "place"), text(o, "place")) &&
		    !strcmp(text(other, "settings"), text(with, "settings")) &&
		    !strcmp(text(other, "reduced"), text(o, "reduced")))
			return other;
	}
	return NULL;
}

/* Has the @n-th of @list settings, and none before it the same? */
static bool is_new(struct json_object *list, size_t n)
{
	const char *settings = text(json_object_array_get_idx(list, n), "settings");

	for (size_t i = 0; i < n; i++)
		if (!strcmp(text(json_object_array_get_idx(list, i), "settings"), settings))
			return false;
	return *settings;
}

/* The claim of @o, of which there may be none, that is the same as @like. */
static struct json_object *find_claim(struct json_object *o, struct json_object *like)
{
	struct json_object *claims = o ? member(o, "claims") : NULL;

	for (size_t i = 0; claims && i < json_object_array_length(claims); i++) {
		struct json_object *claim = json_object_array_get_idx(claims, i);

		if (!strcmp(text(claim, "part"), text(like, "part")) &&
		    !strcmp(text(claim, "claim"), text(like, "claim")))
			return claim;
	}
	return NULL;
}

static void print_claim_cell(struct json_object *claim, FILE *to)
{
	char mean[32], half[32];

	if (!claim) {
		fputs(" - |", to);
		return;
	}
	fprintf(to, " %s", shorten(number(claim, "mean"), mean, sizeof(mean)));
	if (!isnan(number(claim, "ci95")))
		fprintf(to, " ± %s", shorten(number(claim, "ci95"), half, sizeof(half)));
	if (number(claim, "of") > 1)
		fprintf(to, ", %s of %s", text(claim, "holds"), text(claim, "of"));
	else
		fputs(number(claim, "holds") > 0 ? ", holds" : ", differs", to);
	fputs(" |", to);
}

/* What stands beside @claim of @o, with the settings of the @k-th of @list. */
static void print_beside(struct json_object *list, struct json_object *o,
			 struct json_object *claim, size_t k, FILE *to)
{
	struct json_object *with = json_object_array_get_idx(list, k);

	print_claim_cell(find_claim(find_alike(list, o, with), claim), to);
}

/* All claims, with a column for each settings of @list. */
static void print_claims_by_settings(struct json_object *list, FILE *to)
{
	size_t n = json_object_array_length(list);
	char paper[32];

	fputs("\n| claim | paper | defaults |", to);
	for (size_t i = 0; i < n; i++)
		if (is_new(list, i))
			fprintf(to, " `%s` |", text(json_object_array_get_idx(list, i), "settings"));
	fputs("\n|---|---|---|", to);
	for (size_t i = 0; i < n; i++)
		if (is_new(list, i))
			fputs("---|", to);
	fputc('\n', to);
	for (size_t i = 0; i < n; i++) {
		struct json_object *o = json_object_array_get_idx(list, i), *claims = member(o, "claims");

		if (!claims || *text(o, "settings"))
			continue;
		for (size_t c = 0; c < json_object_array_length(claims); c++) {
			struct json_object *claim = json_object_array_get_idx(claims, c);

			fprintf(to, "| %s %s: %s: %s | %s |", text(o, "paper"),
				text(o, "reproduction"), text(claim, "part"),
				text(claim, "claim"), shorten(number(claim, "paper"), paper, sizeof(paper)));
			print_claim_cell(claim, to);
			for (size_t k = 0; k < n; k++)
				if (is_new(list, k))
					print_beside(list, o, claim, k, to);
			fputc('\n', to);
		}
	}
}

/* Is the @n-th of @list asked for by the same words as the one before it? */
static bool follows(struct json_object *list, size_t n)
{
	struct json_object *o = json_object_array_get_idx(list, n), *before;

	if (!n)
		return false;
	before = json_object_array_get_idx(list, n - 1);
	return !strcmp(text(before, "paper"), text(o, "paper")) &&
	       !strcmp(text(before, "reproduction"), text(o, "reproduction")) &&
	       !strcmp(text(before, "settings"), text(o, "settings"));
}

void paper_page(struct json_object *list, FILE *to)
{
	bool settings = false;

	for (size_t i = 0; i < json_object_array_length(list); i++)
		settings |= *text(json_object_array_get_idx(list, i), "settings");
	fputs("<!-- Generated by `make paper`: do not edit. -->\n"
	      "# The papers' results, measured\n\n"
	      "What each means is in `docs/reproduction.md`. Every block is what its\n"
	      "command prints: mean of the seeds, and below it half of its 95 % interval.\n", to);
	if (settings) {
		fputs("\nThe claims with the model's defaults and with other settings, which the commands take as\n"
		      "further words: mean, half of its 95 % interval, in how many of the seeds the claim holds.\n", to);
		print_claims_by_settings(list, to);
	}
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);

		if (*text(o, "settings"))
			continue;
		if (!follows(list, i))
			fprintf(to, "\n## %s %s\n\n    $ seastar-sim paper %s %s\n\n```\n",
				text(o, "paper"), text(o, "reproduction"), text(o, "paper"),
				text(o, "reproduction"));
		else
			fputc('\n', to);
		paper_text(o, to);
		if (i + 1 == json_object_array_length(list) || !follows(list, i + 1))
			fputs("```\n", to);
	}
}
