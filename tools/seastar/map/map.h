/* SPDX-License-Identifier: GPL-2.0-only */
/* A sample as a map of the fabric. */
#ifndef MAP_H
#define MAP_H

#include "tools/seastar/counters/group.h"
#include "tools/seastar/counters/sample.h"

/**
 * struct map - the value that a map shows
 * @what: name of the value
 * @unit: unit of the value
 * @digits: digits of a printed value after the point
 * @value: return the value for the counters of a router, summed over its ports
 * @which: argument of @value
 * @ports: ports that count: bit p for port p
 * @interval: the sample covers an interval, not all time since the device was made or marked
 * @cycles: cycles of the interval
 */
struct map {
	const char *what;
	const char *unit;
	int digits;
	double (*value)(const struct group *g, unsigned int which);
	unsigned int which;
	uint32_t ports;
	bool interval;
	uint64_t cycles;
};

/*
 * Return true if a map is shown instead of a table of all routers, which would be too long for a
 * terminal.
 */
bool map_instead(const struct sample_query *q, enum grouping by);

void map_show(const struct map *m, const struct sample_query *q, const struct sample *s);

#endif /* MAP_H */
