/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums over latencies (docs/model.md, section 7).
 */
#ifndef SS_LATENCY_H
#define SS_LATENCY_H

#include <linux/seastar.h>

#include "rng.h"

/*
 * Add a latency to four words, as in enum seastar_source_stat: sum, squares low and high, maximum.
 */
static inline void ss_latency_add(u64 *sums, u64 latency)
{
	u64 square = latency * latency;

	sums[0] += latency;
	sums[1] += square;
	sums[2] += ss_mulhi(latency, latency) + (sums[1] < square);
	if (latency > sums[3])
		sums[3] = latency;
}

/* Return the bin of a latency among @bins, the last of which has all that are longer, too. */
static inline u32 ss_latency_bin(u64 latency, u32 bins)
{
	u32 bin = latency ? 64 - __builtin_clzll(latency) : 0;

	return bin < bins ? bin : bins - 1;
}

/* Return the fine bin of a latency.  Its width is 2^cut cycles, an eighth of that of its bin. */
static inline u32 ss_latency_fine_bin(u64 latency)
{
	u32 cut = latency < 8 ? 0 : 60 - __builtin_clzll(latency);
	u64 bin = 8 * (u64)cut + (latency >> cut);

	return bin < SEASTAR_LAT_FINE_BINS ? bin : SEASTAR_LAT_FINE_BINS - 1;
}

#endif /* SS_LATENCY_H */
