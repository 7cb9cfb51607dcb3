/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Boards: what each router publishes to the others of its group.  These know it as it was
 * link_delay cycles ago.
 */
#ifndef DRF_BOARD_H
#define DRF_BOARD_H

#include "visit.h"

#define DRF_BOARD_WORDS	SS_DRAGONFLY_MOST	/* at most: one for each global link */

/* Bytes of a board of df->words words. */
size_t drf_board_bytes(const struct drf_fabric *df);

/* The router publishes @word, as many as df->words, which hold from this cycle on. */
void drf_publish(struct drf_visit *x, const u64 *word);

/* Return the words of router number @there of the group as this one knows them; its own at once. */
const u64 *drf_published(const struct drf_visit *x, u32 there);

#endif /* DRF_BOARD_H */
