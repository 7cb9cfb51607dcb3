/* SPDX-License-Identifier: GPL-2.0-only */
/* A value of each router as a map: x across, y down, a block for each plane of z. */
#ifndef MAP_HEAT_H
#define MAP_HEAT_H

#include "tools/seastar/device/topology.h"

/**
 * struct heat - contents of a map
 * @what: name of the value
 * @unit: unit of the value
 * @topology: topology of the fabric
 * @value: value of each router; NaN: unknown
 * @digits: digits of a printed value after the point
 */
struct heat {
	const char *what;
	const char *unit;
	const struct topology *topology;
	const double *value;
	int digits;
};

/*
 * Output the map: in JSON "map", "unit", "radix" and "values"; as text levels as wide as the
 * terminal, with a legend, or plain numbers if stdout is no terminal.
 */
void heat_out(const struct heat *h);

#endif /* MAP_HEAT_H */
