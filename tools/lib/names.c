// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <string.h>

#include "names.h"

#include "enums.h"

/* Ports as commands name them, +x; the specification and files have xp. */
const char *const port_names[] = { "proc", "+x", "-x", "+y", "-y", "+z", "-z", NULL };
const char *const port_group_names[] = { "proc", "x", "y", "z", NULL };

const char *const age_names[] = { "0-63", "64-127", "128-191", "192-255", NULL };

const char *name_of(const char *const *names, unsigned int value)
{
	unsigned int i;

	for (i = 0; names[i]; i++) {
		if (i == value)
			return names[i];
	}
	return "unknown";
}

static bool is_letter_or_digit(char c)
{
	return isascii((unsigned char)c) && isalnum((unsigned char)c);
}

bool is_name(const char *text)
{
	const char *c;

	if (!is_letter_or_digit(*text) || strlen(text) > SEASTAR_NAME_MAX)
		return false;
	for (c = text; *c; c++) {
		if (!is_letter_or_digit(*c) && !strchr("_.-", *c))
			return false;
	}
	return true;
}
