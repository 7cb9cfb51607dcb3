// SPDX-License-Identifier: GPL-2.0-only
/*
 * The operations that announce events.
 */
#include "base/events.h"

const struct seastar_event_ops *seastar_events;
