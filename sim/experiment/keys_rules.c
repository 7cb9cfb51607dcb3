// SPDX-License-Identifier: GPL-2.0-only
/*
 * Defaults of the routers that have `rules`, which may also depend on `routing`: a part of
 * docs/sim-keys.md.
 */
#include <stdlib.h>
#include <string.h>

#include "keys.h"
#include "sim/base/memory.h"

#define MOST_WORDS	32	/* words of `routing` */

static const char head[] =
	"\n## Defaults with `router` = dragonfly\n"
	"\n"
	"Keys of the fabric ([dragonfly-router.md](dragonfly-router.md), [dragonfly-adaptive.md](dragonfly-adaptive.md))\n"
	"whose defaults here are not those of the table above. Where they depend on `routing`, the words that have them\n"
	"follow in brackets. Replies have virtual channels only where `reply` is given.\n"
	"\n"
	"| key | unit | `rules` = text | `rules` = simulator |\n|---|---|---|---|\n";

/* Return the router that has `rules`. */
static u32 ruled_router(void)
{
	const struct sim_key *rules = &sim_keys[sim_key_find("rules")];
	u32 router = 0;

	while (!sim_key_is_of_router(rules, router))
		router++;
	return router;
}

/* Return the value of @k when only the words of router, rules and routing are given. */
static char *usual_text(const struct sim_key *k, u32 rules, u32 routing)
{
	const u32 word[] = { ruled_router(), rules, routing };
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;
	char choice[64], *text;

	for (u32 i = SIM_CHOICE_ROUTER; i <= SIM_CHOICE_ROUTING; i++) {
		const struct sim_key *of = &sim_keys[sim_key_find(sim_choice_keys[i])];

		snprintf(choice, sizeof(choice), "%s=%s", of->name, of->words[word[i]]);
		sim_experiment_set(e, choice, &err);
	}
	text = sim_key_text(k, e, 0);
	sim_experiment_free(e);
	return text;
}

/* Return true if @k has an effect with word @i of `routing`, perhaps together with other keys. */
static bool is_of_routing(const struct sim_key *k, u32 i)
{
	const struct sim_key *routing = &sim_keys[sim_key_find("routing")];

	if (!sim_word_is_of_router(routing, i, ruled_router()))
		return false;
	while (k->needs && strcmp(k->needs, routing->name))
		k = &sim_keys[sim_key_find(k->needs)];
	return !k->needs || k->among >> i & 1;
}

/* Print each text once and, if there are several, the words of `routing` that have it. */
static void print_texts(char *const text[], u32 n, FILE *to)
{
	const struct sim_key *routing = &sim_keys[sim_key_find("routing")];
	u32 left = (1U << n) - 1, all;

	for (u32 i = 0; i < n; i++)
		left &= ~(!text[i] << i);
	all = left;
	for (u32 i = 0; i < n; i++) {
		u32 same = 0;

		if (!(left >> i & 1))
			continue;
		for (u32 j = i; j < n; j++)
			same |= (text[j] && !strcmp(text[i], text[j])) << j;
		fprintf(to, "%s%s", left == all ? "" : ", ", text[i]);
		left &= ~same;
		for (u32 j = i, first = 1; same != all && j < n; j++) {
			if (!(same >> j & 1))
				continue;
			fprintf(to, "%s%s", first ? " (" : ", ", routing->words[j]);
			first = 0;
		}
		fputs(same == all ? "" : ")", to);
	}
}

static void print_defaults(const struct sim_key *k, u32 rules, FILE *to)
{
	const struct sim_key *routing = &sim_keys[sim_key_find("routing")];
	char *text[MOST_WORDS] = { NULL };
	u32 n = 0;

	for (; routing->words[n]; n++)
		if (is_of_routing(k, n))
			text[n] = usual_text(k, rules, n);
	print_texts(text, n, to);
	for (u32 i = 0; i < n; i++)
		free(text[i]);
}

/* Return true if the default of @k says something about these routers. */
static bool is_listed(const struct sim_key *k)
{
	return k->group == SIM_GROUP_FABRIC && sim_key_is_of_router(k, ruled_router()) &&
	       strcmp(k->name, "router") && strcmp(k->name, "rules") && strcmp(k->name, "routing");
}

/* Print the row of @k, unless all its defaults are the one that the table of keys has. */
static void print_row(const struct sim_key *k, FILE *to)
{
	const struct sim_key *rules = &sim_keys[sim_key_find("rules")];
	char *usual = sim_key_usual_text(k), *row, *text;
	size_t row_size, size;
	FILE *cells = sim_need(open_memstream(&row, &row_size));
	bool differs = false;

	for (u32 word = 0; rules->words[word]; word++) {
		FILE *cell = sim_need(open_memstream(&text, &size));

		print_defaults(k, word, cell);
		fclose(cell);
		differs |= !!strcmp(text, usual);
		fprintf(cells, " | %s", text);
		free(text);
	}
	fclose(cells);
	if (differs)
		fprintf(to, "| `%s` | %s%s |\n", k->name, k->unit, row);
	free(row);
	free(usual);
}

void sim_rules_page(FILE *to)
{
	fputs(head, to);
	for (u32 i = 0; i < sim_key_count; i++)
		if (is_listed(&sim_keys[i]))
			print_row(&sim_keys[i], to);
}
