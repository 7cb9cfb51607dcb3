/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SUGGEST_SHOW_H
#define SUGGEST_SHOW_H

#include "device.h"

/* Print a suggestion for a device or, if @dev has no name, for its topology. */
void suggest_out(const struct suggest_device *dev, const struct suggestion *s);

#endif /* SUGGEST_SHOW_H */
