/* SPDX-License-Identifier: GPL-2.0-only */
/* The router that is being run. */
#ifndef SS_WORMHOLE_VISIT_H
#define SS_WORMHOLE_VISIT_H

#include "router.h"

/**
 * struct whr_visit - a router while it is run
 * @f: fabric of the router
 * @g: region of the router
 * @rt: the router
 * @wire: its links, by output
 * @clock: data for computing times in its region
 * @r: number of the router
 */
struct whr_visit {
	struct ss_fabric *f;
	struct ss_region *g;
	struct whr_router *rt;
	const struct ss_wire *wire;
	struct whr_clock clock;
	u32 r;
};

#endif /* SS_WORMHOLE_VISIT_H */
