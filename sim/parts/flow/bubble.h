/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bubble flow control (Puente et al., sec. 2.2): a packet that goes on along a ring needs one free
 * place in the queue it goes to, one that enters the ring needs two.  So no ring fills, and each
 * packet in it can go on at some time.
 *
 * Both places are those of the queue behind the link, as its only sender counts them.  The paper's
 * local form takes the second one from the queue of the ring that is in the router itself; several
 * routers that do so in one cycle fill a ring together (tests/unit/bubble.c).
 *
 * The paper's other form takes the second one from anywhere in the ring.  Here one free place of
 * each ring is marked as its critical bubble (Chen, Wang and Pinkston, IPDPS 2011), and packets
 * that enter the ring do not take it.  A packet that goes on along the ring may: then the place
 * that it leaves becomes the critical bubble, and its credit says so.  Each sender keeps the cycle
 * from which on the mark is among the free places, or %SS_NEVER.
 */
#ifndef SS_BUBBLE_FLOW_H
#define SS_BUBBLE_FLOW_H

#include "sim/core/fabric.h"

#include "places.h"

/* Return the free places that a packet needs in an escape queue to enter its ring. */
static inline u32 ss_bubble_needs(u32 bubble)
{
	return bubble == SS_BUBBLE_TWO ? 2 : 1;
}

/* Find the cycle in which a place other than the critical bubble, here from @mark on, is free. */
static inline u64 ss_bubble_beside(const struct ss_places *p, const u64 *ring, u32 shift, u64 mark)
{
	u64 when = ss_places_when(p, ring, shift, 1);

	return mark <= when ? ss_places_when(p, ring, shift, 2) : when;
}

/*
 * Return true if in cycle @t one place is free, and it is the critical bubble, which comes in cycle
 * @mark.
 */
static inline bool ss_bubble_is_last(const struct ss_places *p, const u64 *ring, u32 shift,
				     u64 mark, u64 t)
{
	return mark <= t && ss_places_when(p, ring, shift, 2) > t;
}

#endif /* SS_BUBBLE_FLOW_H */
