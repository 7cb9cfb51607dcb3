/* SPDX-License-Identifier: GPL-2.0-only */
/* Routers, their links, and the minimal paths between them, for sim/route/vcs.c. */
#ifndef SIM_ROUTE_NETWORK_H
#define SIM_ROUTE_NETWORK_H

#include "vcs.h"

/**
 * struct network - a network with one minimal path between each two routers
 * @routers: number of routers
 * @degree: links of each router
 * @group: routers of a group; 1: there are no groups
 * @to: router behind each link, by router and link
 * @type: &enum ss_flexvc_type of each link, by router and link
 * @next: first link of the minimal path, by router and destination
 * @path: types of the links of the minimal path, by router and destination
 */
struct network {
	u32 routers;
	u32 degree;
	u32 group;
	u32 *to;
	u8 *type;
	u8 *next;
	u8 *path;
};

void network_init(struct network *n, const struct route_vcs *v);
void network_free(struct network *n);

#endif /* SIM_ROUTE_NETWORK_H */
