// SPDX-License-Identifier: GPL-2.0-only
/* seastar tune: other settings tried on a live fabric, by a randomised experiment. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim/base/text.h"

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/clock/state.h"
#include "tools/seastar/commit/commit.h"
#include "tools/seastar/commit/show.h"
#include "tools/seastar/counters/moments.h"
#include "tools/seastar/counters/reading.h"
#include "tools/seastar/suggest/device.h"
#include "tools/seastar/tune/candidates.h"
#include "tools/seastar/tune/live.h"
#include "tools/seastar/tune/lock.h"
#include "tools/seastar/tune/picture.h"
#include "tools/seastar/tune/report.h"
#include "tools/seastar/tune/undo.h"
#include "tools/seastar/whatif/lists.h"

#include "cmd.h"

#define DEFAULT_INTERVAL_MS	30000
#define DEFAULT_BLOCKS		12
#define MAX_BLOCKS		10000
#define DEFAULT_MARGIN		0.01
#define DEFAULT_CONFIRM_MS	60000
#define MAX_CYCLES		BIT_ULL(48)

/**
 * struct tuning - a requested experiment
 * @r: the experiment, and its report
 * @live: the device
 * @w: owner of the candidates' names and arguments
 * @lists: lists of settings on the command line
 * @settle: settling time on the command line, or NULL
 * @seeded: true if a seed is given
 * @keep: true if the winner is to be committed
 * @confirm_ms: ms in which the user has to confirm that commit
 * @check: true if only the plan is to be printed
 * @undo: command that restores the former settings, or NULL
 * @transit: mean cycles of packets from injection to delivery so far; no number if unknown
 */
struct tuning {
	struct report r;
	struct live live;
	struct whatif w;
	struct whatif_lists lists;
	const char *settle;
	bool seeded;
	bool keep;
	uint32_t confirm_ms;
	bool check;
	char *undo;
	double transit;
};

enum {
	MEASURE = LISTS, INTERVAL, STEP, SETTLE, BLOCKS, MARGIN, GUARD, SEED, KEEP, CONFIRM, CHECK
};

static const struct keyword tune_keywords[] = {
	WHATIF_LIST_KEYWORDS,
	[MEASURE] = { .name = "measure", .value = "MEASURE", .words = measure_names,
		      .help = "quantity that is compared" },
	[INTERVAL] = { .name = "interval", .value = "SECONDS", .min = INTERVAL_MIN,
		       .max = INTERVAL_MAX, .digits = 3, .unit = "seconds",
		       .help = "length of one measurement of a candidate" },
	[STEP] = { .name = "step", .value = "N", .min = 1, .max = MAX_CYCLES,
		   .place = KEYWORD_OR, .unit = "cycles",
		   .help = "instead of 'interval': step the stopped clock this far" },
	[SETTLE] = { .name = "settle", .value = "N", .unit = "seconds, or cycles with step",
		     .help = "time after a change that is not measured" },
	[BLOCKS] = { .name = "blocks", .value = "N", .min = 1, .max = MAX_BLOCKS,
		     .unit = "intervals of each candidate", .help = "greatest number of blocks" },
	[MARGIN] = { .name = "margin", .value = "PERCENT",
		     .help = "smallest difference worth having" },
	[GUARD] = { .name = "guard", .value = "MEASURE PERCENT", .many = true,
		    .help = "drop a candidate beyond this bound, such as throughput -2%" },
	[SEED] = { .name = "seed", .value = "N", .max = UINT64_MAX,
		   .help = "seed of the random order" },
	[KEEP] = { .name = "keep", .help = "commit the best candidate" },
	[CONFIRM] = { .name = "confirm", .value = "SECONDS", .min = TIMEOUT_MIN,
		      .max = TIMEOUT_MAX, .digits = 3, .place = KEYWORD_WITH, .unit = "seconds",
		      .help = "undo the change unless 'commit confirm' follows within this time" },
	[CHECK] = { .name = "check",
		    .help = "print the plan after five intervals, and change no settings" },
	{ 0 }
};

/* Take a percentage, such as "2", "2%" or "-2%"; return it as a fraction. */
static double take_percent(struct args *a, const char *what)
{
	const char *text = args_value(a, what);
	char *end;
	double percent = strtod(text, &end);

	if (end == text || (strcmp(end, "%") && *end) || !(fabs(percent) <= 1000) ||
	    text[strspn(text, "+-.0123456789%")])
		args_die(a, "%s: '%s' is not a percentage such as 2%%", what, text);
	return percent / 100;
}

