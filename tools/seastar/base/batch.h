/* SPDX-License-Identifier: GPL-2.0-only */
/* Commands from a file. */
#ifndef BASE_BATCH_H
#define BASE_BATCH_H

#include <stdbool.h>

#include "args.h"

/**
 * batch_run() - run the commands of a file, one per line
 * @path: path of the file; "-" is stdin
 * @force: go on after a command that fails
 * @run: function that runs one command, given its words
 *
 * Return: the exit status of the command that ended the batch; with @force, the worst.
 */
int batch_run(const char *path, bool force, void (*run)(struct args *a));

#endif /* BASE_BATCH_H */
