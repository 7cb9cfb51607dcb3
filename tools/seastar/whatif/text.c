// SPDX-License-Identifier: GPL-2.0-only
/* What seastar whatif prints for people. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "sim/run/result.h"

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "whatif.h"

static void held_row(const struct whatif *w, unsigned int f)
{
	const struct estimate *model = &w->model[f];
	const char *off = whatif_is_off(w, f) ? "! " : "";
	int digits = figures[f].digits;

	out_row();
	out_str(NULL, "Present settings", figures[f].text);
	out_real(NULL, 0, "counted", digits, w->counted[f]);
	out_real(NULL, 0, "model", digits, model->mean);
	out_real(NULL, 0, "+-", digits, model->half);
	/* nothing was counted: no per cent of that */
	if (!isfinite(whatif_deviation(w, f)))
		out_cell("deviation", "%s-", off);
	else
		out_cell("deviation", "%s%s%s %%", off, whatif_deviation(w, f) >= 0 ? "+" : "",
			 text_real(whatif_deviation(w, f), 1));
	out_close();
}

static void held_table(const struct whatif *w)
{
	double p99 = w->candidate[0].figure[FIGURE_P99].mean;

	out_table(NULL, NULL);
	for (unsigned int f = 0; f < FIGURES; f++)
		if (whatif_is_held(w, f))
			held_row(w, f);
	out_close();
	if (whatif_is_held(w, FIGURE_P99_DRIVER) && !w->replayed)
		printf("99 %% is interpolated in the driver's bins, powers of two, on both sides; the model's own is %s\n",
		       text_real(p99, figures[FIGURE_P99].digits));
}

/* Means, or half of their intervals. */
static void figures_row(const char *name, const struct candidate *c, unsigned int first,
			unsigned int n, bool half)
{
	out_row();
	out_str(NULL, "  settings", name);
	for (unsigned int f = first; f < first + n; f++)
		out_real(NULL, 0, figures[f].head, figures[f].digits,
			 half ? c->figure[f].half : c->figure[f].mean);
	out_close();
}

/* Means, and below each half of its interval. */
static void figures_table(const struct whatif *w, unsigned int first, unsigned int n)
{
	char name[sizeof(w->candidate->name) + 2];

	out_table(NULL, NULL);
	for (size_t i = 0; i < w->n; i++) {
		const struct candidate *c = &w->candidate[i];

		snprintf(name, sizeof(name), "%c %s", i == w->best ? '*' : c->tied ? '=' : ' ',
			 c->name);
		figures_row(name, c, first, n, false);
		if (w->seeds > 1)
			figures_row("    +-", c, first, n, true);
	}
	out_close();
}

/* "saturated: 'rr' in 2 of 4 runs, 'age 8 1/1/1' in 1 of 4 runs" */
static void print_verdict(const struct whatif *w, u32 verdict)
{
	const char *separator = ": ";
	bool any = false;

	for (size_t i = 0; i < w->n; i++) {
		u32 n = whatif_verdicts(w, &w->candidate[i], verdict);

		if (!n)
			continue;
		if (!any)
			printf("%s", sim_verdict_words[verdict]);
		printf("%s'%s' in %u of %u run%s", separator, w->candidate[i].name, n, w->seeds,
		       w->seeds > 1 ? "s" : "");
		separator = ", ";
		any = true;
	}
	if (any)
		putchar('\n');
}

static size_t count_ties(const struct whatif *w)
{
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++)
		n += w->candidate[i].tied;
	return n;
}

/* Candidates that starve nodes are never the best while others starve none. */
static void print_starving(const struct whatif *w)
{
	size_t n = whatif_starving(w);

	if (whatif_starves(&w->candidate[w->best]))
		warn("all candidates starve nodes: these have packets to send, injected none, and count in no latency; candidates that starve more nodes are left out");
	else if (n)
		printf("Candidates left out, because nodes starve: %zu. Such nodes have packets to send, injected none, and count in no latency\n",
		       n);
}

static void print_best(const struct whatif *w)
{
	const struct candidate *best = &w->candidate[w->best];
	size_t ties = count_ties(w);
	char command[256];

	printf("* best: %s: of the candidates with the highest throughput, the lowest 99 %% latency%s\n",
	       best->name, ties > 1 ? ", within noise or 1 %" : "");
	print_starving(w);
	if (ties > 1)
		printf("= as good, within that: %zu; the best is the one that changes least\n",
		       ties - 1);
	if (!w->best) {
		puts("There is nothing to change.");
		return;
	}
	whatif_command(w, best, "60", command, sizeof(command));
	printf("%s\n", command);
}

static void warn_of_model(const struct whatif *w)
{
	if (w->s.counted.gap)
		warn("some counts are missing: the registers could not be read for too long");
	if (!w->reproduced && !w->other_traffic)
		warn("the model deviates by more than %d %% from the counts (!), and its predictions may, too",
		     WHATIF_BOUND);
}

/* What the figures of the candidates are of, if it is more than chance. */
static void print_replay(const struct whatif *w)
{
	if (w->replayed)
		printf("Replayed from cycle 0: all counters are the same to the digit, so the following is exact as long as nothing else changes:\n"
		       "settings applied at cycle %" PRIu64 ", measured from cycle %" PRIu64
		       " to %" PRIu64 "\n", w->at, w->settled, w->settled + w->cycles);
	else if (*w->why)
		printf("Not replayed: %s\n", w->why);
}

void whatif_text(const struct whatif *w)
{
	printf("%s: generation %" PRIu64 ", %" PRIu64 " cycles counted; %u run%s of %" PRIu64
	       " cycles each\n", w->s.device, w->s.generation, w->s.counted.cycles, w->seeds,
	       w->seeds > 1 ? "s" : "", w->cycles);
	print_replay(w);
	putchar('\n');
	if (w->other_traffic)
		puts("Other traffic than was counted: no count shows how well the model predicts it.");
	else
		held_table(w);
	warn_of_model(w);
	puts("\nCycles blocked per packet at each input (Eq. 17), and cycles of queueing per hop, Q");
	figures_table(w, FIGURE_WAIT, 9);
	puts("\nLatency in cycles, throughput in flits per node per cycle, per cent of packets by age");
	figures_table(w, FIGURE_MEAN, 8);
	puts("\nPackets injected and received per node, nodes that starve, cycles since the birth of the oldest undelivered packet");
	figures_table(w, FIGURE_LEAST_INJECTED, 6);
	putchar('\n');
	for (u32 v = SIM_NOT_STEADY; v <= SIM_DEADLOCK; v++)
		print_verdict(w, v);
	print_best(w);
}
