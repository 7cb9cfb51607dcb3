/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The shape of a fabric, whatever its topology: one table of operations per topology, in
 * sim/topology.  A configuration names the table, so that a program has the topologies that it
 * names, and no others.
 *
 * Ports of a router are numbered from 0 on.  Those of its nodes come first, then those of links.
 * Nodes are numbered router by router, and routers that have none come last.
 */
#ifndef SS_TOPOLOGY_H
#define SS_TOPOLOGY_H

#include <linux/seastar.h>

#include "port.h"

#define SS_NO_ROUTER	U32_MAX
#define SS_SIZES	4	/* sizes that distinguish fabrics of a topology */

struct ss_config;
struct ss_topology_ops;
struct ss_topology_view;

/**
 * struct ss_topology - the shape of a fabric
 * @ops: functions of its topology
 * @size: sizes, as the topology defines them
 * @routers: number of routers
 * @per_router: nodes of a router that has nodes
 * @nodes: number of nodes
 * @ports: port numbers of a router, some of which may have no link
 * @group: routers of a group, whose first router's number is a multiple of it; 0: there are none
 */
struct ss_topology {
	const struct ss_topology_ops *ops;
	u32 size[SS_SIZES];
	u32 routers;
	u32 per_router;
	u32 nodes;
	u32 ports;
	u32 group;
};

/**
 * struct ss_topology_routing - a routing of a topology
 * @word: name of the routing in experiments
 * @stages: number of stages that a packet goes through, each with its own virtual channels, so that
 * there is no cycle of waiting packets
 */
struct ss_topology_routing {
	const char *word;
	u32 stages;
};

/**
 * struct ss_step - a packet that is to be sent on
 * @routing: number of the routing among those of the topology
 * @router: router that has the packet
 * @source: node that sent the packet
 * @dest: node that the packet is for
 * @toss: a random number of the packet
 */
struct ss_step {
	u32 routing;
	u32 router;
	u32 source;
	u32 dest;
	u64 toss;
};

/**
 * struct ss_topology_ops - a topology
 * @name: name of the topology in experiments
 * @patterns: bit i is set if @choices supports &enum seastar_pattern i
 * @check: return NULL, or a sentence that names the fault in the sizes of @cfg
 * @shape: fill in the fields that follow from @ops and @size of @t; all other fields are 0
 * @behind: return the router behind port @port of router @r, which is no node's port, or
 * SS_NO_ROUTER; set *@back to the port there that leads back
 * @choices: return the number of nodes to which node @src sends under @pattern, one of @patterns;
 * set *@dest to number @pick of these, if there is one
 * @routings: routings between which experiments choose, the default first, and an entry without a
 * word at the end; NULL: routers follow rules of their own, as those of a cube do
 * @route: return the port by which a packet leaves its router, which is not the router of its
 * destination. It may increase the stage of the packet's routing, which is 0 at first
 * @view: the topology's names and drawings in the simulator; NULL in the kernel
 */
struct ss_topology_ops {
	const char *name;
	u64 patterns;
	const char *(*check)(const struct ss_config *cfg);
	void (*shape)(struct ss_topology *t);
	u32 (*behind)(const struct ss_topology *t, u32 r, u32 port, u32 *back);
	u32 (*choices)(const struct ss_topology *t, u32 pattern, u32 src, u32 pick, u32 *dest);
	const struct ss_topology_routing *routings;
	u32 (*route)(const struct ss_topology *t, const struct ss_step *s, u32 *stage);
	const struct ss_topology_view *view;
};

static inline u32 ss_router_of(const struct ss_topology *t, u32 node)
{
	return likely(t->per_router == 1) ? node : node / t->per_router;
}

/* Return the first node of router @router; the number of all nodes if it has none. */
static inline u32 ss_first_node(const struct ss_topology *t, u32 router)
{
	u32 first = router * t->per_router;

	return first < t->nodes ? first : t->nodes;
}

/* Return the number of nodes of router @router, which are at its first ports. */
static inline u32 ss_nodes_of(const struct ss_topology *t, u32 router)
{
	return ss_first_node(t, router + 1) - ss_first_node(t, router);
}

/* Return the router behind @port of router @router, which is no node's port, or SS_NO_ROUTER. */
static inline u32 ss_router_behind(const struct ss_topology *t, u32 router, u32 port)
{
	u32 back;

	return t->ops->behind(t, router, port, &back);
}

#endif /* SS_TOPOLOGY_H */
