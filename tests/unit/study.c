// SPDX-License-Identifier: GPL-2.0-only
/* The engine of studies: it reads, runs, judges and prints them. */
#include <json-c/json_pointer.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

#include "sim/base/json.h"
#include "sim/paper/expression.h"
#include "sim/paper/study.h"
#include "sim/result/print.h"
#include "sim/run/run.h"
#include "sim/sweep/journal.h"

#define BASE	"keys = topology=4 warmup=0 measure=320 load=0.1\n"
#define ROW	"[rows]\na =\n"
#define COLUMN	"[columns]\nx = load\n"
#define STUDY	BASE ROW COLUMN

/* The text of a study of two parts, of which the first is a line of three nodes. */
static const char line[] =
	"name = line\n"
	"place = nowhere\n"
	"title = a line\n"
	"note = Made up.\n"
	"seeds = 2\n"
	"[rows]\n"
	"ten = batch=10\n"
	"thirty = batch=30\n"
	"[columns]\n"
	"packets = load.packets_delivered\n"
	"twice = 2 * packets\n"
	"one = packets / latency.packets\n"
	"none = latency.p999 / 0 - latency.p999 / 0\n"
	"[part line]\n"
	"keys = topology=3 mesh=x source=batch\n"
	"what = A line.\n"
	"small what = A short line.\n"
	"reduced = topology=2\n"
	"paper ten = packets=8\n"
	"paper thirty = packets=32\n"
	"[part few]\n"
	"what = Two of five nodes.\n"
	"draw = places\n"
	"keys = topology=5 source=batch pattern=all-to-all ranks=2\n"
	"[claims]\n"
	"2.99 <= thirty.packets / ten.packets <= 3.01 : three times\n"
	"[claims line]\n"
	"ten.twice >= 1000000 : many\n"
	"why = there are few\n"
	"[claims few]\n"
	"ten.none >= 0 : what is not there\n";

static struct study *study_of(const char *text)
{
	struct sim_error err;
	struct study *s = study_read("test", text, &err);

	if (!s)
		fail_msg("%s", err.text);
	return s;
}

static struct json_object *run_study(const struct paper_reproduction *p, bool reduced)
{
	struct paper_request q = { .reduced = reduced, .settings = "" };
	struct sim_error err;
	struct json_object *o = paper_run(paper_list(), p, &q, &err);

	if (!o)
		fail_msg("%s", err.text);
	return o;
}

static struct json_object *measured(bool reduced)
{
	struct study *s = study_of(line);
	struct json_object *o = run_study(&s->p, reduced);

	study_free(s);
	return o;
}

static void assert_number(struct json_object *o, const char *path, double want)
{
	struct json_object *value = NULL;

	json_pointer_get(o, path, &value);
	if (!value || json_object_get_double(value) != want)
		fail_msg("%s: expected %g, seen %s", path, want, json_object_get_string(value));
}

static void figures_are_read_and_judged(void **state)
{
	struct json_object *o = measured(false), *value;

	(void)state;
	assert_number(o, "/parts/0/rows/0/figures/0/paper", 8);
	assert_number(o, "/parts/0/rows/0/figures/0/mean", 30);
	assert_number(o, "/parts/0/rows/1/figures/1/mean", 180);
	assert_number(o, "/parts/0/rows/1/figures/2/mean", 1);
	assert_number(o, "/parts/1/rows/1/runs/1/figures/packets", 60);
	assert_number(o, "/claims/0/paper", 4);
	assert_number(o, "/claims/0/mean", 3);
	assert_number(o, "/claims/0/holds", 2);
	assert_number(o, "/claims/0/of", 2);
	assert_number(o, "/claims/1/mean", 60);
	assert_number(o, "/claims/1/holds", 0);
	assert_int_equal(json_pointer_get(o, "/claims/1/why", &value), 0);
	assert_string_equal(json_object_get_string(value), "there are few");
	/* part 1 also makes the first claim of the text; the third needs a figure that it lacks */
	assert_number(o, "/claims/2/holds", 2);
	assert_number(o, "/claims/3/holds", 0);
	json_object_put(o);
}

static char *printed(struct json_object *o)
{
	size_t bytes;
	char *text;
	FILE *to = open_memstream(&text, &bytes);

	paper_text(o, to);
	fclose(to);
	return text;
}

/* Return @before, followed by @text with each @from replaced by @to. */
static char *replaced(const char *before, const char *text, const char *from, const char *to)
{
	const char *next;
	size_t bytes;
	char *other;
	FILE *f = open_memstream(&other, &bytes);

	fputs(before, f);
	for (; (next = strstr(text, from)); text = next + strlen(from))
		fprintf(f, "%.*s%s", (int)(next - text), text, to);
	fputs(text, f);
	fclose(f);
	return other;
}

