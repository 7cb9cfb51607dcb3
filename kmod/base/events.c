// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who announces events.
 */
#include "base/events.h"

const struct seastar_event_ops *seastar_events;
