/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLOCK_STATE_H
#define CLOCK_STATE_H

#include <stdbool.h>

#include "tools/seastar/netlink/nl.h"

/* Refusal of a request to count over time; with the device's name twice. */
#define CLOCK_STANDS	\
	"the clock of %s stands still, so nothing can be counted: 'seastar clock run %s' starts it"

/*
 * Return true if the clock is stopped; the clock of hardware, which the driver does not control,
 * runs.
 */
bool clock_stands(struct nl *nl, const char *dev);

#endif /* CLOCK_STATE_H */