/* Line ends, blanks and a byte order mark, as editors write them, make no difference. */
static void white_space_changes_nothing(void **state)
{
	static const char *const cases[][3] = {
		{ "", "\n", "\r\n" }, { "\xef\xbb\xbf", " ", " " }, { "", " ", "\t  " },
		{ "", " = ", "=" }, { "", "\n", "\x20\n" }, { "\n\n", "\n", "\n\x20\x09\n" },
	};
	struct json_object *o = measured(false), *other;

	(void)state;
	for (u32 i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = replaced(cases[i][0], line, cases[i][1], cases[i][2]);
		struct study *s = study_of(text);

		other = run_study(&s->p, false);
		assert_string_equal(json_object_to_json_string(o), json_object_to_json_string(other));
		json_object_put(other);
		study_free(s);
		free(text);
	}
	json_object_put(o);
}

/* Find a constant of @row. */
static bool find_constant(void *row, const char *name, bool mean, double *value, struct sim_error *err)
{
	const struct paper_row *of = row;

	(void)mean;
	for (u32 i = 0; i < of->constants; i++) {
		if (!strcmp(of->constant[i].name, name)) {
			*value = of->constant[i].value;
			return true;
		}
	}
	return sim_fail(err, "there is no constant %s", name);
}

/* Compute an expression over the constants of @row. */
static double compute(const char *text, const struct paper_row *row)
{
	const struct expression_figures figures = { find_constant, (void *)row };
	struct sim_error err;
	double value;

	if (!expression_value(text, &figures, &value, &err))
		fail_msg("%s", err.text);
	return value;
}

/* Six lists of two make as many rows as there may be; their IDs can be named. */
static void rows_have_lists_and_constants(void **state)
{
	struct study *s = study_of("[rows]\na = load=0.1,0.2 period=4,8 warmup=1,2 measure=320,640 "
				   "eject=1/2,1/3 select=rr,age | a | a=1 b=2 c=3 d=4 e=5\n"
				   "[columns]\nx = a + 10 * b + 100 * c + 1000 * d + 10000 * e\n[claims]\n"
				   "a@0.1@4@1@320@1_2@rr.x <= 1 : first\na@0.2@8@2@640@1_3@age.x <= 1 : last\n");

	(void)state;
	assert_int_equal(s->rows, 64);
	assert_string_equal(s->p.row[63].name, "a, 0.2, 8, 2, 640, 1/3, age");
	assert_float_equal(compute(s->p.column[0].figure, &s->p.row[63]), 54321, 0);
	study_free(s);
}

static void reduced_is_smaller_and_gives_no_reasons(void **state)
{
	struct json_object *o = measured(true), *value;
	char *text;

	(void)state;
	assert_number(o, "/parts/0/rows/0/figures/0/mean", 20);
	assert_int_not_equal(json_pointer_get(o, "/claims/1/why", &value), 0);
	assert_int_equal(json_pointer_get(o, "/parts/0/what", &value), 0);
	assert_string_equal(json_object_get_string(value), "A short line.");
	text = printed(o);
	assert_non_null(strstr(text, "; reduced in size\n"));
	assert_non_null(strstr(text, "What holds (of reduced fabrics, which need not show"));
	free(text);
	json_object_put(o);
}

/* A part that is reduced only in its cycles keeps its text and the reasons of its claims. */
static void shortened_keeps_its_reasons(void **state)
{
	struct study *s = study_of("[rows]\nten = batch=10\n[columns]\npackets = load.packets_delivered\n"
				   "[part line]\nkeys = topology=3 mesh=x source=batch\nwhat = A line.\n"
				   "reduced = max_cycles=100000\nsmall what = A short line.\n"
				   "[claims]\nten.packets >= 1000000 : many\nwhy = there are few\n");
	struct json_object *o = run_study(&s->p, true), *value;
	char *text;

	(void)state;
	study_free(s);
	assert_int_equal(json_pointer_get(o, "/claims/0/why", &value), 0);
	text = printed(o);
	assert_non_null(strstr(text, "; for fewer cycles\n"));
	assert_non_null(strstr(text, "A line.\n"));
	assert_non_null(strstr(text, "What holds\n"));
	free(text);
	json_object_put(o);
}

