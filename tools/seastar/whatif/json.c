// SPDX-License-Identifier: GPL-2.0-only
/* What seastar whatif prints for programs. */
#include <string.h>

#include "sim/run/result.h"

#include "tools/seastar/base/out.h"

#include "whatif.h"

#define DIGITS	6

/* Of a candidate, or, if it is NULL, of the model held against what was counted. */
static void figure_out(const struct whatif *w, const struct candidate *c, unsigned int i)
{
	const struct estimate *e = c ? &c->figure[i] : &w->model[i];

	out_open(figures[i].key);
	if (!c)
		out_real("counted", DIGITS, NULL, 0, w->counted[i]);
	out_real(c ? "mean" : "model", DIGITS, NULL, 0, e->mean);
	out_real("ci95", DIGITS, NULL, 0, e->half);
	if (!c) {
		out_real("deviation_percent", 3, NULL, 0, whatif_deviation(w, i));
		out_bool("off", whatif_is_off(w, i));
	}
	out_close();
}

/* The figures of a group are members of one object, wherever they are in the table. */
static void figures_out(const char *key, const struct whatif *w, const struct candidate *c)
{
	bool done[FIGURES] = { false };

	out_open(key);
	for (unsigned int i = 0; i < FIGURES; i++) {
		if (done[i] || !(c || whatif_is_held(w, i)))
			continue;
		out_open(figures[i].group);
		for (unsigned int k = i; k < FIGURES; k++) {
			if (strcmp(figures[k].group, figures[i].group) ||
			    !(c || whatif_is_held(w, k)))
				continue;
			figure_out(w, c, k);
			done[k] = true;
		}
		out_close();
	}
	out_close();
}

static void verdicts_out(const struct whatif *w, const struct candidate *c)
{
	/* nothing is changed in the middle of these runs: none is transient */
	static const char *const keys[] = {
		[SIM_OK] = "ok",
		[SIM_IMPRECISE] = "imprecise",
		[SIM_NOT_STEADY] = "not_steady",
		[SIM_STARVED] = "starved",
		[SIM_SATURATED] = "saturated",
		[SIM_DEADLOCK] = "deadlock",
	};

	out_open("verdicts");
	for (u32 v = SIM_OK; v <= SIM_DEADLOCK; v++)
		if (keys[v])
			out_u64(keys[v], NULL, whatif_verdicts(w, c, v));
	out_close();
}

static void candidate_out(const struct whatif *w, size_t i)
{
	const struct candidate *c = &w->candidate[i];

	out_row();
	out_str("name", NULL, c->name);
	out_str("words", NULL, c->words);
	out_u64("changes", NULL, c->changes);
	out_bool("best", i == w->best);
	out_bool("tied", c->tied);
	verdicts_out(w, c);
	figures_out("figures", w, c);
	out_close();
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
		out_u64("at", NULL, w->at);
		out_u64("first_cycle", NULL, w->settled);
		out_u64("last_cycle", NULL, w->settled + w->cycles);
	} else {
		out_str("why", NULL, w->why);
	}
	out_close();
}

void whatif_json(const struct whatif *w, struct json_object *snapshot)
{
	char command[256];

	out_str("device", NULL, w->s.device);
	out_u64("generation", NULL, w->s.generation);
	out_tree("snapshot", json_object_get(snapshot));
	out_u64("seeds", NULL, w->seeds);
	out_u64("cycles", NULL, w->cycles);
	out_u64("bound_percent", NULL, WHATIF_BOUND);
	replay_out(w);
	out_bool("reproduced", w->reproduced);
	if (w->other_traffic)
		out_unknown("reproduction", NULL);
	else
		figures_out("reproduction", w, NULL);
	out_list("candidates");
	for (size_t i = 0; i < w->n; i++)
		candidate_out(w, i);
	out_close();
	out_u64("starving_candidates", NULL, whatif_starving(w));
	out_str("best", NULL, w->candidate[w->best].name);
	whatif_command(w, &w->candidate[w->best], "60", command, sizeof(command));
	out_str("command", NULL, w->best ? command : NULL);
}
