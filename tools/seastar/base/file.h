/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that are read as a whole. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stddef.h>

/*
 * Read a whole file, "-" for stdin, and put a zero byte after it; to be freed.  One that
 * cannot be read, or is larger than anything the tool takes, ends the program.
 */
char *file_contents(const char *path, size_t *length);

#endif /* BASE_FILE_H */