static void take_guard(struct args *a, struct tune *t)
{
	struct tune_guard g = { .scale = NAN };
	double percent;

	if (t->guards == MEASURES)
		args_die(a, "guard: more than %d guards", MEASURES);
	g.measure = args_choice(a, "guard", measure_names);
	percent = take_percent(a, "guard");
	if (g.measure == MEASURE_STARVING)
		args_die(a, "guard: a candidate that starves more nodes is always dropped");
	if (measures[g.measure].more ? percent > 0 : percent < 0)
		args_die(a, "guard: %s %s is better: give the bound for what is worse, such as %s%g%%",
			 measures[g.measure].more ? "more" : "less", measure_names[g.measure],
			 measures[g.measure].more ? "-" : "+", fabs(100 * percent));
	g.bound = fabs(percent);
	t->guard[t->guards++] = g;
}

static void take_margin(struct args *a, struct tune *t)
{
	t->margin = take_percent(a, "margin");
	if (t->margin < 0)
		args_die(a, "margin: a difference worth having is not less than 0");
}

static void take_words(struct args *a, struct tuning *q)
{
	struct tune *t = &q->r.t;
	uint64_t seen = 0;

	while (args_more(a)) {
		size_t i = keyword_take(a, tune_keywords, &seen);

		if (whatif_take_list(a, i, &q->lists))
			continue;
		switch (i) {
		case MEASURE:
			t->measure = keyword_choice(a, &tune_keywords[MEASURE]);
			break;
		case INTERVAL:
			q->r.interval_ms = keyword_number(a, &tune_keywords[INTERVAL]);
			break;
		case STEP:
			q->r.step = keyword_number(a, &tune_keywords[STEP]);
			break;
		case SETTLE:
			q->settle = args_value(a, "settle");
			break;
		case BLOCKS:
			t->blocks = keyword_number(a, &tune_keywords[BLOCKS]);
			break;
		case MARGIN:
			take_margin(a, t);
			break;
		case GUARD:
			take_guard(a, t);
			break;
		case SEED:
			q->seeded = true;
			t->seed = keyword_number(a, &tune_keywords[SEED]);
			break;
		case KEEP:
			q->keep = true;
			break;
		case CONFIRM:
			q->confirm_ms = keyword_number(a, &tune_keywords[CONFIRM]);
			break;
		case CHECK:
			q->check = true;
			break;
		}
	}
}

/* Parse the settling time: cycles if the clock is stepped, else seconds. */
static void take_settle(const struct args *a, struct tuning *q)
{
	uint64_t value;

	if (!q->settle)
		return;
	if (!text_decimal(q->settle, q->r.step ? 0 : 3, &value) ||
	    value > (q->r.step ? MAX_CYCLES : INTERVAL_MAX))
		args_die(a, "settle: '%s' is not a number of %s", q->settle,
			 q->r.step ? "cycles" : "seconds, with at most 3 digits after the point");
	if (q->r.step)
		q->r.settle_cycles = value;
	else
		q->r.settle_ms = value;
}

static void check_words(const struct args *a, struct tuning *q)
{
	if (q->r.interval_ms && q->r.step)
		args_die(a, "interval and step both say how long to measure: give one of them");
	if (q->confirm_ms && !q->keep)
		args_die(a, "'confirm' is for 'keep'");
	if (!q->r.interval_ms && !q->r.step)
		q->r.interval_ms = DEFAULT_INTERVAL_MS;
	if (!q->seeded)
		q->r.t.seed = (uint64_t)time(NULL) << 16 ^ getpid();
	if (!q->confirm_ms)
		q->confirm_ms = DEFAULT_CONFIRM_MS;
	take_settle(a, q);
}

static void check_clock(struct tuning *q)
{
	bool stands = clock_stands(&q->live.hold.nl, q->r.dev);

	if (stands && !q->r.step)
		die(CLOCK_STANDS ", or give a 'step'", q->r.dev, q->r.dev);
	if (!stands && q->r.step)
		die("step: the clock of %s does not stand still: 'seastar clock stop %s' stops it, or leave out 'step'",
		    q->r.dev, q->r.dev);
}

