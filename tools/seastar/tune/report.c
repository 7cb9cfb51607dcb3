// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "report.h"

static const char *const verdict_names[TUNE_VERDICTS + 1] = {
	"not yet", "better", "worse", "no difference", "guarded", NULL
};

const char *report_verdict(const struct tune_outcome *o)
{
	return verdict_names[o->verdict];
}

double report_seconds(const struct report *r, uint32_t n)
{
	return n * (r->interval_ms + r->settle_ms) / 1e3;
}

const char *report_time(double seconds, char text[32])
{
	if (seconds < 300)
		snprintf(text, 32, "%.0f s", ceil(seconds));
	else
		snprintf(text, 32, "%.0f min", ceil(seconds / 60));
	return text;
}

void report_command(const struct report *r, size_t i, char *text, size_t room)
{
	snprintf(text, room, "seastar age set %s %s confirm 60", r->dev, r->words[i]);
}

static void candidates_out(const struct report *r)
{
	out_list("candidates");
	for (size_t i = 0; i < r->t.n; i++) {
		out_row();
		out_text("  %zu  ", i);
		out_str("name", "%s\n", r->name[i]);
		out_str("settings", NULL, r->words[i]);
		out_close();
	}
	out_close();
}

/* Print how often a guard drops a candidate by chance, with a better bound if that is too often. */
static void guard_chance_out(const struct tune *t, const struct tune_guard *g)
{
	double chance = tune_guard_chance(t, g), least = tune_guard_least(t, g);

	out_exact("scale", g->scale);
	out_text(isnan(chance) ? "" : "an equal candidate has a chance of ");
	out_real("equal_percent", 3, isnan(chance) ? NULL : "%s % to be dropped by that",
		 1, 100 * chance);
	out_text(chance > TUNE_ERROR ? ": give " : "");
	out_real("least_percent", 4, chance > TUNE_ERROR ? "%s % or more, or longer intervals" :
							   NULL, 1, 100 * least);
	out_text(isnan(chance) ? "" : "\n");
}

static void guards_out(const struct tune *t)
{
	out_list("guards");
	for (size_t k = 0; k < t->guards; k++) {
		const struct tune_guard *g = &t->guard[k];

		out_row();
		out_str("measure", "a candidate whose %s ", measure_names[g->measure]);
		out_text("is %s", measures[g->measure].more ? "less" : "more");
		out_real("percent", 6, " by over %s % is dropped at once\n", 2, 100 * g->bound);
		guard_chance_out(t, g);
		out_close();
	}
	out_close();
}

static void starving_out(const struct tune *t)
{
	uint32_t blocks = isnan(t->starved) ? 0 : tune_starving_blocks(t);

	out_u64_if(blocks, "starving_blocks", blocks ?
		   "a candidate that starves more nodes in %s blocks in a row is dropped\n" : NULL,
		   blocks);
	out_real("starved", 0, NULL, 0, t->starved);
}

static void time_out(const struct report *r)
{
	double seconds = report_seconds(r, r->t.n * r->t.blocks);
	char text[32];

	out_u64("blocks_planned", "up to %s blocks, each with one interval of each candidate\n",
		r->t.blocks);
	if (r->step) {
		out_u64("step", "an interval is %s cycles, ", r->step);
		out_u64("settle_cycles", "after %s to settle\n", r->settle_cycles);
		return;
	}
	out_real("interval", 3, "an interval is %s s, after ", 3, r->interval_ms / 1e3);
	out_real("settle", 3, r->settle_ms ? "%s s" : NULL, 3, r->settle_ms / 1e3);
	out_text(r->settle_ms && r->settle_cycles ? " and at least " : "");
	out_u64("settle_cycles", r->settle_cycles || !r->settle_ms ? "%s cycles" : NULL,
		r->settle_cycles);
	out_text(" to settle\n");
	out_u64("minutes", NULL, ceil(seconds / 60));
	out_text("all of them take at least %s\n", report_time(seconds, text));
}

