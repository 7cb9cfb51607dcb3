/* SPDX-License-Identifier: GPL-2.0-only */
/* seastar route show: the look-up tables of a router. */
#ifndef ROUTE_TABLE_H
#define ROUTE_TABLE_H

#include "args.h"

void route_show(struct args *a);

#endif /* ROUTE_TABLE_H */
