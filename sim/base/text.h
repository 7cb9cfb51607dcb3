/* SPDX-License-Identifier: GPL-2.0-only */
/* Words and numbers as people type them. */
#ifndef SIM_TEXT_H
#define SIM_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include <seastar/types.h>

/* Is @text UTF-8?  Files and pictures that results go into have no other bytes. */
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

/* Has @text a control character, such as an end of line? */
bool text_has_control(const char *text);

/*
 * Would a reader of lines "key = value  # comment" read @text otherwise than it stands: has it a
 * '#', blanks at either end or beside a comma, or a '"' in front?
 */
bool text_needs_quotes(const char *text);

/* Write @text between quotation marks, with a backslash before each '"' and backslash in it. */
void text_quote(const char *text, FILE *to);

/*
 * Take the quotation marks off @text, which begins with one, in its place; returns what is behind
 * the closing one, or NULL: there is none.
 */
char *text_unquote(char *text);

/* The one of @words (ended by NULL) that @typed may have been meant for, or NULL. */
const char *text_nearest(const char *typed, const char *const *words);

/* Unsigned, decimal or hexadecimal after 0x, and nothing else: no sign, no space. */
bool text_number(const char *text, u64 *value);

/* A decimal fraction with at most @digits after the point, times 10^@digits. */
bool text_decimal(const char *text, u32 digits, u64 *value);

#define TEXT_DECIMAL	48	/* characters that text_from_decimal() may need */

/* The reverse, without zeros at its end. */
void text_from_decimal(u64 value, u32 digits, char *text, size_t room);

/*
 * Split @text at @separator into at most @most numbers of at most @max each; returns how many, or 0
 * if it is anything else.
 */
u32 text_numbers(const char *text, char separator, u64 max, u64 *value, u32 most);

#endif /* SIM_TEXT_H */