/*
 * Return the default settling time in cycles: the longest latency counted so far.  If no latencies
 * are counted, return twice the time of a packet through full queues on an average way: in a torus,
 * the longest way has about twice the average length.
 */
static uint64_t default_settle(struct tuning *q)
{
	const struct sample_query of = { .dev = q->r.dev };
	struct suggest_device d = { 0 };
	struct suggestion s;
	struct reading r;
	uint64_t longest;

	reading_take(&q->live.hold.nl, &of, &r);
	longest = r.has_sources ? r.sources.latency.max : 0;
	sample_free(&r.sample);
	if (longest)
		return longest;
	suggest_device_read(q->r.dev, 0, &d);
	if (!suggest(&d.cfg, NULL, &s))
		die("%s has no links: there is nothing to arbitrate by age", q->r.dev);
	return 2ULL * s.full_cycles * (s.whole_hops + 1);
}

static void read_transit(struct tuning *q)
{
	const struct sample_query of = { .dev = q->r.dev };
	struct reading r;

	reading_take(&q->live.hold.nl, &of, &r);
	if (q->live.hold.nl.failed)
		die("%s", q->live.hold.nl.snl.why);
	q->transit = r.has_sources ? moments_mean(&r.sources.network) : NAN;
	sample_free(&r.sample);
}

/* Refuse intervals so short that an average packet does not get through the network in one. */
static void refuse_short_step(const struct tuning *q)
{
	if (q->r.step && q->r.step < q->transit)
		die("step: %" PRIu64 " cycles are too short, as packets of %s take %.0f on average: give %.0f at least",
		    q->r.step, q->r.dev, ceil(q->transit), ceil(q->transit));
}

static void refuse_short_interval(const struct tuning *q)
{
	double seconds = q->r.interval_ms / 1e3;

	if (!(q->live.cycles < q->transit))
		return;
	die("interval: %g s (%" PRIu64 " cycles) are too short, as packets of %s take %.0f cycles on average: give %.2f at least",
	    seconds, q->live.cycles, q->r.dev, ceil(q->transit),
	    ceil(1e2 * seconds * q->transit / fmax(1, q->live.cycles)) / 1e2);
}

static void choose_candidates(struct tuning *q)
{
	const struct snapshot_span span = { .ms = q->r.interval_ms, .step = q->r.step };
	const struct whatif_lists *l = &q->lists;

	if (l->selects || l->periods || l->biases)
		candidates_of_lists(&q->w, &q->live.before, l, &q->r);
	else
		candidates_of_model(&q->w, q->r.dev, &span, &q->r);
	memcpy(q->live.words, q->r.words, sizeof(q->live.words));
	if (q->r.t.blocks < tune_least(&q->r.t))
		die("%u blocks are too few to decide on candidates (%zu): give %u at least",
		    q->r.t.blocks, q->r.t.n - 1, tune_least(&q->r.t));
}

/* End the program if there is a guard on a measure that the device does not show. */
static void check_guards(const struct tuning *q, const double figure[MEASURES])
{
	const struct tune *t = &q->r.t;

	for (size_t k = 0; k < t->guards; k++)
		if (isnan(figure[t->guard[k].measure]))
			die("guard %s: it is not known of %s: leave out this guard",
			    measure_names[t->guard[k].measure], q->r.dev);
}

static enum tune_result on_interval(void *ctx, size_t i, double figure[MEASURES],
				    char why[TUNE_WHY])
{
	struct tuning *q = ctx;

	return live_interval(&q->live, i, figure, why);
}

static enum tune_result on_pilot(void *ctx, size_t i, double figure[MEASURES], char why[TUNE_WHY])
{
	struct tuning *q = ctx;
	enum tune_result result = live_interval(&q->live, i, figure, why);

	if (result == TUNE_COUNTED)
		refuse_short_interval(q);
	/* an interval without packets has no latency */
	if (result == TUNE_COUNTED && figure[MEASURE_THROUGHPUT] > 0)
		check_guards(q, figure);
	if (result == TUNE_DROPPED && !print_is_json())
		out_text("an interval of the present settings was dropped: %s\n", why);
	return result;
}

static void on_pilots(void *ctx)
{
	struct tuning *q = ctx;

	live_end_block(&q->live);
}

