/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A k-ary n-cube: coordinates, neighbours and links (docs/model.md, sections 1 and 3).  Its sizes
 * are the routers along x, y and z, and SS_MESH.
 */
#ifndef SS_CUBE_H
#define SS_CUBE_H

#include "sim/core/wiring.h"

struct ss_refusal;

/* Bits of the sizes: bit d is set where dimension d is a mesh, and a torus otherwise. */
#define SS_MESH		SEASTAR_DIMS

extern const struct ss_topology_ops ss_cube_topology;

/*
 * Check that rings have a virtual channel on either side of the dateline, if they need one, for
 * kinds with datelines.
 */
bool ss_cube_check_rings(const struct ss_config *cfg, struct ss_refusal *why);

struct ss_coord {
	u16 at[SEASTAR_DIMS];
};

static inline bool ss_is_torus(const struct ss_topology *t, u32 dim)
{
	return !(t->size[SS_MESH] >> dim & 1);
}

/* Return the dimension of a network port; SEASTAR_DIMS: the port is proc. */
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

/* Return the port at the other end of a network port's link. */
static inline u32 ss_opposite(u32 port)
{
	return ((port - SEASTAR_PORT_XP) ^ 1) + SEASTAR_PORT_XP;
}

static inline struct ss_coord ss_coord_of(const struct ss_topology *t, u32 id)
{
	struct ss_coord c;

	c.at[2] = id % t->size[2];
	id /= t->size[2];
	c.at[1] = id % t->size[1];
	c.at[0] = id / t->size[1];
	return c;
}

static inline u32 ss_id_of(const struct ss_topology *t, struct ss_coord c)
{
	return c.at[2] + t->size[2] * (c.at[1] + t->size[1] * c.at[0]);
}

/* Return the router behind network port @port of @id, or SS_NO_ROUTER. */
static inline u32 ss_neighbour(const struct ss_topology *t, u32 id, u32 port)
{
	u32 dim = ss_port_dim(port), k = t->size[dim];
	bool plus = ss_port_plus(port);
	struct ss_coord c = ss_coord_of(t, id);
	u32 edge = plus ? k - 1 : 0;

	if (k == 1 || (c.at[dim] == edge && !ss_is_torus(t, dim)))
		return SS_NO_ROUTER;
	c.at[dim] = (c.at[dim] + (plus ? 1 : k - 1)) % k;
	return ss_id_of(t, c);
}

/*
 * Return the number of @c in an array of kx by ky by kz that is turned into one of kz by ky by kx.
 */
u32 ss_cube_transpose(const struct ss_topology *t, struct ss_coord c);

/* Return the destination of @c under a pattern that treats each dimension by itself. */
u32 ss_cube_by_dimension(const struct ss_topology *t, u32 pattern, struct ss_coord c);

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
