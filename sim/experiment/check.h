/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that the files which check an experiment share. */
#ifndef SIM_CHECK_H
#define SIM_CHECK_H

#include "experiment.h"

/* The place of whichever of two keys was given last, in @phase or, if neither, before. */
const struct sim_origin *later(const struct sim_experiment *e, u32 phase, const char *a,
			       const char *b);

/* The key that says which nodes there are. */
const char *shape_key(const struct sim_experiment *e);

/* check_router.c: can the fabric be built, as it is described? */
bool check_router(const struct sim_experiment *e, struct sim_error *err);

/* refusal.c: is there a fabric of this configuration?  If not, a sentence names keys and values. */
bool sim_check_config(const struct sim_experiment *e, struct sim_error *err);

#endif /* SIM_CHECK_H */
