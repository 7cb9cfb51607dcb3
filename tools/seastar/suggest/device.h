/* SPDX-License-Identifier: GPL-2.0-only */
/* The parameters of a device that a suggestion depends on. */
#ifndef SUGGEST_DEVICE_H
#define SUGGEST_DEVICE_H

#include <linux/seastar.h>

#include "rules.h"

/**
 * struct suggest_device - a device, and what it carries
 * @name: its own
 * @cfg: its topology, and what is known of its routers; of the rest the hardware's
 * @by_age: all routers arbitrate by age, always
 * @has_load: packets were counted
 * @load: if so, of them
 * @pattern: of the traffic, "" if not known
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
 * @name: of it; NULL: the only one there is
 * @interval_ms: in which it is watched; 0: since it came
 * @dev: goes here
 */
void suggest_device_read(const char *name, u64 interval_ms, struct suggest_device *dev);

#endif /* SUGGEST_DEVICE_H */
