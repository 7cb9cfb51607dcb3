/* SPDX-License-Identifier: GPL-2.0-only */
/* The cycle times of results: whether their cycles are a common unit. */
#ifndef SIM_RESULT_CLOCK_H
#define SIM_RESULT_CLOCK_H

#include "results.h"

/* Return the cycle time of a result in ns; NAN if it is not known. */
double clock_cycle(struct json_object *result);

/* Return true if cycle times differ, or are known of some results only. */
bool clocks_differ(const struct results *s);

/* Return the first result whose cycle time is not known; NULL if all are. */
struct json_object *clock_first_unknown(const struct results *s);

/* Return true if the cycle times of all results are known. */
bool clocks_known(const struct results *s);

#endif /* SIM_RESULT_CLOCK_H */
