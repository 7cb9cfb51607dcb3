/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters of a port; their names and those of the ports are in names.c, which is made from the
 * specification of the netlink family.
 */
#ifndef SEASTAR_COUNTERS_H
#define SEASTAR_COUNTERS_H

#include <linux/seastar.h>
#include <linux/types.h>

/**
 * struct seastar_counter_info - description of a counter
 * @kind: &enum seastar_stats_kind
 * @unit: &enum seastar_stats_unit
 */
struct seastar_counter_info {
	u32 kind;
	u32 unit;
};

extern const char * const seastar_counter_names[SEASTAR_COUNTERS];
extern const char * const seastar_port_names[SEASTAR_PORTS];
extern const struct seastar_counter_info seastar_counters[SEASTAR_COUNTERS];

#endif /* SEASTAR_COUNTERS_H */
