// SPDX-License-Identifier: GPL-2.0-only
/* A reproduction for people: the paper's figures beside ours, and what holds, from its JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

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

/*
 * Return a number as JSON prints it: measured values have more digits than those read from a file.
 */
static double number(struct json_object *o, const char *name)
{
	const char *s = json_object_get_string(member(o, name));

	return s ? strtod(s, NULL) : NAN;
}

/* Write @value with four digits: more are not worth reading. */
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

/* Return what runs are counted by: their verdict, or NULL if it says nothing. */
static const char *verdict_of(struct json_object *run, bool searched)
{
	const char *verdict = text(run, "verdict");

	/* a stable load may have any verdict, since 2 % may be left */
	if ((searched && member(run, "state_hash")) || !strcmp(verdict, "ok"))
		return NULL;
	return *verdict ? verdict : NULL;
}

/* Print a verdict, that of @runs from number @from on, with the seeds that have it. */
static void print_verdict(struct json_object *runs, size_t from, bool searched, FILE *to)
{
	const char *verdict = verdict_of(json_object_array_get_idx(runs, from), searched);
	size_t all = json_object_array_length(runs), n = 0;
	char *seeds = NULL;
	size_t size;
	FILE *list = sim_need(open_memstream(&seeds, &size));

	for (size_t i = 0; i < all; i++) {
		struct json_object *run = json_object_array_get_idx(runs, i);
		const char *is = verdict_of(run, searched);

		if (!is || strcmp(is, verdict))
			continue;
		if (i < from)
			goto free; /* printed before */
		fprintf(list, "%s%s", n++ ? ", " : "", text(run, "seed"));
	}
	fflush(list);
	if (n > 1 && n == all)
		fprintf(to, "%*s all %zu seeds: %s\n", LABEL + 6, "", all, verdict);
	else
		fprintf(to, "%*s seed%s %s: %s\n", LABEL + 6, "", n > 1 ? "s" : "", seeds, verdict);
free:
	fclose(list);
	free(seeds);
}

/* Print the verdicts of runs, except for "ok".  @searched: the runs are of searches. */
static void print_verdicts(struct json_object *runs, bool searched, FILE *to)
{
	for (size_t i = 0; i < json_object_array_length(runs); i++)
		if (verdict_of(json_object_array_get_idx(runs, i), searched))
			print_verdict(runs, i, searched, to);
}

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
	print_verdicts(member(row, "runs"), searched, to);
	if (json_object_get_boolean(member(row, "overridden")))
		fprintf(to, "%*s a key of this row is replaced by the settings\n", LABEL + 6, "");
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

/* Print whose figures stand beside ours, and what was made smaller. */
static void print_source(struct json_object *o, bool small, FILE *to)
{
	const char *authors = text(o, "authors"), *place = text(o, "place"), *how = "";

	if (json_object_get_boolean(member(o, "reduced")))
		how = small ? "; reduced in size" : "; for fewer cycles";
	if (*authors || *place)
		fprintf(to, "%s%s%s%s\n", authors, *authors && *place ? ", " : "", place, how);
	else if (*how)
		fprintf(to, "%s\n", how + 2);
	if (json_object_get_boolean(member(o, "fewer_seeds")))
		fputs("With three seeds at most, and else whole: the study has no key 'reduced'.\n", to);
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

/* Print the bounds of a claim's value, with more digits than a figure has. */
static void print_bounds(struct json_object *claim, FILE *to)
{
	double least = number(claim, "least"), most = number(claim, "most");

	if (isnan(most))
		fprintf(to, "at least %.7g", least);
	else if (!isnan(least) && least != 0)
		fprintf(to, "%.7g to %.7g", least, most);
	else
		fprintf(to, "at most %.7g", most);
}

/* Print a claim; @own: it is one of a user's study, which has no paper's figures. */
static void print_claim(struct json_object *claim, bool own, FILE *to)
{
	double held = number(claim, "holds"), of = number(claim, "of");
	u32 seeds = number(claim, "seeds"), unsettled = number(claim, "unsettled");
	char paper[32], mean[32], low[32], high[32], half[32];

	fprintf(to, "  %-8s", held == of ? "holds" : held > 0 ? "in part" : "differs");
	fprintf(to, " %s: %s (", text(claim, "part"), text(claim, "claim"));
	print_bounds(claim, to);
	fprintf(to, ")\n%11s", "");
	if (!own || !isnan(number(claim, "paper")))
		fprintf(to, "paper %s, ", shorten(number(claim, "paper"), paper, sizeof(paper)));
	fprintf(to, "here %s", shorten(number(claim, "mean"), mean, sizeof(mean)));
	if (of > 1)
		fprintf(to, " (%s to %s), in %.0f of %.0f seeds",
			shorten(number(claim, "low"), low, sizeof(low)),
			shorten(number(claim, "high"), high, sizeof(high)), held, of);
	else if (!isnan(number(claim, "ci95")))
		fprintf(to, " +- %s", shorten(number(claim, "ci95"), half, sizeof(half)));
	else if (seeds == 1 && !isnan(number(claim, "mean")))
		fputs(", with one seed", to);
	fputc('\n', to);
	if (json_object_get_boolean(member(claim, "open")))
		fprintf(to, "%11sopen: a bound is within the interval, so more seeds may turn this\n", "");
	if (unsettled)
		fprintf(to, "%11sruns of %u of %u seeds have no steady state: their latencies follow their length\n",
			"", unsettled, seeds);
	if (member(claim, "why"))
		print_wrapped(text(claim, "why"), 11, 90, to);
}

void paper_text(struct json_object *o, FILE *to)
{
	struct json_object *parts = member(o, "parts"), *claims = member(o, "claims");
	bool small = json_object_get_boolean(member(o, "small"));
	u32 left_out = json_object_get_int(member(o, "claims_left_out"));

	fprintf(to, "%s%s%s: %s\n", text(o, "paper"), *text(o, "paper") ? " " : "",
		text(o, "reproduction"), text(o, "title"));
	print_source(o, small, to);
	print_wrapped(text(o, "note"), 0, 100, to);
	if (*text(o, "settings"))
		fprintf(to, "With %s.\n", text(o, "settings"));
	for (size_t i = 0; i < json_object_array_length(parts); i++)
		print_part(o, json_object_array_get_idx(parts, i), to);
	if (!json_object_array_length(claims) && !left_out)
		return;
	fprintf(to, "\nWhat holds%s\n",
		small ? " (of reduced fabrics, which need not show what full ones do)" : "");
	for (size_t i = 0; i < json_object_array_length(claims); i++)
		print_claim(json_object_array_get_idx(claims, i), !*text(o, "paper"), to);
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
