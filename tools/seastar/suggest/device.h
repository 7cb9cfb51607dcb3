/* SPDX-License-Identifier: GPL-2.0-only */
/* The parameters of a device that a suggestion depends on. */
#ifndef SUGGEST_DEVICE_H
#define SUGGEST_DEVICE_H

#include <linux/seastar.h>

#include "rules.h"

/**
 * struct suggest_device - a device and its load
 * @name: name of the device
 * @cfg: topology, and known parameters of the routers; the others have the values of the hardware
 * @by_age: AGE_RR_SELECT of all routers selects age in all cases
 * @has_load: packets were counted
 * @load: measured load, if @has_load
 * @pattern: pattern of the traffic; "": unknown
 */
struct suggest_device {
	char name[SEASTAR_NAME_MAX + 1];
	struct ss_config cfg;
	bool by_age;
	bool has_load;
	struct suggest_load load;
	char pattern[32];
};

/**
 * suggest_device_read() - read the device
 * @name: name of the device; NULL: the only one present
 * @interval_ms: milliseconds to count; 0: count since the device came
 * @dev: receives the device
 */
void suggest_device_read(const char *name, u64 interval_ms, struct suggest_device *dev);

#endif /* SUGGEST_DEVICE_H */
