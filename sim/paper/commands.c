// SPDX-License-Identifier: GPL-2.0-only
/* The commands that run the experiments of a reproduction one by one. */
#include <stdlib.h>

#include "sim/base/text.h"
#include "sim/result/stable.h"

#include "at.h"

/**
 * struct commands - those of a reproduction
 * @p: which
 * @q: how it is to be run
 * @to: where they are printed
 */
struct commands {
	const struct paper_reproduction *p;
	const struct paper_request *q;
	FILE *to;
};

static void print_verb(const struct commands *c, const struct paper_part *part)
{
	const struct paper_search *of = part->search;
	FILE *to = c->to;
	char step[TEXT_DECIMAL], highest[TEXT_DECIMAL];

	if (c->p->measure) {
		fputs(c->p->measure->command, to);
	} else if (of) {
		text_from_decimal(of->step, PAPER_LOAD_DIGITS, step, sizeof(step));
		text_from_decimal(of->highest, PAPER_LOAD_DIGITS, highest, sizeof(highest));
		fprintf(to, "seastar-sim saturate --rule %s --step %s --highest %s",
			stable_words[STABLE_BY_ACCEPTED].name, step, highest);
	} else {
		fputs("seastar-sim run", to);
	}
}

static void print_command(const struct commands *c, const struct paper_at *at)
{
	struct sim_experiment *e = sim_experiment_new();
	char *keys = paper_keys(c->q, at), *drawn = NULL;
	struct sim_error err;

	if (paper_set_keys(e, keys, &err))
		drawn = paper_draw(at->part, e, at->seed);
	fprintf(c->to, "# %s: %s\n", at->part->name, at->row->name);
	print_verb(c, at->part);
	fprintf(c->to, " %s%s%s\n", keys, drawn ? " " : "", drawn ? drawn : "");
	free(drawn);
	free(keys);
	sim_experiment_free(e);
}

/* One for each load of the measure, if it has its own. */
static void print_loads(const struct commands *c, struct paper_at at)
{
	const u32 *loads = c->p->measure->loads;

	for (u32 i = 0; loads && loads[i]; i++) {
		at.load = loads[i];
		print_command(c, &at);
	}
	if (!loads)
		print_command(c, &at);
}

static void print_commands(const struct commands *c, const struct paper_at *at)
{
	const struct paper_measure *m = c->p->measure;
	struct paper_at of = *at;

	if (m)
		of.seed = 0;
	if (!m || !m->runs)
		print_command(c, &of);
	for (u32 i = 1; m && i <= m->runs; i++) {
		of.seed = (at->seed - 1) * m->runs + i;
		print_loads(c, of);
	}
}

void paper_commands(const struct paper_reproduction *p, const struct paper_request *q, FILE *to)
{
	const struct commands c = { p, q, to };
	struct paper_at at = { 0 };

	for (at.part = p->part; at.part->name; at.part++)
		for (at.row = p->row; at.row->name; at.row++)
			for (at.seed = 1; at.seed <= paper_seeds(p, at.part, q->reduced); at.seed++)
				print_commands(&c, &at);
}
