/* SPDX-License-Identifier: GPL-2.0-only */
/* Guards against a device being replaced between two readings. */
#ifndef DEVICE_GUARD_H
#define DEVICE_GUARD_H

#include <stdint.h>

#include "tools/seastar/netlink/nl.h"

struct guard {
	struct nl events;
	const char *dev;
};

/* Watch @dev: from now on the functions below end the program once the device has gone. */
void guard_start(struct guard *g, const char *dev);

/* Sleep for @ms milliseconds, or until a signal arrives; end the program if the device goes. */
void guard_wait(struct guard *g, uint64_t ms);
void guard_end(struct guard *g);

#endif /* DEVICE_GUARD_H */
