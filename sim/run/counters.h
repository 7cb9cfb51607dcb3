/* SPDX-License-Identifier: GPL-2.0-only */
/* Readings of a fabric's registers and sources, and their differences. */
#ifndef SIM_COUNTERS_H
#define SIM_COUNTERS_H

#include "crew.h"
#include "result.h"

/*
 * Read the counts, since cycle 0, of all registers and sources of @f that this process runs into
 * @r, which holds them until sim_counters_settle(): so they take no memory of their own.
 */
void sim_counters_read(struct ss_fabric *f, struct sim_result *r);

/*
 * Replace them with the counts since sim_counters_read(), and give those of all members to the
 * leader.
 */
void sim_counters_settle(struct sim_crew *crew, struct ss_fabric *f, struct sim_result *r);

/* Sum up all sources, losses and link errors, over all members of @crew. */
struct sim_totals sim_counters_totals(struct sim_crew *crew, struct ss_fabric *f);

#endif /* SIM_COUNTERS_H */
