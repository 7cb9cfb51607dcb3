/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that hold configurations. */
#ifndef CONF_STORE_H
#define CONF_STORE_H

#include <stdbool.h>
#include <stddef.h>

/* Replace a file atomically, and sync it to the disk. */
void store_write(const char *path, const char *text);

/*
 * Return the file of a device's kept settings, in SEASTAR_CONFIG_DIR or /etc/seastar; to be freed.
 */
char *store_path(const char *dev);
bool store_has(const char *path);

/* Make the directory of kept settings, if it does not exist. */
void store_prepare(void);

/* Return the usual directory, or the one given by the environment. */
const char *store_directory(const char *variable, const char *usual);

/* Return a path in a directory; to be freed. */
char *store_join(const char *dir, const char *name, const char *suffix);

/* Return the words that end the message of @error about a directory of root's. */
const char *store_remedy(int error);

/* Make a directory, and its parents. */
void store_make_directory(const char *dir);

/* Sync a directory, so that renames in it survive a crash. */
bool store_sync(const char *dir);

#endif /* CONF_STORE_H */
