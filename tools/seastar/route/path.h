/* SPDX-License-Identifier: GPL-2.0-only */
/* The path of a packet through a fabric, by the look-up tables of its routers. */
#ifndef ROUTE_PATH_H
#define ROUTE_PATH_H

#include "sim/parts/routing/dimension_order.h"

#include "tools/seastar/aging/registers.h"
#include "tools/seastar/device/device.h"

/* The table in which an entry was found. */
enum path_table {
	PATH_LOCAL,	/* entry of the LUT of the input port */
	PATH_GLOBAL,	/* entry of the GLUT: the destination is in another partition */
	PATH_RULE,	/* no entry: the routing rule of a software fabric */
	PATH_TABLES,
};

/* Names of the values of enum path_table. */
extern const char *const path_table_names[PATH_TABLES + 1];

/**
 * struct path_hop - a router on the path
 * @router: the router
 * @in: input port where the packet arrives
 * @out: output port by which the packet leaves
 * @vc: virtual channel on which the packet leaves
 * @dateline: the packet crosses a dateline here, and is on VC1 or VC3 from here on
 * @table: table in which the entry was found
 * @by_rule: dimension-order routing, as the model has it, gives the same output
 * @bias: age that the packet gains on arrival
 * @age: age gained so far, 255 at most
 */
struct path_hop {
	uint32_t router;
	uint8_t in, out, vc;
	bool dateline;
	enum path_table table;
	bool by_rule;
	uint8_t bias;
	uint32_t age;
};

struct path {
	struct path_hop *hop;
	size_t n;
};

/**
 * struct path_query - the path to find
 * @device: device with the fabric
 * @agings: the biases of all routers
 * @from: router at which the packet begins
 * @to: router of the destination
 * @class: REQUEST or RESPONSE
 * @by_rule: the device has no look-up tables: its rule also routes between partitions
 */
struct path_query {
	const struct device *device;
	const struct agings *agings;
	uint32_t from, to;
	unsigned int class;
	bool by_rule;
};

/* Find the path of a packet; the program ends if the tables do not lead to the destination. */
void path_find(struct nl *nl, const struct path_query *q, struct path *p);
void path_free(struct path *p);

/*
 * Return the offset of the table's register that the router of node id @here uses for node id
 * @dest. path_entry() returns the entry in the value of this register.
 */
uint32_t path_offset(uint32_t here, uint32_t in, uint32_t dest);
uint8_t path_entry(uint64_t value, uint32_t here, uint32_t dest);

/* Return the node id of a router. */
uint32_t path_node_id(struct nl *nl, const char *dev, uint32_t router);

#endif /* ROUTE_PATH_H */
