// SPDX-License-Identifier: GPL-2.0-only
/* The results of the papers: their experiments, claims and figures make sense. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "sim/paper/expression.h"
#include "sim/paper/study.h"

/* Assert that @command is of measure @m, which accepts all its words. Any load is allowed. */
static void assert_measures(const struct paper_measure *m, char *command)
{
	char *rest = command + strlen(m->command), *word;
	struct sim_error err;

	assert_int_equal(strncmp(command, m->command, strlen(m->command)), 0);
	while ((word = strsep(&rest, "\n ")))
		if (*word && strncmp(word, "load=", strlen("load=")) && !m->check(word, &err))
			fail_msg("%s", err.text);
}

/* Skip the options of a search, each of which has a value. */
static char *skip_options(char *rest)
{
	while (!strncmp(rest, "--", 2)) {
		strsep(&rest, " ");
		assert_non_null(strsep(&rest, " "));
		assert_non_null(rest);
	}
	return rest;
}

static void assert_runs(char *command)
{
	struct sim_experiment *e = sim_experiment_new();
	char *rest = command, *word, *verb;
	struct sim_error err;

	assert_string_equal(strsep(&rest, " "), "seastar-sim");
	verb = strsep(&rest, " ");
	if (!strcmp(verb, "saturate"))
		rest = skip_options(rest);
	else
		assert_string_equal(verb, "run");
	while ((word = strsep(&rest, "\n ")))
		if (*word && !sim_experiment_set(e, word, &err))
			fail_msg("%s", err.text);
	if (!sim_experiment_check(e, &err))
		fail_msg("%s", err.text);
	sim_experiment_free(e);
}

/* Assert that each command of @p can run.  Return how many there are. */
static u32 assert_commands_run(const struct paper_reproduction *p, bool reduced)
{
	char *text, *line = NULL;
	struct paper_request q = { .reduced = reduced, .settings = "" };
	struct sim_error err;
	size_t bytes, room = 0;
	u32 n = 0;
	FILE *f = open_memstream(&text, &bytes);

	if (!paper_commands(p, &q, f, &err))
		fail_msg("%s", err.text);
	fclose(f);
	f = fmemopen(text, bytes, "r");
	while (getline(&line, &room, f) > 0) {
		if (*line == '#')
			continue;
		if (p->measure)
			assert_measures(p->measure, line);
		else
			assert_runs(line);
		n++;
	}
	fclose(f);
	free(line);
	free(text);
	return n;
}

/* Count the commands behind a row and seed. */
static u32 runs_of(const struct paper_measure *m)
{
	u32 runs = m && m->runs ? m->runs : 1, loads = 0;

	while (m && m->loads && m->loads[loads])
		loads++;
	return runs * (loads ? loads : 1);
}

static void assert_sense(const struct paper_reproduction *const *result)
{
	for (const struct paper_reproduction *const *p = result; *p; p++) {
		u32 parts = 0, rows = 0, full = 0, reduced = 0;
		const struct paper_part *part;

		for (part = (*p)->part; part->name; part++, parts++) {
			full += paper_seeds(*p, part, false);
			reduced += paper_seeds(*p, part, true);
			assert_in_range(paper_seeds(*p, part, false), 1, PAPER_SEEDS);
		}
		while ((*p)->row[rows].name)
			rows++;
		assert_in_range(parts, 1, PAPER_PARTS);
		assert_in_range(rows, 1, PAPER_ROWS);
		rows *= runs_of((*p)->measure);
		assert_int_equal(assert_commands_run(*p, false), full * rows);
		assert_int_equal(assert_commands_run(*p, true), reduced * rows);
	}
}

/* Expressions name only rows and columns that there are, or the file would not have been read. */
static void assert_claims(const struct paper_reproduction *const *result)
{
	for (const struct paper_reproduction *const *p = result; *p; p++) {
		assert_non_null((*p)->column[0].name);
		for (const struct paper_claim *c = (*p)->claim; c->text; c++) {
			assert_true(c->most >= c->least);
			assert_true(c->parts);
			assert_non_null(c->value);
		}
	}
}

static void all_experiments_make_sense(void **state)
{
	(void)state;
	for (const struct paper *of = paper_list(); of->name; of++)
		assert_sense(of->result);
}

static void all_claims_are_of_what_is_measured(void **state)
{
	(void)state;
	for (const struct paper *of = paper_list(); of->name; of++)
		assert_claims(of->result);
}

/* Find the first result of @paper with @name. */
static const struct paper_reproduction *result_of(const char *paper, const char *name)
{
	for (const struct paper *of = paper_list(); of->name; of++)
		for (const struct paper_reproduction *const *p = of->result; *p; p++)
			if (!strcmp(of->name, paper) && !strcmp((*p)->name, name))
				return *p;
	fail_msg("paper %s has no result %s", paper, name);
	return NULL;
}

/* Find a figure of Table 5 in @of, the paper's figures of a row. */
static bool find_printed(void *of, const char *name, bool mean, double *value, struct sim_error *err)
{
	const double *paper = of;
	u32 column;

	(void)mean;
	if (!study_find(result_of("age", "table5"), STUDY_COLUMNS, name, &column, err))
		return false;
	*value = paper[column];
	return true;
}

/* Compute the latency of a row by Equation 1. */
static double compute_by_eq1(const char *text, const double *paper)
{
	const struct expression_figures figures = { find_printed, (void *)paper };
	struct sim_error err;
	double value;

	if (!expression_value(text, &figures, &value, &err))
		fail_msg("%s", err.text);
	return value;
}

