// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counters of a port.
 */
#include <seastar/counters.h>

#include "base/counters.h"

#define ONE(NAME, name, number, place, reg, since, unit, ...)	\
	[number] = { SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_##unit },
#define VCS(NAME, name, number, place, reg, since, unit, ...)	\
	[number ... (number) + 3] = { SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_##unit },
#define AGES(NAME, name, number, place, reg, since, unit, ...)	\
	[number ... (number) + SEASTAR_AGE_BINS - 1] = {	\
		SEASTAR_STATS_KIND_HISTOGRAM, SEASTAR_STATS_UNIT_##unit },

const struct seastar_counter_info seastar_counters[SEASTAR_COUNTERS] = {
	SS_COUNTERS(VCS, ONE, AGES, ONE)
};
