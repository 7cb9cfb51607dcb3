/* SPDX-License-Identifier: GPL-2.0-only */
/* A sample as a map of the fabric. */
#ifndef MAP_H
#define MAP_H

#include "group.h"
#include "sample.h"

/* To who asks for less. */
#define MAP_ALL_ROUTERS	"a map is of all routers: 'router' and 'by' make no sense with it"

/**
 * struct map - what is shown of each router
 * @what: the name of the value
 * @unit: of it
 * @digits: after the point, where it is printed
 * @value: finds it in the counters of a router, summed over its ports
 * @which: handed to @value
 * @ports: bit p set: port p counts
 * @cycles: that the sample covers; 0: all since the device came, or since its mark
 */
struct map {
	const char *what;
	const char *unit;
	int digits;
	double (*value)(const struct group *g, unsigned int which);
	unsigned int which;
	uint32_t ports;
	uint64_t cycles;
};

void map_show(const struct map *m, const struct sample_query *q, const struct sample *s);

#endif /* MAP_H */
