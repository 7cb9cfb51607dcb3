/* SPDX-License-Identifier: GPL-2.0-only */
/* The busiest link of a result. */
#ifndef SIM_BUSIEST_H
#define SIM_BUSIEST_H

#include <json-c/json.h>

#include "sim/core/topology_view.h"

/**
 * struct busiest - a link
 * @router: that it leaves
 * @where: the first node of that with its coordinates or, if it has none, what it is
 * @port: by which it leaves, as it is printed; of a Dragonfly where it leads
 * @path: where the result has the flits it carried
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

/* Return its use, NaN if the result has no links. */
double busiest_link_use(struct json_object *result);

/* Return the mean use of the links of the dimension whose mean is highest; NaN if there is none. */
double busiest_dimension_use(struct json_object *result);

#endif /* SIM_BUSIEST_H */