/* By Equation 1 three columns determine a fourth: an error in copying would show. */
static void table5_is_copied_rightly(void **state)
{
	const struct paper_reproduction *p = result_of("age", "table5");
	int latency = 0, eq1 = 0;

	(void)state;
	while (strcmp(p->column[latency].name, "latency"))
		latency++;
	while (strcmp(p->column[eq1].name, "by Eq. 1"))
		eq1++;
	for (u32 row = 0; p->row[row].name; row++) {
		const double *paper = p->part[0].paper[row];
		double seen = compute_by_eq1(p->column[eq1].figure, paper);

		assert_true(fabs(seen / paper[latency] - 1) < 0.002);
		assert_true(fabs(seen / paper[eq1] - 1) < 0.00001);
	}
}

/* Return the number of claims without a lower bound that compare two reactions. */
static u32 assert_reactions(const struct paper_reproduction *p)
{
	u32 sooner = 0;

	for (const struct paper_claim *c = p->claim; c->text; c++) {
		const char *column = strchr(c->value, '.') + 1;

		if ((strncmp(column, "reaction", 8) && strncmp(column, "settled", 7)) || c->least > 0)
			continue;
		/* at most twice the thesis' own figure */
		assert_true(c->most <= 2 * paper_value(p, c, 0));
		sooner += !!strchr(c->value, '/');
	}
	return sooner;
}

/* Bounds are near the thesis' figures: wide ones would hold even if reactions differed. */
static void reactions_are_held_to_the_thesis(void **state)
{
	(void)state;
	assert_int_equal(assert_reactions(result_of("dragonfly", "figure4.8")), 3);
	assert_int_equal(assert_reactions(result_of("dragonfly", "figure4.10")), 3);
}

/* Compute what FIFOs carry with @r inputs per output: sim/paper/dragonfly/capacity/bounds.study. */
static double fifos(double r)
{
	return 1 + r - sqrt(1 + r * r);
}

/* Claims also have lower bounds, by the capacity of FIFOs, which no router that starves reaches. */
static void bounds_have_a_lower_end(void **state)
{
	static const double sizes[] = { 2, 3, 4, 8, 2, 3, 4, 8 };
	const struct paper_claim *c;
	u32 n = 0;

	(void)state;
	for (c = result_of("dragonfly", "bounds")->claim; c->text; c++) {
		bool one = !(c->parts & (c->parts - 1));
		double h = one ? sizes[__builtin_ctz(c->parts)] : 0;
		double least = h ? fifos(3 - 1 / h) / (2 * h) : fifos(1) / 2;

		if (!strstr(c->text, "at least what FIFOs carry"))
			continue;
		assert_true(fabs(c->least / least - 1) < 0.001);
		n++;
	}
	assert_int_equal(n, 5);
}

/* Return figure @name of the model of a ring of 8 for a short run with @routing and @load. */
static double model(const char *routing, double load, const char *name)
{
	const struct paper_measure *m = paper_measure_find("ring model");
	struct paper_measuring of = { .measure = m, .seed = 1 };
	struct json_object *to = json_object_new_object(), *value;
	struct sim_error err;
	char keys[256];
	double figure;

	snprintf(keys, sizeof(keys),
		 "router=torus topology=8 lengths=1 pattern=tornado warmup=0 measure=640 routing=%s load=%g",
		 routing, load);
	of.keys = keys;
	if (!m->figures(&of, to, &err))
		fail_msg("%s", err.text);
	assert_true(json_object_object_get_ex(to, name, &value));
	figure = value ? json_object_get_double(value) : NAN;
	json_object_put(to);
	return figure;
}

static bool is_near(double value, double right)
{
	return fabs(value / right - 1) < 0.0001;
}

/* SPAA'04, sec. 2.3: delays by Eqs. 2 to 4, worked out by hand; shares by Claims 1 and 2. */
static void the_ring_has_the_papers_delays(void **state)
{
	static const double loads[] = { 0.16, 0.2, 0.3, 0.4, 0.5, 0.53 };

	(void)state;
	assert_true(is_near(model("minad", 0.1, "model_latency"), 3 / (2 * 0.7) + 3));
	assert_true(isnan(model("minad", 0.34, "model_latency")));
	/* 1/8 and 3/40 per node: loads of 3/8 on all links */
	assert_true(is_near(model("goal", 0.2, "model_short"), 3 / (2 * 0.625) + 3));
	assert_true(is_near(model("goal", 0.2, "model_long"), 5 / (2 * 0.625) + 5));
	assert_true(is_near(model("goal", 0.2, "model_latency"), 5.4 * 5 / 8 + 9.0 * 3 / 8));
	/* 3 / (2 (1 - 3 x)^2) + 3 = 5 / 2 + 5 */
	assert_true(is_near(model("cqr", 0.2, "switch"), (1 - sqrt(1.0 / 3)) / 3));
	assert_true(model("cqr", 0.14, "model_share") == 0);
	for (u32 i = 0; i < sizeof(loads) / sizeof(loads[0]); i++) {
		double other = loads[i] * model("cqr", loads[i], "model_share");
		double idle = 1 - 3 * (loads[i] - other), idle_other = 1 - 5 * other;
		double short_way = 3 / (2 * idle * idle) + 3;
		double long_way = 5 / (2 * idle_other * idle_other) + 5;

		/* Eq. 6; figures have six digits */
		assert_true(other > 0 && other < loads[i] * 3 / 8 && idle > 0);
		assert_true(fabs(short_way / long_way - 1) < 0.002);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_ring_has_the_papers_delays),
		cmocka_unit_test(all_experiments_make_sense),
		cmocka_unit_test(all_claims_are_of_what_is_measured),
		cmocka_unit_test(table5_is_copied_rightly),
		cmocka_unit_test(bounds_have_a_lower_end),
		cmocka_unit_test(reactions_are_held_to_the_thesis),
	};

	return cmocka_run_group_tests_name("paper", tests, NULL, NULL);
}