void report_plan_out(const struct report *r)
{
	const struct tune *t = &r->t;

	out_str("device", "%s: ", r->dev);
	out_u64("time", NULL, r->time);
	out_str("measure", "%s of candidates is compared, ", measure_names[t->measure]);
	out_text("in %s\n", measures[t->measure].unit);
	candidates_out(r);
	time_out(r);
	out_u64("changes", "settings change up to %s times, ", tune_changes(t));
	out_u64("seed", "in an order that is random, of seed %s\n", t->seed);
	out_u64("pilots", "%s intervals of the present settings were measured first: ",
		TUNE_PILOTS);
	out_real("visible_percent", 6, "by their spread\ndifferences from %s % on are probably seen",
		 2, 100 * tune_relative(tune_visible(t)));
	out_real("margin_percent", 6, "; those within %s % are not worth having\n", 2,
		 100 * t->margin);
	out_u64("idle_pilots", t->idle ?
		"idle intervals beside these, which do not count: %s\n" : NULL, t->idle);
	guards_out(t);
	starving_out(t);
	out_exact("scale", t->scale);
	out_exact("busy", t->busy);
	out_real("error", 6, NULL, 0, TUNE_ERROR);
}

static void figures_out(const struct tune_block *b, size_t i)
{
	out_row();
	out_u64("candidate", NULL, i);
	for (unsigned int m = 0; m < MEASURES; m++)
		out_exact(measure_names[m], b->figure[i][m]);
	out_close();
}

void report_block_out(const struct report *r, uint32_t block)
{
	const struct tune *t = &r->t;
	const struct tune_block *b = &t->block[block];
	char why[TUNE_WHY];

	out_u64("block", "block %s ", block + 1);
	out_text("of %u:", t->blocks);
	out_list("intervals");
	for (size_t k = 0; k < b->n; k++) {
		size_t i = b->order[k];

		if (!b->measured[i])
			continue;
		out_text(" %zu %s", i, text_real(b->figure[i][t->measure],
						 measures[t->measure].digits));
		out_text(tune_misses(t, b->figure[i], why) ? " (not counted)" : "");
		figures_out(b, i);
	}
	out_close();
	/* the reason for an early end is printed with the verdicts */
	if (*b->dropped)
		out_str("dropped", strcmp(b->dropped, t->ended) ? " dropped: %s" : NULL,
			b->dropped);
	out_text("\n");
}

/* Print a difference as a percentage; one from or to 0, as of a stopped fabric, is unknown. */
static void percent_out(const char *key, const char *head, double difference)
{
	bool known = fabs(difference) < log(TUNE_FACTOR);
	double percent = known ? 100 * tune_relative(difference) : NAN;

	out_real(key, 6, head, 2, percent);
}

/* Name the candidates whose verdict is not that of the sums over all blocks. */
static void contradictions_out(const struct report *r)
{
	for (size_t i = 1; i < r->t.n; i++)
		if (tune_contradicts(&r->t, i))
			out_text("%s is %s in most blocks, but not in their sum: it depends on the load\n",
				 r->name[i], report_verdict(&r->t.outcome[i]));
}

static void verdict_row(const struct report *r, size_t i)
{
	const struct tune_outcome *o = &r->t.outcome[i];
	bool known = o->n;

	out_row();
	out_long("candidate", "candidate", r->name[i]);
	out_str("verdict", "verdict", report_verdict(o));
	percent_out("percent", "difference-%", known ? o->median : NAN);
	percent_out("total_percent", "of-sums-%", tune_total(&r->t, i));
	percent_out("low_percent", "from-%", o->low);
	percent_out("high_percent", "to-%", o->high);
	out_u64("counted", "blocks", o->n);
	out_u64_if(o->block, "decided", "decided-in", o->block);
	if (*o->why)
		out_str("why", NULL, o->why);
	out_close();
}

