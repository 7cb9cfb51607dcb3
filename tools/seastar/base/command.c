// SPDX-License-Identifier: GPL-2.0-only
/* Choice of a command of an object, and its help. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "out.h"
#include "print.h"

#define MAX_COMMANDS	16
#define USAGE_COLUMNS	80

/* Return the words that follow "seastar age set", on one line: "DEV [router N]"; to be freed. */
static char *usage_of(const struct command *c)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	const struct rule *r;

	if (!f)
		die("out of memory");
	fputs(c->usage, f);
	if (c->keywords)
		keyword_usage(f, c->keywords, false);
	for (r = c->rules; r && r->name; r++) {
		fprintf(f, " %s :=%s%s", r->name, r->text ? " " : "", r->text ? r->text : "");
		if (!r->text)
			keyword_usage(f, r->keywords, r->keywords == c->keywords);
	}
	if (fclose(f))
		die("out of memory");
	return text;
}

/* Return true if a rule begins at @word. */
static bool is_rule(const char *word)
{
	return !strncmp(word + strcspn(word, " "), " := ", 4);
}

/* Return the bytes up to the next space outside of brackets, or to the end. */
static size_t phrase_length(const char *text)
{
	size_t n = 0;
	int depth = 0;

	for (; text[n] && (depth || text[n] != ' '); n++)
		depth += (text[n] == '[') - (text[n] == ']');
	return n;
}

/* Print the usage, wrapped between phrases; each rule begins a new line. */
static void usage_text(const char *object, const struct command *c)
{
	char *usage = usage_of(c), *at = usage;
	int column = printf("usage: seastar %s%s%s", object, *c->name ? " " : "", c->name);

	while (*(at += strspn(at, " "))) {
		int n = phrase_length(at);

		if (column + 1 + n > USAGE_COLUMNS || is_rule(at))
			column = printf("\n       %.*s", n, at) - 1;
		else
			column += printf(" %.*s", n, at);
		at += n;
	}
	putchar('\n');
	free(usage);
	if (c->help)
		printf("    %s.\n", c->help);
}

static void usage_out(const char *object, const struct command *c)
{
	char *usage;

	if (!print_is_json()) {
		usage_text(object, c);
		return;
	}
	usage = usage_of(c);
	out_row();
	out_str("object", NULL, object);
	out_str("command", NULL, c->name);
	out_str("usage", NULL, usage);
	out_str("help", NULL, c->help ? c->help : "");
	keyword_out(c->keywords);
	out_close();
	free(usage);
}

/* Print how to use the @n commands from @c on. */
static void print_usage(const char *object, const struct command *c, size_t n)
{
	size_t i;

	out_list(NULL);
	for (i = 0; i < n; i++)
		usage_out(object, &c[i]);
	out_close();
	if (n == 1 && c->keywords && !print_is_json())
		keyword_text(c->keywords);
}

bool object_wants_help(struct args *a)
{
	return args_take(a, "help") || args_take(a, "-h");
}

/* Return true if help is requested, by the next word or by an option among the later ones. */
static bool command_wants_help(struct args *a)
{
	char **word;

	for (word = a->word; *word; word++) {
		if (!strcmp(*word, "-h") || !strcmp(*word, "--help"))
			return true;
	}
	return object_wants_help(a);
}

static void command_run(const char *object, const struct command *c, struct args *a)
{
	if (command_wants_help(a))
		print_usage(object, c, 1);
	else
		c->run(a);
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

/* Refuse a word that was a command in an earlier version. */
static void refuse_former(const char *object, const struct command *former, struct args *a)
{
	for (; former->name; former++) {
		if (!args_comes(a, former->name))
			continue;
		a->object = former->now;
		args_die(a, "'%s %s' is now '%s'", object, former->name, former->now);
	}
}

void object_run(const char *object, const struct command *commands, struct args *a)
{
	const struct command *c;
	size_t n = 0;

	while (commands[n].name && !commands[n].now)
		n++;
	a->object = object;
	refuse_former(object, &commands[n], a);
	if (object_wants_help(a)) {
		print_usage(object, commands, n);
		return;
	}
	c = command_choose(commands, n, a);
	a->command = c->name;
	command_run(object, c, a);
}

void object_run_only(const char *object, const struct command *c, struct args *a)
{
	a->object = object;
	if (*c->name)
		a->command = c->name;
	command_run(object, c, a);
}
