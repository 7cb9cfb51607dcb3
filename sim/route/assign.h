/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The virtual channels on which packets start along a dimension, where they have the choice: such
 * that the packets of all pairs, counted link by link, are spread most evenly.
 *
 * A choice is for all packets that enter a ring at one place and leave it at another, or go to
 * one region; it is made apart for two halves of them.  So is kept what the dateline needs: who
 * crosses it starts on VC0.  Each packet's choice follows from where it is and where it goes, so
 * that the packets of a pair stay in order.
 */
#ifndef SIM_ROUTE_ASSIGN_H
#define SIM_ROUTE_ASSIGN_H

#include "plan.h"

/* The longest ring that is counted: longer ones have each half on a channel of its own. */
#define ROUTE_COUNTED_RADIX	128

/**
 * struct route_choices - VCs chosen for all rings of a dimension in one direction
 * @radix: routers of a ring
 * @local: VCs of packets that leave the ring at a router, by the routers of entry and exit, and
 * half
 * @global: VCs of packets to another region, by the router of entry, region, and half
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

/* Choices by dimension, and direction. */
struct route_counted {
	struct route_choices way[SEASTAR_DIMS][2];
};

struct route_counted *route_counted_new(const struct route_plan *p);
void route_counted_free(struct route_counted *c);

/* Return VC 0 or 1 for a packet that leaves the ring at @to. */
u32 route_counted_local(const struct route_counted *c, u32 dim, bool plus, u32 from, u32 to,
			u32 half);

/* Return VC 0 or 1 for a packet to another region. */
u32 route_counted_global(const struct route_counted *c, bool plus, u32 from, u32 region, u32 half);

/* Return the half to which a packet belongs that enters a ring at @router on its way to @dest. */
static inline u32 route_half(const struct route_plan *p, u32 router, u32 dest)
{
	return (p->nid[router] ^ p->nid[dest]) & 1;
}

/*
 * Return true if the edge of @region where a packet in this direction leaves it is at or before the
 * dateline of x.
 */
bool route_ends_at_dateline(const struct route_plan *p, u32 region, bool plus);

#endif /* SIM_ROUTE_ASSIGN_H */
