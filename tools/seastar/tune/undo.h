/* SPDX-License-Identifier: GPL-2.0-only */
/* The command that restores settings. */
#ifndef TUNE_UNDO_H
#define TUNE_UNDO_H

#include "tools/seastar/aging/registers.h"

/*
 * Return the command that sets all routers of @dev as they are in @before, which is sorted; the
 * command is to be freed.
 */
char *undo_command(const char *dev, struct agings *before);

#endif /* TUNE_UNDO_H */
