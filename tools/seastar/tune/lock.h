/* SPDX-License-Identifier: GPL-2.0-only */
/* Lock so that one experiment runs at a time: a file in the directory of the history. */
#ifndef TUNE_LOCK_H
#define TUNE_LOCK_H

/* Take the lock until this program ends; die() if another program holds it. */
void tune_lock(void);

#endif /* TUNE_LOCK_H */
