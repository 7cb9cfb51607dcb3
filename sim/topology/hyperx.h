/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A HyperX (Ahn, Binkert, Davis, McLaren and Schreiber, 2009): a router has a place along one to
 * three dimensions, and a link to each other router that differs in one coordinate.  Its sizes are
 * the routers along x, y and z, and SS_CONCENTRATION.
 */
#ifndef SS_HYPERX_H
#define SS_HYPERX_H

#include "sim/core/topology.h"

/* Index of the nodes of a router among the sizes. */
#define SS_CONCENTRATION	3

#define SS_HYPERX_PORTS		32	/* ports of a router, at most */

extern const struct ss_topology_ops ss_hyperx_topology;

#endif /* SS_HYPERX_H */
