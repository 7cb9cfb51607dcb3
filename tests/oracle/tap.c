// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>

#include "tap.h"

void tap_begin(struct tap *t)
{
	t->points = 0;
	t->failed = 0;
	puts("TAP version 13");
}

void tap_point(struct tap *t, bool ok, const char *name, ...)
{
	va_list args;

	printf("%s %u - ", ok ? "ok" : "not ok", ++t->points);
	va_start(args, name);
	vprintf(name, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
	t->failed += !ok;
}

int tap_done(const struct tap *t)
{
	printf("1..%u\n", t->points);
	return t->failed || !t->points;
}
