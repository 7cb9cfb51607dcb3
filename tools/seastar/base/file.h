/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that are read as a whole. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stddef.h>

/*
 * Read a whole file, "-" for stdin, and append a zero byte; to be freed.  The program ends if the
 * file cannot be read or is too large.
 */
char *file_contents(const char *path, size_t *length);

#endif /* BASE_FILE_H */
