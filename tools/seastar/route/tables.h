/* SPDX-License-Identifier: GPL-2.0-only */
/* The look-up tables of a device: those in force, and new ones. */
#ifndef ROUTE_TABLES_H
#define ROUTE_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/route/plan.h"
#include "sim/route/tables.h"

#include "tools/seastar/device/device.h"
#include "tools/seastar/netlink/nl.h"

/**
 * struct routing - the routing of a device
 * @in_registers: the tables are in registers of hardware only: the driver has no copy
 * @loaded: look-up tables route packets; otherwise the rule does, except on hardware
 * @generation: generation of the settings
 * @dateline: datelines of the tables
 * @plan: words of the plan that the tables were made from; "": it is unknown
 */
struct routing {
	bool in_registers;
	bool loaded;
	uint64_t generation;
	uint32_t dateline[SEASTAR_DIMS];
	char plan[SEASTAR_PLAN_MAX + 1];
};

void routing_read(struct nl *nl, const char *dev, struct routing *r);

/* Read the node id of each router, to be freed. */
uint16_t *node_ids_read(struct nl *nl, const struct device *d, const struct routing *r);

/* Read the tables in force; the program ends if they were replaced meanwhile. */
struct route_tables *tables_read(struct nl *nl, const struct device *d, const struct routing *r);

/* Send tables that were made for @p, as a draft; return its id. */
uint64_t tables_send(struct nl *nl, const char *dev, const struct route_plan *p,
		     const struct route_tables *t, const char *plan);

/* Print the routing of packets, as the kernel reports it. */
void routing_out(const struct nlmsghdr *m);

#endif /* ROUTE_TABLES_H */
