// SPDX-License-Identifier: GPL-2.0-only
/* The output of seastar whatif. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/run/result.h"

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "whatif.h"

#define PRECISE	6	/* digits after the point in JSON */

/*
 * Open and close the objects of groups in JSON: consecutive figures of a group are in one object.
 */
static const char *group_next(const char *group, const char *next)
{
	if (group && next && !strcmp(group, next))
		return group;
	if (group)
		out_close();
	if (next)
		out_open(next);
	return next;
}

static void replay_out(const struct whatif *w)
{
	if (!w->replayed && !*w->why) {
		out_unknown("replay", NULL);
		return;
	}
	out_open("replay");
	out_bool("exact", w->replayed);
	if (w->replayed) {
		out_text("Replayed from cycle 0: all counters are the same to the digit, so the following is exact as long as nothing else changes:\n");
		out_u64("at", "settings applied at cycle %s, ", w->at);
		out_u64("first_cycle", "measured from cycle %s ", w->settled);
		out_u64("last_cycle", "to %s\n", w->settled + w->cycles);
	} else {
		out_str("why", "Not replayed: %s\n", w->why);
	}
	out_close();
}

static void held_out(const struct whatif *w, unsigned int f)
{
	const struct figure *figure = &figures[f];
	double deviation = whatif_deviation(w, f);
	const char *off = whatif_is_off(w, f) ? "! " : "";

	out_row();
	out_open(figure->key);
	out_str(NULL, "Present settings", figure->text);
	out_real("counted", PRECISE, "counted", figure->digits, w->counted[f]);
	out_real("model", PRECISE, "model", figure->digits, w->model[f].mean);
	out_real("ci95", PRECISE, "+-", figure->digits, w->model[f].half);
	out_fraction("deviation_percent", 3, deviation);
	/* no percentage of a count of 0 */
	if (isfinite(deviation))
		out_cell("deviation", "%s%+.1f %%", off, deviation);
	else
		out_cell("deviation", "%s-", off);
	out_bool("off", *off);
	out_close();
	out_close();
}

static void reproduction_out(const struct whatif *w)
{
	const char *group = NULL;

	if (w->other_traffic) {
		if (!w->program.file)
			out_text("Other traffic than was counted: no count shows how well the model predicts it.\n");
		out_unknown("reproduction", NULL);
		return;
	}
	out_open("reproduction");
	out_table(NULL, NULL);
	for (unsigned int f = 0; f < FIGURES; f++) {
		if (!whatif_is_held(w, f))
			continue;
		group = group_next(group, figures[f].group);
		held_out(w, f);
	}
	group_next(group, NULL);
	out_close();
	out_close();
	if (whatif_is_held(w, FIGURE_P99_DRIVER) && !w->replayed)
		out_text("99 %% is interpolated in the driver's bins, powers of two, on both sides; the model's own is %s\n",
			 text_real(w->candidate[0].figure[FIGURE_P99].mean,
				   figures[FIGURE_P99].digits));
}

static void verdicts_out(const struct whatif *w, const struct candidate *c)
{
	out_open("verdicts");
	for (u32 v = SIM_OK; v <= SIM_DEADLOCK; v++) {
		/* no settings change while these runs are measured */
		if (v == SIM_TRANSIENT)
			continue;
		out_u64(v == SIM_NOT_STEADY ? "not_steady" : sim_verdict_words[v], NULL,
			whatif_verdicts(w, c, v));
	}
	out_close();
}

static void figures_out(const struct candidate *c, unsigned int first, unsigned int end)
{
	const char *group = NULL;

	out_open("figures");
	for (unsigned int f = first; f < end; f++) {
		group = group_next(group, figures[f].group);
		out_open(figures[f].key);
		out_real("mean", PRECISE, figures[f].head, figures[f].digits, c->figure[f].mean);
		out_fraction("ci95", PRECISE, c->figure[f].half);
		out_close();
	}
	group_next(group, NULL);
	out_close();
}

/* Print half the width of the confidence intervals below the means. */
static void halves_text(const struct candidate *c, unsigned int first, unsigned int end)
{
	out_row();
	out_cell("", "    +-");
	for (unsigned int f = first; f < end; f++)
		out_real(NULL, 0, figures[f].head, figures[f].digits, c->figure[f].half);
	out_close();
}

static void candidates_out(const struct whatif *w, unsigned int first, unsigned int end)
{
	out_table("candidates", NULL);
	for (size_t i = 0; i < w->n; i++) {
		const struct candidate *c = &w->candidate[i];

		out_row();
		out_cell("  settings", "%c %s", i == w->best ? '*' : c->tied ? '=' : ' ', c->name);
		out_str("name", NULL, c->name);
		out_str("words", NULL, c->words);
		out_u64("changes", NULL, c->changes);
		out_bool("best", i == w->best);
		out_bool("tied", c->tied);
		verdicts_out(w, c);
		figures_out(c, first, end);
		out_close();
		if (w->seeds > 1 && !print_is_json())
			halves_text(c, first, end);
	}
	out_close();
}

