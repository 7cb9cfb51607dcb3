// SPDX-License-Identifier: GPL-2.0-only
/* Choosing a command of an object, and its help. */
#include <stdio.h>
#include <string.h>

#include "cmd.h"

#define MAX_COMMANDS	16

static void print_usage(const char *object, const struct command *c)
{
	printf("usage: seastar %s %s%s%s\n", object, c->name, *c->usage ? " " : "", c->usage);
}

bool cmd_wants_help(struct args *a)
{
	return args_take(a, "help");
}

static const struct command *choose(const struct command *commands, struct args *a)
{
	const char *names[MAX_COMMANDS + 1] = { 0 };
	int i;

	for (i = 0; commands[i].name; i++)
		names[i] = commands[i].name;
	if (!args_more(a)) {
		for (i = 0; names[i] && strcmp(names[i], "show"); i++)
			;
		return &commands[i];
	}
	return &commands[args_choice(a, "command", names)];
}

void cmd_run(const char *object, const struct command *commands, struct args *a)
{
	const struct command *c;

	a->object = object;
	if (cmd_wants_help(a)) {
		for (c = commands; c->name; c++)
			print_usage(object, c);
		return;
	}
	c = choose(commands, a);
	a->command = c->name;
	if (cmd_wants_help(a))
		print_usage(object, c);
	else
		c->run(a);
}
