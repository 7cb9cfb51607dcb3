/* SPDX-License-Identifier: GPL-2.0-only */
/* Standstill of a replay: nodes wait for messages that no node will ever send. */
#ifndef SIM_STANDSTILL_H
#define SIM_STANDSTILL_H

#include "runner.h"

/*
 * Return true if a trace or a program stands still: nodes wait, no packet is on its way, and
 * nothing more will be sent.  @run->r->after has the totals of this cycle.  The leader's result
 * then gets a sentence with the circle of waits, or with the node or operation that waits in vain.
 */
bool standstill_find(struct runner *run);

#endif /* SIM_STANDSTILL_H */
