/* SPDX-License-Identifier: GPL-2.0-only */
/* The devices that exist. */
#ifndef DEVICE_PRESENT_H
#define DEVICE_PRESENT_H

#include <stdbool.h>

#include "tools/seastar/netlink/nl.h"

#include "topology.h"

/**
 * struct device_entry - a device in the list
 * @id: id of this device, and of no other while the module is loaded
 * @is_soft: the device is a software fabric
 * @generation: generation of its settings
 * @topology: topology of the fabric
 */
struct device_entry {
	uint64_t id;
	bool is_soft;
	uint64_t generation;
	struct topology topology;
};

/* Devices in the kernel's order: their names, ended by NULL, and their entries. */
struct devices {
	const char **name;
	struct device_entry *entry;
	size_t n;
};

void devices_read(struct nl *nl, struct devices *all);
void devices_free(struct devices *all);
bool devices_have(const struct devices *all, const char *name);

/* Find the existing device whose name is most similar to @name, or NULL; for nl_meant. */
const char *devices_meant(const char *name);

/* Find the device of this name; NULL if there is none. */
const struct device_entry *devices_find(const struct devices *all, const char *name);

#endif /* DEVICE_PRESENT_H */
