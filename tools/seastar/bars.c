// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bars.h"
#include "print.h"

#define LINEAR_SPREAD	100	/* a bar a hundredth as long is not seen */
#define COUNT_WIDTH	20	/* digits of the largest 64-bit number */
#define MIN_BAR		10

struct scale {
	uint64_t max;
	bool logarithmic;
	int width;	/* of the longest bar, in characters */
};

static struct scale choose_scale(const struct bar *bar, size_t n, int width)
{
	struct scale s = { .width = width > MIN_BAR ? width : MIN_BAR };
	uint64_t min = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (bar[i].count > s.max)
			s.max = bar[i].count;
		if (bar[i].count && (!min || bar[i].count < min))
			min = bar[i].count;
	}
	s.logarithmic = min && s.max / min > LINEAR_SPREAD;
	return s;
}

/* Whatever is not nought shows at least one character. */
static int bar_length(const struct scale *s, uint64_t count)
{
	double part;

	if (!count)
		return 0;
	part = s->logarithmic ? log1p(count) / log1p(s->max) : (double)count / s->max;
	return part * s->width < 1 ? 1 : (int)(part * s->width);
}

void bars_print(const struct bar *bar, size_t n)
{
	int columns = print_columns(), label = 0, length;
	struct scale s;
	size_t i;

	for (i = 0; i < n; i++) {
		if ((int)strlen(bar[i].label) > label)
			label = strlen(bar[i].label);
	}
	s = choose_scale(bar, n, columns - label - COUNT_WIDTH - 5);
	for (i = 0; i < n; i++) {
		printf("  %*s %*" PRIu64, label, bar[i].label, COUNT_WIDTH, bar[i].count);
		length = columns ? bar_length(&s, bar[i].count) : 0;
		if (length)
			putchar(' ');
		for (; length; length--)
			putchar('#');
		putchar('\n');
	}
	if (columns && s.logarithmic)
		puts("  (bars on a logarithmic scale)");
}
