/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Boards: words that each router publishes to the others of its group, which see them link_delay
 * cycles later.  A group is in one region, so no other thread writes a board that is read.
 */
#ifndef DRF_BOARD_H
#define DRF_BOARD_H

#include "visit.h"

#define DRF_BOARD_WORDS	SS_DRAGONFLY_MOST	/* most words: one for each global link */

/* Return the bytes of a board of df->words words. */
size_t drf_board_bytes(const struct drf_fabric *df);

/* Publish @word, df->words words, which hold from this cycle on. */
void drf_publish(struct drf_visit *x, const u64 *word);

/*
 * Return the words that router number @there of the group has published, as this router sees them.
 * A router sees its own words without delay.
 */
const u64 *drf_published(const struct drf_visit *x, u32 there);

#endif /* DRF_BOARD_H */
