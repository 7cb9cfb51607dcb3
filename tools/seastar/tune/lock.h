/* SPDX-License-Identifier: GPL-2.0-only */
/* One experiment at a time: the lock is beside the history. */
#ifndef TUNE_LOCK_H
#define TUNE_LOCK_H

/* Lock until this program ends, however it ends; the program ends if another one experiments. */
void tune_lock(void);

#endif /* TUNE_LOCK_H */
