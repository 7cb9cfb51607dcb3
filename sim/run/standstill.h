/* SPDX-License-Identifier: GPL-2.0-only */
/* A replay that cannot go on: nodes wait for messages of a trace that no node will ever send. */
#ifndef SIM_STANDSTILL_H
#define SIM_STANDSTILL_H

#include "runner.h"

/*
 * Return true if the whole trace was given, no packet is on its way, and each node is done or in a
 * pause.  @run->r->after has the totals of this cycle.  If so, the leader's result gets a sentence
 * that names the circle of nodes, or the node for which the trace lacks messages.
 */
bool standstill_find(struct runner *run);

#endif /* SIM_STANDSTILL_H */
