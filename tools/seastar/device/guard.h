/* SPDX-License-Identifier: GPL-2.0-only */
/* Between two readings, that they are of the same device. */
#ifndef DEVICE_GUARD_H
#define DEVICE_GUARD_H

#include <stdint.h>

#include "tools/seastar/netlink/nl.h"

struct guard {
	struct nl events;
	const char *dev;
};

/* From now on the program ends as soon as it is seen that @dev has gone: in the two below. */
void guard_start(struct guard *g, const char *dev);

/* Sleep, until a signal comes at the latest. */
void guard_wait(struct guard *g, uint64_t ms);
void guard_end(struct guard *g);

#endif /* DEVICE_GUARD_H */
