/* SPDX-License-Identifier: GPL-2.0-only */
/* Steps of a clock: request one, and wait until it has ended. */
#ifndef CLOCK_STEP_H
#define CLOCK_STEP_H

#include "tools/seastar/netlink/nl.h"

/*
 * Send @step, which steps the clock of @dev, and wait for its end.  If another program sets the
 * clock meanwhile, or a signal comes, print an error and end the program.
 */
void step_and_wait(struct nl *nl, const char *dev, struct snl_msg *step);

#endif /* CLOCK_STEP_H */
