/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A histogram of 64-bit values that is exact to 1 %.
 *
 * Values below 256 have a bin each; above, every power of two is cut into 128 bins of one width.
 * So a bin from low to high has high - low < low / 128.  A percentile is reported as the highest
 * value of its bin: it is at most 0.79 % too high, never too low.  Histograms add up exactly, in
 * any order.
 */
#ifndef SIM_HISTOGRAM_H
#define SIM_HISTOGRAM_H

#include <seastar/types.h>

#define HISTOGRAM_CUT	7			/* log2 of the bins per power of two */
#define HISTOGRAM_BINS	((64 - HISTOGRAM_CUT + 1) << HISTOGRAM_CUT)

static inline u32 histogram_bin(u64 value)
{
	u32 shift;

	if (value < 2 << HISTOGRAM_CUT)
		return value;
	shift = 63 - __builtin_clzll(value) - HISTOGRAM_CUT;
	return (shift << HISTOGRAM_CUT) + (u32)(value >> shift);
}

/* Return the lowest value of a bin. */
static inline u64 histogram_low(u32 bin)
{
	u32 shift;

	if (bin < 2 << HISTOGRAM_CUT)
		return bin;
	shift = (bin >> HISTOGRAM_CUT) - 1;
	return (u64)(bin - (shift << HISTOGRAM_CUT)) << shift;
}

static inline u64 histogram_high(u32 bin)
{
	return bin + 1 < HISTOGRAM_BINS ? histogram_low(bin + 1) - 1 : ~0ULL;
}

#endif /* SIM_HISTOGRAM_H */
