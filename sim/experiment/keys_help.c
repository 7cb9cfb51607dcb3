// SPDX-License-Identifier: GPL-2.0-only
/* The table of keys, printed for users: on a terminal, and as a page. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/topology/list.h"

#include "keys.h"
#include "values.h"

static const char intro[] =
	"<!-- Generated from sim/experiment/keys.c by `make docs`: do not edit. -->\n"
	"# Keys of an experiment\n"
	"\n"
	"`seastar-sim run` reads them from a file, one `key = value` a line, and from its command line, `key=value`,\n"
	"which overrides the file. `#` begins a comment. After a line `[at N]`, keys of *traffic* and *aging* say what\n"
	"holds from cycle N on; setting a key of traffic replaces the traffic: windows start full again, and packets\n"
	"that wait at sources are forgotten (they count as dropped).\n"
	"\n"
	"A value in a file that has a `#`, a blank at either end or beside a comma, or a `\"` in front stands between\n"
	"quotation marks, with `\\` before each `\"` and `\\` in it: `trace = \"run #2.trace\"`; `run --dry-run` writes it\n"
	"so. Values are UTF-8, and names of files have no control characters: results and pictures could not have others.\n"
	"\n"
	"Traffic may be a mixture of up to four parts. Keys of part 2 have names that end in 2: on the command line and\n"
	"in results `pattern2`, `weight2` and so on. In a file they are written without the number, after a line\n"
	"`[part 2]`, also after `[at N]`; so are those of parts 3 and 4. A file may list values, as in\n"
	"`load = 0.1:0.5:0.1` and `select = age,rr`: then it is a *sweep*, and `seastar-sim sweep FILE` runs an\n"
	"experiment with each combination.\n"
	"\n"
	"A key that others make void, such as `window` while `source` is `open`, is an error, unless the command line\n"
	"made it void: then it is left out. Sizes and delays are the router's own unless given. For `router` =\n"
	"seastar they are the hardware's (docs/model.md, section 1), and the table shows them. Pages of other\n"
	"routers give theirs.\n";

/* Any router; in the place of a router's number. */
#define ANY	SIM_ROUTERS

/* Return true if word @i of a choice is for @router, or for any router. */
static bool is_word_of(const struct sim_key *k, u32 i, u32 router)
{
	return router == ANY || sim_word_is_of_router(k, i, router);
}

static void print_words(const struct sim_key *k, const char *between, u32 router, FILE *to)
{
	const char *before = "";

	for (u32 i = 0; k->words[i]; i++) {
		if (!is_word_of(k, i, router))
			continue;
		fprintf(to, "%s%s", before, k->words[i]);
		before = between;
	}
}

/* Print a bound in the form of the key's values. */
static void print_bound(const struct sim_key *k, u64 bound, FILE *to)
{
	u32 narrow = bound;

	k->type->print(k, k->size == sizeof(u64) ? (const void *)&bound : &narrow, to);
}

/* Return the grammar of the key's values; sizes have that of their topology. */
static const char *grammar_of(const struct sim_key *k)
{
	const struct ss_topology_ops *t = ss_topology_find(k->name, strlen(k->name));

	return k->type == &sim_type_sizes ? t->view->key : k->type->grammar;
}

/* Print the values of a key: words with @between between them, alternatives with @bar. */
static void print_grammar(const struct sim_key *k, const char *between, const char *bar,
			  u32 router, FILE *to)
{
	if (k->words) {
		print_words(k, between, router, to);
	} else if (k->type == &sim_type_number || k->type == &sim_type_decimal) {
		print_bound(k, k->min, to);
		fputs(" to ", to);
		print_bound(k, k->max, to);
	} else {
		for (const char *c = grammar_of(k); *c; c++) {
			if (*c == '|')
				fputs(bar, to);
			else
				fputc(*c, to);
		}
	}
}

/* Print the words of key @name that are among @bits. */
static void print_among(const char *name, u64 bits, const char *format, u32 router, FILE *to)
{
	const struct sim_key *choice = &sim_keys[sim_key_find(name)];
	const char *comma = "";

	fprintf(to, format, name);
	for (u32 i = 0; choice->words[i]; i++) {
		if (!(bits >> i & 1) || !is_word_of(choice, i, router))
			continue;
		fprintf(to, "%s%s", comma, choice->words[i]);
		comma = ", ";
	}
}

/* Print what @k needs; @name is how the name of another key is printed. */
static void print_needs(const struct sim_key *k, const char *name, u32 router, FILE *to)
{
	if (k->only && router == ANY) {
		fputs("; with ", to);
		print_among("router", k->only, name, ANY, to);
	}
	/* keys of traffic that need any traffic do not say so */
	if (!k->needs || __builtin_popcountll(k->among) > 32)
		return;
	fputs("; with ", to);
	print_among(k->needs, k->among, name, router, to);
	if (k->bounds_replies)
		fputs(" or replies", to);
}

/* Return the default of @k: empty if there is none, or the topology does not have the key. */
static char *default_text(const struct sim_key *k, const struct sim_experiment *e)
{
	return sim_key_suits_topology(k, e->router, e->config.topology) ? sim_key_text(k, e, 0) :
									  sim_need(strdup(""));
}

/* Print the values of @k with their unit, and its default. */
static void print_values(const struct sim_key *k, const char *text, u32 router, FILE *to)
{
	print_grammar(k, "|", "|", router, to);
	if (*k->unit)
		fprintf(to, " %s", k->unit);
	if (*text)
		fprintf(to, ", default %s", text);
}

