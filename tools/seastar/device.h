/* SPDX-License-Identifier: GPL-2.0-only */
/* What a device is. */
#ifndef DEVICE_H
#define DEVICE_H

#include "nl.h"
#include "topology.h"

/**
 * struct device - what does not change of a device
 * @name: its name
 * @topology: in words
 * @routers: that can be read; of hardware, they may be fewer than the fabric's
 */
struct device {
	const char *name;
	struct topology topology;
	uint32_t routers;
};

void device_read(struct nl *nl, const char *name, struct device *d);

#endif /* DEVICE_H */
