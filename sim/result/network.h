/* SPDX-License-Identifier: GPL-2.0-only */
/* The network in a result as JSON: ports, links, tables and ages, and names of nodes and ports. */
#ifndef SIM_RESULT_NETWORK_H
#define SIM_RESULT_NETWORK_H

#include <json-c/json_object.h>

#include "sim/run/result.h"

/* Put the members from "ports" to "limit" of docs/sim-result.schema.json. */
void result_put_network(struct json_object *o, const struct sim_result *r);

/* Put "usage", if the use of ports is counted. */
void result_put_usage(struct json_object *o, const struct sim_result *r);

/* Put "age_histogram" and "arbitration". */
void result_put_ages(struct json_object *o, const struct sim_result *r);

/* Put the place of node @node, as "at". */
void result_put_node(struct json_object *o, const struct sim_result *r, u32 node);

/* Put the place of router @router, as "at". */
void result_put_router(struct json_object *o, const struct sim_result *r, u32 router);

/* Return the name of a row of ports. */
const char *result_row_name(const struct sim_result *r, u32 row);

/* Put @value as @name, or null if there is not @any. */
void result_put_count(struct json_object *o, const char *name, bool any, u64 value);

#endif /* SIM_RESULT_NETWORK_H */