/* Return the length of the first phrase of a key's help, which says what it is. */
static size_t phrase_length(const char *help)
{
	size_t length = 0;

	while (help[length] && help[length] != ';' && strncmp(help + length, ": ", 2) &&
	       strncmp(help + length, ". ", 2) && strncmp(help + length, " (", 2))
		length++;
	return length;
}

#define MOST_WORDS	4

/* Return true if the values of @k are too many for its line in a list. */
static bool has_many_values(const struct sim_key *k, u32 router)
{
	u32 words = 0;

	for (u32 i = 0; k->words && k->words[i]; i++)
		words += is_word_of(k, i, router);
	return words > MOST_WORDS;
}

/* Print the line of a list: "name meaning (values, default value)". */
static void print_listed(const struct sim_key *k, const struct sim_experiment *e, u32 router,
			 FILE *to)
{
	char *text = default_text(k, e);

	fprintf(to, "  %-17s %.*s (", k->name, (int)phrase_length(k->help), k->help);
	if (has_many_values(k, router))
		fprintf(to, "%s%s", *text ? "default " : "a word", text);
	else
		print_values(k, text, router, to);
	fputs(")\n", to);
	free(text);
}

/* Print the line "name values, default value". */
static void print_line(const struct sim_key *k, const struct sim_experiment *e, u32 router,
		       FILE *to)
{
	char *text = default_text(k, e);

	fprintf(to, "  %-17s ", k->name);
	print_values(k, text, router, to);
	free(text);
}

void sim_key_help(const struct sim_key *k, const struct sim_experiment *e, bool of_router, FILE *to)
{
	u32 router = of_router ? e->router : ANY;

	print_line(k, e, router, to);
	print_needs(k, "%s = ", router, to);
	fprintf(to, "\n    %s\n", k->help);
}

bool sim_has_expert_keys(u32 router)
{
	for (u32 i = 0; i < sim_key_count; i++)
		if (sim_keys[i].expert && sim_key_is_of_router(&sim_keys[i], router))
			return true;
	return false;
}

static bool is_chosen(const struct sim_key *k, enum sim_keys_chosen chosen, u32 router)
{
	if (!sim_key_is_of_router(k, router))
		return false;
	return chosen == SIM_KEYS_ALL || (k->expert == (chosen == SIM_KEYS_EXPERT) && !k->part);
}

/* Print the chosen keys of a group, below its name if there are any. */
static void print_group(const struct sim_experiment *e, u32 group, enum sim_keys_chosen chosen,
			FILE *to)
{
	bool any = false;

	for (u32 i = 0; i < sim_key_count; i++) {
		if (sim_keys[i].group != group || !is_chosen(&sim_keys[i], chosen, e->router))
			continue;
		if (!any)
			fprintf(to, "%s%s\n", group ? "\n" : "", sim_group_names[group]);
		any = true;
		print_listed(&sim_keys[i], e, e->router, to);
	}
}

void sim_keys_help(const struct sim_experiment *e, enum sim_keys_chosen chosen, FILE *to)
{
	for (u32 group = 0; group < SIM_GROUPS; group++)
		print_group(e, group, chosen, to);
	if (chosen != SIM_KEYS_USUAL)
		return;
	fputs("\n'seastar-sim help KEY' describes a key: its values, and the other keys that it needs\n",
	      to);
	if (sim_has_expert_keys(e->router))
		fputs("'seastar-sim help keys expert' lists the keys whose defaults 'rules' sets\n",
		      to);
	fputs("'seastar-sim help keys all' lists all keys, also of parts 2 to 4 of the traffic\n",
	      to);
}

char *sim_key_usual_text(const struct sim_key *k)
{
	const struct sim_key *routers = &sim_keys[sim_key_find("router")];
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;
	u32 router = 0;
	char *text;

	while (router + 1 < SIM_ROUTERS && !sim_key_is_of_router(k, router))
		router++;
	if (router)
		sim_take_router(e, routers->words[router], &err);
	text = default_text(k, e);
	sim_experiment_free(e);
	return text;
}

/* Print the first cell of the row of @k: its name; of a part of the traffic, those of all parts. */
static void print_names(const struct sim_key *k, FILE *to)
{
	int stem = strlen(k->name) - !!k->part;

	fprintf(to, "| `%s`", k->name);
	for (u32 part = 3; k->part && part <= SS_MAX_PARTS; part++)
		fprintf(to, ", `%.*s%u`", stem, k->name, part);
	fputs(" | ", to);
}

void sim_keys_page(FILE *to)
{
	fputs(intro, to);
	for (u32 group = 0; group < SIM_GROUPS; group++) {
		fprintf(to, "\n## %s\n\n| key | value | unit | default | |\n|---|---|---|---|---|\n",
			sim_group_names[group]);
		for (u32 i = 0; i < sim_key_count; i++) {
			const struct sim_key *k = &sim_keys[i];
			char *text;

			if (k->group != group || k->part > 2)
				continue;
			text = sim_key_usual_text(k);
			print_names(k, to);
			print_grammar(k, ", ", "\\|", ANY, to);
			fprintf(to, " | %s | %s | %s", k->unit, text, k->help);
			print_needs(k, "`%s` = ", ANY, to);
			fputs(" |\n", to);
			free(text);
		}
	}
}
