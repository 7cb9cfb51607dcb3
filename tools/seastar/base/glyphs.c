// SPDX-License-Identifier: GPL-2.0-only
#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "glyphs.h"

#define LINEAR_SPREAD	100	/* a bar of 1/100 of the longest is too short to be seen */
#define EIGHTHS		8

struct scale scale_of(const double *value, size_t n)
{
	struct scale s = { 0 };
	double min = INFINITY;
	size_t i;

	for (i = 0; i < n; i++) {
		if (value[i] > s.max)
			s.max = value[i];
		if (value[i] > 0 && value[i] < min)
			min = value[i];
	}
	s.logarithmic = s.max / min > LINEAR_SPREAD;
	s.unit = min < 1 ? min : 1;
	return s;
}

double scale_part(const struct scale *s, double value)
{
	if (!(value > 0))
		return 0;
	return s->logarithmic ? log1p(value / s->unit) / log1p(s->max / s->unit) :
				value / s->max;
}

double scale_value(const struct scale *s, double part)
{
	return s->logarithmic ? s->unit * expm1(part * log1p(s->max / s->unit)) :
				part * s->max;
}

bool glyphs_have_blocks(void)
{
	static enum { UNKNOWN, ASCII, BLOCKS } kind;

	if (kind == UNKNOWN) {
		setlocale(LC_CTYPE, "");
		kind = strcmp(nl_langinfo(CODESET), "UTF-8") ? ASCII : BLOCKS;
	}
	return kind == BLOCKS;
}

static int block_bar(char *text, double part, int width)
{
	static const char *const eighths[EIGHTHS] = {
		"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"
	};
	int n = part * width * EIGHTHS, i;

	if (!n)
		n = 1;
	for (i = 0; i < n / EIGHTHS; i++)
		text = stpcpy(text, "█");
	stpcpy(text, eighths[n % EIGHTHS]);
	return (n + EIGHTHS - 1) / EIGHTHS;
}

static int ascii_bar(char *text, double part, int width)
{
	int n = part * width;

	if (!n)
		n = 1;
	memset(text, '#', n);
	text[n] = '\0';
	return n;
}

int glyphs_bar(char *text, double part, int width)
{
	*text = '\0';
	if (!(part > 0) || width < 1)
		return 0;
	if (part > 1)
		part = 1;
	return glyphs_have_blocks() ? block_bar(text, part, width) : ascii_bar(text, part, width);
}

unsigned int glyphs_level(double part)
{
	if (!(part > 0))
		return 0;
	return part < 1 ? 1 + (unsigned int)(part * GLYPHS_LEVELS) : GLYPHS_LEVELS;
}

const char *glyphs_of_level(unsigned int level)
{
	static const char *const blocks[GLYPHS_LEVELS + 1] = {
		"·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"
	};
	static const char *const ascii[GLYPHS_LEVELS + 1] = {
		".", "1", "2", "3", "4", "5", "6", "7", "8"
	};

	return (glyphs_have_blocks() ? blocks : ascii)[level];
}

/* Return the digits after the point with which @value has three digits in all. */
static int digits_after(double value)
{
	return value < 10 ? 2 : value < 100 ? 1 : 0;
}

const char *glyphs_short(char text[GLYPHS_SHORT], double value)
{
	static const char units[] = "\0kMGTPE";
	size_t i = 0;

	if (!isfinite(value))
		return "-";
	/* A value that would be rounded up to 1000 gets the next unit. */
	for (; fabs(value) >= 999.5 && i < sizeof(units) - 2; i++)
		value /= 1000;
	if (!i && value == floor(value))
		snprintf(text, GLYPHS_SHORT, "%.0f", value);
	else
		snprintf(text, GLYPHS_SHORT, "%.*f%.1s", digits_after(fabs(value)), value,
			 &units[i]);
	return text;
}
