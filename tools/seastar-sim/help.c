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
	     "subcommands ('seastar-sim SUBCOMMAND --help' tells more):");
	for (const struct command *c = commands; c->name; c++)
		printf("  %-7s %s\n", c->name, c->help);
}

/* As the subcommand tells it. */
static int help_of_command(const struct command *c, char *name)
{
	char *argv[3] = { name };

	argv[1] = "--help";
	return command_run(c, 2, argv);
}

static int help_of(char *word)
{
	u32 key = sim_key_find(word);
	const char *hint;

	if (!strcmp(word, "keys")) {
		sim_keys_help(stdout);
		return EXIT_SUCCESS;
	}
	if (key < sim_key_count) {
		sim_key_help(&sim_keys[key], stdout);
		return EXIT_SUCCESS;
	}
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
	if (argc > 2)
		return complain(EXIT_USAGE, "help is of one subcommand or key at a time");
	if (argc == 2)
		return help_of(argv[1]);
	list_commands();
	return EXIT_SUCCESS;
}
