// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim help: subcommands, and the keys of experiments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/experiment/keys.h"

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

/* As the subcommand tells it. */
static int help_of_command(const struct command *c, char *name)
{
	char *argv[3] = { name };

	argv[1] = "--help";
	return command_run(c, 2, argv);
}

/* The keys of @router, a word such as "router=vc"; NULL: of the default one. */
static int help_of_keys(const char *router)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;

	if (router && strncmp(router, "router=", 7))
		return complain(EXIT_USAGE, "'%s' is not router=WORD, whose keys are listed",
				router);
	if (router && !sim_take_router(e, router + 7, &err))
		return complain(EXIT_USAGE, "%s", err.text);
	sim_keys_help(e, stdout);
	sim_experiment_free(e);
	return EXIT_SUCCESS;
}

static int help_of_key(u32 key)
{
	const struct sim_key *router = &sim_keys[sim_key_find("router")];
	struct sim_experiment *e = sim_experiment_new();

	/* of the first router that has such a key */
	for (u32 i = 0; !sim_key_is_of_router(&sim_keys[key], e->router) && i < SIM_ROUTERS; i++)
		sim_take_router(e, router->words[i], NULL);
	sim_key_help(&sim_keys[key], e, stdout);
	sim_experiment_free(e);
	return EXIT_SUCCESS;
}

static int help_of(char *word)
{
	u32 key = sim_key_find(word);
	const char *hint;

	if (!strcmp(word, "keys"))
		return help_of_keys(NULL);
	if (key < sim_key_count)
		return help_of_key(key);
	for (const struct command *c = commands; c->name; c++)
		if (!strcmp(word, c->name) && c->run != cmd_help)
			return help_of_command(c, word);
	hint = sim_key_nearest(word);
	if (hint)
		return complain(EXIT_USAGE, "'%s' has no help: did you mean the key '%s'?", word,
				hint);
	return complain(EXIT_USAGE, "'%s' is no subcommand and no key; see 'seastar-sim help'",
			word);
}

int cmd_help(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "keys"))
		return help_of_keys(argv[2]);
	if (argc > 2)
		return complain(EXIT_USAGE, "help describes one subcommand or key at a time");
	if (argc == 2)
		return help_of(argv[1]);
	list_commands();
	return EXIT_SUCCESS;
}
