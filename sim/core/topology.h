/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The shape of a fabric: coordinates and neighbours of a k-ary n-cube (docs/model.md, sections 1
 * and 3), or a Dragonfly (dragonfly.h).
 */
#ifndef SS_TOPOLOGY_H
#define SS_TOPOLOGY_H

#include <linux/seastar.h>

#include "dragonfly.h"
#include "port.h"

#define SS_NO_ROUTER	U32_MAX

/**
 * struct ss_topology - the shape of a fabric
 * @radix: of a cube: routers along each dimension
 * @mesh: of a cube: bit d set where dimension d is a mesh
 * @dragonfly: of a Dragonfly, which has no dimensions; otherwise all of it is zero
 * @routers: how many there are
 * @per_router: nodes of a router
 * @nodes: of all of them: those of router 0, then those of router 1, and so on
 */
struct ss_topology {
	u32 radix[SEASTAR_DIMS];
	u32 mesh;
	struct ss_dragonfly dragonfly;
	u32 routers;
	u32 per_router;
	u32 nodes;
};

/* Has it the dimensions of a cube? */
static inline bool ss_is_cube(const struct ss_topology *t)
{
	return !t->dragonfly.p;
}

static inline u32 ss_router_of(const struct ss_topology *t, u32 node)
{
	return likely(t->per_router == 1) ? node : node / t->per_router;
}

static inline u32 ss_first_node(const struct ss_topology *t, u32 router)
{
	return router * t->per_router;
}

struct ss_coord {
	u16 at[SEASTAR_DIMS];
};

static inline bool ss_is_torus(const struct ss_topology *t, u32 dim)
{
	return !(t->mesh >> dim & 1);
}

/* The dimension of a network port (of none, for proc), and whether it is the + side. */
static inline u32 ss_port_dim(u32 port)
{
	return (port - SEASTAR_PORT_XP) >> 1;
}

static inline bool ss_port_plus(u32 port)
{
	return (port - SEASTAR_PORT_XP) % 2 == 0;
}

static inline u32 ss_dim_port(u32 dim, bool plus)
{
	return SEASTAR_PORT_XP + 2 * dim + !plus;
}

/* The port at the other end of a network port's link. */
static inline u32 ss_opposite(u32 port)
{
	return ((port - SEASTAR_PORT_XP) ^ 1) + SEASTAR_PORT_XP;
}

static inline struct ss_coord ss_coord_of(const struct ss_topology *t, u32 id)
{
	struct ss_coord c;

	c.at[2] = id % t->radix[2];
	id /= t->radix[2];
	c.at[1] = id % t->radix[1];
	c.at[0] = id / t->radix[1];
	return c;
}

static inline u32 ss_id_of(const struct ss_topology *t, struct ss_coord c)
{
	return c.at[2] + t->radix[2] * (c.at[1] + t->radix[1] * c.at[0]);
}

/* The router behind network port @port of @id, or SS_NO_ROUTER. */
static inline u32 ss_neighbour(const struct ss_topology *t, u32 id, u32 port)
{
	u32 dim = ss_port_dim(port), k = t->radix[dim];
	bool plus = ss_port_plus(port);
	struct ss_coord c = ss_coord_of(t, id);
	u32 edge = plus ? k - 1 : 0;

	if (k == 1 || (c.at[dim] == edge && !ss_is_torus(t, dim)))
		return SS_NO_ROUTER;
	c.at[dim] = (c.at[dim] + (plus ? 1 : k - 1)) % k;
	return ss_id_of(t, c);
}

/* The router behind port @port of router @r of any topology, or SS_NO_ROUTER. */
static inline u32 ss_router_behind(const struct ss_topology *t, u32 r, u32 port)
{
	u32 back;

	return ss_is_cube(t) ? ss_neighbour(t, r, port) :
	       ss_dragonfly_neighbour(&t->dragonfly, r, port, &back);
}

/* A router's links have the ports from *@first on, before the one that is returned. */
static inline u32 ss_ports_of_links(const struct ss_topology *t, u32 *first)
{
	*first = ss_is_cube(t) ? SEASTAR_PORT_XP : t->dragonfly.p;
	return ss_is_cube(t) ? SEASTAR_PORTS : ss_dragonfly_ports(&t->dragonfly);
}

#endif /* SS_TOPOLOGY_H */
