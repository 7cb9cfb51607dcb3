/* SPDX-License-Identifier: GPL-2.0-only */
/* Wormhole routers with flits multiplexed on links (docs/wormhole-router.md). */
#ifndef SS_WORMHOLE_H
#define SS_WORMHOLE_H

#include "sim/core/fabric.h"

extern const struct ss_kind ss_wormhole_kind;

/* Return the number of VCs of a link that Puente et al. give for this router. */
u32 ss_wormhole_vcs(u32 routing);

/* Return the cycles per hop that Puente et al. give for this router. */
u32 ss_wormhole_delay(u32 routing, u32 crossbar);

/* Fill @cfg with the given radices and the usual values for @routing and @crossbar. */
void ss_wormhole_config_default(struct ss_config *cfg, u32 kx, u32 ky, u32 kz, u32 routing,
				u32 crossbar);

#endif /* SS_WORMHOLE_H */
