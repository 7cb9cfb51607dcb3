/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that the command line names. */
#ifndef FILES_H
#define FILES_H

#include "sim/results.h"

/* Read the results of all files of a list that NULL ends. */
bool files_read(struct results *results, char **paths, struct sim_error *err);

/* Write a file whole, or leave none of that name that is not. */
bool file_write(const char *path, const char *bytes, size_t size, struct sim_error *err);

#endif /* FILES_H */
