/* SPDX-License-Identifier: GPL-2.0-only */
/* Congested global links of a Dragonfly that there can never be. */
#ifndef SIM_REACH_H
#define SIM_REACH_H

#include "experiment.h"

/* Refuses given values of `link_percent` and `link_packets` that no link can reach. */
bool check_links(const struct sim_experiment *e, struct sim_error *err);

#endif /* SIM_REACH_H */
