/* SPDX-License-Identifier: GPL-2.0-only */
/* Readings of a fabric's registers and sources, and their differences. */
#ifndef SIM_COUNTERS_H
#define SIM_COUNTERS_H

#include "crew.h"
#include "result.h"

struct sim_counters;

/* Read all registers and sources of @f that this process runs. */
struct sim_counters *sim_counters_read(struct ss_fabric *f);

/* Put the counts of all members since @c into the leader's @r, and free @c. */
void sim_counters_settle(struct sim_counters *c, struct sim_crew *crew, struct ss_fabric *f,
			 struct sim_result *r);

/* Sum up all sources, losses and link errors, over all members of @crew. */
struct sim_totals sim_counters_totals(struct sim_crew *crew, struct ss_fabric *f);

#endif /* SIM_COUNTERS_H */
