// SPDX-License-Identifier: GPL-2.0-only
/* The figures in the columns of a result: expressions over fields of results and other columns. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <json-c/json_pointer.h>

#include "sim/result/field.h"

#include "figures.h"

/* What a name in the expression of a column is. */
enum figure { CELL, MEASURED, CONSTANT, FIELD };

/* The constant @name of @row, or NULL. */
static const struct paper_constant *find_constant(const struct paper_row *row, const char *name)
{
	for (u32 i = 0; i < row->constants; i++)
		if (!strcmp(row->constant[i].name, name))
			return &row->constant[i];
	return NULL;
}

static bool is_constant(const struct study *s, const char *name)
{
	for (u32 row = 0; row < s->rows; row++)
		if (find_constant(&s->p.row[row], name))
			return true;
	return false;
}

static bool bind(const struct study *s, struct expression_step *figure, struct sim_error *err)
{
	const struct results none = { 0 };
	struct sim_error other;

	figure->at[0] = CELL;
	if (study_find(s, STUDY_COLUMNS, figure->name, &figure->at[1], &other))
		return true;
	figure->at[0] = !strcmp(figure->name, "measured") ? MEASURED :
		is_constant(s, figure->name) ? CONSTANT : FIELD;
	if (figure->at[0] == MEASURED && !s->p.measure)
		return sim_fail(err, "'measured' is what a measure gives: add 'measure = NAME' before the sections");
	/* a place in the JSON is there once something has been run */
	return figure->at[0] != FIELD || strchr(figure->name, '.') ||
	       field_is_known(&none, figure->name, err);
}

bool figures_bind(const struct study *s, struct paper_column *c, struct sim_error *err)
{
	for (u32 i = 0; i < c->figure.count; i++)
		if (c->figure.step[i].op == EXPRESSION_FIGURE && !bind(s, &c->figure.step[i], err))
			return false;
	return true;
}

/* Is it in the JSON, if only as null? */
static bool has_place(struct json_object *result, const char *name)
{
	struct json_object *value;
	char path[128];

	snprintf(path, sizeof(path), "/%s", name);
	for (char *at = path; (at = strchr(at, '.')); )
		*at = '/';
	return !json_pointer_get(result, path, &value);
}

bool figures_check(const struct paper_column *column, struct json_object *result,
		   struct sim_error *err)
{
	const struct results one = { .count = 1, .at = &result };

	for (u32 i = 0; i < column->figure.count; i++) {
		const struct expression_step *s = &column->figure.step[i];

		if (s->op == EXPRESSION_FIGURE && s->at[0] == FIELD &&
		    !has_place(result, s->name) && !field_is_known(&one, s->name, err))
			return false;
	}
	return true;
}

/**
 * struct reading - a column that is computed
 * @row: with whose keys the result was made
 * @result: what is read, or NULL
 * @cell: the columns before it, and what a measure has put there
 * @column: its number
 */
struct reading {
	const struct paper_row *row;
	struct json_object *result;
	const double *cell;
	u32 column;
};

static double look_up(void *of, const struct expression_step *figure)
{
	const struct reading *r = of;
	const struct paper_constant *c;

	switch ((enum figure)figure->at[0]) {
	case CELL:
		return r->cell[figure->at[1]];
	case MEASURED:
		return r->cell[r->column];
	case CONSTANT:
		c = find_constant(r->row, figure->name);
		return c ? c->value : NAN;
	default:
		return r->result ? field_number(r->result, figure->name) : NAN;
	}
}

void figures_read(const struct paper_column *column, const struct paper_row *row,
		  struct json_object *result, double *cell)
{
	struct reading r = { row, result, cell, 0 };

	for (; column[r.column].name; r.column++)
		cell[r.column] = expression_value(&column[r.column].figure, look_up, &r);
}
