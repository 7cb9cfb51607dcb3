// SPDX-License-Identifier: GPL-2.0-only
/* Reproductions as a page of HTML: tables of figures, and what holds, from their JSON. */
#include <math.h>
#include <stdlib.h>

#include "sim/base/html.h"
#include "sim/base/memory.h"

#include "shown.h"

#define NOTE_BEGIN	"<br><small>"
#define NOTE_END	"</small>"

/* Print an element with text, unless that is empty. */
static void print_element(const char *tag, const char *text, FILE *to)
{
	if (!*text)
		return;
	fprintf(to, "<%s>", tag);
	html_text(to, text);
	fprintf(to, "</%s>\n", tag);
}

static void print_columns(struct json_object *list, FILE *to)
{
	fputs("<tr><th></th>", to);
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *column = json_object_array_get_idx(list, i);

		fputs("<th>", to);
		html_text(to, shown_text(column, "name"));
		fputs(NOTE_BEGIN, to);
		html_text(to, shown_text(column, "unit"));
		fputs(NOTE_END "</th>", to);
	}
	fputs("</tr>\n", to);
}

/* Print a figure with its interval, and the paper's below it. */
static void print_cell(struct json_object *figure, FILE *to)
{
	double half = shown_number(figure, "ci95"), paper = shown_number(figure, "paper");
	char number[SHOWN_NUMBER];

	fprintf(to, "<td>%s", shown_short(shown_number(figure, "mean"), number));
	if (!isnan(half))
		fprintf(to, " &plusmn; %s", shown_short(half, number));
	if (!isnan(paper))
		fprintf(to, NOTE_BEGIN "paper %s" NOTE_END, shown_short(paper, number));
	fputs("</td>", to);
}

static void print_row(struct json_object *row, bool searched, FILE *to)
{
	struct json_object *figures = shown_member(row, "figures");

	fputs("<tr><td class=\"text\">", to);
	html_text(to, shown_text(row, "row"));
	if (*shown_text(row, "keys")) {
		fputs(NOTE_BEGIN, to);
		html_text(to, shown_text(row, "keys"));
		fputs(NOTE_END, to);
	}
	shown_row_notes(row, searched, NOTE_BEGIN, NOTE_END, to);
	fputs("</td>", to);
	for (size_t i = 0; i < json_object_array_length(figures); i++)
		print_cell(json_object_array_get_idx(figures, i), to);
	fputs("</tr>\n", to);
}

static void print_part(struct json_object *o, struct json_object *part, FILE *to)
{
	struct json_object *rows = shown_member(part, "rows");
	bool searched = shown_is(part, "searched");

	print_element("h3", shown_text(part, "part"), to);
	print_element("p", shown_text(part, "what"), to);
	if (searched)
		print_element("p", "Figures are those at the highest stable load, where 98 % of what is offered is accepted.", to);
	fputs("<div class=\"wide\"><table>\n", to);
	print_columns(shown_member(o, "columns"), to);
	for (size_t i = 0; i < json_object_array_length(rows); i++)
		print_row(json_object_array_get_idx(rows, i), searched, to);
	fputs("</table></div>\n<p><small>", to);
	html_text(to, shown_text(part, "keys"));
	fprintf(to, "; %s seeds</small></p>\n", shown_text(part, "seeds"));
}

static void print_claim(struct json_object *claim, bool own, FILE *to)
{
	const char *verdict = shown_verdict(claim);
	bool bad = *verdict != 'h' || shown_is(claim, "open");

	fprintf(to, "<tr><td class=\"text%s\">%s</td><td class=\"text\">", bad ? " bad" : "", verdict);
	html_text(to, shown_text(claim, "part"));
	fputs("</td><td class=\"text\">", to);
	html_text(to, shown_text(claim, "claim"));
	shown_claim_notes(claim, NOTE_BEGIN, NOTE_END, to);
	if (shown_member(claim, "why")) {
		fputs(NOTE_BEGIN, to);
		html_text(to, shown_text(claim, "why"));
		fputs(NOTE_END, to);
	}
	fputs("</td><td>", to);
	shown_bounds(claim, to);
	fputs("</td><td>", to);
	shown_value(claim, own, to);
	fputs("</td></tr>\n", to);
}

static void print_claims(struct json_object *o, FILE *to)
{
	struct json_object *claims = shown_member(o, "claims");
	const char *left_out = shown_text(o, "claims_left_out");

	if (json_object_array_length(claims)) {
		print_element("h3", "What holds", to);
		if (shown_is(o, "small"))
			print_element("p", "Of reduced fabrics, which need not show what full ones do.", to);
		fputs("<div class=\"wide\"><table>\n<tr><th>verdict</th><th>of</th><th>claim</th><th>bounds</th><th>figure</th></tr>\n",
		      to);
		for (size_t i = 0; i < json_object_array_length(claims); i++)
			print_claim(json_object_array_get_idx(claims, i), !*shown_text(o, "paper"), to);
		fputs("</table></div>\n", to);
	}
	if (*left_out)
		fprintf(to, "<p>Left out: %s claims, about rows whose own keys the settings replace.</p>\n",
			left_out);
}

static void print_result(struct json_object *o, FILE *to)
{
	struct json_object *parts = shown_member(o, "parts");
	char *source = NULL, *heading = NULL;
	size_t size;
	FILE *text = sim_need(open_memstream(&heading, &size));

	fprintf(text, "%s%s%s: %s", shown_text(o, "paper"), *shown_text(o, "paper") ? " " : "",
		shown_text(o, "reproduction"), shown_text(o, "title"));
	fclose(text);
	print_element("h2", heading, to);
	free(heading);
	text = sim_need(open_memstream(&source, &size));
	shown_source(o, text);
	fclose(text);
	print_element("p", source, to);
	free(source);
	print_element("p", shown_text(o, "note"), to);
	if (*shown_text(o, "settings")) {
		fputs("<p>With ", to);
		html_text(to, shown_text(o, "settings"));
		fputs(".</p>\n", to);
	}
	for (size_t i = 0; i < json_object_array_length(parts); i++)
		print_part(o, json_object_array_get_idx(parts, i), to);
	print_claims(o, to);
}

void paper_page(struct json_object *list, FILE *to)
{
	struct json_object *first = json_object_array_get_idx(list, 0);
	bool alone = json_object_array_length(list) == 1;

	html_begin(to, alone ? shown_text(first, "title") : "Studies");
	for (size_t i = 0; i < json_object_array_length(list); i++)
		print_result(json_object_array_get_idx(list, i), to);
	html_end(to);
}
