/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines of a study's file: comments are left out, and indented lines continue the one before. */
#ifndef SIM_PAPER_LINES_H
#define SIM_PAPER_LINES_H

#include <stdbool.h>

#include <seastar/types.h>

#include "sim/base/error.h"

/**
 * struct lines - a text that is read line by line
 * @name: name of the file
 * @at: rest of the text
 * @next: number of the next line
 * @number: number of the line that lines_next() returned
 * @why: sentence about an indentation that the line must not have, or NULL
 */
struct lines {
	const char *name;
	const char *at;
	u32 next;
	u32 number;
	const char *why;
};

/*
 * Return the words of the next line, with a blank between two, to be freed; NULL at the end of the
 * text.
 */
char *lines_next(struct lines *l);

/* Return false after a sentence about the line that was returned last: "FILE:LINE: WHY". */
bool lines_fail(const struct lines *l, const struct sim_error *why, struct sim_error *err);

/* Return true if @line has the key of a claim, "paper =", "why =" or "why ID =". */
bool lines_is_key_of_claim(const char *line);

/*
 * Cut @line at @sign and the blanks around it.  Return the text behind it, or NULL without @sign.
 */
char *lines_cut(char *line, const char *sign);

#endif /* SIM_PAPER_LINES_H */
