// SPDX-License-Identifier: GPL-2.0-only
/* Expressions over figures, and the lines of the files that have them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "sim/paper/expression.h"
#include "sim/paper/lines.h"

/* A name's value is its length; the mean over the seeds is ten times that. */
static bool find_length(void *of, const char *name, bool mean, double *value, struct sim_error *err)
{
	(void)of;
	*value = strlen(name) * (mean ? 10 : 1);
	return strcmp(name, "nothing") || sim_fail(err, "there is nothing");
}

static const struct expression_figures lengths = { find_length, NULL };

static double value_of(const char *text)
{
	struct sim_error err;
	double value;

	if (!expression_value(text, &lengths, &value, &err))
		fail_msg("%s", err.text);
	return value;
}

static void expressions_are_computed(void **state)
{
	static const struct {
		const char *text;
		double value;
	} cases[] = {
		{ "1", 1 }, { " 2.5 ", 2.5 }, { "1e3", 1000 }, { "1 + 2 * 3", 7 },
		{ "(1 + 2) * 3", 9 },
		{ "8 / 4 / 2", 1 }, { "8 - 4 - 2", 2 }, { "8 / (4 / 2)", 4 }, { "-2 + 3", 1 },
		{ "2 * -3", -6 }, { "-(1 + 2) * 2", -6 }, { "--2", 2 }, { "abc", 3 },
		{ "a.b.0 + at@0.5_1", 5 + 8 }, { "part:row.column", 15 }, { "abs(2 - 5)", 3 },
		{ "sqrt(9) + 1", 4 }, { "min(3, 1 + 1, ab)", 2 }, { "max(1, abs(-4), 3)", 4 },
		{ "variance(1, 3)", 1 }, { "variance(5)", 0 }, { "mean(ab) / mean(abcd)", 0.5 },
		{ "mean(ab) + ab", 22 }, { "mean( ab ) * 2", 40 }, { "min(1, 2) * max(3, 4)", 4 },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (value_of(cases[i].text) != cases[i].value)
			fail_msg("%s is %g", cases[i].text, value_of(cases[i].text));
}

/* The minimum or maximum of figures is missing if one of them is. */
static void what_is_missing_stays_missing(void **state)
{
	(void)state;
	assert_true(isnan(value_of("max(0 / 0, 1)")));
	assert_true(isnan(value_of("max(1, 0 / 0)")));
	assert_true(isnan(value_of("min(0 / 0, 1)")));
	assert_true(isnan(value_of("min(1, 0 / 0, 2)")));
}

static void other_texts_are_refused(void **state)
{
	static const char *const cases[][2] = {
		{ "", "ends where a number or figure is due" },
		{ "1 +", "ends where a number or figure is due" },
		{ "* 2", "has no number or figure at '* 2'" },
		{ "1 2", "has no operator at '2'" },
		{ "(1 + 2", "has '(' without ')'" },
		{ "1 + 2)", "has ')' without '('" },
		{ "abs(1", "has '(' without ')'" },
		{ "abs(1, 2)", "has 2 arguments of abs()" },
		{ "(1, 2)", "has ',' outside of a function" },
		{ "log(2)", "has no function 'log()'" },
		{ "mean(1)", "has mean() of something other than one figure" },
		{ "mean(a + b)", "has mean() of something other than one figure" },
		{ "mean(abs(a))", "has mean() of something other than one figure" },
		{ "mean(a", "has '(' without ')'" },
		{ "a < b", "has no operator at '< b'" },
		{ "1 + nothing", "there is nothing" },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sim_error err;
		double value;

		if (expression_value(cases[i][0], &lengths, &value, &err))
			fail_msg("'%s' is an expression", cases[i][0]);
		if (!strstr(err.text, cases[i][1]))
			fail_msg("'%s': %s", cases[i][0], err.text);
	}
}

/* An expression that needs too much room is refused, not computed. */
static void deep_expressions_are_refused(void **state)
{
	char text[400] = "";
	struct sim_error err;
	double value;

	(void)state;
	memset(text, '(', 100);
	assert_false(expression_value(text, &lengths, &value, &err));
	assert_non_null(strstr(err.text, "has too many brackets"));
	for (u32 i = 0; i < 99; i++)
		memcpy(text + 2 * i, "1,", 3);
	memmove(text + 4, text, strlen(text) + 1);
	memcpy(text, "max(", 4);
	assert_false(expression_value(text, &lengths, &value, &err));
	assert_non_null(strstr(err.text, "has more than 64 arguments of max()"));
}

static void assert_line(struct lines *l, u32 number, const char *want)
{
	char *line = lines_next(l);

	assert_non_null(line);
	assert_string_equal(line, want);
	assert_int_equal(l->number, number);
	free(line);
}

static void lines_are_joined(void **state)
{
	struct lines l = {
		.name = "file", .next = 1,
		.at = "# about it\n\na = 1\n\t2\n  3  \n\n[b]\n# more\nc =\n\td\n\x20\ne : f",
	};
	const struct sim_error why = { "wrong" };
	struct sim_error err;

	(void)state;
	assert_line(&l, 3, "a = 1 2 3");
	assert_line(&l, 7, "[b]");
	assert_line(&l, 9, "c = d");
	assert_line(&l, 12, "e : f");
	assert_null(lines_next(&l));
	assert_false(lines_fail(&l, &why, &err));
	assert_string_equal(err.text, "file:12: wrong");
}

static void lines_are_cut(void **state)
{
	char line[] = "a =  b = c", other[] = "none";

	(void)state;
	assert_string_equal(lines_cut(line, "="), "b = c");
	assert_string_equal(line, "a");
	assert_null(lines_cut(other, "="));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(expressions_are_computed),
		cmocka_unit_test(what_is_missing_stays_missing),
		cmocka_unit_test(other_texts_are_refused),
		cmocka_unit_test(deep_expressions_are_refused),
		cmocka_unit_test(lines_are_joined),
		cmocka_unit_test(lines_are_cut),
	};

	return cmocka_run_group_tests_name("expression", tests, NULL, NULL);
}
