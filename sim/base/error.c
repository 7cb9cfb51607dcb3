// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

#include "error.h"

/*
 * Replace characters of @text that are not printable: a sentence is one line, whatever text was
 * read.
 */
static void make_printable(char *text)
{
	for (; *text; text++)
		if (iscntrl((unsigned char)*text))
			*text = '?';
}

bool sim_fail(struct sim_error *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	make_printable(err->text);
	return false;
}