/*
 * Caution against the differences of candidates that are decided: these are decided as soon as the
 * differences are large, also by chance.
 */
static void caution_out(const struct tune *t)
{
	bool decided = false;

	for (size_t i = 1; i < t->n; i++)
		decided |= t->outcome[i].verdict == TUNE_BETTER ||
			   t->outcome[i].verdict == TUNE_WORSE;
	if (decided)
		out_text("a difference that decides is on average larger than the true one: the interval holds\n");
}

/* Say of an experiment that is not at its end whether it goes on, or its program was killed. */
static void progress_out(const struct report *r)
{
	bool killed = !r->over && !r->running;

	out_bool("over", r->over);
	out_bool("killed", killed);
	if (killed)
		out_text("killed: 'seastar tune' did not come to its end, but only to block %u of %u\n",
			 r->t.done, r->t.blocks);
	else if (!r->over)
		out_text("running: block %u of %u is the last one that was measured\n", r->t.done,
			 r->t.blocks);
}

static void winner_out(const struct report *r)
{
	size_t winner = tune_winner(&r->t);
	char command[256];

	out_str("best", NULL, r->name[winner]);
	if (!winner) {
		out_unknown("command", NULL);
		if (r->over)
			out_text(*r->t.ended ? "no candidate was found to be better before that\n" :
				 "no candidate is better: the settings stay\n");
		return;
	}
	report_command(r, winner, command, sizeof(command));
	out_text("better: %s\n", r->name[winner]);
	/* latencies may fall because fewer packets are delivered */
	if (tune_relative(tune_median(&r->t, winner, MEASURE_THROUGHPUT)) < -r->t.margin)
		out_text("but it delivers fewer flits: see the medians\n");
	out_str("command", r->undo ? NULL : "%s\n", command);
}

/* Return true if the table of text has a column for measure @m; JSON has more measures. */
static bool is_in_text(unsigned int m)
{
	return m == MEASURE_WAIT || m == MEASURE_STALLED || m == MEASURE_OLD ||
	       m == MEASURE_THROUGHPUT || m == MEASURE_LATENCY || m == MEASURE_P99;
}

/* Print what each candidate did to all measures: settings seldom make all of them better. */
static void differences_out(const struct report *r)
{
	out_text("medians of all differences, per cent:\n");
	out_table("differences", NULL);
	for (size_t i = 1; i < r->t.n; i++) {
		out_row();
		out_long("candidate", "candidate", r->name[i]);
		for (unsigned int m = 0; m < MEASURES; m++) {
			double difference = tune_median(&r->t, i, m);

			if (m == MEASURE_STARVING)
				continue;
			out_real(measure_names[m], 6, is_in_text(m) ? measure_names[m] : NULL, 1,
				 isfinite(difference) ? 100 * tune_relative(difference) : NAN);
		}
		out_close();
	}
	out_close();
}

void report_verdicts_out(const struct report *r)
{
	const struct tune *t = &r->t;

	out_table("verdicts", "nothing was measured");
	for (size_t i = 1; i < t->n; i++)
		verdict_row(r, i);
	out_close();
	caution_out(t);
	contradictions_out(r);
	differences_out(r);
	for (size_t i = 1; i < t->n; i++)
		if (*t->outcome[i].why)
			out_text("%s was dropped: %s\n", r->name[i], t->outcome[i].why);
	if (*t->ended)
		out_str("ended", "ended early: %s\n", t->ended);
	progress_out(r);
	winner_out(r);
}

void report_undo_out(const struct report *r)
{
	if (r->undo)
		out_str("undo", "after its confirmation, '%s' restores the former settings\n",
			r->undo);
}

void report_out(const struct report *r)
{
	report_plan_out(r);
	out_list("blocks");
	for (uint32_t i = 0; i < r->t.done; i++) {
		out_row();
		report_block_out(r, i);
		out_close();
	}
	out_close();
	report_verdicts_out(r);
	report_undo_out(r);
}
