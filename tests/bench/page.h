/* SPDX-License-Identifier: GPL-2.0-only */
/* The generated parts of docs/performance.md, from the list of results. */
#ifndef BENCH_PAGE_H
#define BENCH_PAGE_H

#include <json-c/json.h>
#include <stdio.h>

#include <seastar/types.h>

/**
 * struct page - the sources of a page
 * @results: list of results of bench and count.sh
 * @pictures: directory for plots
 */
struct page {
	struct json_object *results;
	const char *pictures;
};

/* Return a member of a result: a text, "" if it is missing, or a number, NaN if it is missing. */
const char *entry_text(struct json_object *entry, const char *member);
double entry_number(struct json_object *entry, const char *member);

/* Find the result called @name, or NULL. */
struct json_object *page_find(const struct page *p, const char *name);

/* Return the value of the result called @name; NaN if there is none. */
double page_value(const struct page *p, const char *name);

/*
 * Return the result of a series at the next place after *@x, and set *@x to that place; NULL at the
 * end.  A caller begins with -1.
 */
struct json_object *page_next(const struct page *p, const char *series, double *x);

/* Print a value as a cell of a table, empty for NaN. */
void page_cell(double value);

/* Print a value and the range of its repetitions, divided by @unit, as two cells. */
void page_cells(struct json_object *entry, double unit);

/* Print a table of the page. */
void table_machine(const struct page *p);
void table_rates(const struct page *p);
void table_size(const struct page *p);
void table_load(const struct page *p);
void table_threads(const struct page *p);
void table_memory(const struct page *p);
void table_counts(const struct page *p);
void table_profile(const struct page *p);

/* Draw all plots. */
void plots_draw(const struct page *p);

#endif /* BENCH_PAGE_H */
