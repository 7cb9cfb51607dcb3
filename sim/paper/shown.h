/* SPDX-License-Identifier: GPL-2.0-only */
/* Words of a reproduction, which its text and its page have in common, from its JSON. */
#ifndef SIM_PAPER_SHOWN_H
#define SIM_PAPER_SHOWN_H

#include "paper.h"

#define SHOWN_NUMBER	32

struct json_object *shown_member(struct json_object *o, const char *name);

/* Return the text @name of @o, or "". */
const char *shown_text(struct json_object *o, const char *name);

/* Return true if @o has a member @name that is true. */
bool shown_is(struct json_object *o, const char *name);

/*
 * Return a number as JSON prints it, or NAN if there is none.  Measured values have more digits
 * than those read from a file.
 */
double shown_number(struct json_object *o, const char *name);

/* Write @value with four digits: more are not worth reading. */
const char *shown_short(double value, char buffer[SHOWN_NUMBER]);

/* Return true if one of @figures has a member @name. */
bool shown_is_known(struct json_object *figures, const char *name);

/* Print notes on @row, each between @before and @after.  @searched: its runs are of searches. */
void shown_row_notes(struct json_object *row, bool searched, const char *before, const char *after,
		     FILE *to);

/* Return "holds", "in part" or "differs". */
const char *shown_verdict(struct json_object *claim);

/* Print the bounds of a claim's value, with more digits than a figure has. */
void shown_bounds(struct json_object *claim, FILE *to);

/* Print the value of a claim; @own: it is one of a user's study, which has no paper's figures. */
void shown_value(struct json_object *claim, bool own, FILE *to);

/* Print what makes a claim's verdict uncertain, each sentence between @before and @after. */
void shown_claim_notes(struct json_object *claim, const char *before, const char *after, FILE *to);

/* Print lines: whose figures stand beside ours, and what was made smaller. */
void shown_source(struct json_object *o, FILE *to);

#endif /* SIM_PAPER_SHOWN_H */
