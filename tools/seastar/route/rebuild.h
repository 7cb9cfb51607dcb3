/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * seastar route check and rebuild: proof of the tables, and new tables that avoid links that are
 * down.
 */
#ifndef ROUTE_REBUILD_H
#define ROUTE_REBUILD_H

#include "tools/seastar/base/keyword.h"

extern const struct keyword route_rebuild_keywords[];

void route_check_device(struct args *a);
void route_rebuild(struct args *a);

#endif /* ROUTE_REBUILD_H */
