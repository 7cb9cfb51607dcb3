// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim help: subcommands, and the keys of experiments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/experiment/keys.h"
#include "sim/topology/list.h"

#include "cmd.h"

static void list_commands(void)
{
	puts("usage: seastar-sim SUBCOMMAND ...\n"
	     "       seastar-sim -V\n"
	     "\n"
	     "subcommands ('seastar-sim SUBCOMMAND --help' describes one):");
	for (const struct command *c = commands; c->name; c++)
		printf("  %-8s %s\n", c->name, c->help);
}

/* Print the help of a subcommand by the subcommand itself. */
static int help_of_command(const struct command *c, char *name)
{
	char *argv[3] = { name };

	argv[1] = "--help";
	return command_run(c, 2, argv);
}

/* Set keys by words such as "router=vc": the defaults of other keys depend on them. */
static bool choose(struct sim_experiment *e, char *const *words, u32 count)
{
	struct sim_error err;

	for (u32 i = 0; i < count; i++) {
		char name[SIM_MAX_NAME];

		snprintf(name, sizeof(name), "%.*s", (int)strcspn(words[i], "="), words[i]);
		if (sim_choice_find(name) == SIM_CHOICES && strcmp(name, "topology"))
			return complain(false,
					"'%s' is not router=WORD, topology=SIZES, rules=WORD, routing=WORD or crossbar=WORD, on which defaults depend",
					words[i]);
		if (!sim_experiment_set(e, words[i], &err))
			return complain(false, "%s", err.text);
	}
	return true;
}

static enum sim_keys_chosen chosen_keys(const char *word)
{
	if (word && !strcmp(word, "expert"))
		return SIM_KEYS_EXPERT;
	return word && !strcmp(word, "all") ? SIM_KEYS_ALL : SIM_KEYS_USUAL;
}

/*
 * Print the keys of the router that @words choose, or of the default one; "expert" or "all" may
 * come first.
 */
static int help_of_keys(char *const *words, u32 count)
{
	enum sim_keys_chosen keys = chosen_keys(count ? *words : NULL);
	u32 skipped = keys != SIM_KEYS_USUAL;
	struct sim_experiment *e = sim_experiment_new();
	bool good = choose(e, words + skipped, count - skipped);

	if (good && keys == SIM_KEYS_EXPERT && !sim_has_expert_keys(e->router))
		good = complain(false, "'router' = %s has no keys for experts: give another, as in 'help keys expert router=dragonfly'",
				sim_keys[sim_key_find("router")].words[e->router]);
	if (good)
		sim_keys_help(e, keys, stdout);
	sim_experiment_free(e);
	return good ? EXIT_SUCCESS : EXIT_USAGE;
}

/*
 * Print the help of a key for the router that @words choose, or for the first router that has the
 * key.
 */
static int help_of_key(u32 key, char *const *words, u32 count)
{
	const struct sim_key *router = &sim_keys[sim_key_find("router")], *k = &sim_keys[key];
	struct sim_experiment *e = sim_experiment_new();
	int status = EXIT_SUCCESS;

	for (u32 i = 0; !count && !sim_key_is_of_router(k, e->router) && i < SIM_ROUTERS; i++)
		sim_take_router(e, router->words[i], NULL);
	if (!choose(e, words, count))
		status = EXIT_USAGE;
	else if (!sim_key_is_of_router(k, e->router))
		status = complain(EXIT_USAGE, "'router' = %s has no key '%s'",
				  router->words[e->router], k->name);
	else
		sim_key_help(k, e, count, stdout);
	sim_experiment_free(e);
	return status;
}

/*
 * Return the key that has @word as a value, or as the beginning of one, such as "hyperx"; NULL if
 * none has.
 */
static const char *key_of_value(const char *word)
{
	if (ss_topology_find(word, strlen(word)))
		return "topology";
	for (u32 i = 0; i < sim_key_count; i++)
		for (u32 w = 0; sim_keys[i].words && sim_keys[i].words[w]; w++)
			if (!strcmp(sim_keys[i].words[w], word))
				return sim_keys[i].name;
	return NULL;
}

static int help_of(char *word, char *const *further, u32 count)
{
	u32 key = sim_key_find(word);
	const char *hint;

	if (!strcmp(word, "keys"))
		return help_of_keys(further, count);
	if (key < sim_key_count)
		return help_of_key(key, further, count);
	if (count)
		return complain(EXIT_USAGE, "help describes one subcommand or key at a time");
	for (const struct command *c = commands; c->name; c++)
		if (!strcmp(word, c->name) && c->run != cmd_help)
			return help_of_command(c, word);
	hint = key_of_value(word);
	if (hint)
		return complain(EXIT_USAGE,
				"'%s' is a value of '%s': see 'seastar-sim help %s'", word, hint,
				hint);
	hint = sim_key_nearest(word);
	if (hint)
		return complain(EXIT_USAGE, "'%s' has no help: did you mean the key '%s'?", word,
				hint);
	return complain(EXIT_USAGE, "'%s' is no subcommand and no key: see 'seastar-sim help'; docs/glossary.md explains words",
			word);
}

int cmd_help(int argc, char **argv)
{
	if (argc > 1)
		return help_of(argv[1], argv + 2, argc - 2);
	list_commands();
	return EXIT_SUCCESS;
}
