/* SPDX-License-Identifier: GPL-2.0-only */
/* A parsed configuration file: see seastar.conf(5). */
#ifndef CONF_H
#define CONF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/seastar.h>

#include "tools/seastar/aging/settings.h"
#include "tools/seastar/device/topology.h"

/* A place in the file, both numbers from 1; a column is a byte. */
struct conf_place {
	unsigned int line, column;
};

/* A range of routers that a section is about. */
struct conf_range {
	uint32_t first, last;
	struct conf_place place;
};

/**
 * struct conf_section - "[DEV]" or "[DEV router LIST]", and the keys below it
 * @dev: index of the section's device
 * @ranges: ranges of routers
 * @n: number of ranges; 0 in a section about every router
 * @change: values of the keys; the routers are in @ranges alone
 */
struct conf_section {
	size_t dev;
	struct conf_range *ranges;
	size_t n;
	struct change change;
};

/**
 * struct conf_dev - a device in the file
 * @name: name of the device
 * @place: place where the file first names the device
 * @topology: topology in the file; without dimensions if the file has none
 * @routes: routing of packets, "rule" or the words of a plan; "" if the file has none
 * @routes_place: place of @routes in the file
 * @every: line of the section about every router; 0: there is none
 * @owner: line of the section about each router, 0: there is none; NULL: none for any router
 */
struct conf_dev {
	char name[SEASTAR_NAME_MAX + 1];
	struct conf_place place;
	struct topology topology;
	char routes[SEASTAR_PLAN_MAX + 1];
	struct conf_place routes_place;
	unsigned int every;
	unsigned int *owner;
};

/**
 * struct conf - a whole file
 * @dev: devices, in the order in which they are named
 * @devs: number of devices
 * @section: sections, in the order of the file, which has no meaning
 * @sections: number of sections
 */
struct conf {
	struct conf_dev *dev;
	size_t devs;
	struct conf_section *section;
	size_t sections;
};

#endif /* CONF_H */
