// SPDX-License-Identifier: GPL-2.0-only
/* Expressions: read by the precedence of operators, onto a stack (Dijkstra's shunting yard). */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "expression.h"

#define DEEPEST	64	/* of the stack of values, and of that of operators */

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

static double absolute(const double *x, u32 n)
{
	(void)n;
	return fabs(x[0]);
}

static double root(const double *x, u32 n)
{
	(void)n;
	return sqrt(x[0]);
}

/* @arguments: how many; 0: one or more.  Without @value: its argument is marked. */
static const struct function {
	const char *name;
	u32 arguments;
	double (*value)(const double *x, u32 n);
} functions[] = {
	{ "abs", 1, absolute }, { "sqrt", 1, root }, { "min", 0, least }, { "max", 0, most },
	{ "variance", 0, variance }, { "mean", 1, NULL },
};

#define FUNCTIONS	(sizeof(functions) / sizeof(functions[0]))

/**
 * struct pending - an operator or bracket whose end has not been read
 * @sign: '+', '-', '*', '/', '(' or '!', which negates
 * @function: before the bracket, or FUNCTIONS
 * @arguments: so far
 */
struct pending {
	char sign;
	u32 function;
	u32 arguments;
};

/**
 * struct reader - an expression that is read
 * @e: what has been read
 * @at: the rest of the text
 * @wants_value: a number or name comes next, not an operator
 * @values: on the stack, once what has been read is computed
 * @pending: operators and brackets, the innermost last
 * @depth: how many
 * @err: where to say what is wrong
 */
struct reader {
	struct expression *e;
	const char *at;
	bool wants_value;
	u32 values;
	struct pending pending[DEEPEST];
	u32 depth;
	struct sim_error *err;
};

/* Add a step that takes @taken values and leaves one. */
static bool put(struct reader *r, struct expression_step step, u32 taken)
{
	struct expression *e = r->e;

	e->step = sim_grow(e->step, e->count + 1, sizeof(e->step[0]));
	e->step[e->count++] = step;
	r->values -= taken;
	if (++r->values < DEEPEST)
		return true;
	return sim_fail(r->err, "has too many brackets");
}

static bool push(struct reader *r, char sign, u32 function)
{
	if (r->depth == DEEPEST)
		return sim_fail(r->err, "has too many brackets");
	r->pending[r->depth++] = (struct pending){ sign, function, 1 };
	return true;
}

static u32 precedence(char sign)
{
	return sign == '(' ? 0 : sign == '!' ? 3 : sign == '*' || sign == '/' ? 2 : 1;
}

static bool apply_operator(struct reader *r, char sign)
{
	enum expression_op op = sign == '!' ? EXPRESSION_NEGATE : sign == '+' ? EXPRESSION_ADD :
		sign == '-' ? EXPRESSION_SUBTRACT : sign == '*' ? EXPRESSION_MULTIPLY : EXPRESSION_DIVIDE;

	return put(r, (struct expression_step){ .op = op }, sign == '!' ? 1 : 2);
}

/* Apply what binds at least as strongly as an operator of @height, to the last bracket. */
static bool apply_pending(struct reader *r, u32 height)
{
	while (r->depth && precedence(r->pending[r->depth - 1].sign) >= height)
		if (!apply_operator(r, r->pending[--r->depth].sign))
			return false;
	return true;
}

/* mean(NAME) marks the figure that was just read. */
static bool mark_mean(struct reader *r)
{
	struct expression_step *last = &r->e->step[r->e->count - 1];

	if (last->op != EXPRESSION_FIGURE)
		return sim_fail(r->err, "has mean() of something other than one figure");
	last->mean = true;
	return true;
}

static bool close_bracket(struct reader *r)
{
	const struct function *f;
	struct pending p;

	if (!apply_pending(r, 1))
		return false;
	if (!r->depth)
		return sim_fail(r->err, "has ')' without '('");
	p = r->pending[--r->depth];
	r->at++;
	if (p.function == FUNCTIONS)
		return true;
	f = &functions[p.function];
	if (f->arguments && p.arguments != f->arguments)
		return sim_fail(r->err, "has %u arguments of %s()", p.arguments, f->name);
	if (!f->value)
		return mark_mean(r);
	return put(r, (struct expression_step){ .op = EXPRESSION_CALL, .function = p.function,
						.arguments = p.arguments }, p.arguments);
}

