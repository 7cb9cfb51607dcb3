/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names and meanings of a port's counters.
 */
#ifndef SEASTAR_COUNTERS_H
#define SEASTAR_COUNTERS_H

#include <linux/seastar.h>
#include <linux/types.h>

/**
 * struct seastar_counter_info - what a counter is
 * @name: unique
 * @kind: &enum seastar_stats_kind
 * @unit: &enum seastar_stats_unit
 */
struct seastar_counter_info {
	const char *name;
	u32 kind;
	u32 unit;
};

extern const struct seastar_counter_info seastar_counters[SEASTAR_COUNTERS];

#endif /* SEASTAR_COUNTERS_H */
