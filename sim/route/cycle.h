/* SPDX-License-Identifier: GPL-2.0-only */
/* Channels that wait for one another in a circle. */
#ifndef SIM_ROUTE_CYCLE_H
#define SIM_ROUTE_CYCLE_H

#include "plan.h"

/*
 * Return the channels of a circle, in order, or NULL if there is none.  @leads has, by channel
 * (sim/route/step.h), a set of the outputs and VCs that some packet needs next: bit 2 port + VC.
 */
u32 *route_cycle(const struct route_plan *p, const u16 *leads, u32 *length);

#endif /* SIM_ROUTE_CYCLE_H */
