/* SPDX-License-Identifier: GPL-2.0-only */
/* Words and numbers typed by users. */
#ifndef SIM_TEXT_H
#define SIM_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include <seastar/types.h>

/* Return true if @text is UTF-8, which all files and pictures with results are. */
bool text_is_utf8(const char *text);

/* Return the bytes of the longest beginning of @text, at most @most, that cuts no character. */
size_t text_head(const char *text, size_t most);

/* Return the number of characters in the first @bytes bytes of @text. */
int text_characters(const char *text, size_t bytes);

/*
 * Write the first @bytes bytes of @text, with blanks up to @width characters: before it, or behind
 * it if @width is negative, as printf() does with bytes.
 */
void text_pad(const char *text, size_t bytes, int width, FILE *to);

/* Return true if @text has a control character, such as an end of line. */
bool text_has_control(const char *text);

/*
 * Return true if @text needs quotation marks to be read back from a line "key = value # comment":
 * it has a '#', blanks at either end or beside a comma, or a '"' in front.
 */
bool text_needs_quotes(const char *text);

/* Write @text between quotation marks, with a backslash before each '"' and backslash in it. */
void text_quote(const char *text, FILE *to);

/*
 * Remove the quotation marks of @text, which begins with one, in place; returns the text behind the
 * closing one, or NULL if there is none.
 */
char *text_unquote(char *text);

/* Return the one of @words (ended by NULL) that @typed probably means, or NULL. */
const char *text_nearest(const char *typed, const char *const *words);

/* Parse an unsigned number, decimal or hexadecimal after 0x, without sign or space. */
bool text_number(const char *text, u64 *value);

/* Parse a decimal fraction with at most @digits after the point, times 10^@digits. */
bool text_decimal(const char *text, u32 digits, u64 *value);

#define TEXT_DECIMAL	48	/* characters that text_from_decimal() may need */

/* Write @value as a decimal fraction, without zeros at its end: the reverse of text_decimal(). */
void text_from_decimal(u64 value, u32 digits, char *text, size_t room);

/*
 * Split @text at @separator into at most @most numbers, each at most @max.  Returns how many there
 * are, or 0 if @text has anything else.
 */
u32 text_numbers(const char *text, char separator, u64 max, u64 *value, u32 most);

#endif /* SIM_TEXT_H */
