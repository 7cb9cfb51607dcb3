/* SPDX-License-Identifier: GPL-2.0-only */
/* The places of results in JSON, as docs/sim-result.schema.json has them. */
#ifndef SIM_PLACES_H
#define SIM_PLACES_H

#include <stdbool.h>

#include "sim/base/error.h"

/*
 * Return true if the result of some experiment has a value at the place @name, such as
 * "latency.p99".  If not, there is a sentence.
 */
bool places_have(const char *name, struct sim_error *err);

#endif /* SIM_PLACES_H */
