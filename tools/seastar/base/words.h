/* SPDX-License-Identifier: GPL-2.0-only */
/* Splitting of a line into words. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stddef.h>

/**
 * words_split() - split a line into words as a shell does
 * @line: the line, which is overwritten with the words. Spaces set them apart, except in '...' and
 *	"..."; a backslash takes the meaning from the next character, but not in '...'; # at the
 *	beginning of a word makes the rest of the line a comment
 * @words: receives the words, room for strlen(@line) / 2 + 2; the last is followed by NULL
 *
 * Return: NULL, or a sentence with the error in the line.
 */
const char *words_split(char *line, char **words);

#endif /* BASE_WORDS_H */
