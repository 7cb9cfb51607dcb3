/* SPDX-License-Identifier: GPL-2.0-only */
/* Declarations that the files which check an experiment share. */
#ifndef SIM_CHECK_H
#define SIM_CHECK_H

#include "experiment.h"

/*
 * Return the origin of the key that was given last, of @a and @b: in @phase or, if it has neither,
 * in an earlier phase.
 */
const struct sim_origin *later(const struct sim_experiment *e, u32 phase, const char *a,
			       const char *b);

/* Return the key that sets the nodes. */
const char *shape_key(const struct sim_experiment *e);

/* Check whether the described fabric can be built (check_router.c). */
bool check_router(const struct sim_experiment *e, struct sim_error *err);

/*
 * Check whether there is a fabric of this configuration; if not, a sentence names keys and values
 * (refusal.c).
 */
bool sim_check_config(const struct sim_experiment *e, struct sim_error *err);

#endif /* SIM_CHECK_H */
