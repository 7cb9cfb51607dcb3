// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ring of a board.  A router may be run through a window of cycles before others are.  So it
 * keeps earlier words that it published in a ring, each with the cycle from which on it holds.
 * Other routers find the word that held some cycles ago.
 */
#include "board.h"

/**
 * struct board - the board of a router; behind it is the ring, whose entries are a cycle and the
 * words
 * @newest: number of the newest entry of the ring
 * @ring: entries, one after another
 */
struct board {
	u64 newest;
	u64 ring[];
};

static u32 entry_words(const struct drf_fabric *df)
{
	return 1 + df->words;
}

size_t drf_board_bytes(const struct drf_fabric *df)
{
	return sizeof(struct board) + ((entry_words(df) * sizeof(u64)) << df->seen_shift);
}

static struct board *board_of(const struct drf_fabric *df, const struct drf_router *rt)
{
	return (struct board *)((char *)rt + df->board_bytes);
}

static u64 *entry_at(const struct drf_fabric *df, struct board *b, u32 i)
{
	return b->ring + i * entry_words(df);
}

void drf_publish(struct drf_visit *x, const u64 *word)
{
	struct board *b = board_of(x->df, x->rt);
	u64 *entry;

	b->newest = (b->newest + 1) & ((1U << x->df->seen_shift) - 1);
	entry = entry_at(x->df, b, b->newest);
	entry[0] = x->t;
	memcpy(entry + 1, word, x->df->words * sizeof(*word));
}

const u64 *drf_published(const struct drf_visit *x, u32 there)
{
	static const u64 nothing[DRF_BOARD_WORDS];
	u32 r = x->r - x->rt->here + there, delay = x->f->cfg.link_delay, i;
	struct board *b = board_of(x->df, drf_router_at(x->f, r));

	if (r == x->r)
		return entry_at(x->df, b, b->newest) + 1;
	if (x->t < delay)
		return nothing;
	for (i = b->newest; entry_at(x->df, b, i)[0] > x->t - delay; )
		i = (i - 1) & ((1U << x->df->seen_shift) - 1);
	return entry_at(x->df, b, i) + 1;
}
