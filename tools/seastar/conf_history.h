/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The history: what was before each apply, in SEASTAR_STATE_DIR or /var/lib/seastar.
 *
 * A text is put aside before a change, by one program at a time; it is kept once the
 * change is made, and forgotten if the program ends before that.
 */
#ifndef CONF_HISTORY_H
#define CONF_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#define HISTORY_MAX	10	/* texts that are kept */

/* The first line of each begins so, and goes on with what was done then. */
#define HISTORY_HEADING	"# before "

void history_put_aside(const char *text);

/* False if it cannot be, which is said. */
bool history_keep(void);

/* A text that is kept: its number, which grows, and its file, to be freed. */
struct history_text {
	unsigned long number;
	char *path;
};

/* All of them, the oldest first, to be freed; return how many. */
size_t history_list(struct history_text **texts);

#endif /* CONF_HISTORY_H */
