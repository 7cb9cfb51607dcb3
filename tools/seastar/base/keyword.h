/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables of keywords. The parser, the usage and the help are made from them; the completion and the
 * synopses of manual pages are made from the usage and help.
 */
#ifndef BASE_KEYWORD_H
#define BASE_KEYWORD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "args.h"

/* The place of a keyword in the usage. */
enum keyword_place {
	KEYWORD_FREE,	/* may be left out */
	KEYWORD_NEEDED,
	KEYWORD_OR,	/* instead of the previous free keyword */
	KEYWORD_WITH,	/* only together with the previous free keyword, or its alternative */
	KEYWORD_LAST,	/* may be left out; takes all words to the end */
	KEYWORD_RULE,	/* part of the usage's rule, such as SETTINGS */
	KEYWORD_HIDDEN,	/* not written: the usage names it elsewhere */
};

/**
 * struct keyword - a word of a command, and the value that follows it
 * @name: the word; NULL ends a table
 * @former: former spelling, which is refused; or NULL
 * @value: value in the usage; NULL: @words are listed, or there is no value
 * @words: possible words as the value, or NULL
 * @min: least value of a number
 * @max: greatest value of a number; 0: the value is no number
 * @digits: digits of a number after the decimal point
 * @place: place in the usage
 * @many: the keyword may come several times
 * @pair: the value is two numbers with a slash between them
 * @attr: netlink attribute that has the value, for programs that send or show the whole table; or 0
 * @unit: unit of the value, or NULL
 * @help: purpose of the keyword, without a full stop
 */
struct keyword {
	const char *name;
	const char *former;
	const char *value;
	const char *const *words;
	uint64_t min, max;
	unsigned int digits;
	enum keyword_place place;
	bool many;
	bool pair;
	bool nested;
	uint16_t attr;
	const char *unit;
	const char *help;
};

/* Take the next keyword of @table; bit i of @seen is set when word i is taken. */
size_t keyword_take(struct args *a, const struct keyword *table, uint64_t *seen);

/* End the program if a keyword that may not be left out is not among @seen. */
void keyword_need(const struct args *a, const struct keyword *table, uint64_t seen);

/* Take the value of @k: a number in its range, times 10^digits; one of its words. */
uint64_t keyword_number(struct args *a, const struct keyword *k);
int keyword_choice(struct args *a, const struct keyword *k);

/*
 * Write the usage of a table, " [router N] [port PORT]"; with @rule, only of the keywords in its
 * rule.
 */
void keyword_usage(FILE *f, const struct keyword *table, bool rule);

/* Print the purpose of each keyword: as text, one line per keyword, or as JSON. */
void keyword_text(const struct keyword *table);
void keyword_out(const struct keyword *table);

#endif /* BASE_KEYWORD_H */
