/* SPDX-License-Identifier: GPL-2.0-only */
/* Scanner of words and values of a configuration file, line by line, for parse.c. */
#ifndef CONF_SCAN_H
#define CONF_SCAN_H

#include "parse.h"

#define WORD_BYTES	64	/* longer than any valid word */

/* A word, cut if it is long, with '?' for bytes that are not printable ASCII, and its place. */
struct word {
	const char *at;
	char text[WORD_BYTES];
};

/**
 * struct scan - state of the scanner
 * @next: the next line
 * @end: end of the text
 * @start: first byte of the line at hand
 * @at: next byte of the line at hand
 * @stop: end of the line at hand, or beginning of its comment
 * @line: number of the line at hand
 * @error: receives the sentence about a failure
 */
struct scan {
	const char *next, *end;
	const char *start, *at, *stop;
	unsigned int line;
	struct conf_error *error;
};

void scan_start(struct scan *s, const char *text, size_t length, struct conf_error *error);

/* Go to the next line; false at the end of the text. */
bool scan_line(struct scan *s);

/* Set an error at a byte of this line.  Returns false. */
bool scan_fail(struct scan *s, const char *at, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Set an error for a word that is none of @words (ended by NULL), and suggest the most similar one.
 */
bool scan_unknown(struct scan *s, const char *what, const struct word *w,
		  const char *const *words);

struct conf_place scan_place(const struct scan *s, const char *at);
void scan_blanks(struct scan *s);

/* Return true at the end of the line; otherwise set an error. */
bool scan_is_end(struct scan *s);
bool scan_end(struct scan *s);

/* Take a byte, after blanks, if it is @c. */
bool scan_char(struct scan *s, char c);

/* Take the characters before the next blank and the next of @stops; false if there are none. */
bool scan_word(struct scan *s, const char *stops, struct word *w);

/* Take the rest of the line, without blanks around it. Fail if it is empty or does not fit. */
bool scan_rest(struct scan *s, const char *key, char *to, size_t room);

/* Take the value of a key; or fail. */
bool scan_topology(struct scan *s, struct topology *t);
bool scan_period(struct scan *s, uint32_t *period);
bool scan_select(struct scan *s, uint64_t *select);
bool scan_bias(struct scan *s, unsigned int classes, struct bias_change *c);

#endif /* CONF_SCAN_H */
