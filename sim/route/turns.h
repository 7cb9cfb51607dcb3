/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The turn rule (Abts et al., "Optimized Virtual Channel Assignment in the Cray XT", sec. 2.2.1): a
 * packet goes along X+, X-, Y+ and Z+ first, then along Y+, Y- and Z+, and at last along Z+ and Z-.
 */
#ifndef SIM_ROUTE_TURNS_H
#define SIM_ROUTE_TURNS_H

#include "plan.h"

/* Return true if a packet at router @router that came in by port @in may leave by port @out. */
static inline bool route_may_turn(const struct route_plan *p, u32 router, u32 in, u32 out)
{
	u32 heading;

	if (in == SEASTAR_PORT_PROC || out == SEASTAR_PORT_PROC)
		return true;
	heading = ss_opposite(in);
	if (out == in)
		return false;
	switch (heading) {
	case SEASTAR_PORT_YM:
		/* a detour by -y from the upper edge of a mesh may go on along x */
		if (ss_port_dim(out) == 0)
			return !ss_is_torus(&p->topo, 1) &&
			       route_at(p, router, 1) + 2 == p->topo.size[1];
		return true;
	case SEASTAR_PORT_ZM:
		return out == SEASTAR_PORT_ZM;
	default:
		return true;
	}
}

#endif /* SIM_ROUTE_TURNS_H */
