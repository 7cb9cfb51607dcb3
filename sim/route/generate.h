/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Making of tables for a plan: routes in dimension order and around links that are down, and an
 * assignment of virtual channels (docs/routing.md).
 */
#ifndef SIM_ROUTE_GENERATE_H
#define SIM_ROUTE_GENERATE_H

#include "direction.h"
#include "plan.h"
#include "tables.h"

/**
 * struct route_missing - pairs that have no route by the rules
 * @pairs: number of pairs without a route
 * @by_reason: number of pairs without a route, by &enum route_reason
 * @record: function called for each pair, by destination and then by source, or NULL
 * @to: argument of @record
 */
struct route_missing {
	u64 pairs;
	u64 by_reason[ROUTE_REASONS];
	void (*record)(void *to, u32 source, u32 dest, enum route_reason why);
	void *to;
};

/*
 * Make the tables of @p, which was checked.  They have only entries that some pair's packets need:
 * an input port without an entry gets no packet for that destination.
 */
struct route_tables *route_generate(const struct route_plan *p, struct route_missing *missing);

#endif /* SIM_ROUTE_GENERATE_H */
