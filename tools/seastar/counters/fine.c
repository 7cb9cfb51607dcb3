// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include <linux/seastar.h>

#include "fine.h"

uint64_t fine_low(size_t bin)
{
	return bin < 8 ? bin : (8 + bin % 8) << (bin / 8 - 1);
}

double fine_percentile(const uint64_t *bin, unsigned int permille)
{
	double packets = 0, before = 0, rank;
	size_t i;

	for (i = 0; i < SEASTAR_LAT_FINE_BINS; i++)
		packets += bin[i];
	rank = packets * permille / 1000;
	for (i = 0; i < SEASTAR_LAT_FINE_BINS - 1; i++) {
		if (bin[i] && before + bin[i] >= rank)
			return fine_low(i) +
			       (fine_low(i + 1) - fine_low(i)) * (rank - before) / bin[i];
		before += bin[i];
	}
	return NAN;
}