/* Print "saturated: 'rr' in 2 of 4 runs, 'age 8 1/1/1' in 1 of 4 runs". */
static void verdict_text(const struct whatif *w, u32 verdict)
{
	bool any = false;

	for (size_t i = 0; i < w->n; i++) {
		u32 n = whatif_verdicts(w, &w->candidate[i], verdict);

		if (!n)
			continue;
		out_text("%s%s'%s' in %u of %u run%s", any ? "" : sim_verdict_words[verdict],
			 any ? ", " : ": ", w->candidate[i].name, n, w->seeds,
			 w->seeds > 1 ? "s" : "");
		any = true;
	}
	if (any)
		out_text("\n");
}

/* Print for each candidate one reason why it did not complete the program. */
static void incomplete_text(const struct whatif *w)
{
	for (size_t i = 0; i < w->n; i++) {
		const struct candidate *c = &w->candidate[i];
		uint32_t k = 0;

		while (k < w->seeds && !c->run[k].why)
			k++;
		if (k < w->seeds)
			out_text("'%s' is not compared: with seed %u of %u, %s\n", c->name, k + 1,
				 w->seeds, c->run[k].why);
	}
}

/* Print three tables that fit a terminal, and the verdicts on runs without a result. */
static void candidates_text(const struct whatif *w)
{
	if (w->program.file) {
		out_text("\nTime to completion of the program, and what it is more than with the present settings, seed by seed\n");
		candidates_out(w, FIGURE_COMPLETION, FIGURES);
	}
	out_text("\nCycles blocked per packet at each input (Eq. 17), and cycles of queueing per hop, Q\n");
	candidates_out(w, FIGURE_WAIT, FIGURE_MEAN);
	out_text("\nLatency in cycles, throughput in flits per node per cycle, per cent of packets by age\n");
	candidates_out(w, FIGURE_MEAN, FIGURE_LEAST_INJECTED);
	out_text("\nPackets injected and received per node, nodes that starve, cycles since the birth of the oldest undelivered packet\n");
	candidates_out(w, FIGURE_LEAST_INJECTED, FIGURE_COMPLETION);
	out_text("\n");
	if (w->seeds > 1)
		out_text("+-: half the confidence interval of one candidate alone; about one of twenty such intervals misses\n");
	for (u32 v = SIM_NOT_STEADY; v <= SIM_DEADLOCK; v++)
		verdict_text(w, v);
	incomplete_text(w);
}

static size_t count_ties(const struct whatif *w)
{
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++)
		n += w->candidate[i].tied;
	return n;
}

static void best_out(const struct whatif *w)
{
	const struct candidate *best = &w->candidate[w->best];
	size_t ties = count_ties(w), starving = whatif_starving(w);
	bool left_out = starving && !whatif_starves(best);
	char command[256];

	/* candidates that starve nodes are never the best while others starve none */
	out_u64("starving_candidates", !left_out ? NULL :
		"Candidates left out, because nodes starve: %s. Such nodes have packets to send, injected none, and count in no latency\n",
		starving);
	out_str("best", w->program.file ? "* best: %s: the lowest time to completion" :
		"* best: %s: of the candidates with the highest throughput, the lowest 99 % latency",
		best->name);
	out_text("%s\n", ties > 1 ? ", within noise or 1 %" : "");
	if (ties > 1)
		out_text("= as good, within that: %zu; the best is the one that changes least\n",
			 ties - 1);
	if (w->best) {
		whatif_command(w, best, "60", command, sizeof(command));
		out_str("command", "%s\n", command);
	} else {
		out_text("There is nothing to change.\n");
		out_unknown("command", NULL);
	}
}

/* Warn of deviations of the model in text; JSON has members for them. */
static void warn_of_model(const struct whatif *w)
{
	if (w->s.counted.gap)
		warn("some counts are missing: the registers could not be read for too long");
	if (!w->reproduced && !w->other_traffic)
		warn("the model deviates by more than %d %% from the counts (!), and its predictions may, too",
		     WHATIF_BOUND);
	if (whatif_starves(&w->candidate[w->best]))
		warn("all candidates starve nodes: these have packets to send, injected none, and count in no latency; candidates that starve more nodes are left out");
}

void whatif_out(const struct whatif *w, struct json_object *snapshot)
{
	out_str("device", "%s: ", w->s.device);
	out_u64("generation", "generation %s, ", w->s.generation);
	out_tree("snapshot", json_object_get(snapshot));
	out_u64(NULL, "%s cycles counted; ", w->s.counted.cycles);
	out_u64("seeds", w->seeds > 1 ? "%s runs of " : "%s run of ", w->seeds);
	out_u64("cycles", w->program.file ? NULL : "%s cycles each", w->cycles);
	out_text(w->program.file ? "each candidate\n" : "\n");
	whatif_program_out(&w->program);
	out_u64("bound_percent", NULL, WHATIF_BOUND);
	replay_out(w);
	out_bool("reproduced", w->reproduced);
	out_text(w->program.file ? "" : "\n");
	reproduction_out(w);
	if (print_is_json()) {
		candidates_out(w, 0, w->program.file ? FIGURES : FIGURE_COMPLETION);
	} else {
		warn_of_model(w);
		candidates_text(w);
	}
	best_out(w);
}
