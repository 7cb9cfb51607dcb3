// SPDX-License-Identifier: GPL-2.0-only
/* Timelines, counted cycle by cycle from the states in which the naive replay found each rank. */
#include <string.h>

#include "naive.h"

/* Return the least power of two of cycles with which @bins bins reach @end. */
static uint64_t width_of(int bins, uint64_t end, enum mutant mutant)
{
	uint64_t width = 1;

	while (bins * width < end + (mutant == MUTANT_BIN_FULL))
		width *= 2;
	return width;
}

/* Return the column in which the state of a rank is counted. */
static enum state column_of(enum state state, bool collective, enum mutant mutant)
{
	if (state == COMPUTES || !collective || mutant == MUTANT_BIN_CALL)
		return state;
	return state == SENDS && mutant == MUTANT_BIN_SENDS ? SENDS : COLLECTIVE;
}

void timelines_find(const struct draft *d, enum mutant mutant, const struct states *s,
		    struct outcome *o)
{
	uint64_t last = 0, width;

	for (int r = 0; r < d->ranks; r++)
		last = o->end[r] > last ? o->end[r] : last;
	if (last > MOST_STATES)
		return;
	width = width_of(d->bins, last, mutant);
	o->width = width;
	for (int r = 0; r < d->ranks; r++) {
		for (uint64_t t = 0; t < o->end[r]; t++) {
			uint64_t at = t + (mutant == MUTANT_BIN_BORDER && t % width == width - 1);
			enum state state = s->state[r][t];

			if (at / width < MOST_BINS)
				o->bin[r][at / width][column_of(state, s->collective[r][t],
								mutant)]++;
		}
	}
}
