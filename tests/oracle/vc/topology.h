/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle's topologies of virtual-channel routers other than cubes.  Each has a file in
 * tests/oracle/topology, which is written from the definition of the topology.
 */
#ifndef ORACLE_TOPOLOGY_H
#define ORACLE_TOPOLOGY_H

#include "oracle/draw.h"
#include "oracle/model.h"

/**
 * struct oracle_topology - a topology
 * @ops: the same topology in the simulator
 * @stages: return the number of stages of the routing in force
 * @nodes: return the number of nodes of router @r
 * @peer: return the router at the other end of port @port of router @r, or -1; store the number of
 *	the port there in *@back
 * @row: return the row of results that counts port @port of router @r
 * @draw: draw the sizes of a small fabric, and its routing
 * @route: return the port by which packet @p leaves router @r, which is not its last; update its
 *	stage, *@stage
 */
struct oracle_topology {
	const struct ss_topology_ops *ops;
	u32 (*stages)(const struct oracle *o);
	u32 (*nodes)(const struct oracle *o, u32 r);
	int (*peer)(const struct oracle *o, u32 r, u32 port, u32 *back);
	u32 (*row)(const struct oracle *o, u32 r, u32 port);
	void (*draw)(struct draw *d, struct ss_config *cfg);
	u32 (*route)(struct oracle *o, u32 r, const struct packet *p, u32 *stage);
};

extern const struct oracle_topology oracle_hyperx, oracle_fat_tree;

/* Return the topology of @o, or NULL for a cube. */
const struct oracle_topology *topology_of(const struct oracle *o);

/* Draw a topology, its sizes, and a routing. */
void topology_draw(struct draw *d, struct ss_config *cfg);

/* Draw a number for packet @p, to choose its path by. */
u64 toss_of(const struct oracle *o, const struct packet *p);

#endif /* ORACLE_TOPOLOGY_H */
