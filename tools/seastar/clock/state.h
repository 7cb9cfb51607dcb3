/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLOCK_STATE_H
#define CLOCK_STATE_H

#include <stdbool.h>

#include "tools/seastar/netlink/nl.h"

/* Format of the refusal to count while the clock is stopped; takes the device's name twice. */
#define CLOCK_STANDS	\
	"the clock of %s stands still, so nothing can be counted: 'seastar clock run %s' starts it"

/* Return true if the clock is stopped. The clock of hardware always runs. */
bool clock_stands(struct nl *nl, const char *dev);

#endif /* CLOCK_STATE_H */