static void pilot(struct tuning *q)
{
	static const struct tune_fabric fabric = { .interval = on_pilot, .block = on_pilots };
	char why[TUNE_WHY];

	if (!tune_pilot(&q->r.t, &fabric, q, why))
		die("%s: %s", q->r.dev, why);
}

/* Print a part of the report now, if it is printed as text: JSON is printed at the end. */
static void print_now(const struct report *r, void (*out)(const struct report *r))
{
	if (print_is_json())
		return;
	out_open(NULL);
	out(r);
	out_close();
	fflush(stdout);
}

static void last_block_out(const struct report *r)
{
	report_block_out(r, r->t.done - 1);
}

/* Return the number of intervals that are left, if no further candidate is decided. */
static uint32_t intervals_left(const struct tune *t)
{
	uint32_t candidates = 0;

	for (size_t i = 0; i < t->n; i++)
		candidates += t->outcome[i].verdict == TUNE_OPEN;
	return (t->blocks - t->done) * candidates;
}

static void on_block(void *ctx)
{
	struct tuning *q = ctx;
	const struct tune *t = &q->r.t;
	char text[32];

	live_end_block(&q->live);
	report_keep(&q->r);
	print_now(&q->r, last_block_out);
	if (!print_is_json() && print_columns() && q->r.interval_ms && !tune_is_over(t))
		out_text("at least %s left, if no candidate is decided\n",
			 report_time(report_seconds(&q->r, intervals_left(t)), text));
}

/*
 * Commit the winner, for the user to confirm.  Returns the kernel's report, to be freed; or NULL,
 * with the reason in @why unless there is no winner to commit.
 */
static struct nlmsghdr *keep_winner(struct tuning *q, char why[TUNE_WHY])
{
	size_t winner = tune_winner(&q->r.t);

	if (!q->keep || !winner || *q->r.t.ended)
		return NULL;
	if (tune_contradicts(&q->r.t, winner)) {
		snprintf(why, TUNE_WHY, "it is better in most blocks, but not in their sum");
		return NULL;
	}
	return live_keep(&q->live, winner, q->confirm_ms, why);
}

static void refuse_keep(const struct tuning *q, const char *why) __attribute__((noreturn));

static void refuse_keep(const struct tuning *q, const char *why)
{
	size_t winner = tune_winner(&q->r.t);
	char command[256];

	report_command(&q->r, winner, command, sizeof(command));
	die("%s is not kept: %s; '%s' applies it", q->r.name[winner], why, command);
}

static void end_out(const struct report *r, const struct nlmsghdr *commit)
{
	if (print_is_json())
		report_out(r);
	else
		report_verdicts_out(r);
	if (commit) {
		out_open("commit");
		config_made_out(commit);
		out_close();
	} else {
		out_unknown("commit", NULL);
	}
	/* JSON has it with the report */
	if (!print_is_json())
		report_undo_out(r);
}

/* Add to the report how the winner's commit is undone once it is confirmed. */
static void keep_undo(struct tuning *q)
{
	q->undo = undo_command(q->r.dev, &q->live.before);
	q->r.undo = q->undo;
	report_keep(&q->r);
}

/* Restore the former settings, write the report, commit the winner on request, and print. */
static void end(struct tuning *q)
{
	struct nlmsghdr *commit;
	char why[TUNE_WHY] = "", unkept[TUNE_WHY] = "";
	bool ended = *q->r.t.ended;

	if (!live_restore(&q->live, why))
		snprintf(q->r.t.ended, sizeof(q->r.t.ended), "%s", why);
	q->r.over = true;
	report_keep(&q->r);
	commit = keep_winner(q, unkept);
	if (commit)
		keep_undo(q);
	out_open(NULL);
	end_out(&q->r, commit);
	out_close();
	if (!commit && *unkept)
		refuse_keep(q, unkept);
	free(commit);
	if (ended || *why)
		die("the experiment with %s ended early: %s", q->r.dev, q->r.t.ended);
}

/* Choose the default measure: latency if the device shows it, else throughput. */
static void choose_measure(struct tuning *q)
{
	const struct sample_query of = { .dev = q->r.dev };
	struct reading r;

	if (q->r.t.measure != MEASURES)
		return;
	reading_take(&q->live.hold.nl, &of, &r);
	if (q->live.hold.nl.failed)
		die("%s", q->live.hold.nl.snl.why);
	q->r.t.measure = r.has_sources ? MEASURE_LATENCY : MEASURE_THROUGHPUT;
	sample_free(&r.sample);
}

