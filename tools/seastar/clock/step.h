/* SPDX-License-Identifier: GPL-2.0-only */
/* Stepping of a clock, and the wait for its end. */
#ifndef CLOCK_STEP_H
#define CLOCK_STEP_H

#include "tools/seastar/netlink/nl.h"

/*
 * Send @step, which steps the clock of @dev, and wait for its end.  If the clock is stopped,
 * run or stepped meanwhile by others, or we are interrupted, that is said, and the program
 * ends.
 */
void step_and_wait(struct nl *nl, const char *dev, struct snl_msg *step);

#endif /* CLOCK_STEP_H */