/* A comma between the arguments of a function. */
static bool next_argument(struct reader *r)
{
	if (!apply_pending(r, 1))
		return false;
	if (!r->depth || r->pending[r->depth - 1].function == FUNCTIONS)
		return sim_fail(r->err, "has ',' outside of a function");
	r->pending[r->depth - 1].arguments++;
	r->wants_value = true;
	r->at++;
	return true;
}

static u32 find_function(const char *name, size_t length)
{
	u32 i = 0;

	while (i < FUNCTIONS && (strncmp(functions[i].name, name, length) || functions[i].name[length]))
		i++;
	return i;
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
	u32 function = find_function(r->at, length);

	if (r->at[length] == '(') {
		if (function == FUNCTIONS)
			return sim_fail(r->err, "has no function '%.*s()'", (int)length, r->at);
		r->at += length + 1;
		return push(r, '(', function);
	}
	step.name = sim_need(strndup(r->at, length));
	r->at += length;
	r->wants_value = false;
	return put(r, step, 0);
}

static bool read_number(struct reader *r)
{
	char *end;
	double number = strtod(r->at, &end);

	r->at = end;
	r->wants_value = false;
	return put(r, (struct expression_step){ .op = EXPRESSION_NUMBER, .number = number }, 0);
}

static bool read_value(struct reader *r)
{
	if (isalpha((unsigned char)*r->at))
		return read_name(r);
	if (isdigit((unsigned char)*r->at))
		return read_number(r);
	if (!*r->at)
		return sim_fail(r->err, "ends where a number or figure is due");
	if (*r->at != '(' && *r->at != '-')
		return sim_fail(r->err, "has no number or figure at '%.32s'", r->at);
	return push(r, *r->at++ == '(' ? '(' : '!', FUNCTIONS);
}

static bool read_operator(struct reader *r)
{
	char sign = *r->at;

	if (sign == ')')
		return close_bracket(r);
	if (sign == ',')
		return next_argument(r);
	if (!strchr("+-*/", sign))
		return sim_fail(r->err, "has no operator at '%.32s'", r->at);
	r->wants_value = true;
	r->at++;
	return apply_pending(r, precedence(sign)) && push(r, sign, FUNCTIONS);
}

static bool read_all(struct reader *r)
{
	r->at += strspn(r->at, " ");
	while (*r->at || r->wants_value) {
		if (!(r->wants_value ? read_value(r) : read_operator(r)))
			return false;
		r->at += strspn(r->at, " ");
	}
	if (!apply_pending(r, 1))
		return false;
	return !r->depth || sim_fail(r->err, "has '(' without ')'");
}

bool expression_parse(struct expression *e, const char *text, struct sim_error *err)
{
	struct sim_error why;
	struct reader r = { .e = e, .at = text, .wants_value = true, .err = &why };

	*e = (struct expression){ 0 };
	if (read_all(&r))
		return true;
	expression_free(e);
	return sim_fail(err, "'%.100s' %.200s", text, why.text);
}

/* Replace the values from @x on. */
static void compute(const struct expression_step *s, double *x)
{
	switch (s->op) {
	case EXPRESSION_NEGATE:
		x[0] = -x[0];
		break;
	case EXPRESSION_ADD:
		x[0] += x[1];
		break;
	case EXPRESSION_SUBTRACT:
		x[0] -= x[1];
		break;
	case EXPRESSION_MULTIPLY:
		x[0] *= x[1];
		break;
	case EXPRESSION_DIVIDE:
		x[0] /= x[1];
		break;
	case EXPRESSION_CALL:
		x[0] = functions[s->function].value(x, s->arguments);
		break;
	default:
		break;
	}
}

static u32 values_taken(const struct expression_step *s)
{
	switch (s->op) {
	case EXPRESSION_NUMBER:
	case EXPRESSION_FIGURE:
		return 0;
	case EXPRESSION_NEGATE:
		return 1;
	case EXPRESSION_CALL:
		return s->arguments;
	default:
		return 2;
	}
}

double expression_value(const struct expression *e,
			double (*look_up)(void *of, const struct expression_step *figure), void *of)
{
	double x[DEEPEST] = { 0 };
	u32 n = 0;

	for (u32 i = 0; i < e->count; i++) {
		const struct expression_step *s = &e->step[i];

		n -= values_taken(s);
		if (s->op == EXPRESSION_NUMBER)
			x[n] = s->number;
		else if (s->op == EXPRESSION_FIGURE)
			x[n] = look_up(of, s);
		else
			compute(s, &x[n]);
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
