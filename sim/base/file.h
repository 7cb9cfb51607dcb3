/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading and writing of whole files. */
#ifndef SIM_FILE_H
#define SIM_FILE_H

#include <stddef.h>

#include "error.h"

/*
 * Read the text @path, "-" for standard input.  It has a 0 behind it and is to be freed.  Its lines
 * end in LF alone, and it has no byte order mark (line_reader.h).
 */
bool file_read(const char *path, char **text, size_t *size, struct sim_error *err);

/* Write a whole file; on failure no part of it is left. */
bool file_write(const char *path, const char *bytes, size_t size, struct sim_error *err);

/* Make a directory, unless there is one of that name. */
bool file_directory(const char *path, struct sim_error *err);

#endif /* SIM_FILE_H */
