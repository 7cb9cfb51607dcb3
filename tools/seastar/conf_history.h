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

#define HISTORY_MAX	10	/* texts that are kept */

void history_put_aside(const char *text);

/* False if it cannot be, which is said. */
bool history_keep(void);

/* The file of the @n-th last text, from 1, to be freed; NULL if there is none. */
char *history_path(unsigned int n);

#endif /* CONF_HISTORY_H */
