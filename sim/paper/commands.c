// SPDX-License-Identifier: GPL-2.0-only
/* The commands that run the experiments of a reproduction one by one. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/text.h"
#include "sim/result/stable.h"

#include "runs.h"

/**
 * struct commands - the commands of a reproduction
 * @p: the reproduction
 * @q: settings of the runs
 * @to: output for the commands
 * @err: receives the reason if a command cannot be drawn
 */
struct commands {
	const struct paper_reproduction *p;
	const struct paper_request *q;
	FILE *to;
	struct sim_error *err;
};

static void print_verb(const struct commands *c, const struct paper_part *part)
{
	const struct paper_search *of = &part->search;
	FILE *to = c->to;
	char step[TEXT_DECIMAL], highest[TEXT_DECIMAL];

	if (c->p->measure) {
		fputs(c->p->measure->command, to);
	} else if (of->step) {
		text_from_decimal(of->step, PAPER_LOAD_DIGITS, step, sizeof(step));
		text_from_decimal(of->highest, PAPER_LOAD_DIGITS, highest, sizeof(highest));
		fprintf(to, "seastar-sim saturate --rule %s --step %s --highest %s",
			stable_words[STABLE_BY_ACCEPTED].name, step, highest);
	} else {
		fputs("seastar-sim run", to);
	}
}

/* Return true if a shell reads @c as it stands. */
static bool is_plain(unsigned char c)
{
	return isalnum(c) || strchr("_=.,:/+-@%^", c);
}

/* Print @key as one word of a shell. */
static bool print_key(void *to, const char *key, struct sim_error *err)
{
	size_t n = 0;

	(void)err;
	while (key[n] && is_plain(key[n]))
		n++;
	fputs(key[n] ? " '" : " ", to);
	for (const char *c = key; *c; c++) {
		if (*c == '\'')
			fputs("'\\'", to);
		fputc(*c, to);
	}
	if (key[n])
		fputc('\'', to);
	return true;
}

static bool print_command(const struct commands *c, const struct paper_at *at)
{
	char *keys = paper_all_keys(c->q, at, c->err);

	if (!keys)
		return false;
	fprintf(c->to, "# %s: %s\n", at->part->name, at->row->name);
	print_verb(c, at->part);
	paper_each_key(keys, print_key, c->to, c->err);
	fputc('\n', c->to);
	free(keys);
	return true;
}

/* Print the commands of a row and seed: of a measure one for each of its runs, and of its loads. */
static bool print_commands(const struct commands *c, struct paper_at at)
{
	const struct paper_measure *m = c->p->measure;
	u32 runs = m && m->runs ? m->runs : 1, before = (at.seed - 1) * runs;

	for (u32 i = 1; i <= runs; i++) {
		const u32 *load = m ? m->loads : NULL;

		at.seed = m && !m->runs ? 0 : before + i;
		do {
			at.load = load ? *load : 0;
			if (!print_command(c, &at))
				return false;
		} while (load && *++load);
	}
	return true;
}

bool paper_commands(const struct paper_reproduction *p, const struct paper_request *q, FILE *to,
		    struct sim_error *err)
{
	const struct commands c = { p, q, to, err };
	struct paper_at at = { 0 };

	for (at.part = p->part; at.part->name; at.part++)
		for (at.row = p->row; at.row->name; at.row++)
			for (at.seed = 1; at.seed <= paper_seeds(p, at.part, q->reduced); at.seed++)
				if (!print_commands(&c, at))
					return false;
	return true;
}
