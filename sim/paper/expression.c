// SPDX-License-Identifier: GPL-2.0-only
/* Expressions: read by recursive descent into steps in postfix order. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "expression.h"

#define DEEPEST	64	/* of the stack of values, and of brackets */

static double variance(const double *x, u32 n)
{
	double sum = 0, squares = 0;

	for (u32 i = 0; i < n; i++)
		sum += x[i];
	for (u32 i = 0; i < n; i++)
		squares += (x[i] - sum / n) * (x[i] - sum / n);
	return squares / n;
}

/* Not a number if one of @x is none: a figure that is missing bears out nothing; so is most(). */
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

/* What @op makes of the @n values @x. */
static double compute(enum expression_op op, const double *x, u32 n)
{
	switch (op) {
	case EXPRESSION_NEGATE:
		return -x[0];
	case EXPRESSION_ADD:
		return x[0] + x[1];
	case EXPRESSION_SUBTRACT:
		return x[0] - x[1];
	case EXPRESSION_MULTIPLY:
		return x[0] * x[1];
	case EXPRESSION_DIVIDE:
		return x[0] / x[1];
	case EXPRESSION_ABS:
		return fabs(x[0]);
	case EXPRESSION_SQRT:
		return sqrt(x[0]);
	case EXPRESSION_MIN:
		return least(x, n);
	case EXPRESSION_MAX:
		return most(x, n);
	default:
		return variance(x, n);
	}
}

/* @arguments: how many; 0: one or more.  EXPRESSION_FIGURE: the argument is marked as a mean. */
static const struct function {
	const char *name;
	u32 arguments;
	enum expression_op op;
} functions[] = {
	{ "abs", 1, EXPRESSION_ABS }, { "sqrt", 1, EXPRESSION_SQRT }, { "min", 0, EXPRESSION_MIN },
	{ "max", 0, EXPRESSION_MAX }, { "variance", 0, EXPRESSION_VARIANCE },
	{ "mean", 1, EXPRESSION_FIGURE },
};

/**
 * struct reader - an expression that is read
 * @e: what has been read
 * @at: the rest of the text
 * @values: on the stack, once what has been read is computed
 * @depth: of brackets
 * @err: where to say what is wrong
 */
struct reader {
	struct expression *e;
	const char *at;
	u32 values;
	u32 depth;
	struct sim_error *err;
};

/* Add a step, which takes values and leaves one. */
static bool put(struct reader *r, struct expression_step step)
{
	struct expression *e = r->e;

	e->step = sim_grow(e->step, e->count + 1, sizeof(e->step[0]));
	e->step[e->count++] = step;
	r->values -= step.arguments;
	if (++r->values < DEEPEST)
		return true;
	return sim_fail(r->err, "has too many brackets");
}

static bool put_op(struct reader *r, enum expression_op op, u32 arguments)
{
	return put(r, (struct expression_step){ .op = op, .arguments = arguments });
}

/* Does one of the signs @ends come next, or, if there are none, the end of the text? */
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

static bool read_sum(struct reader *r, const char *until);

/* What has been read from step @first on is the argument of mean(). */
static bool mark_mean(struct reader *r, u32 first)
{
	struct expression_step *figure = &r->e->step[first];

	if (r->e->count > first + 1 || figure->op != EXPRESSION_FIGURE)
		return sim_fail(r->err, "has mean() of something other than one figure");
	figure->mean = true;
	return true;
}

/* The arguments of the function whose name has @length characters, and the function. */
static bool read_call(struct reader *r, size_t length)
{
	const struct function *f = functions, *end = f + sizeof(functions) / sizeof(*f);
	u32 first = r->e->count, arguments = 0;

	while (f < end && (strncmp(f->name, r->at, length) || f->name[length]))
		f++;
	if (f == end)
		return sim_fail(r->err, "has no function '%.*s()'", (int)length, r->at);
	take(r, length);
	do {
		take(r, 1);
		if (!read_sum(r, ",)"))
			return false;
		arguments++;
	} while (*r->at == ',');
	take(r, 1);
	if (f->arguments && arguments != f->arguments)
		return sim_fail(r->err, "has %u arguments of %s()", arguments, f->name);
	return f->op == EXPRESSION_FIGURE ? mark_mean(r, first) : put_op(r, f->op, arguments);
}

