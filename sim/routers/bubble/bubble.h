/* SPDX-License-Identifier: GPL-2.0-only */
/* The adaptive Bubble router and its deterministic sibling (docs/bubble-router.md). */
#ifndef SS_BUBBLE_H
#define SS_BUBBLE_H

#include "sim/core/fabric.h"

extern const struct ss_kind ss_bubble_kind;

/*
 * Fill @cfg with the usual values of a router that has @routing and @crossbar, and the given
 * radices.
 */
void ss_bubble_config_default(struct ss_config *cfg, u32 kx, u32 ky, u32 kz, u32 routing,
			      u32 crossbar);

#endif /* SS_BUBBLE_H */
