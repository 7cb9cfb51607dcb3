// SPDX-License-Identifier: GPL-2.0-only
/*
 * Bring docs/performance.md up to date: generate the text between each `<!-- generated NAME -->`
 * and `<!-- end -->` anew, and keep the rest.
 */
#include <math.h>
#include <string.h>

#include "page.h"
#include "workload.h"

const char *entry_text(struct json_object *entry, const char *member)
{
	struct json_object *o;

	return json_object_object_get_ex(entry, member, &o) ? json_object_get_string(o) : "";
}

double entry_number(struct json_object *entry, const char *member)
{
	struct json_object *o;

	return json_object_object_get_ex(entry, member, &o) ? json_object_get_double(o) : NAN;
}

struct json_object *page_find(const struct page *p, const char *name)
{
	for (size_t i = 0; i < json_object_array_length(p->results); i++) {
		struct json_object *entry = json_object_array_get_idx(p->results, i);

		if (!strcmp(entry_text(entry, "name"), name))
			return entry;
	}
	return NULL;
}

double page_value(const struct page *p, const char *name)
{
	struct json_object *entry = page_find(p, name);

	return entry ? entry_number(entry, "value") : NAN;
}

struct json_object *page_next(const struct page *p, const char *series, double *x)
{
	struct json_object *next = NULL;

	for (size_t i = 0; i < json_object_array_length(p->results); i++) {
		struct json_object *entry = json_object_array_get_idx(p->results, i);
		double at = entry_number(entry, "x");

		if (!strcmp(entry_text(entry, "series"), series) && at > *x &&
		    (!next || at < entry_number(next, "x")))
			next = entry;
	}
	if (next)
		*x = entry_number(next, "x");
	return next;
}

void page_cell(double value)
{
	if (isnan(value))
		printf(" |");
	else
		printf(" %.4g |", value);
}

void page_cells(struct json_object *entry, double unit)
{
	double low = entry_number(entry, "low");

	printf(" %.4g%s |", entry_number(entry, "value") / unit,
	       strstr(entry_text(entry, "note"), "NOT STEADY") ? " (not steady)" : "");
	if (isnan(low))
		printf(" |");
	else
		printf(" %.4g to %.4g |", low / unit, entry_number(entry, "high") / unit);
}

static void print_part(const struct page *p, const char *name, FILE *old, char *line, size_t size)
{
	static const struct {
		const char *name;
		void (*print)(const struct page *p);
	} parts[] = {
		{ "machine", table_machine }, { "rates", table_rates }, { "size", table_size },
		{ "load", table_load }, { "threads", table_threads }, { "memory", table_memory },
		{ "counts", table_counts }, { "profile", table_profile },
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (strcmp(name, parts[i].name))
			continue;
		parts[i].print(p);
		while (fgets(line, size, old) && strcmp(line, "<!-- end -->\n"))
			;
		return;
	}
	die("the page has a part '%s', which nothing generates", name);
}

static void print_page(const struct page *p, FILE *old)
{
	char line[4096], name[64];

	while (fgets(line, sizeof(line), old)) {
		fputs(line, stdout);
		if (sscanf(line, "<!-- generated %63[a-z] -->", name) != 1)
			continue;
		print_part(p, name, old, line, sizeof(line));
		if (feof(old))
			die("part '%s' of the page has no end: put '<!-- end -->' there", name);
		fputs(line, stdout);
	}
}

int main(int argc, char **argv)
{
	struct page p;
	FILE *old;

	if (argc != 4) {
		fputs("usage: page RESULTS.json PAGE PICTURES >NEW\n", stderr);
		return 2;
	}
	p.results = json_object_from_file(argv[1]);
	if (!json_object_is_type(p.results, json_type_array))
		die("%s is no list of results: run `make bench`", argv[1]);
	old = fopen(argv[2], "r");
	if (!old)
		die("cannot read %s", argv[2]);
	p.pictures = argv[3];
	print_page(&p, old);
	plots_draw(&p);
	fclose(old);
	json_object_put(p.results);
	return 0;
}
