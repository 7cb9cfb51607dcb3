/* SPDX-License-Identifier: GPL-2.0-only */
/* The use of single links in a result. */
#ifndef SIM_RESULT_LINKS_H
#define SIM_RESULT_LINKS_H

#include <json-c/json.h>

#include "sim/run/result.h"

/* Add "links" to @o if the experiment has detail=full. */
void sim_put_links(struct json_object *o, const struct sim_result *r);

#endif /* SIM_RESULT_LINKS_H */
