/* SPDX-License-Identifier: GPL-2.0-only */
/* The use of single links in a result. */
#ifndef SIM_RESULT_LINKS_H
#define SIM_RESULT_LINKS_H

#include <stdio.h>

#include <json-c/json.h>

#include "sim/run/result.h"

/* Add "links" to @o. */
void sim_put_links(struct json_object *o, const struct sim_result *r);

/* Print the value of "links", row by row, as json_print_line() would. */
void sim_print_links(const struct sim_result *r, FILE *to);

#endif /* SIM_RESULT_LINKS_H */
