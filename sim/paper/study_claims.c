// SPDX-License-Identifier: GPL-2.0-only
/* The claims of a study: "LEAST <= EXPRESSION <= MOST : TEXT", and what follows below each. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "expression.h"
#include "lines.h"
#include "study.h"

#define SIDES	3

bool study_find_figure(const struct paper_reproduction *p, const char *name,
		       struct study_figure *f, struct sim_error *err)
{
	char *copy = sim_copy(name), *row = lines_cut(copy, ":"), *point;
	bool ok = !row || study_find(p, STUDY_PARTS, copy, &f->part, err);

	row = row ? row : copy;
	point = strrchr(row, '.');
	if (ok && !point)
		ok = sim_fail(err, "'%.64s' is not ROW.COLUMN", name);
	if (ok) {
		*point = '\0';
		ok = study_find(p, STUDY_ROWS, row, &f->row, err) &&
		     study_find(p, STUDY_COLUMNS, point + 1, &f->column, err);
	}
	free(copy);
	return ok;
}

/**
 * struct named - the figures that a claim names
 * @p: reproduction that has the figures
 * @figures: number of figures named
 * @means: number of the named figures that are means
 */
struct named {
	const struct paper_reproduction *p;
	u32 figures;
	u32 means;
};

static bool count_figure(void *of, const char *name, bool mean, double *value,
			 struct sim_error *err)
{
	struct named *n = of;
	struct study_figure f;

	*value = 1;
	n->figures++;
	n->means += mean;
	return study_find_figure(n->p, name, &f, err);
}

/* Read the expression of a claim's value. */
static bool read_value(struct study *s, struct paper_claim *c, const char *text,
		       struct sim_error *err)
{
	struct named n = { .p = &s->p };
	double value;

	if (!expression_value(text, &(struct expression_figures){ count_figure, &n }, &value, err))
		return false;
	if (!n.figures)
		return sim_fail(err, "'%.64s' has no figure: name one, ROW.COLUMN", text);
	c->value = text;
	c->of_means = n.means == n.figures;
	return true;
}

static bool refuse_figure(void *text, const char *name, bool mean, double *value,
			  struct sim_error *err)
{
	(void)name;
	(void)mean;
	(void)value;
	return sim_fail(err, "'%.64s' is no number: to compare two figures, divide them, 'A / B <= 1', or subtract",
			(const char *)text);
}

/* Compute an expression without figures. */
static bool compute(const char *text, double *number, struct sim_error *err)
{
	const struct expression_figures none = { refuse_figure, (void *)text };

	return expression_value(text, &none, number, err);
}

static bool read_number(const char *text, double *number, struct sim_error *err)
{
	return compute(text, number, err) &&
	       (isfinite(*number) || sim_fail(err, "'%.64s' has no finite value", text));
}

/* Cut at @sign, with '=' after it or without: then the bound is strict. */
static char *cut(char *text, char sign, bool *strict)
{
	const char *at = strchr(text, sign);
	const char whole[] = { sign, at && at[1] == '=' ? '=' : '\0', '\0' };

	*strict = !whole[1];
	return lines_cut(text, whole);
}

/*
 * Split at "<=" or "<", or at ">=" or ">".  Returns the number of sides, the least first; 0: there
 * are too many.  @strict[i] is about the sign between @side[i] and the next one.
 */
static u32 split(char *text, char *side[SIDES], bool strict[SIDES])
{
	const char sign = strchr(text, '<') ? '<' : '>';
	char *rest = text;
	u32 n = 0;

	for (; rest && n < SIDES; n++) {
		side[n] = rest;
		rest = cut(rest, sign, &strict[n]);
	}
	if (rest)
		return 0;
	for (u32 i = 0; sign == '>' && i < n / 2; i++) {
		char *other = side[i];

		side[i] = side[n - 1 - i];
		side[n - 1 - i] = other;
	}
	if (sign == '>' && n == SIDES) {
		bool first = strict[0];

		strict[0] = strict[1];
		strict[1] = first;
	}
	return n;
}

static bool read_bounds(struct study *s, struct paper_claim *c, char *text, struct sim_error *err)
{
	char *side[SIDES];
	bool strict[SIDES];
	struct sim_error none;
	double first;
	u32 n = split(text, side, strict), value = n == SIDES || (n && compute(side[0], &first, &none));

	if (!n)
		return sim_fail(err, "a claim has at most two bounds: make another claim of the third");
	if (n < 2)
		return sim_fail(err, "a claim has a bound by '<', '<=', '>' or '>=', such as 'EXPRESSION <= NUMBER : TEXT'");
	c->least = -PAPER_MORE;
	c->most = PAPER_MORE;
	if (!read_value(s, c, side[value], err) ||
	    (value && !read_number(side[0], &c->least, err)) ||
	    (value < n - 1 && !read_number(side[n - 1], &c->most, err)))
		return false;
	c->above = value && strict[value - 1];
	c->below = value < n - 1 && strict[value];
	return c->least <= c->most ||
	       sim_fail(err, "no figure is at least %g and at most %g: swap the bounds", c->least, c->most);
}

static bool add_claim(struct study *s, u32 parts, char *line, struct sim_error *err)
{
	char *text = lines_cut(line, " : ");
	struct paper_claim *c;

	if (!text)
		return sim_fail(err, "a claim is 'EXPRESSION <= NUMBER : TEXT', not '%.64s'", line);
	s->p.claim = sim_grow(s->p.claim, s->claims + 2, sizeof(s->p.claim[0]));
	c = &s->p.claim[s->claims++];
	c[0] = (struct paper_claim){ .text = text, .parts = parts };
	c[1] = (struct paper_claim){ 0 };
	return read_bounds(s, c, line, err);
}

/* Read "why = REASON", for all parts of the claim, or "why ID = REASON"; @id may be NULL. */
static bool read_why(struct study *s, struct paper_claim *c, const char *id, const char *reason,
		     struct sim_error *err)
{
	u32 part = 0;

	if (id && !study_find(&s->p, STUDY_PARTS, id, &part, err))
		return false;
	for (u32 i = 0; i < s->parts; i++)
		if (!id || i == part)
			c->why[i] = reason;
	return true;
}

bool study_read_claim(struct study *s, u32 parts, char *line, struct sim_error *err)
{
	struct paper_claim *c = s->claims ? &s->p.claim[s->claims - 1] : NULL;
	char *value, *key;

	if (!lines_is_key_of_claim(line))
		return add_claim(s, parts, line, err);
	if (!c)
		return sim_fail(err, "there is no claim above");
	value = lines_cut(line, "=");
	key = strsep(&line, " ");
	if (!strcmp(key, "why"))
		return read_why(s, c, line, value, err);
	if (line)
		return sim_fail(err, "'paper = NUMBER' below a claim is for all of its parts: leave out '%.64s'",
				line);
	return read_number(value, &c->paper, err);
}
