// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim help: subcommands, and the keys of experiments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/keys.h"

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

int cmd_help(int argc, char **argv)
{
	if (argc == 1)
		list_commands();
	else if (argc == 2 && !strcmp(argv[1], "keys"))
		sim_keys_help(stdout);
	else
		return complain(EXIT_USAGE, "'%s' has no help; there is 'help' and 'help keys'",
				argv[1]);
	return EXIT_SUCCESS;
}
