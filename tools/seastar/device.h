/* SPDX-License-Identifier: GPL-2.0-only */
/* Devices as data. */
#ifndef DEVICE_H
#define DEVICE_H

#include "nl.h"
#include "topology.h"

/**
 * struct device - what a program wants to know of a device
 * @name: of it
 * @backend: "soft" or "mmio"
 * @id: of this device alone, though its name may come again
 * @topology: of the fabric
 * @routers: in it
 * @lost: the hardware does not answer any more
 */
struct device {
	char name[SEASTAR_NAME_MAX + 1];
	char backend[16];
	uint64_t id;
	struct topology topology;
	uint32_t routers;
	bool lost;
};

struct devices {
	struct device *device;
	size_t n;
};

void device_read(struct nl *nl, const char *name, struct device *d);

/* All there are; released by free(@list->device). */
void devices_read(struct nl *nl, struct devices *list);

#endif /* DEVICE_H */
