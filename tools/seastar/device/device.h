/* SPDX-License-Identifier: GPL-2.0-only */
/* The parameters of a device, and the places of its routers. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/topology/cube.h"

#include "tools/seastar/base/args.h"
#include "tools/seastar/netlink/nl.h"

#include "topology.h"

/**
 * struct device - the fixed parameters of a device
 * @name: name of the device
 * @topology: topology in words
 * @core: the same topology in the model's form, with three dimensions
 * @routers: number of routers that can be read; a BAR may have fewer than the fabric
 * @vcs: virtual channels per class
 * @link_changes: changes of links since the device came, when it was read
 * @generation: generation of the settings, when it was read
 * @is_soft: the device is a software fabric: its topology determines its registers
 */
struct device {
	const char *name;
	struct topology topology;
	struct ss_topology core;
	uint32_t routers;
	uint32_t vcs;
	uint64_t link_changes;
	uint64_t generation;
	bool is_soft;
};

void device_read(struct nl *nl, const char *name, struct device *d);

/* Find a device over a connection of nl_try_open(): false if it cannot be read. */
bool device_find(struct nl *nl, const char *name, struct device *d);

/*
 * End the program if there is no device @name.  Programs that only wait for its events need this.
 */
void device_need(const char *name);

/* Take a number of a router or, if there is a @dev to ask, its coordinates, "3,4,5". */
uint32_t args_router(struct args *a, const char *what, const char *dev);
uint32_t parse_router(const struct args *a, const char *what, const char *text, const char *dev);

#define PLACE_TEXT_MAX	24

/* Write the coordinates "3,4,5" or, with -N, the number. */
void place_text(const struct device *d, uint32_t router, char text[PLACE_TEXT_MAX]);

/* Output the members "router" and "coordinates", for JSON only. */
void place_out(const struct device *d, uint32_t router);

/*
 * Output the same members, and in text the cells of columns @head and "place" or, outside of a
 * table, "router 7 at 3,4,5".
 */
void place_cells(const char *head, const struct device *d, uint32_t router);
void place_words(const struct device *d, uint32_t router);

/* Output an end of a link: in a row the cell "3,4,5 -x", in JSON an object. */
void place_end(const char *key, const struct device *d, uint32_t router, unsigned int port);

#endif /* DEVICE_H */
