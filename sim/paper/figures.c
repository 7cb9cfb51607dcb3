// SPDX-License-Identifier: GPL-2.0-only
/* The figures in the columns of a result: expressions over fields of results and other columns. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <json-c/json_pointer.h>

#include "sim/result/field.h"
#include "sim/result/places.h"

#include "expression.h"
#include "figures.h"

/**
 * struct reading - a column that is computed
 * @p: reproduction that has the column
 * @row: row whose keys the result was made with, or NULL
 * @result: result that figures are read from, or NULL
 * @cell: values of the columns before this one
 * @column: number of the column
 * @of_latency: a latency is named, by the column or by one that it names
 */
struct reading {
	const struct paper_reproduction *p;
	const struct paper_row *row;
	struct json_object *result;
	double *cell;
	u32 column;
	bool of_latency;
};

/* Return the constant @name of @row, or NULL. */
static const struct paper_constant *find_constant(const struct paper_row *row, const char *name)
{
	for (u32 i = 0; i < row->constants; i++)
		if (!strcmp(row->constant[i].name, name))
			return &row->constant[i];
	return NULL;
}

/*
 * Find the value of @name, an earlier column or a constant; NaN if only other rows have the
 * constant. Return false if there is neither.
 */
static bool find_own(const struct reading *r, const char *name, double *value)
{
	const struct paper_constant *c = r->row ? find_constant(r->row, name) : NULL;

	*value = NAN;
	for (u32 i = 0; i < r->column; i++) {
		if (!strcmp(r->p->column[i].id, name)) {
			*value = r->cell ? r->cell[i] : NAN;
			return true;
		}
	}
	if (c)
		*value = c->value;
	for (u32 row = 0; !c && r->p->row[row].name; row++)
		c = find_constant(&r->p->row[row], name);
	return c;
}

/* Return true if @result has a member @name, if only as null. */
static bool has_place(struct json_object *result, const char *name)
{
	struct json_object *value;
	char path[128];

	snprintf(path, sizeof(path), "/%s", name);
	for (char *at = path; (at = strchr(at, '.')); )
		*at = '/';
	return !json_pointer_get(result, path, &value);
}

static bool check(void *of, const char *name, bool mean, double *value, struct sim_error *err)
{
	struct reading *r = of;
	const struct results one = { .count = !!r->result, .at = &r->result };

	(void)mean;
	if (find_own(r, name, value) || (r->result && has_place(r->result, name)))
		return true;
	if (!r->p->measure && !strncmp(name, "measured", strlen("measured")))
		return sim_fail(err, "'measured' is what a measure gives: add 'measure = NAME' before the sections");
	if (!strcmp(name, "measured"))
		return sim_fail(err, "'measured' has the figures of the measure: name one, 'measured.FIGURE'");
	/* before something has been run, a place may be that of any experiment's result */
	if (!r->result && strchr(name, '.'))
		return !strncmp(name, "measured.", strlen("measured.")) || places_have(name, err);
	return field_is_known(&one, name, err);
}

bool figures_check(const struct paper_reproduction *p, u32 column, struct json_object *result,
		   struct sim_error *err)
{
	struct reading r = { .p = p, .result = result, .column = column };
	double value;

	return expression_value(p->column[column].figure,
				&(struct expression_figures){ check, &r }, &value, err);
}

static bool find(void *of, const char *name, bool mean, double *value, struct sim_error *err)
{
	const struct reading *r = of;

	(void)mean;
	(void)err;
	if (!find_own(r, name, value) && r->result)
		*value = field_number(r->result, name);
	return true;
}

static bool look(void *of, const char *name, bool mean, double *value, struct sim_error *err)
{
	struct reading *r = of;

	(void)mean;
	(void)err;
	*value = 1;
	r->of_latency |= !!strstr(name, "latency");
	for (u32 i = 0; i < r->column; i++)
		if (!strcmp(r->p->column[i].id, name))
			r->of_latency |= figures_are_latencies(r->p, i);
	return true;
}

bool figures_are_latencies(const struct paper_reproduction *p, u32 column)
{
	struct reading r = { .p = p, .column = column };
	struct sim_error none;
	double value;

	expression_value(p->column[column].figure, &(struct expression_figures){ look, &r }, &value,
			 &none);
	return r.of_latency;
}

void figures_read(const struct paper_reproduction *p, const struct paper_row *row,
		  struct json_object *result, double *cell)
{
	struct reading r = { p, row, result, cell, 0, false };
	struct sim_error none;

	for (; p->column[r.column].name; r.column++)
		expression_value(p->column[r.column].figure, &(struct expression_figures){ find, &r },
				 &cell[r.column], &none);
}
