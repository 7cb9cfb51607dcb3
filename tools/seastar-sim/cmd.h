/* SPDX-License-Identifier: GPL-2.0-only */
/* The subcommands of seastar-sim. */
#ifndef CMD_H
#define CMD_H

#include <argp.h>
#include <stdbool.h>

#include "sim/experiment/experiment.h"

#define EXIT_USAGE	2

/**
 * struct command - a subcommand
 * @name: the word that asks for the command
 * @run: run the command with its words, from its name on, and return the exit status
 * @help: summary in one line
 * @pooled: the ranks of an MPI job share the work of the command
 */
struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
	bool pooled;
};

extern const struct command commands[];

int cmd_run(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_saturate(int argc, char **argv);
int cmd_plot(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_map(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_table(int argc, char **argv);
int cmd_paper(int argc, char **argv);
int cmd_route(int argc, char **argv);
int cmd_graph500(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_help(int argc, char **argv);

/* Run @c; @argv are its words from its name on.  Returns the exit status. */
int command_run(const struct command *c, int argc, char **argv);

/*
 * Keys of options. The letters c, j, n and s mean the same in all programs of the project
 * (docs/compatibility.md). LONG_ONLY options have no letter. command_former() refuses letters that
 * other options had once.
 */
#define LONG_ONLY(letter)	(256 + (letter))
#define FORMER_OPTION(letter)	\
	{ NULL, letter, "VALUE", OPTION_ARG_OPTIONAL | OPTION_HIDDEN, NULL, 0 }

/**
 * struct command_options - options that several subcommands have
 * @json: print JSON
 * @dry: only print the experiments that would be run
 * @output: file for the results, or NULL
 * @workers: experiments run at the same time; 0: as many as processors
 */
struct command_options {
	bool json;
	bool dry;
	const char *output;
	u32 workers;
};

/* Rows of argp's table for common options: a subcommand includes some, each with its @text. */
#define OPTION_JSON(text)	{ "json", 'j', NULL, 0, text, 0 }
#define OPTION_DRY_RUN(text)	{ "dry-run", 'n', NULL, 0, text, 0 }
#define OPTION_OUTPUT(text)	{ "output", 'o', "FILE", 0, text, 0 }
#define OPTION_WORKERS(text)	{ "workers", 'w', "N", 0, text, 0 }

/* Parse a common option, as an argp parser; returns ARGP_ERR_UNKNOWN for any other. */
error_t command_option(struct command_options *o, int key, char *arg);

/* End the program if no output is given. */
void command_needs_output(const struct command_options *o);

/* Refuse @was, the former spelling of option @now, and end the program. */
void command_former(const char *was, const char *now) __attribute__((noreturn));

/*
 * Parse the words of a subcommand into @request; an error, or a request for help, ends the program.
 */
void command_parse(const struct argp *parser, int argc, char **argv, void *request);

/*
 * End the program with a sentence if @word, which is taken for the file of an experiment, is the
 * name of a key, or the file a trace.
 */
void command_check_file(const char *word, const struct argp_state *state);

/*
 * Read a word of an experiment: a word with '=' is a key, any other the file.  @files counts the
 * files: a second one, or an error, ends the program.
 */
void command_experiment(struct sim_experiment *e, const char *word, u32 *files,
			const struct argp_state *state);

/* Parse @word as a number from 1 to @most; an error, which names @what, ends the program. */
u32 command_number(const char *word, const char *what, u32 most);

/*
 * Insert the output of @print below the options of a help text, for argp's help filters; other text
 * is unchanged.
 */
char *command_list(int key, const char *text, void (*print)(FILE *to));

/* Print one line to stderr, "seastar-sim: ..."; returns @status. */
int complain(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Warn of a default that has no effect in @e, a checked experiment. */
void command_warn(const struct sim_experiment *e);

#endif /* CMD_H */
