/* SPDX-License-Identifier: GPL-2.0-only */
/* The generated parts of docs/performance.md, out of the list of results. */
#ifndef BENCH_PAGE_H
#define BENCH_PAGE_H

#include <json-c/json.h>
#include <stdio.h>

#include <seastar/types.h>

/**
 * struct page - what a page is made of
 * @results: the list of bench and count.sh
 * @pictures: directory for plots
 */
struct page {
	struct json_object *results;
	const char *pictures;
};

/* Members of a result. */
const char *entry_text(struct json_object *entry, const char *member);
double entry_number(struct json_object *entry, const char *member);

/* The result called @name, or NULL. */
struct json_object *page_find(const struct page *p, const char *name);

/* The value of that one; NAN if there is none. */
double page_value(const struct page *p, const char *name);

/*
 * The next result of a series beyond place *@x, which begins at -1, in the order of
 * their places; NULL at the end.
 */
struct json_object *page_next(const struct page *p, const char *series, double *x);

/* A value as a cell, empty if there is none. */
void page_cell(double value);

/* A value and the range of its repetitions, divided by @unit, as two cells. */
void page_cells(struct json_object *entry, double unit);

/* Tables; each prints one. */
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
