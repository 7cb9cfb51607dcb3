/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files that check an experiment share. */
#ifndef SIM_CHECK_H
#define SIM_CHECK_H

#include "experiment.h"

/* The place of whichever of two keys was given last, in @phase or, if neither, before. */
const struct sim_origin *later(const struct sim_experiment *e, u32 phase, const char *a,
			       const char *b);

/* check_router.c: what only routers of one kind refuse */
bool check_router(const struct sim_experiment *e, struct sim_error *err);

#endif /* SIM_CHECK_H */
