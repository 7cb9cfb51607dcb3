/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Choice of the virtual channels on which packets start along a dimension.  It spreads the packets
 * of all pairs, counted link by link, as evenly as the search can.
 *
 * Packets that enter a ring at one place and leave it at another, or go to one other region, have
 * one choice for each of two halves of them.  Packets that cross the dateline have no choice: they
 * start on VC0.  The VC of a packet depends only on its place and its destination, so the packets
 * of a pair stay in order.
 */
#ifndef SIM_ROUTE_ASSIGN_H
#define SIM_ROUTE_ASSIGN_H

#include "plan.h"

/* Longest ring that is counted; in longer ones, each half of the packets has a VC of its own. */
#define ROUTE_COUNTED_RADIX	128

/**
 * struct route_choices - VCs chosen for all rings of a dimension in one direction
 * @radix: routers of a ring
 * @local: VC of packets that leave the ring at a router, by router of entry, router of exit, and
 * half
 * @global: VC of packets to another region, by router of entry, region, and half
 * @unevenness: mean of |VC0 - VC1| / (VC0 + VC1) over the links, in parts of 2^32
 * @bound: lower bound of @unevenness for any choices
 */
struct route_choices {
	u32 radix;
	u8 *local;
	u8 *global;
	u64 unevenness;
	u64 bound;
};

/* Choices by dimension and direction (1: plus). */
struct route_counted {
	struct route_choices way[SEASTAR_DIMS][2];
};

struct route_counted *route_counted_new(const struct route_plan *p);
void route_counted_free(struct route_counted *c);

/* Return the VC of packets of @half that enter a ring at @from and leave it at @to. */
u32 route_counted_local(const struct route_counted *c, u32 dim, bool plus, u32 from, u32 to,
			u32 half);

/* Return the VC of packets of @half that enter a ring at @from on their way to another region. */
u32 route_counted_global(const struct route_counted *c, bool plus, u32 from, u32 region, u32 half);

/* Return the half, 0 or 1, of a packet that enters a ring at @router on its way to @dest. */
static inline u32 route_half(const struct route_plan *p, u32 router, u32 dest)
{
	return (p->nid[router] ^ p->nid[dest]) & 1;
}

/*
 * Return true if the dateline of x is at the far edge of @region: at the last plane that a packet
 * in this direction comes to.
 */
bool route_ends_at_dateline(const struct route_plan *p, u32 region, bool plus);

#endif /* SIM_ROUTE_ASSIGN_H */
