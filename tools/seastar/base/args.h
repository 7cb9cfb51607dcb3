/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading the command line word by word.  A word that is not valid ends the program with one line
 * on stderr and status 2.
 */
#ifndef BASE_ARGS_H
#define BASE_ARGS_H

#include <stdbool.h>
#include <stdint.h>

#define MAX_COULD	16

/**
 * struct args - the words still to be read
 * @word: next word; the list ends with NULL
 * @object: the object chosen, for messages
 * @command: command of the object, for messages; NULL until chosen
 * @device: the word that was taken for a device's name, for messages; NULL until then
 * @keyword: last keyword taken, for messages
 * @asked: the word that was compared with @could, for messages
 * @could: words that are possible in place of @asked, ended by NULL
 */
struct args {
	char **word;
	const char *object;
	const char *command;
	char **device;
	const char *keyword;
	char **asked;
	const char *could[MAX_COULD + 1];
};

/* Print an error of the command line and end the program with status 2. */
void args_die(const struct args *a, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 2, 3)));

bool args_more(const struct args *a);

/* Return true if the next word is @word, or @word after two dashes. */
bool args_comes(const struct args *a, const char *word);

/* Take the next word if it is @word; false if it is another. */
bool args_take(struct args *a, const char *word);

/* Take the next word, which must be @word. */
void args_need(struct args *a, const char *word);

/* Record that the next word could be @word, for the message if it is refused. */
void args_could(struct args *a, const char *word);

/* Take the next word as the value of @what. */
const char *args_value(struct args *a, const char *what);

/* Take the name of a device, which need not exist. */
const char *args_device(struct args *a);

/* Take the next word, which must be one of @words; return its index. */
int args_choice(struct args *a, const char *what, const char *const *words);

/**
 * args_keyword() - take the next keyword
 * @a: the words
 * @words: known words, ended by NULL; at most 64
 * @seen: mask of the words taken: bit i for word i; a word that comes twice is refused
 *
 * Return: index of the keyword.
 */
int args_keyword(struct args *a, const char *const *words, uint64_t *seen);

/* Refuse any words that are left. */
void args_end(const struct args *a);

/* Take a number, decimal or 0x, in the given range. Messages name @unit, unless it is NULL. */
uint64_t args_number(struct args *a, const char *what, const char *unit, uint64_t min,
		     uint64_t max);
uint64_t parse_number(const struct args *a, const char *what, const char *text,
		      uint64_t min, uint64_t max);

/* Take a decimal fraction with at most @digits after the point; return it times 10^@digits. */
uint64_t args_decimal(struct args *a, const char *what, const char *unit, unsigned int digits,
		      uint64_t min, uint64_t max);

/* Parse two numbers, "A" then @separator then "B". */
void parse_pair(const struct args *a, const char *what, const char *text, char separator,
		uint64_t min, uint64_t max, uint64_t pair[2]);

#endif /* BASE_ARGS_H */
