/* SPDX-License-Identifier: GPL-2.0-only */
/* seastar route show: the look-up tables of a router. */
#ifndef ROUTE_ENTRIES_H
#define ROUTE_ENTRIES_H

#include "tools/seastar/base/keyword.h"

extern const struct keyword route_entries_keywords[];

void route_show(struct args *a);

#endif /* ROUTE_ENTRIES_H */
