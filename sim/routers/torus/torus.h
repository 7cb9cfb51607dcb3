/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The output-queued torus router and its four ways to choose a quadrant (docs/torus-router.md;
 * Singh, Dally, Gupta & Towles, SPAA'04).
 */
#ifndef SS_TORUS_H
#define SS_TORUS_H

#include "sim/core/fabric.h"

#define SS_TORUS_VCS	3	/* two star channels and one other */

/* Most routers with SS_ROUTE_GAL, which has injection queues for each pair of routers. */
#define SS_TORUS_GAL_ROUTERS	1024

#define SS_TORUS_THRESHOLD	200	/* default of CQR: 2.0 flits (SPAA'04, sec. 4.1) */
#define SS_TORUS_MAX_THRESHOLD	65535	/* hundredths */

extern const struct ss_kind ss_torus_kind;

/*
 * Fill in the configuration of the paper: tori of @kx by @ky by @kz routers, CQR, 3 queues of 16
 * flits per channel.
 */
void ss_torus_config_default(struct ss_config *cfg, u32 kx, u32 ky, u32 kz);

#endif /* SS_TORUS_H */
