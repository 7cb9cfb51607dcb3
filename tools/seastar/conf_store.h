/* SPDX-License-Identifier: GPL-2.0-only */
/* Where configurations are kept: files, and the history of what was before each apply. */
#ifndef CONF_STORE_H
#define CONF_STORE_H

#include <stdbool.h>
#include <stddef.h>

#define STORE_HISTORY	10	/* texts that are kept */

/* Read a whole file, "-" for stdin; to be freed. */
char *store_read(const char *path, size_t *length);

/* Replace a file, whole or not at all, and make it last. */
void store_write(const char *path, const char *text);

/* The file of a device's kept settings, in SEASTAR_CONFIG_DIR or /etc/seastar; to be freed. */
char *store_path(const char *dev);
bool store_has(const char *path);

/* Make that directory, if it is not there. */
void store_prepare(void);

/*
 * The history, in SEASTAR_STATE_DIR or /var/lib/seastar.  A text is put aside
 * before a change, by one program at a time; it is kept once the change is made, and
 * forgotten if the program ends before that.
 */
void history_put_aside(const char *text);
void history_keep(void);

/* The file of the @n-th last text, from 1; NULL if there is none. */
char *history_path(unsigned int n);

#endif /* CONF_STORE_H */
