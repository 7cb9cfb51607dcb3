/* SPDX-License-Identifier: GPL-2.0-only */
/* Lock so that one experiment runs at a time: a file in the directory of the history. */
#ifndef TUNE_LOCK_H
#define TUNE_LOCK_H

#include <stdbool.h>

/*
 * Take the lock for an experiment with @dev until this program ends, however it ends; die() if
 * another program holds it.
 */
void tune_lock(const char *dev);

/* Return true if a program experiments with @dev.  It takes no lock, even for a moment. */
bool tune_is_locked(const char *dev);

#endif /* TUNE_LOCK_H */
