/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands of an object, and their help. */
#ifndef BASE_COMMAND_H
#define BASE_COMMAND_H

#include "args.h"
#include "keyword.h"

/**
 * struct rule - what a name in a usage stands for
 * @name: the name
 * @text: what it stands for: "proc | x | y"; NULL: @keywords
 * @keywords: likewise; those of the command itself that are in a rule, or those of another table
 */
struct rule {
	const char *name;
	const char *text;
	const struct keyword *keywords;
};

/**
 * struct command - what can be done with an object
 * @name: the word that asks for it; "" if the object is all there is to say
 * @run: does it, or ends the program with a message
 * @usage: the words that follow, before those of @keywords
 * @help: what it does, a sentence without its full stop
 * @keywords: what may come then, in any order; NULL: @usage is all
 * @rules: what @usage and the values of keywords name, ended by a name that is NULL; or NULL
 * @now: what took its place, as "mark add": a former command is refused with that, and is in no
 *	help; such stand last
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
