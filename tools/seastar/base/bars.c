// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bars.h"
#include "glyphs.h"
#include "print.h"

#define COUNT_WIDTH	20	/* digits of the largest 64-bit number */
#define MIN_BAR		10

static struct scale scale_of_bars(const struct bar *bar, size_t n)
{
	double *value = allocate(n, sizeof(*value));
	struct scale s;
	size_t i;

	for (i = 0; i < n; i++)
		value[i] = bar[i].count;
	s = scale_of(value, n);
	free(value);
	return s;
}

static int label_width(const struct bar *bar, size_t n)
{
	size_t i, width = 0;

	for (i = 0; i < n; i++) {
		if (strlen(bar[i].label) > width)
			width = strlen(bar[i].label);
	}
	return width;
}

void bars_print(const struct bar *bar, size_t n)
{
	int columns = print_columns(), label = label_width(bar, n);
	int width = columns - label - COUNT_WIDTH - 5;
	struct scale s = scale_of_bars(bar, n);
	char *text;
	size_t i;

	if (print_is_json())
		return;
	if (width < MIN_BAR)
		width = MIN_BAR;
	text = allocate(GLYPHS_BAR_SIZE(width), 1);
	for (i = 0; i < n; i++) {
		if (columns)
			glyphs_bar(text, scale_part(&s, bar[i].count), width);
		printf("  %*s %*" PRIu64 "%s%s\n", label, bar[i].label, COUNT_WIDTH, bar[i].count,
		       *text ? " " : "", text);
	}
	free(text);
	if (columns && s.logarithmic)
		puts("  (bars on a logarithmic scale)");
}
