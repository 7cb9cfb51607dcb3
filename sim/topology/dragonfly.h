/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The links of a Dragonfly of maximum size (Fuentes, 2017, sec. 1.2.1; docs/dragonfly-router.md).
 *
 * A router has p nodes, a - 1 links to the other routers of its group (local links) and h links to
 * routers of other groups (global links).  There are a h + 1 groups, and one global link between
 * each two of them.
 */
#ifndef SS_DRAGONFLY_H
#define SS_DRAGONFLY_H

#include "sim/core/topology.h"

extern const struct ss_topology_ops ss_dragonfly_topology;

/**
 * enum ss_arrangement - how global links connect groups
 * @SS_ARRANGE_PALM: palm tree: link k of a group leads k + 1 groups back
 * @SS_ARRANGE_CONSECUTIVE: the links lead to groups 0, 1, 2 and so on, without their own
 * @SS_ARRANGEMENTS: number of kinds
 */
enum ss_arrangement {
	SS_ARRANGE_PALM,
	SS_ARRANGE_CONSECUTIVE,
	SS_ARRANGEMENTS,
};

#define SS_DRAGONFLY_MOST	16	/* global links of a router: 262,656 nodes, if balanced */

/**
 * struct ss_dragonfly - the shape of a Dragonfly
 * @p: nodes of a router, 1 to SS_DRAGONFLY_MOST
 * @a: routers of a group, 1 to twice as many
 * @h: global links of a router, 1 to SS_DRAGONFLY_MOST
 * @arrangement: &enum ss_arrangement, of the global links
 */
struct ss_dragonfly {
	u32 p;
	u32 a;
	u32 h;
	u32 arrangement;
};

static_assert(sizeof(struct ss_dragonfly) == SS_SIZES * sizeof(u32), "its sizes are these");

/* Return the shape whose sizes are @size. */
static inline const struct ss_dragonfly *ss_dragonfly_of(const u32 *size)
{
	return (const struct ss_dragonfly *)size;
}

/* Rows of ports in results (docs/dragonfly-router.md, section 7). */
enum ss_dragonfly_port {
	SS_DRAGONFLY_NODE,
	SS_DRAGONFLY_LOCAL,
	SS_DRAGONFLY_GLOBAL,
	SS_DRAGONFLY_PORTS,
};

/* Count the global links of a group; link k belongs to its router k / h. */
static inline u32 ss_dragonfly_links(const struct ss_dragonfly *d)
{
	return d->a * d->h;
}

static inline u32 ss_dragonfly_groups(const struct ss_dragonfly *d)
{
	return ss_dragonfly_links(d) + 1;
}

static inline u32 ss_dragonfly_routers(const struct ss_dragonfly *d)
{
	return ss_dragonfly_groups(d) * d->a;
}

/* Return the group behind global link @k of @group. */
static inline u32 ss_dragonfly_behind(const struct ss_dragonfly *d, u32 group, u32 k)
{
	u32 back = k + 1;

	if (d->arrangement == SS_ARRANGE_CONSECUTIVE)
		return k + (k >= group);
	return group >= back ? group - back : group + ss_dragonfly_groups(d) - back;
}

/* Return the global link of @group that leads to @other. */
static inline u32 ss_dragonfly_link_to(const struct ss_dragonfly *d, u32 group, u32 other)
{
	if (d->arrangement == SS_ARRANGE_CONSECUTIVE)
		return other - (other > group);
	return (group > other ? group - other : group + ss_dragonfly_groups(d) - other) - 1;
}

/* Count the ports of a router: first those of its nodes, then local ones, then global ones. */
static inline u32 ss_dragonfly_ports(const struct ss_dragonfly *d)
{
	return d->p + d->a - 1 + d->h;
}

static inline u32 ss_dragonfly_first_global(const struct ss_dragonfly *d)
{
	return d->p + d->a - 1;
}

/* Return the local port of router number @here of a group that leads to number @there. */
static inline u32 ss_dragonfly_local_port(const struct ss_dragonfly *d, u32 here, u32 there)
{
	return d->p + there - (there > here);
}

/*
 * Return the router behind @port, which is no node's, of @router; *@back is set to the port there.
 */
static inline u32 ss_dragonfly_neighbour(const struct ss_dragonfly *d, u32 router, u32 port,
					 u32 *back)
{
	u32 group = router / d->a, here = router % d->a, other, k;

	if (port < ss_dragonfly_first_global(d)) {
		u32 there = port - d->p + (port - d->p >= here);

		*back = ss_dragonfly_local_port(d, there, here);
		return group * d->a + there;
	}
	other = ss_dragonfly_behind(d, group, here * d->h + port - ss_dragonfly_first_global(d));
	k = ss_dragonfly_link_to(d, other, group);
	*back = ss_dragonfly_first_global(d) + k % d->h;
	return other * d->a + k / d->h;
}

/* Links of each kind on a path between routers. */
struct ss_dragonfly_hops {
	u32 local;
	u32 global;
};

/* Count the links of the minimal path from @from to @to: at most one local link at each end. */
static inline struct ss_dragonfly_hops ss_dragonfly_minimal(const struct ss_dragonfly *d, u32 from,
							    u32 to)
{
	u32 a = from / d->a, b = to / d->a;

	if (a == b)
		return (struct ss_dragonfly_hops){ from != to, 0 };
	return (struct ss_dragonfly_hops){
		(from % d->a != ss_dragonfly_link_to(d, a, b) / d->h) +
		(to % d->a != ss_dragonfly_link_to(d, b, a) / d->h), 1
	};
}

#endif /* SS_DRAGONFLY_H */
