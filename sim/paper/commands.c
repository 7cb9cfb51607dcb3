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
 * @err: where to say why one cannot be drawn
 */
struct commands {
	const struct paper_reproduction *p;
	const struct paper_request *q;
	FILE *to;
	struct sim_error *err;
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

/* What the seed draws, of an experiment of @keys. */
static bool draw(const struct paper_at *at, const char *keys, char **drawn, struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error why;
	bool ok = paper_set_keys(e, keys, &why) &&
		  paper_draw(at->part, e, at->seed, drawn, &why);

	sim_experiment_free(e);
	return ok || sim_fail(err, "%s, %s, seed %u: %.600s", at->part->name, at->row->name,
			      at->seed, why.text);
}

static bool print_command(const struct commands *c, const struct paper_at *at)
{
	char *keys = paper_keys(c->q, at), *drawn = NULL;
	bool ok = at->part->draw == PAPER_DRAWS_NOTHING || draw(at, keys, &drawn, c->err);

	fprintf(c->to, "# %s: %s\n", at->part->name, at->row->name);
	print_verb(c, at->part);
	fprintf(c->to, " %s%s%s\n", keys, drawn ? " " : "", drawn ? drawn : "");
	free(drawn);
	free(keys);
	return ok;
}

/* One for each load of the measure, if it has its own. */
static bool print_loads(const struct commands *c, struct paper_at at)
{
	const u32 *loads = c->p->measure->loads;
	bool ok = true;

	for (u32 i = 0; ok && loads && loads[i]; i++) {
		at.load = loads[i];
		ok = print_command(c, &at);
	}
	return ok && (loads || print_command(c, &at));
}

static bool print_commands(const struct commands *c, const struct paper_at *at)
{
	const struct paper_measure *m = c->p->measure;
	struct paper_at of = *at;
	bool ok = true;

	if (m)
		of.seed = 0;
	if (!m || !m->runs)
		return print_command(c, &of);
	for (u32 i = 1; ok && i <= m->runs; i++) {
		of.seed = (at->seed - 1) * m->runs + i;
		ok = print_loads(c, of);
	}
	return ok;
}

bool paper_commands(const struct paper_reproduction *p, const struct paper_request *q, FILE *to,
		    struct sim_error *err)
{
	const struct commands c = { p, q, to, err };
	struct paper_at at = { 0 };

	for (at.part = p->part; at.part->name; at.part++)
		for (at.row = p->row; at.row->name; at.row++)
			for (at.seed = 1; at.seed <= paper_seeds(p, at.part, q->reduced); at.seed++)
				if (!print_commands(&c, &at))
					return false;
	return true;
}
