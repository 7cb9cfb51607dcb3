/* SPDX-License-Identifier: GPL-2.0-only */
/* The busiest link of a result. */
#ifndef SIM_BUSIEST_H
#define SIM_BUSIEST_H

#include <json-c/json.h>

#include "sim/core/topology_view.h"

/**
 * struct busiest - a link
 * @router: router that the link leaves
 * @where: first node of that router with its coordinates or, if it has none, a description of it
 * @port: port by which the link leaves, as it is printed; of a Dragonfly the end that it leads to
 * @path: place in the result of the flits that the link carried
 * @use: flits per cycle
 */
struct busiest {
	u32 router;
	char where[SS_WORDS];
	char port[32];
	char path[64];
	double use;
};

/*
 * Find the first of the links that carried most; false if the result has no links, or none carried
 * any flit.
 */
bool busiest_link(struct json_object *result, struct busiest *b);

/* Return the flits per cycle of the busiest link; NaN if the result has no links. */
double busiest_link_use(struct json_object *result);

/* Return the mean use of the links of the dimension whose mean is highest; NaN if there is none. */
double busiest_dimension_use(struct json_object *result);

#endif /* SIM_BUSIEST_H */
