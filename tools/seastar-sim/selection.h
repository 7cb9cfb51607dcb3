/* SPDX-License-Identifier: GPL-2.0-only */
/* Words of a subcommand: files of results, and KEY=VALUE to choose among them. */
#ifndef SELECTION_H
#define SELECTION_H

#include "sim/result/results.h"

#include "cmd.h"

/**
 * struct selection - results of files, and the conditions to select from them
 * @results: results of all files
 * @keep: assignments KEY=VALUE that an experiment must have for its results to be kept
 * @kept: number of assignments
 */
struct selection {
	struct results results;
	char **keep;
	u32 kept;
};

/* Take a word of the command line; a file that cannot be read ends the program. */
void selection_word(struct selection *s, char *word);

/*
 * Parse a word, the end of the words, or an option of @o, which may be NULL, as an argp parser.
 * Files are required. Returns ARGP_ERR_UNKNOWN for any other option.
 */
error_t selection_option(struct selection *s, struct command_options *o, int key, char *arg);

/* Keep only results of experiments with KEY=VALUE. */
void selection_keep(struct selection *s, char *assignment);

/* End the program if no file has a result. */
void selection_needed(const struct selection *s);

/* Drop the results that are not selected. */
bool selection_choose(struct selection *s, struct sim_error *err);

void selection_free(struct selection *s);

#endif /* SELECTION_H */
