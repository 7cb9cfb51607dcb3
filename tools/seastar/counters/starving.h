/* SPDX-License-Identifier: GPL-2.0-only */
/* Nodes that starve: they injected nothing since the last reset, though packets wait there. */
#ifndef COUNTERS_STARVING_H
#define COUNTERS_STARVING_H

#include <stddef.h>
#include <stdint.h>

#include "tools/seastar/device/device.h"
#include "tools/seastar/netlink/nl.h"

/**
 * struct starving - nodes that starve
 * @n: number of starving nodes
 * @node: the starving nodes, those with most packets waiting first
 */
struct starving {
	size_t n;
	struct starving_node {
		uint32_t router;
		uint64_t waiting;	/* packets */
	} *node;
};

/* Read the nodes of @dev that starve; starving_free() frees them. */
void starving_read(struct nl *nl, const char *dev, struct starving *s);
void starving_free(struct starving *s);

/* Output the first SHOWN starving nodes, with their coordinates. */
void starving_out(const struct starving *s, const struct device *d);

#endif /* COUNTERS_STARVING_H */
