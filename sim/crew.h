/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads that run a fabric together, each one region of it. */
#ifndef SIM_CREW_H
#define SIM_CREW_H

#include "fabric.h"

struct sim_crew;

/* A thread for each region of @f but one, which the caller's runs. */
struct sim_crew *sim_crew_new(struct ss_fabric *f);

/* ss_fabric_run() by all of them; the result is the same, however many they are. */
void sim_crew_run(struct sim_crew *c, u64 cycles);

void sim_crew_free(struct sim_crew *c);

#endif /* SIM_CREW_H */
