/* SPDX-License-Identifier: GPL-2.0-only */
/* Objects and their commands: what main() chooses from. */
#ifndef CMD_H
#define CMD_H

#include "args.h"

/**
 * struct command - what can be done with an object
 * @name: the word that asks for it; "" if the object is all there is to say
 * @run: does it, or ends the program with a message
 * @usage: the words that follow
 * @help: what it does, a sentence without its full stop
 */
struct command {
	const char *name;
	void (*run)(struct args *a);
	const char *usage;
	const char *help;
};

/* Run the command of @object that the next word names, "show" if there is none. */
void cmd_run(const char *object, const struct command *commands, struct args *a);

/* Run @c, which is all that @object has. */
void cmd_run_only(const char *object, const struct command *c, struct args *a);

/* Did the user ask for help?  If so, the word is taken. */
bool cmd_wants_help(struct args *a);

void cmd_dev(struct args *a);
void cmd_age(struct args *a);
void cmd_config(struct args *a);
void cmd_stats(struct args *a);
void cmd_hist(struct args *a);
void cmd_latency(struct args *a);
void cmd_traffic(struct args *a);
void cmd_clock(struct args *a);
void cmd_mmr(struct args *a);
void cmd_suggest(struct args *a);
void cmd_monitor(struct args *a);
void cmd_router(struct args *a);
void cmd_port(struct args *a);
void cmd_link(struct args *a);
void cmd_route(struct args *a);
void cmd_snapshot(struct args *a);
void cmd_whatif(struct args *a);
void cmd_watch(struct args *a);
void cmd_trace(struct args *a);

#endif /* CMD_H */
