// SPDX-License-Identifier: GPL-2.0-only
/* Expressions: computed while they are read, by recursive descent. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "expression.h"

#define DEEPEST		64	/* depth of brackets */
#define MOST_ARGUMENTS	64	/* arguments of a function */

static double variance(const double *x, u32 n)
{
	double sum = 0, squares = 0;

	for (u32 i = 0; i < n; i++)
		sum += x[i];
	for (u32 i = 0; i < n; i++)
		squares += (x[i] - sum / n) * (x[i] - sum / n);
	return squares / n;
}

/* Return the least of @x, or NaN if a value is NaN: with a figure missing no claim may hold. */
static double least(const double *x, u32 n)
{
	double value = x[0];

	for (u32 i = 1; i < n; i++)
		value = isnan(x[i]) || x[i] < value ? x[i] : value;
	return value;
}

static double most(const double *x, u32 n)
{
	double value = x[0];

	for (u32 i = 1; i < n; i++)
		value = isnan(x[i]) || x[i] > value ? x[i] : value;
	return value;
}

/* Functions of one value, or of one or more. */
static const struct function {
	const char *name;
	double (*of_one)(double x);
	double (*of_all)(const double *x, u32 n);
} functions[] = {
	{ .name = "abs", .of_one = fabs },
	{ .name = "sqrt", .of_one = sqrt },
	{ .name = "min", .of_all = least },
	{ .name = "max", .of_all = most },
	{ .name = "variance", .of_all = variance },
};

/**
 * struct reader - an expression that is read
 * @at: rest of the text
 * @figures: source of the figures
 * @depth: depth of brackets
 * @is_figure: the error is about a figure, not about the expression
 * @err: receives the error
 */
struct reader {
	const char *at;
	const struct expression_figures *figures;
	u32 depth;
	bool is_figure;
	struct sim_error *err;
};

/* Return true if one of the signs @ends comes next; without signs, if the text ends here. */
static bool ends(const struct reader *r, const char *ends)
{
	if (*ends ? *r->at && strchr(ends, *r->at) : !*r->at)
		return true;
	if (!*r->at)
		return sim_fail(r->err, "has '(' without ')'");
	if (*r->at == ')')
		return sim_fail(r->err, "has ')' without '('");
	if (*r->at == ',')
		return sim_fail(r->err, "has ',' outside of a function");
	return sim_fail(r->err, "has no operator at '%.32s'", r->at);
}

static void take(struct reader *r, size_t length)
{
	r->at += length;
	r->at += strspn(r->at, " ");
}

static bool read_sum(struct reader *r, const char *until, double *value);

/* Return the length of the name at @text.  A colon or point belongs to it if more of it follows. */
static size_t name_length(const char *text)
{
	size_t n = 0;

	while (isalnum((unsigned char)text[n]) || (text[n] && strchr("_@", text[n])) ||
	       ((text[n] == ':' || text[n] == '.') && isalnum((unsigned char)text[n + 1])))
		n++;
	return n;
}

static bool read_figure(struct reader *r, bool mean, double *value)
{
	size_t length = name_length(r->at);
	char *name = sim_need(strndup(r->at, length));

	take(r, length);
	r->is_figure = !r->figures->find(r->figures->of, name, mean, value, r->err);
	free(name);
	return !r->is_figure;
}

/* Read "mean(FIGURE)", whose word has @length characters. */
static bool read_mean(struct reader *r, size_t length, double *value)
{
	bool ok;

	take(r, length);
	take(r, 1);
	ok = isalpha((unsigned char)*r->at) && r->at[name_length(r->at)] != '(';
	if (ok && !read_figure(r, true, value))
		return false;
	if (!ok || (*r->at && *r->at != ')'))
		return sim_fail(r->err, "has mean() of something other than one figure");
	if (!ends(r, ")"))
		return false;
	take(r, 1);
	return true;
}

/* Read the call of a function, whose name has @length characters, and compute its value. */
static bool read_call(struct reader *r, size_t length, double *value)
{
	const struct function *f = functions, *end = f + sizeof(functions) / sizeof(*f);
	double x[MOST_ARGUMENTS];
	u32 n = 0;

	while (f < end && (strncmp(f->name, r->at, length) || f->name[length]))
		f++;
	if (f == end)
		return sim_fail(r->err, "has no function '%.*s()'", (int)length, r->at);
	take(r, length);
	do {
		take(r, 1);
		if (n == MOST_ARGUMENTS)
			return sim_fail(r->err, "has more than %u arguments of %s()", n, f->name);
		if (!read_sum(r, ",)", &x[n++]))
			return false;
	} while (*r->at == ',');
	take(r, 1);
	if (f->of_one && n > 1)
		return sim_fail(r->err, "has %u arguments of %s()", n, f->name);
	*value = f->of_one ? f->of_one(x[0]) : f->of_all(x, n);
	return true;
}

/* Read a figure, a function's call, or a mean. */
static bool read_word(struct reader *r, double *value)
{
	size_t length = name_length(r->at);

	if (r->at[length] != '(')
		return read_figure(r, false, value);
	if (!strncmp(r->at, "mean(", strlen("mean(")))
		return read_mean(r, length, value);
	return read_call(r, length, value);
}

static bool read_value(struct reader *r, double *value)
{
	char *end;

	if (isalpha((unsigned char)*r->at))
		return read_word(r, value);
	if (isdigit((unsigned char)*r->at)) {
		*value = strtod(r->at, &end);
		take(r, end - r->at);
		return true;
	}
	if (!*r->at)
		return sim_fail(r->err, "ends where a number or figure is due");
	if (*r->at != '(')
		return sim_fail(r->err, "has no number or figure at '%.32s'", r->at);
	take(r, 1);
	if (!read_sum(r, ")", value))
		return false;
	take(r, 1);
	return true;
}

/* Read a value behind any number of signs. */
static bool read_factor(struct reader *r, double *value)
{
	bool negative = false;

	for (; *r->at == '-'; negative = !negative)
		take(r, 1);
	if (!read_value(r, value))
		return false;
	*value = negative ? -*value : *value;
	return true;
}

static bool read_product(struct reader *r, double *value)
{
	bool ok = read_factor(r, value);
	double next = 0;

	while (ok && (*r->at == '*' || *r->at == '/')) {
		bool times = *r->at == '*';

		take(r, 1);
		ok = read_factor(r, &next);
		*value = times ? *value * next : *value / next;
	}
	return ok;
}

/* Read a sum of products, up to one of the signs @until. */
static bool read_sum(struct reader *r, const char *until, double *value)
{
	bool ok = r->depth++ < DEEPEST || sim_fail(r->err, "has too many brackets");
	double next = 0;

	ok = ok && read_product(r, value);
	while (ok && (*r->at == '+' || *r->at == '-')) {
		bool plus = *r->at == '+';

		take(r, 1);
		ok = read_product(r, &next);
		*value = plus ? *value + next : *value - next;
	}
	r->depth--;
	return ok && ends(r, until);
}

bool expression_value(const char *text, const struct expression_figures *figures, double *value,
		      struct sim_error *err)
{
	struct sim_error why;
	struct reader r = { .at = text, .figures = figures, .err = &why };

	take(&r, 0);
	if (read_sum(&r, "", value))
		return true;
	if (r.is_figure)
		return sim_fail(err, "%s", why.text);
	return sim_fail(err, "'%.100s' %.200s", text, why.text);
}
