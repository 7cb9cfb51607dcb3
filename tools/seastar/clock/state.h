/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLOCK_STATE_H
#define CLOCK_STATE_H

#include <stdbool.h>

#include "tools/seastar/netlink/nl.h"

/* To who wants something counted; with the device's name twice. */
#define CLOCK_STANDS	\
	"the clock of %s stands still, so nothing can be counted: 'seastar clock run %s' starts it"

/* The clock of hardware, which the driver does not know of, runs. */
bool clock_stands(struct nl *nl, const char *dev);

#endif /* CLOCK_STATE_H */
