/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Coordinates and neighbours of a k-ary n-cube (docs/model.md, sections 1, 3).
 */
#ifndef SS_TOPOLOGY_H
#define SS_TOPOLOGY_H

#include <linux/seastar.h>

#include "port.h"

#define SS_NO_ROUTER	U32_MAX

struct ss_topology {
	u32 radix[SEASTAR_DIMS];
	u32 mesh;
	u32 routers;
};

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

#endif /* SS_TOPOLOGY_H */
