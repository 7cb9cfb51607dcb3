// SPDX-License-Identifier: GPL-2.0-only
/* Choosing a command of an object, and its help. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "print.h"

#define MAX_COMMANDS	16

/* "seastar age set", and the words that follow */
static void usage_text(const char *object, const struct command *c)
{
	printf("usage: seastar %s%s%s%s%s\n", object, *c->name ? " " : "", c->name,
	       *c->usage ? " " : "", c->usage);
	if (c->help)
		printf("    %s.\n", c->help);
}

/* Lines and their indents are for people. */
static char *one_line(const char *text)
{
	char *line = allocate(strlen(text) + 1, 1), *end = line;

	for (; *text; text++) {
		if (!isspace((unsigned char)*text))
			*end++ = *text;
		else if (end > line && end[-1] != ' ')
			*end++ = ' ';
	}
	return line;
}

static struct json_object *usage_json(const char *object, const struct command *c)
{
	struct json_object *o = json_object_new_object();
	char *usage = one_line(c->usage);

	json_add_str(o, "object", object);
	json_add_str(o, "command", c->name);
	json_add_str(o, "usage", usage);
	json_add_str(o, "help", c->help ? c->help : "");
	free(usage);
	return o;
}

/* Print how to use the @n commands from @c on. */
static void print_usage(const char *object, const struct command *c, size_t n)
{
	struct json_object *list = print_is_json() ? json_object_new_array() : NULL;
	size_t i;

	for (i = 0; i < n; i++) {
		if (list)
			json_object_array_add(list, usage_json(object, &c[i]));
		else
			usage_text(object, &c[i]);
	}
	if (list)
		print_json(list);
}

bool cmd_wants_help(struct args *a)
{
	return args_take(a, "help");
}

static const struct command *command_choose(const struct command *commands, size_t n,
					    struct args *a)
{
	const char *names[MAX_COMMANDS + 1] = { 0 };
	size_t i;

	for (i = 0; i < n; i++) {
		names[i] = commands[i].name;
		if (!args_more(a) && !strcmp(names[i], "show"))
			return &commands[i];
	}
	return &commands[args_choice(a, "command", names)];
}

void cmd_run(const char *object, const struct command *commands, struct args *a)
{
	const struct command *c;
	size_t n = 0;

	while (commands[n].name)
		n++;
	a->object = object;
	if (cmd_wants_help(a)) {
		print_usage(object, commands, n);
		return;
	}
	c = command_choose(commands, n, a);
	a->command = c->name;
	if (cmd_wants_help(a))
		print_usage(object, c, 1);
	else
		c->run(a);
}

void cmd_run_only(const char *object, const struct command *c, struct args *a)
{
	a->object = object;
	if (cmd_wants_help(a))
		print_usage(object, c, 1);
	else
		c->run(a);
}
