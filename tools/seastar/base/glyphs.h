/* SPDX-License-Identifier: GPL-2.0-only */
/* Bars and levels made of characters: Unicode blocks where the locale has them, ASCII elsewhere. */
#ifndef BASE_GLYPHS_H
#define BASE_GLYPHS_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct scale - converts values to lengths of bars and to levels
 * @max: largest of the values
 * @logarithmic: the values differ by more than a factor of 100, so the scale is logarithmic
 * @unit: value far below which a logarithmic scale is linear: 1, or the least value if that is less
 */
struct scale {
	double max;
	bool logarithmic;
	double unit;
};

/* Make a scale for @n values; those that are not numbers do not count. */
struct scale scale_of(const double *value, size_t n);

/* Convert a value to its part of the scale, 0 to 1, and a part back to a value. */
double scale_part(const struct scale *s, double value);
double scale_value(const struct scale *s, double part);

/* Return true if the locale has block characters.  The first call adopts the user's locale. */
bool glyphs_have_blocks(void);

/* Bytes of a bar of @width columns. */
#define GLYPHS_BAR_SIZE(width)	(3 * (width) + 1)

/*
 * Write a bar of @part of @width columns; return its columns.  A @part above 0 has at least the
 * thinnest mark.
 */
int glyphs_bar(char *text, double part, int width);

/* Levels of @part, ascending; level 0 is exactly 0. */
#define GLYPHS_LEVELS	8
unsigned int glyphs_level(double part);
const char *glyphs_of_level(unsigned int level);

/* Bytes of a value with three digits: "0.25", "12.5k", "3.4M"; "-" if it is not a number. */
#define GLYPHS_SHORT	8
const char *glyphs_short(char text[GLYPHS_SHORT], double value);

#endif /* BASE_GLYPHS_H */
