/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands of an object, and their help. */
#ifndef BASE_COMMAND_H
#define BASE_COMMAND_H

#include "args.h"
#include "keyword.h"

/**
 * struct rule - a name in a usage, such as SETTINGS, and its meaning
 * @name: the name
 * @text: meaning of the name: "proc | x | y"; NULL: see @keywords
 * @keywords: keywords that the name stands for: a table of its own, or the command's table, of
 *	which KEYWORD_RULE count
 */
struct rule {
	const char *name;
	const char *text;
	const struct keyword *keywords;
};

/**
 * struct command - a command of an object
 * @name: the word that asks for the command; "" if the object alone asks for it
 * @run: run the command, or end the program with a message
 * @usage: words that follow, before those of @keywords
 * @help: purpose of the command, a sentence without its full stop
 * @keywords: keywords that may follow, in any order; NULL: none besides @usage
 * @rules: meaning of the names in @usage and in values of keywords, ended by a NULL name; or NULL
 * @now: for a former command: its successor, such as "mark add", which the refusal names. Former
 *	commands come last, and help omits them
 */
struct command {
	const char *name;
	void (*run)(struct args *a);
	const char *usage;
	const char *help;
	const struct keyword *keywords;
	const struct rule *rules;
	const char *now;
};

/* Run the command of @object that the next word names, "show" if there is none. */
void object_run(const char *object, const struct command *commands, struct args *a);

/* Run @c, the only command of @object, or its command without a word. */
void object_run_only(const char *object, const struct command *c, struct args *a);

/* Return true if the next word is "help", with dashes or without, or "-h", which is taken then. */
bool object_wants_help(struct args *a);

#endif /* BASE_COMMAND_H */
