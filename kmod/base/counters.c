// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names and meanings of a port's counters.
 */
#include "base/counters.h"

#define CYCLES(name_)	{ name_, SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_CYCLES }
#define AGES(name_)	{ name_, SEASTAR_STATS_KIND_HISTOGRAM, SEASTAR_STATS_UNIT_PACKETS }
#define PACKETS(name_)	{ name_, SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_PACKETS }
#define FLITS(name_)	{ name_, SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_FLITS }

const struct seastar_counter_info seastar_counters[SEASTAR_COUNTERS] = {
	[SEASTAR_COUNTER_VC0_BLOCKED] = CYCLES("vc0_blocked"),
	CYCLES("vc1_blocked"), CYCLES("vc2_blocked"), CYCLES("vc3_blocked"),
	[SEASTAR_COUNTER_STALLED] = CYCLES("stalled"),
	[SEASTAR_COUNTER_AGE_BIN0] = AGES("age_bin0"),
	AGES("age_bin1"), AGES("age_bin2"), AGES("age_bin3"),
	[SEASTAR_COUNTER_VC0_PKTS] = PACKETS("vc0_pkts"),
	PACKETS("vc1_pkts"), PACKETS("vc2_pkts"), PACKETS("vc3_pkts"),
	[SEASTAR_COUNTER_VC0_FLITS] = FLITS("vc0_flits"),
	FLITS("vc1_flits"), FLITS("vc2_flits"), FLITS("vc3_flits"),
	[SEASTAR_COUNTER_CONTESTED] = PACKETS("contested"),
	[SEASTAR_COUNTER_INHIBITED] = PACKETS("inhibited"),
	[SEASTAR_COUNTER_TIED] = PACKETS("tied"),
	[SEASTAR_COUNTER_SATURATED] = PACKETS("saturated"),
};
