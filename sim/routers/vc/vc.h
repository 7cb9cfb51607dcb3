/* SPDX-License-Identifier: GPL-2.0-only */
/* The virtual-channel router of textbooks (docs/vc-router.md). */
#ifndef SS_VC_H
#define SS_VC_H

#include "sim/core/fabric.h"

#define SS_VC_MAX_VCS	16	/* most VCs of a port */
#define SS_VC_MAX_PORTS	32	/* most ports of a router of any topology except a cube */

extern const struct ss_kind ss_vc_kind;		/* for a cube */
extern const struct ss_kind ss_vc_wide_kind;	/* for a topology that has routes of its own */

/* Fill @cfg with this router's usual values and the given radices and meshes. */
void ss_vc_config_default(struct ss_config *cfg, u32 kx, u32 ky, u32 kz, u32 mesh);

#endif /* SS_VC_H */
