/* SPDX-License-Identifier: GPL-2.0-only */
/* Speeds of links and routers of results: what a link carries, and how long a hop takes. */
#ifndef SIM_RESULT_SPEED_H
#define SIM_RESULT_SPEED_H

#include "results.h"

/*
 * Return a sentence, to be freed, with the speeds of each router if they differ between results;
 * NULL if they do not, or are not known of all.
 */
char *speed_note(const struct results *s);

#endif /* SIM_RESULT_SPEED_H */
