/* SPDX-License-Identifier: GPL-2.0-only */
/* The network in a result as JSON: ports, links, tables and ages, and names of nodes and ports. */
#ifndef SIM_RESULT_NETWORK_H
#define SIM_RESULT_NETWORK_H

#include <json-c/json_object.h>

#include "sim/run/result.h"

/* From "ports" to "limit" of docs/sim-result.schema.json. */
void result_put_network(struct json_object *o, const struct sim_result *r);

/* "age_histogram" and "arbitration". */
void result_put_ages(struct json_object *o, const struct sim_result *r);

/* Where node @node is, as "at". */
void result_put_node(struct json_object *o, const struct sim_result *r, u32 node);

/* The same of router @router. */
void result_put_router(struct json_object *o, const struct sim_result *r, u32 router);

/* The name of a row of ports. */
const char *result_row_name(const struct sim_result *r, u32 row);

/* @value as @name, or null if there is not @any. */
void result_put_count(struct json_object *o, const char *name, bool any, u64 value);

#endif /* SIM_RESULT_NETWORK_H */