/* Announce on a terminal that the pilot intervals are measured, since this takes a while. */
static void announce_pilots(const struct tuning *q)
{
	char text[32];

	if (!isatty(STDERR_FILENO))
		return;
	fprintf(stderr, "measuring %u intervals of the present settings", TUNE_PILOTS);
	if (q->r.interval_ms)
		fprintf(stderr, ": at least %s",
			report_time(report_seconds(&q->r, TUNE_PILOTS), text));
	fputc('\n', stderr);
}

static void prepare(struct tuning *q)
{
	live_open(&q->live, q->r.dev);
	live_refuse_pending(&q->live);
	check_clock(q);
	choose_measure(q);
	read_transit(q);
	refuse_short_step(q);
	choose_candidates(q);
	if (!q->settle)
		q->r.settle_cycles = default_settle(q);
	q->live.interval_ms = q->r.interval_ms;
	q->live.step = q->r.step;
	q->live.settle_ms = q->r.settle_ms;
	q->live.settle_cycles = q->r.settle_cycles;
	q->r.time = time(NULL);
	live_catch_signals();
	announce_pilots(q);
	pilot(q);
	/* a fabric whose clock had not run before has latencies only now */
	read_transit(q);
	refuse_short_step(q);
	refuse_short_interval(q);
	tune_start(&q->r.t);
}

static void tune_free_all(struct tuning *q)
{
	whatif_lists_free(&q->lists);
	whatif_free(&q->w);
	snapshot_free(&q->w.s);
	live_close(&q->live);
	free(q->undo);
	report_free(&q->r);
}

static void tune_run_command(struct args *a)
{
	static const struct tune_fabric fabric = { .interval = on_interval, .block = on_block };
	struct tuning q = {
		.r.t = {
			.measure = MEASURES, .blocks = DEFAULT_BLOCKS,
			.margin = DEFAULT_MARGIN,
		},
	};

	q.r.dev = args_device(a);
	take_words(a, &q);
	check_words(a, &q);
	tune_lock(q.r.dev);
	prepare(&q);
	if (q.check) {
		out_open(NULL);
		report_plan_out(&q.r);
		out_close();
	} else {
		q.r.running = true;
		report_keep(&q.r);
		print_now(&q.r, report_plan_out);
		tune_run(&q.r.t, &fabric, &q);
		end(&q);
	}
	tune_free_all(&q);
}

enum { PICTURE };

static const struct keyword show_keywords[] = {
	[PICTURE] = { .name = "picture", .value = "FILE",
		      .help = "draw the blocks: FILE.svg, FILE.png, or FILE.gp for gnuplot" },
	{ 0 }
};

static void tune_show(struct args *a)
{
	const char *dev = args_device(a), *picture = NULL;
	struct report r;
	uint64_t seen = 0;

	while (args_more(a)) {
		keyword_take(a, show_keywords, &seen);
		picture = args_value(a, "picture");
	}
	report_read(dev, &r);
	if (picture) {
		picture_draw(&r, picture);
	} else {
		out_open(NULL);
		report_out(&r);
		out_close();
	}
	report_free(&r);
}

#define TUNE_MEASURES \
	"wait | wait-x | wait-y | wait-z | worst-wait | stalled | old | throughput | latency | p99 | starving"

static const struct rule tune_rules[] = {
	{ .name = "MEASURE", .text = TUNE_MEASURES },
	{ 0 }
};

static const struct command tune_commands[] = {
	{ .name = "run", .run = tune_run_command, .usage = "DEV",
	  .help = "Compare settings on the device by a randomised experiment, then restore the present ones; 'run' may be left out",
	  .keywords = tune_keywords, .rules = tune_rules },
	{ .name = "show", .run = tune_show, .usage = "DEV",
	  .help = "Show the report of the last experiment with a device, or draw it",
	  .keywords = show_keywords },
	{ 0 }
};

/* Run the command; "run" may be left out. */
void cmd_tune(struct args *a)
{
	static const char *const words[] = { "run", "show", "help", "-h" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (args_comes(a, words[i])) {
			object_run("tune", tune_commands, a);
			return;
		}
	}
	object_run_only("tune", &tune_commands[0], a);
}
