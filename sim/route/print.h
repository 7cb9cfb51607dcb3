/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Printing of plans, proofs, balances and traces, as text and as JSON (docs/sim-route.schema.json).
 */
#ifndef SIM_ROUTE_PRINT_H
#define SIM_ROUTE_PRINT_H

#include <stdio.h>

#include <json-c/json.h>

#include "balance.h"
#include "check.h"
#include "generate.h"
#include "trace.h"

/* A pair without a route. */
struct route_pair {
	u32 source;
	u32 dest;
	u32 why;
};

/**
 * struct route_pairs - pairs without a route
 * @pair: the first of them
 * @listed: their number
 * @most: the most to list
 * @rest: text on how to list all others, or NULL
 */
struct route_pairs {
	struct route_pair *pair;
	u32 listed;
	u32 most;
	const char *rest;
};

/*
 * Record a pair without a route, a callback for struct route_missing.  @pairs is a struct
 * route_pairs, all zero at first except for its @most and @rest.
 */
void route_pairs_record(void *pairs, u32 source, u32 dest, enum route_reason why);

void route_plan_json(const struct route_plan *p, struct json_object *o);
void route_check_json(const struct route_plan *p, const struct route_missing *missing,
		      const struct route_pairs *pairs, const struct route_proof *proof,
		      struct json_object *o);
void route_balance_json(const struct route_plan *p, const struct route_load *load,
			struct json_object *o);
void route_trace_json(const struct route_plan *p, const struct route_hop *hop, u32 hops,
		      struct json_object *o);

void route_plan_text(const struct route_plan *p, FILE *to);
void route_check_text(const struct route_plan *p, const struct route_missing *missing,
		      const struct route_pairs *pairs, const struct route_proof *proof, FILE *to);
void route_balance_text(const struct route_plan *p, const struct route_load *load, FILE *to);
void route_trace_text(const struct route_plan *p, const struct route_hop *hop, u32 hops, FILE *to);

#endif /* SIM_ROUTE_PRINT_H */
