// SPDX-License-Identifier: GPL-2.0-only
/* The claims of a study: "LEAST <= EXPRESSION <= MOST : TEXT", and what follows below each. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "lines.h"
#include "study.h"

#define SIDES	3

/* "[PART:]ROW.COLUMN" */
static bool bind(const struct study *s, struct expression_step *figure, struct sim_error *err)
{
	char *name = sim_copy(figure->name), *row = lines_cut(name, ":"), *point;
	bool ok = !row || study_find(s, STUDY_PARTS, name, &figure->at[0], err);

	if (!row) {
		row = name;
		figure->at[0] = PAPER_SAME;
	}
	point = strrchr(row, '.');
	if (ok && !point)
		ok = sim_fail(err, "'%.64s' is not ROW.COLUMN", figure->name);
	if (ok) {
		*point = '\0';
		ok = study_find(s, STUDY_ROWS, row, &figure->at[1], err) &&
		     study_find(s, STUDY_COLUMNS, point + 1, &figure->at[2], err);
	}
	free(name);
	return ok;
}

static bool bind_all(const struct study *s, struct expression *e, struct sim_error *err)
{
	for (u32 i = 0; i < e->count; i++)
		if (e->step[i].op == EXPRESSION_FIGURE && !bind(s, &e->step[i], err))
			return false;
	return true;
}

static bool read_number(const char *text, double *number, struct sim_error *err)
{
	struct expression e;
	bool ok = expression_parse(&e, text, err);

	if (ok && !expression_is_constant(&e))
		ok = sim_fail(err, "'%.64s' is no number: to compare two figures, divide them, 'A / B <= 1', or subtract",
			      text);
	if (ok)
		*number = expression_value(&e, NULL, NULL);
	expression_free(&e);
	if (ok && !isfinite(*number))
		return sim_fail(err, "'%.64s' has no finite value", text);
	return ok;
}

/* Split at "<=" or ">="; returns how many sides there are, the least first; 0: too many. */
static u32 split(char *text, char *side[SIDES])
{
	const char *sign = strstr(text, "<=") ? "<=" : ">=";
	char *rest = text;
	u32 n = 0;

	for (; rest && n < SIDES; n++) {
		side[n] = rest;
		rest = lines_cut(rest, sign);
	}
	if (rest)
		return 0;
	for (u32 i = 0; *sign == '>' && i < n / 2; i++) {
		char *other = side[i];

		side[i] = side[n - 1 - i];
		side[n - 1 - i] = other;
	}
	return n;
}

static bool is_number(const char *text)
{
	struct sim_error err;
	struct expression e;
	bool is = expression_parse(&e, text, &err) && expression_is_constant(&e);

	expression_free(&e);
	return is;
}

/* Can the claim hold, and can it fail? */
static bool check_bounds(const struct paper_claim *c, const char *value, struct sim_error *err)
{
	if (expression_is_constant(&c->value))
		return sim_fail(err, "'%.64s' has no figure: name one, ROW.COLUMN", value);
	if (c->least > c->most)
		return sim_fail(err, "no figure is at least %g and at most %g: swap the bounds", c->least,
				c->most);
	return true;
}

static bool read_bounds(struct study *s, struct paper_claim *c, char *text, struct sim_error *err)
{
	char *side[SIDES];
	u32 n = split(text, side), value = n == SIDES || (n && is_number(side[0]));

	if (!n)
		return sim_fail(err, "a claim has at most two bounds: make another claim of the third");
	if (n < 2)
		return sim_fail(err, "a claim has a bound by '<=' or '>=', such as 'EXPRESSION <= NUMBER : TEXT'");
	c->least = -PAPER_MORE;
	c->most = PAPER_MORE;
	return expression_parse(&c->value, side[value], err) && bind_all(s, &c->value, err) &&
	       (!value || read_number(side[0], &c->least, err)) &&
	       (value == n - 1 || read_number(side[n - 1], &c->most, err)) &&
	       check_bounds(c, side[value], err);
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

/* "why = REASON", for all parts of the claim, or "why ID = REASON"; @id may be NULL. */
static bool read_why(struct study *s, struct paper_claim *c, const char *id, const char *reason,
		     struct sim_error *err)
{
	int part = 0;

	if (id && !study_find(s, STUDY_PARTS, id, &part, err))
		return false;
	for (int i = 0; i < (int)s->parts; i++)
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
