/* SPDX-License-Identifier: GPL-2.0-only */
/* Readings of a fabric's registers and sources, and what changed since. */
#ifndef SIM_COUNTERS_H
#define SIM_COUNTERS_H

#include "crew.h"
#include "result.h"

struct sim_counters;

/* All registers and sources of @f that are run here, as they stand now. */
struct sim_counters *sim_counters_read(struct ss_fabric *f);

/* Put what all have counted since @c into the leader's @r, and free @c. */
void sim_counters_settle(struct sim_counters *c, struct sim_crew *crew, struct ss_fabric *f,
			 struct sim_result *r);

/* Sums over the sources. */
struct sim_totals sim_counters_totals(struct sim_crew *crew, struct ss_fabric *f);

#endif /* SIM_COUNTERS_H */
