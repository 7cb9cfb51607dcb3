/* SPDX-License-Identifier: GPL-2.0-only */
/* Links of a fabric: a table that its topology fills in once (sim/topology). */
#ifndef SS_WIRING_H
#define SS_WIRING_H

#include "topology.h"

/* log2 of the places for ports in a router's port ids: ids split by shifts. */
#define SS_PORT_SHIFT	3

#define SS_PORT_ID(router, port)	((router) << SS_PORT_SHIFT | (port))
#define SS_PORT_ROUTER(id)		((id) >> SS_PORT_SHIFT)
#define SS_PORT_OF(id)			((id) & 7)

/**
 * struct ss_wire - the link of an output, by its port id
 * @to: the input at the other end, as port id; of proc itself; SS_NO_ROUTER: nothing
 * @delay: cycles that a flit spends on the way there, and a credit on the way back
 */
struct ss_wire {
	u32 to;
	u32 delay;
};

#endif /* SS_WIRING_H */
