/* SPDX-License-Identifier: GPL-2.0-only */
/* The links of a k-ary n-cube (docs/model.md, section 1). */
#ifndef SS_CUBE_H
#define SS_CUBE_H

#include "sim/core/wiring.h"

/* Wire router @r of a cube, all of whose links have @delay. */
static inline void ss_cube_wire(const struct ss_topology *topo, u32 r, u32 delay,
				struct ss_wire *wire)
{
	for (u32 port = 0; port < SEASTAR_PORTS; port++) {
		u32 id = SS_PORT_ID(r, port), peer = id;

		if (port != SEASTAR_PORT_PROC) {
			peer = ss_neighbour(topo, r, port);
			if (peer != SS_NO_ROUTER)
				peer = SS_PORT_ID(peer, ss_opposite(port));
		}
		wire[id].to = peer;
		wire[id].delay = delay;
	}
}

#endif /* SS_CUBE_H */