/* A colon or point is within a name if more of the name follows. */
static size_t name_length(const char *text)
{
	size_t n = 0;

	while (isalnum((unsigned char)text[n]) || (text[n] && strchr("_@", text[n])) ||
	       ((text[n] == ':' || text[n] == '.') && isalnum((unsigned char)text[n + 1])))
		n++;
	return n;
}

static bool read_name(struct reader *r)
{
	size_t length = name_length(r->at);
	struct expression_step step = { .op = EXPRESSION_FIGURE };

	if (r->at[length] == '(')
		return read_call(r, length);
	step.name = sim_need(strndup(r->at, length));
	take(r, length);
	return put(r, step);
}

static bool read_value(struct reader *r)
{
	char *end;

	if (isalpha((unsigned char)*r->at))
		return read_name(r);
	if (isdigit((unsigned char)*r->at)) {
		double number = strtod(r->at, &end);

		take(r, end - r->at);
		return put(r, (struct expression_step){ .op = EXPRESSION_NUMBER, .number = number });
	}
	if (!*r->at)
		return sim_fail(r->err, "ends where a number or figure is due");
	if (*r->at != '(')
		return sim_fail(r->err, "has no number or figure at '%.32s'", r->at);
	take(r, 1);
	if (!read_sum(r, ")"))
		return false;
	take(r, 1);
	return true;
}

/* A value behind any number of signs. */
static bool read_factor(struct reader *r)
{
	u32 signs = 0;
	bool ok;

	for (; *r->at == '-'; signs++)
		take(r, 1);
	ok = read_value(r);
	while (ok && signs--)
		ok = put_op(r, EXPRESSION_NEGATE, 1);
	return ok;
}

static bool read_product(struct reader *r)
{
	bool ok = read_factor(r);

	while (ok && (*r->at == '*' || *r->at == '/')) {
		enum expression_op op = *r->at == '*' ? EXPRESSION_MULTIPLY : EXPRESSION_DIVIDE;

		take(r, 1);
		ok = read_factor(r) && put_op(r, op, 2);
	}
	return ok;
}

/* Products, up to one of the signs @until. */
static bool read_sum(struct reader *r, const char *until)
{
	bool ok = r->depth++ < DEEPEST || sim_fail(r->err, "has too many brackets");

	ok = ok && read_product(r);
	while (ok && (*r->at == '+' || *r->at == '-')) {
		enum expression_op op = *r->at == '+' ? EXPRESSION_ADD : EXPRESSION_SUBTRACT;

		take(r, 1);
		ok = read_product(r) && put_op(r, op, 2);
	}
	r->depth--;
	return ok && ends(r, until);
}

bool expression_parse(struct expression *e, const char *text, struct sim_error *err)
{
	struct sim_error why;
	struct reader r = { .e = e, .at = text, .err = &why };

	*e = (struct expression){ 0 };
	take(&r, 0);
	if (read_sum(&r, ""))
		return true;
	expression_free(e);
	return sim_fail(err, "'%.100s' %.200s", text, why.text);
}

double expression_value(const struct expression *e,
			double (*look_up)(void *of, const struct expression_step *figure), void *of)
{
	double x[DEEPEST] = { 0 };
	u32 n = 0;

	for (u32 i = 0; i < e->count; i++) {
		const struct expression_step *s = &e->step[i];

		n -= s->arguments;
		if (s->op == EXPRESSION_NUMBER)
			x[n] = s->number;
		else if (s->op == EXPRESSION_FIGURE)
			x[n] = look_up(of, s);
		else
			x[n] = compute(s->op, &x[n], s->arguments);
		n++;
	}
	return x[0];
}

bool expression_is_constant(const struct expression *e)
{
	for (u32 i = 0; i < e->count; i++)
		if (e->step[i].op == EXPRESSION_FIGURE)
			return false;
	return true;
}

bool expression_is_of_means(const struct expression *e)
{
	for (u32 i = 0; i < e->count; i++)
		if (e->step[i].op == EXPRESSION_FIGURE && !e->step[i].mean)
			return false;
	return !expression_is_constant(e);
}

void expression_free(struct expression *e)
{
	for (u32 i = 0; i < e->count; i++)
		free(e->step[i].name);
	free(e->step);
	*e = (struct expression){ 0 };
}