static void what_is_read_again_prints_the_same(void **state)
{
	struct json_object *o = measured(false), *again;
	char *text = printed(o), *other;

	(void)state;
	again = json_tokener_parse(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
	other = printed(again);
	assert_string_equal(text, other);
	assert_non_null(strstr(text, "differs  line: many (at least 1000000)"));
	assert_non_null(strstr(text, "holds    line: three times (2.99 to 3.01)"));
	assert_non_null(strstr(text, "there are few"));
	free(text);
	free(other);
	json_object_put(again);
	json_object_put(o);
}

static char *commands_of(const struct paper_reproduction *p)
{
	struct paper_request q = { .settings = "" };
	struct sim_error err;
	size_t bytes;
	char *text;
	FILE *to = open_memstream(&text, &bytes);

	if (!paper_commands(p, &q, to, &err))
		fail_msg("%s", err.text);
	fclose(to);
	return text;
}

/* Check that a value is null. */
static void assert_none(struct json_object *o, const char *path)
{
	struct json_object *value;

	assert_int_equal(json_pointer_get(o, path, &value), 0);
	assert_null(value);
}

/*
 * Shortest ways on a ring carry tornado traffic up to load 1/3: in steps of 0.05, up to 0.3.  Three
 * seeds that agree may differ by less than a step: they have no interval.
 */
static void loads_are_searched(void **state)
{
	struct study *s = study_of("[rows]\nshortest = routing=minad\n[columns]\nload = experiment.load\n"
				   "[part ring]\nsearch = 0.05 to 0.9\nseeds = 3\nkeys = router=torus topology=8 "
				   "lengths=1 pattern=tornado warmup=2000 measure=5000\n"
				   "[claims]\nshortest.load >= 0.3 : each\n"
				   "mean(shortest.load) >= 0.3 : mean\n");
	struct json_object *o = run_study(&s->p, false), *value;
	char *text;

	(void)state;
	assert_none(o, "/parts/0/rows/0/figures/0/ci95");
	assert_number(o, "/claims/0/holds", 3);
	assert_none(o, "/claims/0/ci95");
	assert_none(o, "/claims/0/open");
	assert_number(o, "/claims/1/holds", 1);
	assert_none(o, "/claims/1/ci95");
	assert_none(o, "/claims/1/open");
	assert_number(o, "/parts/0/seeds", 3);
	assert_number(o, "/parts/0/rows/0/figures/0/low", 0.3);
	assert_number(o, "/parts/0/rows/0/figures/0/high", 0.3);
	assert_int_equal(json_pointer_get(o, "/parts/0/rows/0/runs/2/keys", &value), 0);
	assert_non_null(strstr(json_object_get_string(value), " load=0.3 seed=3"));
	json_object_put(o);
	text = commands_of(&s->p);
	study_free(s);
	assert_int_equal(strncmp(text, "# ", 2), 0);
	assert_non_null(strstr(text, "\nseastar-sim saturate --rule accepted --step 0.05 "));
	assert_non_null(strstr(text, " --highest 0.9 router="));
	free(text);
}

/* Without a stable load a row has no figures, the other rows have theirs. */
static void a_row_may_have_no_stable_load(void **state)
{
	struct study *s = study_of("seeds = 1\n[rows]\nring = pattern=tornado\nfree = pattern=uniform\n"
				   "[columns]\nload = experiment.load\n[part ring]\nsearch = 0.45 to 0.9\n"
				   "keys = router=torus routing=minad topology=8 lengths=1 warmup=2000 measure=5000\n"
				   "[claims]\nring.load >= 0 : some\nfree.load >= 0.45 : most\n");
	struct json_object *o = run_study(&s->p, false), *value;
	char *text = printed(o);

	(void)state;
	assert_int_equal(json_pointer_get(o, "/parts/0/rows/0/figures/0/mean", &value), 0);
	assert_null(value);
	assert_int_equal(json_pointer_get(o, "/parts/0/rows/0/runs/0/verdict", &value), 0);
	assert_string_equal(json_object_get_string(value), "no load is stable");
	assert_int_not_equal(json_pointer_get(o, "/parts/0/rows/0/runs/0/state_hash", &value), 0);
	assert_number(o, "/claims/0/holds", 0);
	assert_number(o, "/claims/1/holds", 1);
	assert_non_null(strstr(text, " seed 1: no load is stable\n  free "));
	assert_non_null(strstr(text, "differs  ring: some (at least 0)\n           paper -, here -\n"));
	free(text);
	json_object_put(o);
	study_free(s);
}

/* Another part may have fewer seeds: its mean is over these, and the others are missing. */
static void parts_have_seeds_of_their_own(void **state)
{
	struct study *s = study_of("keys = topology=4 warmup=0 measure=320 load=0.1\nseeds = 3\n" ROW COLUMN
				   "[part few]\nseeds = 2\n[part all]\n[claims all]\n"
				   "mean(few:a.x) >= 0.1 : mean\nfew:a.x / a.x >= 1 : each\n");
	struct json_object *o = run_study(&s->p, false);

	(void)state;
	assert_number(o, "/claims/0/mean", 0.1);
	assert_number(o, "/claims/0/holds", 1);
	assert_number(o, "/claims/1/holds", 2);
	assert_number(o, "/claims/1/of", 3);
	json_object_put(o);
	study_free(s);
}

/* Claims about rows whose keys the user replaces are counted, not judged. */
static void claims_left_out_are_counted(void **state)
{
	struct study *s = study_of("keys = topology=4 warmup=0 measure=320\nseeds = 1\n"
				   "[rows]\na = load=0.1\nb = period=8\n" COLUMN
				   "[claims]\na.x <= 1 : a\na.x / b.x <= 1 : both\nb.x >= 0 : b\n");
	struct paper_request q = { .settings = "load=0.2" };
	struct sim_error err;
	struct json_object *o = paper_run(NULL, &s->p, &q, &err), *value;
	char *text = printed(o);

	(void)state;
	assert_number(o, "/claims_left_out", 2);
	assert_int_not_equal(json_pointer_get(o, "/claims/1", &value), 0);
	assert_non_null(strstr(text, " a key of this row is replaced by the settings\n  b "));
	assert_non_null(strstr(text, "\n  left out: 2, about rows whose own keys the settings replace\n"));
	free(text);
	json_object_put(o);
	o = run_study(&s->p, false);
	assert_int_not_equal(json_pointer_get(o, "/claims_left_out", &value), 0);
	json_object_put(o);
	study_free(s);
}

/*
 * Latencies of saturated runs depend on the length of the run: a claim about them, or about a
 * column made of them, says so.  Seeds with the same verdict have one line.
 */
static void saturated_latencies_are_named(void **state)
{
	struct study *s = study_of("keys = topology=8 warmup=200 measure=2000\nseeds = 3\n"
				   "[rows]\na = load=1\nb = load=0.05\n"
				   "[columns]\nx = load.accepted\nl = latency.mean\nk = l / 1000\n"
				   "[claims]\na.x >= 0 : load\na.k >= 0.0012345 : latency\n"
				   "b.l >= 0 : low load\nmean(a.l) / mean(b.l) >= 1 : both\n");
	struct json_object *o = run_study(&s->p, false);
	char *text = printed(o);

	(void)state;
	assert_number(o, "/claims/0/unsettled", 0);
	assert_number(o, "/claims/1/unsettled", 3);
	assert_number(o, "/claims/2/unsettled", 0);
	assert_number(o, "/claims/3/unsettled", 3);
	assert_non_null(strstr(text, " all 3 seeds: saturated\n"));
	assert_non_null(strstr(text, "latency (at least 0.0012345)\n"));
	assert_non_null(strstr(text, "\n           runs of 3 of 3 seeds are saturated, starved, "
			       "deadlocked or transient: their latencies follow their length\n"));
	free(text);
	json_object_put(o);
	study_free(s);
}

/* A page has what the text has, and its words stand for themselves. */
static void pages_have_what_texts_have(void **state)
{
	struct study *s = study_of("title = one < two & three\nkeys = topology=4 warmup=0 measure=320\n"
				   "seeds = 2\n[rows]\na = load=0.1 | a <b>\n[columns]\n"
				   "x = load.accepted | accepted | flits\n[claims]\na.x <= 0.001 : \"little\"\n"
				   "mean(a.x) <= 1 : less\n");
	struct json_object *list = json_object_new_array();
	size_t size;
	char *page;
	FILE *to = open_memstream(&page, &size);

	(void)state;
	json_object_array_add(list, run_study(&s->p, false));
	paper_page(list, to);
	fclose(to);
	assert_non_null(strstr(page, "<title>one &lt; two &amp; three</title>"));
	assert_non_null(strstr(page, "<td class=\"text\">a &lt;b&gt;<br><small>load=0.1</small>"
			       "<br><small>all 2 seeds: not steady</small></td>"
			       "<td>0.08789 &plusmn; 0.134</td>"));
	assert_non_null(strstr(page, "<td class=\"text bad\">differs</td><td class=\"text\">all</td>"
			       "<td class=\"text\">&quot;little&quot;<br><small>open: a bound is within the "
			       "interval of the mean, 0.08789 +- 0.134, so more seeds may turn this</small></td>"
			       "<td>at most 0.001</td>"
			       "<td>paper -, here 0.08789 (0.07734 to 0.09844), in 0 of 2 seeds</td>"));
	assert_non_null(strstr(page, "<td class=\"text\">holds</td>"));
	assert_non_null(strstr(page, "</html>\n"));
	json_object_array_add(list, run_study(&s->p, false));
	free(page);
	to = open_memstream(&page, &size);
	paper_page(list, to);
	fclose(to);
	assert_non_null(strstr(page, "<title>Studies</title>"));
	free(page);
	json_object_put(list);
	study_free(s);
}

/* Each seed draws a permutation of its own, in which each node is once. */
static void permutations_are_drawn(void **state)
{
	static const struct paper_part part = { .draw = PAPER_DRAWS_PERMUTATION };
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;
	char *drawn[2];

	(void)state;
	for (u32 i = 0; i < 2; i++) {
		bool seen[512] = { false };
		char *text, *rest, *word;
		u32 nodes = 0;

		drawn[i] = paper_draw(&part, e, i + 1, &err);
		assert_non_null(drawn[i]);
		assert_int_equal(strncmp(drawn[i], "permutation=", 12), 0);
		text = strdup(drawn[i]);
		rest = text + 12;
		while ((word = strsep(&rest, ","))) {
			u32 node = strtoul(word, NULL, 10);

			assert_true(node < 512 && !seen[node]);
			seen[node] = true;
			nodes++;
		}
		assert_int_equal(nodes, 512);
		free(text);
	}
	assert_string_not_equal(drawn[0], drawn[1]);
	free(drawn[0]);
	free(drawn[1]);
	sim_experiment_free(e);
}

/*
 * Report the seed of a measurement as a figure, and in row "thirty" three times as much.  With
 * three runs for each of the seeds 1 and 2, the measurements begin with seeds 1 and 4.
 */
static bool seed_by_row(const struct paper_measuring *of, struct json_object *to,
			struct sim_error *err)
{
	(void)err;
	json_put_u64(to, "seed", of->seed * (strstr(of->keys, "batch=30") ? 3 : 1));
	return true;
}

static bool any_word(const char *word, struct sim_error *err)
{
	(void)word;
	(void)err;
	return true;
}

static void seeds_may_have_several_runs(void **state)
{
	static const struct paper_measure measure = {
		.command = "some", .check = any_word, .runs = 3, .figures = seed_by_row,
	};
	struct study *s = study_of("measure = step\nseeds = 2\n[rows]\nten = batch=10\n"
				   "thirty = batch=30\n[columns]\nseed = measured.seed\n[part part]\nkeys = load=1\n"
				   "[part other]\nkeys = load=1\nseeds = 1\n[claims part]\n"
				   "thirty.seed >= 5 : each seed\nmean(thirty.seed) >= 5 : mean\n"
				   "mean(ten.seed) * mean(thirty.seed) >= 0 : product\n"
				   "mean(thirty.seed) / mean(ten.seed) >= 3 : ratio\n"
				   "mean(thirty.seed) / mean(ten.seed) > 3 : more\n"
				   "mean(thirty.seed) / mean(ten.seed) < 3 : less\n"
				   "4 > mean(thirty.seed) / mean(ten.seed) >= 3 : from the most down\n"
				   "[claims other]\nmean(part:ten.seed) >= 0 : of another part\n");
	struct json_object *o, *value;
	char *text;

	(void)state;
	s->p.measure = &measure;
	o = run_study(&s->p, false);
	assert_number(o, "/parts/0/rows/0/figures/0/mean", 2.5);
	assert_number(o, "/parts/0/rows/1/figures/0/high", 12);
	assert_number(o, "/claims/0/holds", 1);
	assert_number(o, "/claims/0/of", 2);
	assert_number(o, "/claims/1/mean", 7.5);
	assert_number(o, "/claims/1/holds", 1);
	assert_number(o, "/claims/1/of", 1);
	/* half of the interval of 3 and 12 is 12.7062 * 9 / 2, and of the product, by hand, 285.9 */
	text = printed(o);
	assert_non_null(strstr(text, ": mean (at least 5)\n           paper -, here 7.5 +- 57.18\n"));
	assert_non_null(strstr(text, ": product (at least 0)\n           paper -, here 18.75 +- 285.9\n"
			       "           open: a bound is within the interval, so more seeds may turn this\n"));
	assert_non_null(strstr(text, ": ratio (at least 3)\n           paper -, here 3 +- 0\n  "));
	free(text);
	assert_number(o, "/claims/3/holds", 1);
	assert_number(o, "/claims/4/holds", 0);
	assert_number(o, "/claims/5/holds", 0);
	assert_number(o, "/claims/6/holds", 1);
	assert_int_equal(json_pointer_get(o, "/claims/7/ci95", &value), 0);
	assert_null(value);
	json_object_put(o);
	text = commands_of(&s->p);
	study_free(s);
	assert_non_null(strstr(text, "some load=1 batch=10 seed=1\n"));
	assert_non_null(strstr(text, "some load=1 batch=10 seed=2\n"));
	assert_non_null(strstr(text, "some load=1 batch=30 seed=6\n"));
	assert_null(strstr(text, "seed=7"));
	free(text);
}

static void assert_open(struct json_object *o, const char *path, bool open)
{
	struct json_object *value;

	assert_int_equal(json_pointer_get(o, path, &value), 0);
	assert_non_null(value);
	assert_int_equal(json_object_get_boolean(value), open);
}

/*
 * A claim that is judged seed by seed is open, too, if a bound is within the interval of its mean:
 * of 1, 4 and 7 that is 4 +- 7.452.  By the jackknife a greatest mean has none.
 */
static void each_seed_may_leave_a_claim_open(void **state)
{
	static const struct paper_measure measure = {
		.command = "some", .check = any_word, .runs = 3, .figures = seed_by_row,
	};
	struct study *s = study_of("measure = step\nseeds = 3\n[rows]\nten = batch=10\n"
				   "thirty = batch=30\n[columns]\nseed = measured.seed\n[part part]\n"
				   "[claims]\nten.seed <= 11.4 : near\nten.seed <= 11.5 : far\n"
				   "max(mean(ten.seed), mean(thirty.seed)) >= 5 : greatest\n");
	struct json_object *o;
	char *text;

	(void)state;
	s->p.measure = &measure;
	o = run_study(&s->p, false);
	assert_number(o, "/claims/0/holds", 3);
	assert_open(o, "/claims/0/open", true);
	assert_number(o, "/claims/1/holds", 3);
	assert_open(o, "/claims/1/open", false);
	assert_number(o, "/claims/2/holds", 1);
	assert_none(o, "/claims/2/ci95");
	assert_none(o, "/claims/2/open");
	text = printed(o);
	assert_non_null(strstr(text, "here 4 (1 to 7), in 3 of 3 seeds\n           open: a bound is within "
			       "the interval of the mean, 4 +- 7.452, so more seeds may turn this\n"));
	free(text);
	json_object_put(o);
	study_free(s);
}

/* Values that differ by rounding have no interval: the claim is not open, though at its bound. */
static void rounding_is_no_interval(void **state)
{
	static const struct paper_measure measure = {
		.command = "some", .check = any_word, .runs = 3, .figures = seed_by_row,
	};
	struct study *s = study_of("measure = step\nseeds = 3\n[rows]\nten = batch=10\n"
				   "thirty = batch=30\n[columns]\nseed = measured.seed\n[part part]\n"
				   "[claims]\nmean(thirty.seed) * 0.1 / mean(ten.seed) >= 0.3 : ratio\n");
	struct json_object *o, *value;

	(void)state;
	s->p.measure = &measure;
	o = run_study(&s->p, false);
	assert_number(o, "/claims/0/ci95", 0);
	assert_int_equal(json_pointer_get(o, "/claims/0/open", &value), 0);
	assert_false(json_object_get_boolean(value));
	json_object_put(o);
	study_free(s);
}

/* Kept results are found by their experiment; a change of the file meanwhile is noticed. */
static void kept_results_are_read_again(void **state)
{
	struct sim_experiment *e = sim_experiment_new();
	char path[] = "/tmp/kept-XXXXXX", *experiment, *line;
	struct json_object *o;
	struct sim_result *r;
	struct sim_error err;
	struct journal k;
	size_t size;
	char *found;
	u32 at = 9;
	FILE *to;

	(void)state;
	close(mkstemp(path));
	assert_true(paper_set_keys(e, "topology=4 warmup=100 measure=1000", &err));
	assert_true(sim_experiment_check(e, &err));
	to = open_memstream(&experiment, &size);
	sim_experiment_print(e, to);
	fclose(to);
	r = sim_run(e, 1, NULL, &err);
	o = sim_result_json(r);
	line = strdup(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
	assert_true(journal_open(&k, path, &err));
	assert_false(journal_find(&k, experiment, 5, &at));
	assert_true(journal_add(&k, experiment, 5, line, strlen(line), &err));
	assert_true(journal_add(&k, experiment, 7, line, strlen(line), &err));
	assert_int_equal(k.count, 1);
	assert_int_equal(k.line[0].number, 5);
	assert_true(journal_find(&k, experiment, 3, &at));
	assert_int_equal(at, 0);
	assert_int_equal(k.line[0].number, 3);
	found = journal_read(&k, at, &err);
	assert_string_equal(found, line);
	free(found);
	assert_int_equal(truncate(path, 100), 0);
	assert_null(journal_read(&k, at, &err));
	assert_non_null(strstr(err.text, "another program has changed it: run it again"));
	journal_close(&k);
	unlink(path);
	free(line);
	free(experiment);
	json_object_put(o);
	sim_result_free(r);
	sim_experiment_free(e);
}

/* A study that cannot be read, and the sentence that says why. */
static void wrong_studies_are_refused(void **state)
{
	static const char *const cases[][2] = {
		{ BASE "[rows]\na = selec=age\n" COLUMN, "test:3: unknown key 'selec': did you mean 'select'?" },
		{ BASE "[rows]\na = period = 8\n" COLUMN, "test:3: 'period' is not KEY=VALUE" },
		{ "keys = \"topology=4\"\n" ROW COLUMN, "test:1: unknown key '\"topology'" },
		{ BASE "measure = step\n" ROW COLUMN, "test:2: a measure may have keys of its own" },
		{ "Title = x\n" STUDY, "test:1: 'Title' is no key before the sections: did you mean 'title'?" },
		{ STUDY "[part p]\nwhats = x\n", "test:7: 'whats' is no key of a part: did you mean 'what'?" },
		{ BASE "[rows]\n1st = load=0.1\n" COLUMN, "test:3: '1st' is no ID that an expression can name" },
		{ BASE "[rows]\na-b = load=0.1\n" COLUMN, "test:3: 'a-b' is no ID that an expression can name" },
		{ BASE ROW "[columns]\nx.y = load\n", "test:5: 'x.y' is no ID that an expression can name" },
		{ STUDY "[part p 1]\n", "test:6: 'p 1' is no ID that an expression can name" },
		{ BASE "[rows]\na = | a | cycle-time=5\n" COLUMN,
		  "test:3: 'cycle-time' is no ID that an expression can name" },
		{ BASE "[rows]\na = | a | 5\n" COLUMN, "test:3: after the name of a row come constants" },
		{ BASE ROW "[columns]\nx = load | load | flits | all\n", "test:5: a column is 'ID = EXPRESSION" },
		{ STUDY "[part p]\nsearch = 0.1 to 1 by 2\n", "test:7: search is 'STEP to HIGHEST', two loads" },
		{ STUDY "[part p]\nsearch = 0.1\n", "test:7: search is 'STEP to HIGHEST', two loads" },
		{ STUDY "[claims]\na.x <= 2 : x\npaper all = 3\n", "test:8: 'paper = NUMBER' below a claim" },
		{ STUDY "[claims]\na.x <= a.x : x\n", "test:7: 'a.x' is no number: to compare two figures" },
		{ STUDY "[claims]\na.x = 2 : x\n", "test:7: a claim has a bound by '<', '<=', '>' or '>='" },
		{ BASE "[rows]\na = load=0.1,0.2\n" COLUMN "[claims]\na.x <= 2 : x\n",
		  "test:7: 'a' is no row above: did you mean 'a@0.1'?" },
		{ BASE ROW "[columns] # all\nx = load\n", "test:4: a section ends with ']'" },
		{ BASE ROW "[columns]\nx = measured.x\n", "test:5: 'measured' is what a measure gives" },
		{ "measure = step\n" ROW "[columns]\nx = measured\n", "test:5: 'measured' has the figures of" },
		{ BASE "[rows]\na = warmup=1:256 measure=1:256 period=1:256\n" COLUMN,
		  "test:3: its lists make more than 64 rows" },
		{ STUDY "[claims]\n1 <= a.x <= 100 <= 3 : three\n", "test:7: a claim has at most two bounds" },
		{ BASE ROW "a = load=0.2\n" COLUMN, "test:4: there is a row 'a' above" },
		{ STUDY "x = load\n", "test:6: there is a column 'x' above" },
		{ STUDY "[part p]\n[part p]\n", "test:7: there is a part 'p' above" },
		{ BASE BASE ROW COLUMN, "test:2: 'keys' is given twice" },
		{ STUDY "[part p]\nseeds = 1\nseeds = 2\n", "test:8: 'seeds' is given twice" },
		{ "keys = topology=4 seed=7\n" ROW COLUMN, "test:1: each experiment is run with seeds" },
		{ BASE "reduced = seed=7\n" ROW COLUMN, "test:2: each experiment is run with seeds" },
		{ BASE "[rows]\na = seed=1,2\n" COLUMN, "test:3: each experiment is run with seeds" },
		{ BASE "[rows]\na = seed=7\n" COLUMN, "test:3: each experiment is run with seeds" },
		{ STUDY "[part p]\nkeys = seed=7\n", "test:7: each experiment is run with seeds" },
		{ STUDY "[part p]\n[claims]\na.x <= 1 : x\n[part z]\n",
		  "test:9: the claims above would not be about this part" },
		{ STUDY "[claims]\n1 <= 2 : x\n", "test:7: '2' has no figure" },
		{ STUDY "[claims]\na.x <= 0 / 0 : x\n", "test:7: '0 / 0' has no finite value" },
		{ STUDY "[claims]\n-1 / 0 <= a.x <= 1 : x\n", "test:7: '-1 / 0' has no finite value" },
		{ STUDY "[claims]\n3 <= a.x <= 2 : x\n", "test:7: no figure is at least 3 and at most 2" },
		{ STUDY "[claims]\na.x <= 2 : x\n\tpaper = 3\n",
		  "test:8: an indented line continues the one above" },
		{ STUDY "[claims]\na.x <= 2 : x\n  why all = it is\n",
		  "test:8: an indented line continues the one above" },
		{ "title = a\n# of two\n note = b\n" STUDY,
		  "test:3: an indented line continues the one just above, which is none" },
		{ "measure = step\n" STUDY "[part p]\nsearch = 0.1 to 1\n",
		  "test:8: 'search' changes nothing of a study with a measure" },
		{ "measure = step\n" STUDY "[part p]\ndraw = permutation\n",
		  "test:8: 'draw' changes nothing of a study with a measure" },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sim_error err;
		struct study *s = study_read("test", cases[i][0], &err);

		if (s)
			fail_msg("read: %s", cases[i][0]);
		if (!strstr(err.text, cases[i][1]))
			fail_msg("'%s': %s", cases[i][1], err.text);
	}
}

/* A study that is read, but neither run nor shown as commands. */
static void assert_cannot_run(const char *text, const char *why, bool commands)
{
	struct paper_request q = { .settings = "" };
	struct study *s = study_of(text);
	struct sim_error err;
	FILE *to = tmpfile();

	assert_null(paper_run(NULL, &s->p, &q, &err));
	if (!strstr(err.text, why))
		fail_msg("'%s': %s", why, err.text);
	assert_int_equal(paper_commands(&s->p, &q, to, &err), commands);
	fclose(to);
	study_free(s);
}

static void more_ranks_than_nodes_are_refused(void **state)
{
	(void)state;
	assert_cannot_run(STUDY "[part p]\ndraw = places\n"
			  "keys = source=batch pattern=all-to-all ranks=100\n",
			  "ranks=100 are more than the 4 nodes", false);
}

static void balance_of_links_has_three_parts(void **state)
{
	(void)state;
	assert_cannot_run("measure = balance of links\nkeys = topology=1x1x2\n" ROW
			  "[columns]\nx = measured.mean\n[part x]\n[part y]\n[part z]\n[part more]\n",
			  "part 4: 'balance of links' has a part for each of 3 dimensions", true);
}

static void measures_give_what_they_have(void **state)
{
	(void)state;
	assert_cannot_run("measure = virtual channels\nkeys = router=diameter-2 vcs=2\n"
			  "[rows]\nMIN = routing=min\n[columns]\nx = measured.safe\n",
			  "column 'x': no result has a field 'measured.safe': 'measured' has requests, replies",
			  true);
}

/* A column is found in any run, or in none, whatever the order in which the runs end. */
static void columns_are_found_in_any_run(void **state)
{
	static const char rows[] = "keys = topology=4 warmup=0 load=0.1\nseeds = 1\n[rows]\n"
		"%s\n[columns]\nx = %s\n";
	static const char *const orders[] = {
		"big = interval=320 measure=32000\nsmall = measure=320",
		"small = measure=320\nbig = interval=320 measure=32000",
	};
	char text[300];

	(void)state;
	for (u32 i = 0; i < 2; i++) {
		struct study *s;

		snprintf(text, sizeof(text), rows, orders[i], "series.0.accepted");
		s = study_of(text);
		json_object_put(run_study(&s->p, false));
		study_free(s);
		snprintf(text, sizeof(text), rows, orders[i], "series.1000.accepted");
		assert_cannot_run(text, "column 'x': no result has a field 'series.1000.accepted'", true);
	}
}

/* A lower bound is printed also if it is below 0; a claim without one shows only the upper one. */
static void bounds_are_printed(void **state)
{
	struct study *s = study_of("keys = topology=4 warmup=0 measure=320 load=0.1\nseeds = 1\n" ROW
				   COLUMN "[claims]\n-0.5 <= a.x <= -0.01 : two\na.x <= 2 : most\n"
				   "a.x >= -1 : least\na.x < 2 : under\na.x > -1 : over\n");
	struct json_object *o = run_study(&s->p, false);
	char *text = printed(o);

	(void)state;
	assert_non_null(strstr(text, "two (-0.5 to -0.01)"));
	assert_non_null(strstr(text, "most (at most 2)"));
	assert_non_null(strstr(text, "least (at least -1)"));
	assert_non_null(strstr(text, "under (below 2)"));
	assert_non_null(strstr(text, "over (above -1)"));
	free(text);
	json_object_put(o);
	study_free(s);
}

/* A file of results that lacks a part is refused: the part would be read beyond its end. */
static void other_json_is_no_result(void **state)
{
	static const char *const cases[] = {
		"[]", "{}", "{\"authors\":\"x\"}", "{\"authors\":\"x\",\"parts\":[{}]}",
		"{\"authors\":\"x\",\"columns\":[],\"parts\":[{}],\"claims\":[]}",
		"{\"authors\":\"x\",\"columns\":[],\"parts\":[{\"rows\":[{}]}],\"claims\":[]}",
		"{\"authors\":\"x\",\"columns\":[1],\"parts\":[],\"claims\":[]}",
		"{\"authors\":\"x\",\"columns\":[],\"parts\":[],\"claims\":[null]}",
	};
	struct json_object *o = measured(false);

	(void)state;
	assert_true(paper_is_result(o));
	json_object_put(o);
	assert_false(paper_is_result(NULL));
	for (u32 i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		o = json_tokener_parse(cases[i]);
		if (paper_is_result(o))
			fail_msg("a result: %s", cases[i]);
		json_object_put(o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_are_read_and_judged),
		cmocka_unit_test(white_space_changes_nothing),
		cmocka_unit_test(rows_have_lists_and_constants),
		cmocka_unit_test(reduced_is_smaller_and_gives_no_reasons),
		cmocka_unit_test(shortened_keeps_its_reasons),
		cmocka_unit_test(what_is_read_again_prints_the_same),
		cmocka_unit_test(wrong_studies_are_refused),
		cmocka_unit_test(more_ranks_than_nodes_are_refused),
		cmocka_unit_test(balance_of_links_has_three_parts),
		cmocka_unit_test(measures_give_what_they_have),
		cmocka_unit_test(columns_are_found_in_any_run),
		cmocka_unit_test(other_json_is_no_result),
		cmocka_unit_test(bounds_are_printed),
		cmocka_unit_test(loads_are_searched),
		cmocka_unit_test(a_row_may_have_no_stable_load),
		cmocka_unit_test(parts_have_seeds_of_their_own),
		cmocka_unit_test(claims_left_out_are_counted),
		cmocka_unit_test(saturated_latencies_are_named),
		cmocka_unit_test(pages_have_what_texts_have),
		cmocka_unit_test(permutations_are_drawn),
		cmocka_unit_test(seeds_may_have_several_runs),
		cmocka_unit_test(each_seed_may_leave_a_claim_open),
		cmocka_unit_test(rounding_is_no_interval),
		cmocka_unit_test(kept_results_are_read_again),
	};

	return cmocka_run_group_tests_name("study", tests, NULL, NULL);
}
